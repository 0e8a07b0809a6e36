-- What is opened together (origin/pairs.ts), in both directions. `networks` have opened both on `day`, days since 1970;
-- `seen` is which of 64 parts of all networks they are of, for that day alone. `weight` rises where they are three.
CREATE TABLE gif_pairs (
  gif_id   TEXT    NOT NULL,
  other_id TEXT    NOT NULL,
  day      INTEGER NOT NULL,
  networks INTEGER NOT NULL,
  seen     INTEGER NOT NULL,
  weight   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (gif_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX gif_pairs_by_weight ON gif_pairs (gif_id, weight DESC, other_id) WHERE weight > 0;
-- What a network has opened in the last hours.
CREATE INDEX counted_by_visitor ON counted (visitor, gif_id) WHERE action = 'CLICK';

CREATE TRIGGER gif_pairs_count AFTER INSERT ON gif_pairs BEGIN
  INSERT INTO list_counts (list, items) VALUES ('pairs/' || new.day, 1) ON CONFLICT DO UPDATE SET items = items + 1;
END;
CREATE TRIGGER gif_pairs_of_gif AFTER DELETE ON gifs BEGIN
  DELETE FROM gif_pairs WHERE other_id = old.id AND gif_id IN (SELECT other_id FROM gif_pairs WHERE gif_id = old.id);
  DELETE FROM gif_pairs WHERE gif_id = old.id;
END;
