-- Items that are here already and look like what comes onto the list are cases, too (origin/uploads/phashes.ts).

-- Parts of items' hashes by their place, as `phash_bands` has those of the list.
CREATE TABLE item_phash_bands (
  band   TEXT NOT NULL,
  gif_id TEXT NOT NULL REFERENCES item_phashes (gif_id) ON DELETE CASCADE,
  PRIMARY KEY (band, gif_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_phash_bands_by_item ON item_phash_bands (gif_id);
CREATE TRIGGER item_phashes_have_bands AFTER INSERT ON item_phashes WHEN new.phash <> '' BEGIN
  INSERT OR IGNORE INTO item_phash_bands (band, gif_id)
  SELECT DISTINCT place.value || substr(frame.value, 1 + 3 * place.value, 3), new.gif_id
    FROM json_each('["' || replace(new.phash, '-', '","') || '"]') AS frame, json_each('[0,1,2,3,4]') AS place;
END;
CREATE TRIGGER item_phashes_have_other_bands AFTER UPDATE OF phash ON item_phashes WHEN new.phash <> old.phash BEGIN
  DELETE FROM item_phash_bands WHERE gif_id = new.gif_id;
  INSERT OR IGNORE INTO item_phash_bands (band, gif_id)
  SELECT DISTINCT place.value || substr(frame.value, 1 + 3 * place.value, 3), new.gif_id
    FROM json_each('["' || replace(new.phash, '-', '","') || '"]') AS frame, json_each('[0,1,2,3,4]') AS place
   WHERE new.phash <> '';
END;
INSERT INTO item_phash_bands (band, gif_id)
SELECT DISTINCT place.value || substr(frame.value, 1 + 3 * place.value, 3), hashed.gif_id
  FROM item_phashes AS hashed, json_each('["' || replace(hashed.phash, '-', '","') || '"]') AS frame,
       json_each('[0,1,2,3,4]') AS place
 WHERE hashed.phash <> '';

-- Whether the library was searched for what looks like this entry.
ALTER TABLE known_phashes ADD COLUMN is_searched INTEGER NOT NULL DEFAULT 0 CHECK (is_searched IN (0, 1));
CREATE INDEX known_phashes_unsearched ON known_phashes (id) WHERE is_searched = 0;

-- Decisions whose mails are not written yet (origin/mail/decision-mails.ts): a row comes with the decision and goes with its mails.
-- `owners` is JSON of the items whose owners get one.
CREATE TABLE decision_mails (
  id         TEXT NOT NULL PRIMARY KEY,
  decision   TEXT NOT NULL CHECK (json_valid(decision)),
  owners     TEXT NOT NULL CHECK (json_valid(owners)),
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_mails_by_time ON decision_mails (created_at);
