-- People: who they are, how they prove it, and what was decided about items. Rows refer to users by id.
-- Times are ISO 8601 in UTC. A secret (session, token, key, link) is stored as its SHA-256 alone.

ALTER TABLE users ADD COLUMN email TEXT COLLATE NOCASE;
-- `scrypt$N$r$p$salt$hash`; null for a user who cannot sign in.
ALTER TABLE users ADD COLUMN password TEXT;
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'user'
  CHECK (role IN ('user', 'artist', 'moderator', 'staff'));
ALTER TABLE users ADD COLUMN state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('unconfirmed', 'active'));
ALTER TABLE users ADD COLUMN facebook_url  TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN instagram_url TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN tumblr_url    TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN twitter       TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN avatar_url    TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN banner_url    TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN created_at    TEXT NOT NULL DEFAULT '2026-01-01T00:00:00Z';
ALTER TABLE users ADD COLUMN updated_at    TEXT NOT NULL DEFAULT '2026-01-01T00:00:00Z';

CREATE UNIQUE INDEX users_by_email ON users (email) WHERE email IS NOT NULL;

-- Items and channels refer to their owner by id. Whoever deletes a user decides first what becomes of these rows.
DROP TRIGGER gifs_after_insert;
DROP TRIGGER gifs_after_delete;
DROP TRIGGER gifs_after_words;
DROP INDEX gifs_by_user;
ALTER TABLE gifs ADD COLUMN user_id TEXT REFERENCES users (id);
UPDATE gifs SET user_id = (SELECT id FROM users WHERE username = gifs.username);
ALTER TABLE gifs DROP COLUMN username;
CREATE INDEX gifs_by_user ON gifs (user_id, heat DESC, num DESC, rating_rank) WHERE is_listed = 1;

DROP TRIGGER channels_after_insert;
DROP TRIGGER channels_after_delete;
DROP TRIGGER channels_after_words;
DROP INDEX channels_by_user;
ALTER TABLE channels ADD COLUMN user_id TEXT REFERENCES users (id);
UPDATE channels SET user_id = (SELECT id FROM users WHERE username = channels.username);
ALTER TABLE channels DROP COLUMN username;
CREATE INDEX channels_by_user ON channels (user_id);

-- The words of an item and of a channel, with the name of their owner.
CREATE VIEW gif_texts AS
  SELECT g.num, g.title, g.tags, u.username FROM gifs AS g LEFT JOIN users AS u ON u.id = g.user_id;
CREATE VIEW channel_texts AS
  SELECT c.id, c.display_name, c.slug, u.username, c.description
    FROM channels AS c LEFT JOIN users AS u ON u.id = c.user_id;

DROP TABLE gif_words;
CREATE VIRTUAL TABLE gif_words USING fts5 (
  title, tags, username,
  content = 'gif_texts', content_rowid = 'num',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO gif_words (gif_words) VALUES ('rebuild');

DROP TABLE channel_words;
CREATE VIRTUAL TABLE channel_words USING fts5 (
  display_name, slug, username, description,
  content = 'channel_texts', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO channel_words (channel_words) VALUES ('rebuild');

CREATE TRIGGER gifs_after_insert AFTER INSERT ON gifs BEGIN
  INSERT INTO gif_words (rowid, title, tags, username)
  VALUES (new.num, new.title, new.tags, (SELECT username FROM users WHERE id = new.user_id));
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
END;

CREATE TRIGGER gifs_after_delete AFTER DELETE ON gifs BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username)
  VALUES ('delete', old.num, old.title, old.tags, (SELECT username FROM users WHERE id = old.user_id));
END;

CREATE TRIGGER gifs_after_words AFTER UPDATE OF num, title, tags, user_id ON gifs BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username)
  VALUES ('delete', old.num, old.title, old.tags, (SELECT username FROM users WHERE id = old.user_id));
  INSERT INTO gif_words (rowid, title, tags, username)
  VALUES (new.num, new.title, new.tags, (SELECT username FROM users WHERE id = new.user_id));
END;

