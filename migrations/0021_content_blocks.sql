-- Parts of pages that staff fill: words, and a list of GIFs, channels or searches, as a JSON list of ids or words.

CREATE TABLE content_blocks (
  id         INTEGER PRIMARY KEY,
  token      TEXT    NOT NULL UNIQUE,
  kind       TEXT    NOT NULL CHECK (kind IN ('text', 'gifs', 'channels', 'searches')),
  title      TEXT    NOT NULL DEFAULT '',
  body       TEXT    NOT NULL DEFAULT '',
  items      TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(items) AND json_type(items) = 'array'),
  updated_at TEXT    NOT NULL
) STRICT;

-- What `trending-searches` has stands in front of the counted ones (origin/site/content/trending-searches.ts).
INSERT INTO content_blocks (token, kind, title, updated_at) VALUES
  ('homepage',          'gifs',     'Staff picks',       '2026-11-22T00:00:00.000Z'),
  ('featured-channels', 'channels', 'Featured channels', '2026-11-22T00:00:00.000Z'),
  ('trending-searches', 'searches', 'Trending searches', '2026-11-22T00:00:00.000Z'),
  ('announcement',      'text',     '',                  '2026-11-22T00:00:00.000Z');
