-- Uploads: what people put in, in the format it came in.

-- An APNG stays a PNG.
CREATE TABLE stored_files (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  name   TEXT    NOT NULL,
  format TEXT    NOT NULL CHECK (format IN ('gif', 'webp', 'png', 'mp4')),
  width  INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  size   INTEGER NOT NULL CHECK (size > 0),
  frames INTEGER NOT NULL DEFAULT 1,
  r2_key TEXT    NOT NULL,
  PRIMARY KEY (gif_id, name, format)
) STRICT, WITHOUT ROWID;
INSERT INTO stored_files SELECT gif_id, name, format, width, height, size, frames, r2_key FROM renditions;
DROP TABLE renditions;
ALTER TABLE stored_files RENAME TO renditions;
CREATE INDEX renditions_by_file ON renditions (r2_key);

-- An upload, and how far its renditions are. `file` is the original's key, `sha256` that of its content: a file that was
-- taken down is known again. The row ends with its item.
CREATE TABLE uploads (
  gif_id     TEXT    NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  user_id    TEXT    NOT NULL,
  sha256     TEXT    NOT NULL,
  file       TEXT    NOT NULL,
  state      TEXT    NOT NULL CHECK (state IN ('queued', 'working', 'done', 'failed', 'cancelled')),
  reason     TEXT    NOT NULL DEFAULT '',
  tries      INTEGER NOT NULL DEFAULT 0,
  made       INTEGER NOT NULL DEFAULT 0,
  created_at TEXT    NOT NULL,
  updated_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX uploads_by_content ON uploads (sha256, user_id);
CREATE INDEX uploads_to_do ON uploads (updated_at) WHERE state IN ('queued', 'working');

-- A file's key is noted before it is put: where its upload fails, it goes too, after this time.
ALTER TABLE unused_files ADD COLUMN keep_until TEXT NOT NULL DEFAULT '';
