-- Clips that the imaging service cut: at an address that nobody can guess, until they expire. Their files are rows of
-- `unused_files`, which the nightly round deletes. `gif_id` is the item that a clip was cut from.
CREATE TABLE clips (
  id         TEXT NOT NULL PRIMARY KEY,
  format     TEXT NOT NULL CHECK (format IN ('gif', 'webp', 'mp4')),
  r2_key     TEXT NOT NULL,
  gif_id     TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX clips_by_end ON clips (expires_at);
