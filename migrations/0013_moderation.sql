-- Moderation: what waits for a moderator, who holds it, and what was decided.

-- A moderator's part of a job (origin/site/moderation/batches.ts). `action` is 'assigned' until it is decided; the lease
-- ends at `expires_at`. `gif_ids` are its items as they were assigned.
CREATE TABLE moderation_batches (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id     TEXT NOT NULL CHECK (job_id IN ('uploads', 'reports')),
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  action     TEXT NOT NULL DEFAULT 'assigned',
  gif_ids    TEXT NOT NULL CHECK (json_valid(gif_ids) AND json_type(gif_ids) = 'array'),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX moderation_batches_by_user ON moderation_batches (user_id, action, id);
CREATE INDEX moderation_batches_open ON moderation_batches (expires_at) WHERE action = 'assigned';

-- An item waits once, whatever for, so that no two batches hold it. It ends with its item, and with a takedown.
CREATE TABLE moderation_queue (
  gif_id    TEXT NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  job_id    TEXT NOT NULL CHECK (job_id IN ('uploads', 'reports')),
  queued_at TEXT NOT NULL,
  batch_id  INTEGER REFERENCES moderation_batches (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX moderation_queue_free ON moderation_queue (job_id, queued_at, gif_id) WHERE batch_id IS NULL;
CREATE INDEX moderation_queue_held ON moderation_queue (batch_id) WHERE batch_id IS NOT NULL;

-- A batch takes its items in the statement that makes it.
CREATE TRIGGER moderation_batches_take AFTER INSERT ON moderation_batches BEGIN
  UPDATE moderation_queue SET batch_id = new.id
   WHERE batch_id IS NULL AND gif_id IN (SELECT value FROM json_each(new.gif_ids));
END;

INSERT INTO moderation_queue (gif_id, job_id, queued_at)
SELECT u.gif_id, 'uploads', u.created_at FROM uploads AS u JOIN gifs AS g ON g.id = u.gif_id WHERE g.is_removed = 0;

CREATE TRIGGER uploads_wait_for_moderation AFTER INSERT ON uploads BEGIN
  INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES (new.gif_id, 'uploads', new.created_at)
      ON CONFLICT (gif_id) DO NOTHING;
END;

CREATE TRIGGER gifs_leave_moderation AFTER UPDATE OF is_removed ON gifs WHEN new.is_removed = 1 BEGIN
  DELETE FROM moderation_queue WHERE gif_id = new.id;
END;

-- What moderators decided. `act` names the rows that one request wrote, `undone_act` those that one took back. `was_…`,
-- `job_id` and `queued_at` are what comes back; without `job_id` the item did not wait.
CREATE TABLE moderations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  act        TEXT    NOT NULL,
  gif_id     TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  user_id    TEXT    NOT NULL,
  action     TEXT    NOT NULL CHECK (action IN ('approve', 'rating', 'hide', 'remove', 'skip')),
  rating     TEXT    NOT NULL,
  reason     TEXT    NOT NULL DEFAULT '',
  note       TEXT    NOT NULL DEFAULT '',
  was_rating TEXT    NOT NULL,
  was_hidden INTEGER NOT NULL CHECK (was_hidden IN (0, 1)),
  job_id     TEXT,
  queued_at  TEXT,
  batch_id   INTEGER,
  created_at TEXT    NOT NULL,
  undone_at  TEXT,
  undone_act TEXT
) STRICT;
CREATE UNIQUE INDEX moderations_by_act ON moderations (act, gif_id);
CREATE INDEX moderations_by_gif ON moderations (gif_id, id);
CREATE INDEX moderations_by_batch ON moderations (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX moderations_by_undo ON moderations (undone_act) WHERE undone_act IS NOT NULL;

-- The leaderboard, kept by the triggers below: a count would read every decision. What did not wait belongs to no job: ''.
CREATE TABLE moderation_counts (
  job_id  TEXT    NOT NULL,
  user_id TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  count   INTEGER NOT NULL,
  PRIMARY KEY (job_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX moderation_counts_by_user ON moderation_counts (user_id);

CREATE TRIGGER moderations_count AFTER INSERT ON moderations WHEN new.action <> 'skip' BEGIN
  INSERT INTO moderation_counts (job_id, user_id, count) VALUES (coalesce(new.job_id, ''), new.user_id, 1)
      ON CONFLICT (job_id, user_id) DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER moderations_uncount AFTER UPDATE OF undone_at ON moderations
WHEN old.undone_at IS NULL AND new.undone_at IS NOT NULL AND new.action <> 'skip' BEGIN
  UPDATE moderation_counts SET count = count - 1
   WHERE job_id = coalesce(new.job_id, '') AND user_id = new.user_id;
END;
