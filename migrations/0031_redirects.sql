-- Where items went that people know by another service's id, or by an older one of ours (origin/queries/redirects.ts,
-- docs/moving.md). A row goes with its item. `num` only rises, so its last value bounds the table.
CREATE TABLE redirects (
  num        INTEGER PRIMARY KEY,
  source     TEXT NOT NULL CHECK (source IN ('giphy', 'tenor', 'klipy', 'own')),
  old_id     TEXT NOT NULL CHECK (length(old_id) BETWEEN 1 AND 120),
  gif_id     TEXT NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  UNIQUE (old_id, source)
);

CREATE INDEX redirects_by_gif ON redirects (gif_id, num);
