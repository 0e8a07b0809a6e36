-- The embedded library: items, their files, who they belong to and where they are listed.
-- Write rows with INSERT .. ON CONFLICT DO UPDATE, never INSERT OR REPLACE: a replaced row fires no delete trigger.

CREATE TABLE users (
  id              TEXT    NOT NULL PRIMARY KEY,
  username        TEXT    NOT NULL UNIQUE COLLATE NOCASE,
  display_name    TEXT    NOT NULL,
  description     TEXT    NOT NULL DEFAULT '',
  avatar_key      TEXT,
  banner_key      TEXT,
  website_url     TEXT    NOT NULL DEFAULT '',
  is_verified     INTEGER NOT NULL DEFAULT 0 CHECK (is_verified IN (0, 1)),
  is_public       INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1)),
  suppress_chrome INTEGER NOT NULL DEFAULT 0 CHECK (suppress_chrome IN (0, 1))
) STRICT;

-- `tags` is a JSON list in the order people gave; the table `tags` follows it by trigger.
-- `heat` is the decaying counter behind trending, in half-lives since 1970 (origin/heat.ts makes it).
CREATE TABLE gifs (
  num                INTEGER PRIMARY KEY,
  id                 TEXT    NOT NULL UNIQUE,
  slug               TEXT    NOT NULL,
  title              TEXT    NOT NULL,
  alt_text           TEXT    NOT NULL DEFAULT '',
  type               TEXT    NOT NULL CHECK (type IN ('gif', 'sticker', 'text', 'video')),
  rating             TEXT    NOT NULL DEFAULT 'g' CHECK (rating IN ('y', 'g', 'pg', 'pg-13', 'r')),
  username           TEXT    COLLATE NOCASE REFERENCES users (username) ON UPDATE CASCADE ON DELETE SET NULL,
  tags               TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(tags) AND json_type(tags) = 'array'),
  source             TEXT    NOT NULL DEFAULT '',
  import_datetime    TEXT    NOT NULL,
  trending_datetime  TEXT    NOT NULL DEFAULT '0000-00-00 00:00:00',
  duration_ms        INTEGER NOT NULL DEFAULT 0,
  frames             INTEGER NOT NULL DEFAULT 0,
  heat               REAL    NOT NULL DEFAULT 0,
  external_provider  TEXT,
  external_uid       TEXT,
  external_start     INTEGER NOT NULL DEFAULT 0,
  external_url       TEXT    NOT NULL DEFAULT '',
  is_emoji           INTEGER NOT NULL DEFAULT 0 CHECK (is_emoji IN (0, 1)),
  is_dynamic         INTEGER NOT NULL DEFAULT 0 CHECK (is_dynamic IN (0, 1)),
  is_featured        INTEGER NOT NULL DEFAULT 0 CHECK (is_featured IN (0, 1)),
  is_hidden          INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
  is_indexable       INTEGER NOT NULL DEFAULT 1 CHECK (is_indexable IN (0, 1)),
  is_removed         INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  removed_reason     TEXT    NOT NULL DEFAULT '',
  removed_at         TEXT,

  shelf       TEXT    NOT NULL GENERATED ALWAYS AS (
    CASE type WHEN 'sticker' THEN 'stickers' WHEN 'text' THEN 'text' ELSE 'gifs' END) VIRTUAL,
  rating_rank INTEGER NOT NULL GENERATED ALWAYS AS (
    CASE rating WHEN 'y' THEN 0 WHEN 'g' THEN 1 WHEN 'pg' THEN 2 WHEN 'pg-13' THEN 3 ELSE 4 END) VIRTUAL,
  is_listed   INTEGER NOT NULL GENERATED ALWAYS AS (
    CASE WHEN is_removed = 0 AND is_hidden = 0 AND is_indexable = 1 THEN 1 ELSE 0 END) VIRTUAL,

  CHECK ((external_provider IS NULL) = (external_uid IS NULL))
) STRICT;

CREATE INDEX gifs_by_heat ON gifs (shelf, heat DESC, num DESC, rating_rank) WHERE is_listed = 1;
CREATE INDEX gifs_by_date ON gifs (shelf, import_datetime DESC, num DESC, rating_rank) WHERE is_listed = 1;
CREATE INDEX gifs_by_user ON gifs (username, heat DESC, num DESC, rating_rank) WHERE is_listed = 1;
CREATE INDEX emoji_by_heat ON gifs (heat DESC, num DESC) WHERE is_emoji = 1 AND is_listed = 1;
CREATE INDEX videos_by_heat ON gifs (heat DESC, num DESC, rating_rank) WHERE type = 'video' AND is_listed = 1;

