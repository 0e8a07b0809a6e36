-- What tells or lets in from outside: accounts at an issuer, webhooks, digests.

-- Who signs in by an OIDC issuer (origin/site/accounts/issuer-accounts.ts, T64). `subject` is the issuer's name of the person, which it
-- gives to no other. `access_version` as in `sessions`. `role` is what the issuer said last: what it says again changes
-- nothing.
CREATE TABLE identities (
  issuer         TEXT    NOT NULL,
  subject        TEXT    NOT NULL,
  user_id        TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  access_version INTEGER NOT NULL,
  role           TEXT    NOT NULL DEFAULT '',
  created_at     TEXT    NOT NULL,
  used_at        TEXT    NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_user ON identities (user_id);

-- Where staff have events sent. The secret is as it was shown: it signs each delivery. `failures` are
-- deliveries in a row that were given up; `off_because` says why a hook is off, '' where staff switched it off.
CREATE TABLE webhooks (
  id          TEXT    NOT NULL PRIMARY KEY,
  url         TEXT    NOT NULL,
  events      TEXT    NOT NULL CHECK (json_valid(events) AND json_type(events) = 'array'),
  secret      TEXT    NOT NULL,
  is_active   INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  off_because TEXT    NOT NULL DEFAULT '',
  failures    INTEGER NOT NULL DEFAULT 0,
  created_by  TEXT    NOT NULL,
  created_at  TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- `due_at` is the next try's time, NULL once it was taken or given up. `status` is what the last try was answered, and `failure`
-- in our words why it was not.
CREATE TABLE webhook_deliveries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id TEXT    NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event      TEXT    NOT NULL CHECK (event IN ('report', 'takedown', 'upload-failed', 'dead-letter', 'test')),
  data       TEXT    NOT NULL CHECK (json_valid(data)),
  created_at TEXT    NOT NULL,
  due_at     TEXT,
  tries      INTEGER NOT NULL DEFAULT 0,
  tried_at   TEXT,
  status     INTEGER,
  failure    TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_hook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id) WHERE due_at IS NOT NULL;

-- Each active hook that wants an event. One that is behind by 1000 gets no more.
CREATE VIEW webhook_listeners AS
SELECT w.id, e.value AS event, strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS at
  FROM webhooks AS w, json_each(w.events) AS e
 WHERE w.is_active = 1
   AND (SELECT count(*) FROM webhook_deliveries WHERE webhook_id = w.id AND due_at IS NOT NULL) < 1000;

-- By trigger, so that no writer can forget it. A stranger's words are left out.
CREATE TRIGGER reports_tell_webhooks AFTER INSERT ON reports BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
  SELECT id, event, json_object('id', new.id, 'gif_id', new.gif_id, 'search_term', new.search_term, 'reasons', json(new.reasons)), at, at
    FROM webhook_listeners WHERE event = 'report';
END;
CREATE TRIGGER removals_tell_webhooks AFTER INSERT ON removals WHEN new.restored_at IS NULL BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
  SELECT id, event, json_object('id', new.id, 'gif_id', new.gif_id, 'reason', new.reason), at, at
    FROM webhook_listeners WHERE event = 'takedown';
END;
CREATE TRIGGER uploads_tell_webhooks AFTER UPDATE OF state ON uploads
WHEN new.state = 'failed' AND old.state <> 'failed' BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
  SELECT id, event, json_object('gif_id', new.gif_id, 'reason', new.reason), at, at
    FROM webhook_listeners WHERE event = 'upload-failed';
END;
-- They come in hundreds: the first of five minutes tells.
CREATE TRIGGER dead_letters_tell_webhooks AFTER INSERT ON dead_letters BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
  SELECT id, event, json_object('id', new.id, 'reason', new.reason), at, at
    FROM webhook_listeners AS l
   WHERE event = 'dead-letter' AND NOT EXISTS (
     SELECT 1 FROM webhook_deliveries AS d
      WHERE d.webhook_id = l.id AND d.event = 'dead-letter'
        AND d.created_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-5 minutes'));
END;

-- What moderators have mailed to themselves. Without a row: nothing. `since` is when the last one
-- was looked for, `queue_over` from how many waiting items on the queue is worth a line.
CREATE TABLE digests (
  user_id    TEXT    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  every      TEXT    NOT NULL CHECK (every IN ('hour', 'day')),
  queue_over INTEGER NOT NULL DEFAULT 50 CHECK (queue_over BETWEEN 0 AND 10000),
  since      TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
