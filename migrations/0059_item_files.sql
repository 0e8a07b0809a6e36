-- What an answer says of an item's files, as one row: a page of 25 items would read some 50 rows of each, and with all forms
-- more than a search may read. Written by the triggers below alone.
CREATE TABLE item_files (
  gif_id TEXT NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  -- JSON list of [name, format, width, height, size, frames], in the order of their key.
  files  TEXT NOT NULL,
  -- Of the original's content, as clients read it.
  hash   TEXT
) STRICT, WITHOUT ROWID;

CREATE VIEW files_of_items AS
SELECT r.gif_id,
       json_group_array(json_array(name, format, width, height, size, frames)) AS files,
       (SELECT substr(r2_key, 3, 32) FROM renditions
         WHERE gif_id = r.gif_id AND name = 'original' AND format <> 'avif' ORDER BY format LIMIT 1) AS hash
  FROM renditions AS r GROUP BY r.gif_id;

INSERT INTO item_files (gif_id, files, hash) SELECT gif_id, files, hash FROM files_of_items;

CREATE TRIGGER renditions_shown_new AFTER INSERT ON renditions BEGIN
  INSERT INTO item_files (gif_id, files, hash)
  SELECT gif_id, files, hash FROM files_of_items WHERE gif_id = new.gif_id
      ON CONFLICT (gif_id) DO UPDATE SET files = excluded.files, hash = excluded.hash;
END;
CREATE TRIGGER renditions_shown_changed AFTER UPDATE OF name, format, width, height, size, frames, r2_key ON renditions BEGIN
  UPDATE item_files SET (files, hash) = (SELECT files, hash FROM files_of_items WHERE gif_id = new.gif_id)
   WHERE gif_id = new.gif_id;
END;
-- An item that is deleted takes its row with it: then nothing is left to change.
CREATE TRIGGER renditions_shown_gone AFTER DELETE ON renditions BEGIN
  UPDATE item_files SET
         files = coalesce((SELECT files FROM files_of_items WHERE gif_id = old.gif_id), '[]'),
         hash = (SELECT hash FROM files_of_items WHERE gif_id = old.gif_id)
   WHERE gif_id = old.gif_id;
END;
