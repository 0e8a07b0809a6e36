-- How many items have a tag: a shared tag weighs more, the fewer they are. Written by the triggers below alone.
CREATE TABLE tag_counts (
  tag   TEXT    NOT NULL PRIMARY KEY,
  items INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO tag_counts SELECT tag, count(*) FROM tags GROUP BY tag;

CREATE TRIGGER tags_after_insert AFTER INSERT ON tags BEGIN
  INSERT OR IGNORE INTO tag_counts (tag, items) VALUES (new.tag, 0);
  UPDATE tag_counts SET items = items + 1 WHERE tag = new.tag;
END;

CREATE TRIGGER tags_after_delete AFTER DELETE ON tags BEGIN
  UPDATE tag_counts SET items = items - 1 WHERE tag = old.tag;
  DELETE FROM tag_counts WHERE tag = old.tag AND items = 0;
END;

-- A random item is the next one after a random number.
CREATE INDEX gifs_by_number ON gifs (shelf, num, rating_rank) WHERE is_listed = 1;