CREATE TABLE renditions (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  name   TEXT    NOT NULL,
  format TEXT    NOT NULL CHECK (format IN ('gif', 'webp', 'mp4')),
  width  INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  size   INTEGER NOT NULL CHECK (size > 0),
  frames INTEGER NOT NULL DEFAULT 1,
  r2_key TEXT    NOT NULL,
  PRIMARY KEY (gif_id, name, format)
) STRICT, WITHOUT ROWID;

-- A takedown asks whether another item still uses the file.
CREATE INDEX renditions_by_file ON renditions (r2_key);

-- Written by the triggers below alone. Lower case.
CREATE TABLE tags (
  tag    TEXT NOT NULL,
  gif_id TEXT NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, gif_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tags_by_gif ON tags (gif_id, tag);

CREATE VIRTUAL TABLE gif_words USING fts5 (
  title, tags, username,
  content = 'gifs', content_rowid = 'num',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TRIGGER gifs_after_insert AFTER INSERT ON gifs BEGIN
  INSERT INTO gif_words (rowid, title, tags, username) VALUES (new.num, new.title, new.tags, new.username);
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
END;

CREATE TRIGGER gifs_after_delete AFTER DELETE ON gifs BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username)
  VALUES ('delete', old.num, old.title, old.tags, old.username);
END;

CREATE TRIGGER gifs_after_words AFTER UPDATE OF num, title, tags, username ON gifs BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username)
  VALUES ('delete', old.num, old.title, old.tags, old.username);
  INSERT INTO gif_words (rowid, title, tags, username) VALUES (new.num, new.title, new.tags, new.username);
END;

CREATE TRIGGER gifs_after_tags AFTER UPDATE OF tags ON gifs WHEN new.tags <> old.tags BEGIN
  DELETE FROM tags WHERE gif_id = new.id;
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
END;

CREATE TABLE channels (
  id                 INTEGER PRIMARY KEY,
  parent             INTEGER REFERENCES channels (id) ON DELETE CASCADE,
  position           INTEGER NOT NULL DEFAULT 0,
  slug               TEXT    NOT NULL UNIQUE COLLATE NOCASE,
  display_name       TEXT    NOT NULL,
  short_display_name TEXT    NOT NULL DEFAULT '',
  description        TEXT    NOT NULL DEFAULT '',
  username           TEXT    COLLATE NOCASE REFERENCES users (username) ON UPDATE CASCADE ON DELETE SET NULL
) STRICT;

CREATE INDEX channels_by_parent ON channels (parent, position);
CREATE INDEX channels_by_user ON channels (username);

CREATE TABLE channel_gifs (
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  gif_id     TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (channel_id, gif_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX channels_by_gif ON channel_gifs (gif_id, channel_id);

CREATE VIRTUAL TABLE channel_words USING fts5 (
  display_name, slug, username, description,
  content = 'channels', content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TRIGGER channels_after_insert AFTER INSERT ON channels BEGIN
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  VALUES (new.id, new.display_name, new.slug, new.username, new.description);
END;

CREATE TRIGGER channels_after_delete AFTER DELETE ON channels BEGIN
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  VALUES ('delete', old.id, old.display_name, old.slug, old.username, old.description);
END;

CREATE TRIGGER channels_after_words AFTER UPDATE OF id, display_name, slug, username, description ON channels BEGIN
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  VALUES ('delete', old.id, old.display_name, old.slug, old.username, old.description);
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  VALUES (new.id, new.display_name, new.slug, new.username, new.description);
END;

-- `name_encoded` is the name in URLs: lower case, words joined by dashes.
CREATE TABLE categories (
  name_encoded TEXT    NOT NULL PRIMARY KEY,
  name         TEXT    NOT NULL,
  position     INTEGER NOT NULL DEFAULT 0,
  gif_id       TEXT    REFERENCES gifs (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subcategories (
  category     TEXT    NOT NULL REFERENCES categories (name_encoded) ON DELETE CASCADE,
  name_encoded TEXT    NOT NULL,
  name         TEXT    NOT NULL,
  position     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (category, name_encoded)
) STRICT, WITHOUT ROWID;

CREATE TABLE category_gifs (
  category    TEXT NOT NULL,
  subcategory TEXT NOT NULL,
  gif_id      TEXT NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  PRIMARY KEY (category, subcategory, gif_id),
  FOREIGN KEY (category, subcategory) REFERENCES subcategories (category, name_encoded) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX categories_by_gif ON category_gifs (gif_id);

-- The terms that trending searches may show: a fixed list, so that no visitor can put words there. Lower case.
CREATE TABLE searches (
  term TEXT NOT NULL PRIMARY KEY,
  heat REAL NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX searches_by_heat ON searches (heat DESC, term);

-- What visitors did with an item, ever. Heat forgets, these do not.
CREATE TABLE counters (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  action TEXT    NOT NULL CHECK (action IN ('SEEN', 'HOVER', 'CLICK')),
  count  INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (gif_id, action)
) STRICT, WITHOUT ROWID;
