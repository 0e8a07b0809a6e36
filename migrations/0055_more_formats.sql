-- Renditions as AVIF, and films as the WebM or MOV that they came as.

-- The table is made again under its own name: a rename would read the view and the triggers that name it.
CREATE TABLE files_before AS
SELECT gif_id, name, format, width, height, size, frames, r2_key, sha256 FROM renditions;
DROP TABLE renditions;
CREATE TABLE renditions (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  name   TEXT    NOT NULL,
  format TEXT    NOT NULL CHECK (format IN ('gif', 'webp', 'png', 'mp4', 'avif', 'webm', 'mov')),
  width  INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  size   INTEGER NOT NULL CHECK (size > 0),
  frames INTEGER NOT NULL DEFAULT 1,
  r2_key TEXT    NOT NULL,
  sha256 TEXT,
  PRIMARY KEY (gif_id, name, format)
) STRICT, WITHOUT ROWID;
INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
SELECT gif_id, name, format, width, height, size, frames, r2_key, sha256 FROM files_before;
DROP TABLE files_before;

-- Its indexes and triggers, as 0007 and 0035 have them.
CREATE INDEX renditions_by_file ON renditions (r2_key);
CREATE INDEX renditions_by_content ON renditions (sha256) WHERE sha256 > '';
CREATE INDEX renditions_not_read ON renditions (gif_id) WHERE sha256 IS NULL;
CREATE TRIGGER renditions_keep_new AFTER INSERT ON renditions
WHEN new.sha256 > '' AND EXISTS (SELECT 1 FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL) BEGIN
  INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
  SELECT new.sha256, gif_id, kind, max(reason), max(created_at)
    FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL GROUP BY kind
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET restored_at = NULL;
END;
CREATE TRIGGER renditions_keep_read AFTER UPDATE OF sha256 ON renditions
WHEN new.sha256 > '' AND new.sha256 IS NOT old.sha256
     AND EXISTS (SELECT 1 FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL) BEGIN
  INSERT INTO removed_files (sha256, gif_id, kind, reason, created_at)
  SELECT new.sha256, gif_id, kind, max(reason), max(created_at)
    FROM removed_files WHERE gif_id = new.gif_id AND restored_at IS NULL GROUP BY kind
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET restored_at = NULL;
END;
