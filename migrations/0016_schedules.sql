-- What staff schedule. `done_at` is when the cron published it: it is written with what it does, so each is done once.

CREATE TABLE trending_stories (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  story_id   TEXT    NOT NULL UNIQUE REFERENCES stories (id) ON DELETE CASCADE,
  publish_at TEXT    NOT NULL,
  done_at    TEXT
) STRICT;

CREATE INDEX trending_stories_due ON trending_stories (publish_at) WHERE done_at IS NULL;
CREATE INDEX trending_stories_by_time ON trending_stories (publish_at, id);

CREATE TABLE scheduled_gifs (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  gif_id     TEXT    NOT NULL,
  at         TEXT    NOT NULL,
  type       TEXT    NOT NULL,
  is_sticker INTEGER NOT NULL CHECK (is_sticker IN (0, 1)),
  done_at    TEXT,
  UNIQUE (gif_id, at)
) STRICT;

CREATE INDEX scheduled_gifs_due ON scheduled_gifs (at, id) WHERE done_at IS NULL;
CREATE INDEX scheduled_gifs_done ON scheduled_gifs (done_at, gif_id) WHERE done_at IS NOT NULL;

-- `gifs` is a JSON list of entries; `username` is '' for the cron.
CREATE TABLE scheduler_activity (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  action   TEXT NOT NULL CHECK (action IN ('create', 'delete', 'publish')),
  username TEXT NOT NULL,
  at       TEXT NOT NULL,
  gifs     TEXT NOT NULL CHECK (json_valid(gifs))
) STRICT;

CREATE INDEX scheduler_activity_by_time ON scheduler_activity (at);
