-- What looks like something that was taken down becomes a case (origin/uploads/phashes.ts): exact content alone is known by
-- `removed_files`, and is refused.

-- An item's perceptual hash, as its maker has sent it (shared/picture/phash.ts); '' where its frames show too little for one.
CREATE TABLE item_phashes (
  gif_id TEXT NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  phash  TEXT NOT NULL CHECK (length(phash) <= 84)
) STRICT, WITHOUT ROWID;

-- The list. `gif_id` is the item that was taken down, which may be gone, or `list:` and the name of an imported list, in
-- `removed_files` too: no item has such an id.
CREATE TABLE known_phashes (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  phash      TEXT NOT NULL CHECK (length(phash) BETWEEN 16 AND 84),
  gif_id     TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (gif_id, phash)
) STRICT;

-- Parts of the list's hashes by their place, so that few entries are compared.
CREATE TABLE phash_bands (
  band     TEXT    NOT NULL,
  known_id INTEGER NOT NULL REFERENCES known_phashes (id) ON DELETE CASCADE,
  PRIMARY KEY (band, known_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX phash_bands_by_entry ON phash_bands (known_id);
CREATE TRIGGER known_phashes_have_bands AFTER INSERT ON known_phashes BEGIN
  INSERT OR IGNORE INTO phash_bands (band, known_id)
  SELECT place.value || substr(frame.value, 1 + 3 * place.value, 3), new.id
    FROM json_each('["' || replace(new.phash, '-', '","') || '"]') AS frame, json_each('[0,1,2,3,4]') AS place;
END;

-- With each takedown and its end, as `removed_files`.
CREATE TRIGGER removals_keep_phash AFTER INSERT ON removals WHEN new.restored_at IS NULL BEGIN
  INSERT OR IGNORE INTO known_phashes (phash, gif_id, created_at)
  SELECT phash, gif_id, new.created_at FROM item_phashes WHERE gif_id = new.gif_id AND phash <> '';
END;
CREATE TRIGGER removals_lift_phash AFTER UPDATE OF restored_at ON removals
WHEN old.restored_at IS NULL AND new.restored_at IS NOT NULL BEGIN
  DELETE FROM known_phashes WHERE gif_id = new.gif_id;
END;
-- One that comes while its item is gone already.
CREATE TRIGGER item_phashes_of_removed AFTER INSERT ON item_phashes WHEN new.phash <> '' BEGIN
  INSERT OR IGNORE INTO known_phashes (phash, gif_id, created_at)
  SELECT new.phash, gif_id, created_at FROM removals WHERE gif_id = new.gif_id AND restored_at IS NULL;
END;