CREATE TRIGGER channels_after_insert AFTER INSERT ON channels BEGIN
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  VALUES (new.id, new.display_name, new.slug, (SELECT username FROM users WHERE id = new.user_id), new.description);
END;

CREATE TRIGGER channels_after_delete AFTER DELETE ON channels BEGIN
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  VALUES ('delete', old.id, old.display_name, old.slug,
          (SELECT username FROM users WHERE id = old.user_id), old.description);
END;

CREATE TRIGGER channels_after_words AFTER UPDATE OF id, display_name, slug, user_id, description ON channels BEGIN
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  VALUES ('delete', old.id, old.display_name, old.slug,
          (SELECT username FROM users WHERE id = old.user_id), old.description);
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  VALUES (new.id, new.display_name, new.slug, (SELECT username FROM users WHERE id = new.user_id), new.description);
END;

CREATE TRIGGER users_after_name AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username)
  SELECT 'delete', num, title, tags, old.username FROM gifs WHERE user_id = new.id;
  INSERT INTO gif_words (rowid, title, tags, username)
  SELECT num, title, tags, new.username FROM gifs WHERE user_id = new.id;
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  SELECT 'delete', id, display_name, slug, old.username, description FROM channels WHERE user_id = new.id;
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  SELECT id, display_name, slug, new.username, description FROM channels WHERE user_id = new.id;
END;

-- A channel's entry gets an id, which calls and pages name it by.
CREATE TABLE channel_entries (
  id         INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  gif_id     TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL DEFAULT 0,
  UNIQUE (channel_id, gif_id)
) STRICT;
INSERT INTO channel_entries (channel_id, gif_id, position)
SELECT channel_id, gif_id, position FROM channel_gifs ORDER BY channel_id, position, gif_id;
DROP TABLE channel_gifs;
ALTER TABLE channel_entries RENAME TO channel_gifs;
CREATE INDEX channels_by_gif ON channel_gifs (gif_id, channel_id);

CREATE TABLE sessions (
  hash         TEXT NOT NULL PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  agent        TEXT NOT NULL DEFAULT '',
  created_at   TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- For programs: `Authorization: Token …`.
CREATE TABLE tokens (
  hash         TEXT NOT NULL PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  last_used_at TEXT,
  expires_at   TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_user ON tokens (user_id);

-- Links that were mailed or printed, each good for one use.
CREATE TABLE links (
  hash       TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset', 'sign-in')),
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX links_by_user ON links (user_id, purpose);

-- Partners' API keys. `rate` is in requests a minute.
CREATE TABLE keys (
  hash       TEXT    NOT NULL PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,
  name       TEXT    NOT NULL,
  rate       INTEGER NOT NULL DEFAULT 0 CHECK (rate >= 0),
  rating     TEXT    NOT NULL DEFAULT 'r' CHECK (rating IN ('y', 'g', 'pg', 'pg-13', 'r')),
  blocked    INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1)),
  created_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE favorites (
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  gif_id     TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, gif_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX favorites_by_time ON favorites (user_id, created_at DESC, gif_id);

-- Items that were taken down, of the library or of a configured provider; those without `restored_at` are gone.
CREATE TABLE removals (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  gif_id      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  note        TEXT NOT NULL DEFAULT '',
  actor_id    TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  restored_at TEXT,
  restored_by TEXT
) STRICT;

CREATE UNIQUE INDEX removals_in_force ON removals (gif_id) WHERE restored_at IS NULL;

-- Who did what, why. Rows stay as they are, also when the people in them are gone: their ids refer to nothing.
CREATE TABLE audit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  actor_id   TEXT NOT NULL,
  actor      TEXT NOT NULL,
  action     TEXT NOT NULL,
  target     TEXT NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_target ON audit (target, id);

CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

-- Every mail, also where no mail service is bound. `sent_at` is set once the service has taken it.
CREATE TABLE outbox (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient  TEXT    NOT NULL,
  subject    TEXT    NOT NULL,
  text       TEXT    NOT NULL,
  created_at TEXT    NOT NULL,
  sent_at    TEXT,
  tries      INTEGER NOT NULL DEFAULT 0,
  failure    TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
