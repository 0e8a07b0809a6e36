-- Channels that people make, with their GIFs and tags; who follows whom; artists; an item's tags in other languages.

ALTER TABLE channels ADD COLUMN is_visible INTEGER NOT NULL DEFAULT 1 CHECK (is_visible IN (0, 1));
-- Kept by the triggers below: a count would read every entry.
ALTER TABLE channels ADD COLUMN gif_count INTEGER NOT NULL DEFAULT 0;

DROP INDEX channels_by_user;
CREATE INDEX channels_by_user ON channels (user_id, parent, position);
CREATE INDEX channels_at_root ON channels (id) WHERE parent IS NULL AND is_visible = 1;

-- A channel may hold GIFs of a configured provider, which have no row here: the trigger below replaces the reference.
CREATE TABLE channel_entries (
  id         INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  gif_id     TEXT    NOT NULL,
  position   INTEGER NOT NULL DEFAULT 0,
  UNIQUE (channel_id, gif_id)
) STRICT;
INSERT INTO channel_entries (id, channel_id, gif_id, position) SELECT id, channel_id, gif_id, position FROM channel_gifs;
DROP TABLE channel_gifs;
ALTER TABLE channel_entries RENAME TO channel_gifs;
CREATE INDEX channels_by_gif ON channel_gifs (gif_id, channel_id);
CREATE INDEX channel_gifs_by_id ON channel_gifs (channel_id, id);
UPDATE channels SET gif_count = (SELECT count(*) FROM channel_gifs WHERE channel_id = channels.id);

-- What was taken out of a channel with magic tags stays out until somebody puts it in again.
CREATE TABLE channel_left_out (
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  gif_id     TEXT    NOT NULL,
  PRIMARY KEY (channel_id, gif_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_left_out_by_gif ON channel_left_out (gif_id);

CREATE TABLE channel_ranked_tags (
  id         INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  tag        TEXT    NOT NULL,
  rank       INTEGER NOT NULL,
  UNIQUE (channel_id, tag)
) STRICT;

-- Items with the tag join the channel: new ones by trigger, those from before by a job that has come to the item
-- `filled_to` (origin/site/channels/fill-channel.ts).
CREATE TABLE channel_magic_tags (
  id         INTEGER PRIMARY KEY,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  tag        TEXT    NOT NULL,
  filled_to  TEXT    NOT NULL DEFAULT '',
  is_filled  INTEGER NOT NULL DEFAULT 0 CHECK (is_filled IN (0, 1)),
  UNIQUE (channel_id, tag)
) STRICT;
CREATE INDEX channel_magic_by_tag ON channel_magic_tags (tag, channel_id);
CREATE INDEX channel_magic_to_fill ON channel_magic_tags (id) WHERE is_filled = 0;

CREATE TRIGGER channel_gifs_after_insert AFTER INSERT ON channel_gifs BEGIN
  UPDATE channels SET gif_count = gif_count + 1 WHERE id = new.channel_id;
END;

CREATE TRIGGER channel_gifs_after_delete AFTER DELETE ON channel_gifs BEGIN
  UPDATE channels SET gif_count = gif_count - 1 WHERE id = old.channel_id;
END;

CREATE TRIGGER gifs_leave_channels AFTER DELETE ON gifs BEGIN
  DELETE FROM channel_gifs WHERE gif_id = old.id;
  DELETE FROM channel_left_out WHERE gif_id = old.id;
END;

CREATE TRIGGER tags_fill_channels AFTER INSERT ON tags BEGIN
  INSERT INTO channel_gifs (channel_id, gif_id)
  SELECT m.channel_id, new.gif_id FROM channel_magic_tags AS m
   WHERE m.tag = new.tag
     AND NOT EXISTS (SELECT 1 FROM channel_gifs WHERE channel_id = m.channel_id AND gif_id = new.gif_id)
     AND NOT EXISTS (SELECT 1 FROM channel_left_out WHERE channel_id = m.channel_id AND gif_id = new.gif_id);
END;

CREATE TABLE follows (
  follower_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  followed_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at  TEXT NOT NULL,
  PRIMARY KEY (follower_id, followed_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followed ON follows (followed_id, follower_id);
CREATE INDEX follows_by_time ON follows (follower_id, created_at DESC, followed_id);

ALTER TABLE users ADD COLUMN is_freelance INTEGER NOT NULL DEFAULT 0 CHECK (is_freelance IN (0, 1));
CREATE INDEX artists ON users (updated_at, id) WHERE role = 'artist' AND state = 'active' AND is_public = 1;

-- `position` is the tag's place in the order people gave.
CREATE TABLE language_tags (
  gif_id   TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  lang     TEXT    NOT NULL,
  tag      TEXT    NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (gif_id, lang, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX language_tags_by_tag ON language_tags (lang, tag, gif_id);
