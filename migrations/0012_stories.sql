-- Stories: GIFs in an order, with words, by somebody. Times are ISO 8601 in UTC.

-- `publish_at` is when a story is published: it may be ahead, and the end of time stands for never
-- (origin/gateway/gateway-request.ts). `gifs` is a JSON list of ids, also of a configured provider's. `made_from` is a hash of
-- the request that made it, until it is edited: a request that comes twice makes one story.
CREATE TABLE stories (
  num        INTEGER PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,
  slug       TEXT    NOT NULL UNIQUE COLLATE NOCASE,
  user_id    TEXT    REFERENCES users (id) ON DELETE SET NULL,
  title      TEXT    NOT NULL DEFAULT '',
  caption    TEXT    NOT NULL DEFAULT '',
  tags       TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(tags) AND json_type(tags) = 'array'),
  gifs       TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(gifs) AND json_type(gifs) = 'array'),
  cover_gif  TEXT    NOT NULL DEFAULT '',
  publish_at TEXT    NOT NULL DEFAULT '9999-12-31T23:59:59.999Z',
  is_partner INTEGER NOT NULL DEFAULT 0 CHECK (is_partner IN (0, 1)),
  made_from  TEXT,
  created_at TEXT    NOT NULL,
  updated_at TEXT    NOT NULL
) STRICT;

CREATE UNIQUE INDEX stories_by_making ON stories (user_id, made_from) WHERE made_from IS NOT NULL;
CREATE INDEX stories_by_user ON stories (user_id, publish_at, num);
CREATE INDEX partner_stories ON stories (publish_at, num) WHERE is_partner = 1;

-- An artist's stories are partner stories: written here alone, so that no writer of roles can forget it.
CREATE TRIGGER stories_after_insert AFTER INSERT ON stories
WHEN (SELECT role FROM users WHERE id = new.user_id) = 'artist' BEGIN
  UPDATE stories SET is_partner = 1 WHERE num = new.num;
END;

CREATE TRIGGER stories_after_owner AFTER UPDATE OF user_id ON stories WHEN new.user_id IS NULL BEGIN
  UPDATE stories SET is_partner = 0 WHERE num = new.num;
END;

CREATE TRIGGER users_after_role AFTER UPDATE OF role ON users WHEN (new.role = 'artist') <> (old.role = 'artist') BEGIN
  UPDATE stories SET is_partner = (new.role = 'artist') WHERE user_id = new.id;
END;
