-- What visitors report to moderators (origin/site/moderation/reports.ts).

-- An item, also one of a configured provider, or what a search shows. `visitor` is the network, hashed with the day's key: one
-- network's repetition of a day is no second report. `reporter_id` is missing for visitors and where somebody asked for it.
CREATE TABLE reports (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  gif_id              TEXT,
  search_term         TEXT,
  search_response_id  TEXT NOT NULL DEFAULT '',
  search_content_type TEXT NOT NULL DEFAULT '',
  reasons             TEXT NOT NULL CHECK (json_valid(reasons) AND json_type(reasons) = 'array'),
  additional_info     TEXT NOT NULL DEFAULT '' CHECK (length(additional_info) <= 1000),
  anonymous           INTEGER NOT NULL CHECK (anonymous IN (0, 1)),
  reporter_id         TEXT REFERENCES users (id) ON DELETE SET NULL,
  visitor             TEXT NOT NULL,
  state               TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected')),
  note                TEXT NOT NULL DEFAULT '',
  created_at          TEXT NOT NULL,
  decided_at          TEXT,
  decided_by          TEXT,
  CHECK ((gif_id IS NULL) <> (search_term IS NULL)),
  CHECK (anonymous = 0 OR reporter_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX reports_once_of_gif ON reports (visitor, gif_id) WHERE gif_id IS NOT NULL;
CREATE UNIQUE INDEX reports_once_of_search ON reports (visitor, search_term) WHERE search_term IS NOT NULL;
CREATE INDEX reports_by_state ON reports (state, id);
CREATE INDEX reports_by_gif ON reports (gif_id, id) WHERE gif_id IS NOT NULL;
CREATE INDEX reports_by_reporter ON reports (reporter_id) WHERE reporter_id IS NOT NULL;

-- An item of the library waits for a moderator, once; a report comes before an upload.
CREATE TRIGGER reports_wait_for_moderation AFTER INSERT ON reports WHEN new.gif_id IS NOT NULL BEGIN
  INSERT INTO moderation_queue (gif_id, job_id, queued_at)
  SELECT id, 'reports', new.created_at FROM gifs WHERE id = new.gif_id AND is_removed = 0
      ON CONFLICT (gif_id) DO UPDATE SET job_id = 'reports';
END;

-- Of an item that is gone there is nothing to decide.
CREATE TRIGGER gifs_leave_reports AFTER DELETE ON gifs BEGIN
  DELETE FROM reports WHERE gif_id = old.id AND state = 'open';
END;
