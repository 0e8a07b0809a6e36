-- What staff list: categories of two levels, searches that are shown or not, featured items, synonyms.

-- The tables categories, subcategories and category_gifs are read no more.
CREATE TABLE category_nodes (
  id       INTEGER PRIMARY KEY,
  parent   INTEGER REFERENCES category_nodes (id) ON DELETE CASCADE,
  slug     TEXT    NOT NULL,
  name     TEXT    NOT NULL,
  -- What is searched for to find what it holds: its name in lower case.
  term     TEXT    NOT NULL,
  names    TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(names) AND json_type(names) = 'object'),
  cover    TEXT    REFERENCES gifs (id) ON DELETE SET NULL,
  position INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX category_nodes_by_slug ON category_nodes (coalesce(parent, 0), slug);
CREATE INDEX category_nodes_by_parent ON category_nodes (parent);
CREATE INDEX category_nodes_by_term ON category_nodes (term);
CREATE INDEX category_nodes_by_cover ON category_nodes (cover) WHERE cover IS NOT NULL;

-- Its names in other languages, in lower case: searches that find what it holds too.
CREATE TABLE category_names (
  term TEXT    NOT NULL,
  node INTEGER NOT NULL REFERENCES category_nodes (id) ON DELETE CASCADE,
  PRIMARY KEY (term, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_names_by_node ON category_names (node);

-- Lower case, as in the table tags.
CREATE TABLE category_tags (
  tag      TEXT    NOT NULL,
  node     INTEGER NOT NULL REFERENCES category_nodes (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (tag, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_tags_by_node ON category_tags (node, position);

-- What a category holds, in the order of places (migration 0023); -1 is an item that no list shows. `chosen` is its place among
-- the ids that staff gave; null: a tag has found it. Rows of tags are written by the triggers below and origin/site/listings/.
CREATE TABLE category_items (
  node   INTEGER NOT NULL REFERENCES category_nodes (id) ON DELETE CASCADE,
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  chosen INTEGER,
  place  INTEGER NOT NULL DEFAULT -1,
  PRIMARY KEY (node, gif_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX category_items_by_place ON category_items (node, place DESC);
CREATE INDEX category_items_by_gif ON category_items (gif_id, node);

INSERT INTO category_nodes (slug, name, term, cover, position)
SELECT name_encoded, name, lower(name), gif_id, position FROM categories ORDER BY position, name;
INSERT INTO category_nodes (parent, slug, name, term, position)
SELECT n.id, s.name_encoded, s.name, lower(s.name), s.position
  FROM subcategories AS s JOIN category_nodes AS n ON n.parent IS NULL AND n.slug = s.category
 ORDER BY n.id, s.position, s.name;
INSERT INTO category_items (node, gif_id, chosen, place)
SELECT sub.id, c.gif_id, row_number() OVER (PARTITION BY sub.id ORDER BY c.place DESC) - 1, c.place
  FROM category_gifs  AS c
  JOIN category_nodes AS n   ON n.parent IS NULL AND n.slug = c.category
  JOIN category_nodes AS sub ON sub.parent = n.id AND sub.slug = c.subcategory;

DROP TRIGGER gifs_change_place;
CREATE TRIGGER gifs_change_place AFTER UPDATE ON gifs
WHEN new.place <> old.place OR new.is_listed <> old.is_listed BEGIN
  UPDATE category_items SET place = iif(new.is_listed = 1, new.place, -1) WHERE gif_id = new.id;
END;

-- Where a row says no place, it has that of its item.
CREATE TRIGGER category_items_take_place AFTER INSERT ON category_items WHEN new.place = -1 BEGIN
  UPDATE category_items SET place = (SELECT place FROM gifs WHERE id = new.gif_id)
   WHERE node = new.node AND gif_id = new.gif_id
     AND EXISTS (SELECT 1 FROM gifs WHERE id = new.gif_id AND is_listed = 1);
END;

CREATE TRIGGER tags_fill_categories AFTER INSERT ON tags BEGIN
  INSERT INTO category_items (node, gif_id)
  SELECT node, new.gif_id FROM category_tags WHERE tag = new.tag
      ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER tags_leave_categories AFTER DELETE ON tags BEGIN
  DELETE FROM category_items
   WHERE gif_id = old.gif_id AND chosen IS NULL
     AND node IN (SELECT node FROM category_tags WHERE tag = old.tag)
     AND NOT EXISTS (SELECT 1 FROM tags JOIN category_tags AS c ON c.tag = tags.tag AND c.node = category_items.node
                      WHERE tags.gif_id = old.gif_id);
END;

-- Searches that staff pin, in their order, or block. Lower case.
CREATE TABLE staff_terms (
  state    TEXT    NOT NULL CHECK (state IN ('pinned', 'blocked')),
  term     TEXT    NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (state, term)
) STRICT, WITHOUT ROWID;
-- So far a block and a fixed list had them.
INSERT OR IGNORE INTO staff_terms (state, term, position)
SELECT 'pinned', lower(trim(value)), key
  FROM content_blocks, json_each(items) WHERE token = 'trending-searches' AND kind = 'searches' LIMIT 8;
DELETE FROM content_blocks WHERE token = 'trending-searches';
INSERT OR IGNORE INTO staff_terms (state, term, position)
SELECT 'pinned', term, 100 + row_number() OVER (ORDER BY heat DESC, term) FROM searches ORDER BY heat DESC, term LIMIT 12;

-- Which networks have searched for what on a day in UTC, and the hour of the last time; each counts once. What the list is made
-- of is found by the counts (origin/searches/trending-terms.ts).
CREATE TABLE term_networks (
  day     INTEGER NOT NULL,
  term    TEXT    NOT NULL,
  visitor TEXT    NOT NULL,
  hour    INTEGER NOT NULL,
  PRIMARY KEY (day, term, visitor)
) STRICT, WITHOUT ROWID;
CREATE TABLE term_days (
  day      INTEGER NOT NULL,
  term     TEXT    NOT NULL,
  networks INTEGER NOT NULL,
  PRIMARY KEY (day, term)
) STRICT, WITHOUT ROWID;
CREATE INDEX term_days_by_networks ON term_days (day, networks DESC, term) WHERE networks >= 5;

CREATE TRIGGER searched_by_day AFTER INSERT ON searched
WHEN coalesce((SELECT networks FROM term_days WHERE day = new.hour / 24 AND term = new.term), 0) < 1000 BEGIN
  INSERT INTO term_networks (day, term, visitor, hour) VALUES (new.hour / 24, new.term, new.visitor, new.hour)
      ON CONFLICT DO UPDATE SET hour = excluded.hour;
END;
CREATE TRIGGER term_networks_count AFTER INSERT ON term_networks BEGIN
  INSERT INTO term_days (day, term, networks) VALUES (new.day, new.term, 1)
      ON CONFLICT DO UPDATE SET networks = networks + 1;
END;

-- The list as it was made last, in ms since 1970.
CREATE TABLE trending_terms (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  terms   TEXT    NOT NULL CHECK (json_valid(terms)),
  made_at INTEGER NOT NULL
) STRICT;

-- Items that are first in some lists, in their order.
CREATE TABLE featured (
  gif_id   TEXT    NOT NULL PRIMARY KEY REFERENCES gifs (id) ON DELETE CASCADE,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX featured_by_position ON featured (position);
CREATE TRIGGER featured_mark AFTER INSERT ON featured BEGIN
  UPDATE gifs SET is_featured = 1 WHERE id = new.gif_id;
END;
CREATE TRIGGER featured_unmark AFTER DELETE ON featured BEGIN
  UPDATE gifs SET is_featured = 0 WHERE id = old.gif_id;
END;

-- Words that also find what others mean; without `means` all of them mean each other. `lang` '' is any language.
CREATE TABLE synonyms (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  words TEXT    NOT NULL CHECK (json_valid(words) AND json_type(words) = 'array'),
  means TEXT    NOT NULL CHECK (json_valid(means) AND json_type(means) = 'array'),
  lang  TEXT    NOT NULL DEFAULT ''
) STRICT;

-- What a word of a search means, as search words joined by a space.
CREATE TABLE synonym_words (
  word    TEXT    NOT NULL,
  synonym INTEGER NOT NULL REFERENCES synonyms (id) ON DELETE CASCADE,
  PRIMARY KEY (word, synonym)
) STRICT, WITHOUT ROWID;
CREATE INDEX synonym_words_by_synonym ON synonym_words (synonym);

-- How many of a tag's items are on each shelf: a term is offered where it finds something.
ALTER TABLE tag_counts ADD COLUMN gifs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tag_counts ADD COLUMN stickers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tag_counts ADD COLUMN text INTEGER NOT NULL DEFAULT 0;
UPDATE tag_counts SET gifs = c.gifs, stickers = c.stickers, text = c.text
  FROM (SELECT tags.tag, sum(g.shelf = 'gifs') AS gifs, sum(g.shelf = 'stickers') AS stickers, sum(g.shelf = 'text') AS text
          FROM tags JOIN gifs AS g ON g.id = tags.gif_id AND g.is_listed = 1 GROUP BY tags.tag) AS c
 WHERE c.tag = tag_counts.tag;

DROP TRIGGER tags_after_insert;
DROP TRIGGER tags_after_delete;
DROP TRIGGER gifs_after_tags;

CREATE TRIGGER tags_after_insert AFTER INSERT ON tags
WHEN (SELECT is_listed FROM gifs WHERE id = new.gif_id) = 1 BEGIN
  INSERT INTO tag_counts (tag, items, gifs, stickers, text)
  SELECT new.tag, 1, shelf = 'gifs', shelf = 'stickers', shelf = 'text' FROM gifs WHERE id = new.gif_id
  ON CONFLICT (tag) DO UPDATE
     SET items = items + 1, gifs = gifs + excluded.gifs, stickers = stickers + excluded.stickers, text = text + excluded.text;
END;

CREATE TRIGGER tags_after_delete AFTER DELETE ON tags
WHEN (SELECT is_listed FROM gifs WHERE id = old.gif_id) = 1 BEGIN
  UPDATE tag_counts
     SET items = items - 1,
         gifs     = gifs     - ((SELECT shelf FROM gifs WHERE id = old.gif_id) = 'gifs'),
         stickers = stickers - ((SELECT shelf FROM gifs WHERE id = old.gif_id) = 'stickers'),
         text     = text     - ((SELECT shelf FROM gifs WHERE id = old.gif_id) = 'text')
   WHERE tag = old.tag;
  DELETE FROM tag_counts WHERE tag = old.tag AND items = 0;
END;

-- First the tags that it has are counted, on its shelf or not, then they are replaced.
CREATE TRIGGER gifs_after_tags AFTER UPDATE OF tags, type, is_removed, is_hidden, is_indexable ON gifs
WHEN new.tags <> old.tags OR new.is_listed <> old.is_listed OR new.shelf <> old.shelf BEGIN
  INSERT INTO tag_counts (tag, items)
  SELECT tag, 0 FROM tags WHERE gif_id = new.id AND new.is_listed > old.is_listed
  ON CONFLICT DO NOTHING;
  UPDATE tag_counts
     SET items    = items + new.is_listed - old.is_listed,
         gifs     = gifs     + new.is_listed * (new.shelf = 'gifs')     - old.is_listed * (old.shelf = 'gifs'),
         stickers = stickers + new.is_listed * (new.shelf = 'stickers') - old.is_listed * (old.shelf = 'stickers'),
         text     = text     + new.is_listed * (new.shelf = 'text')     - old.is_listed * (old.shelf = 'text')
   WHERE (new.is_listed <> old.is_listed OR new.shelf <> old.shelf) AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tag_counts
   WHERE new.is_listed < old.is_listed AND items = 0 AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tags WHERE gif_id = new.id AND new.tags <> old.tags;
  INSERT INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '' AND new.tags <> old.tags
  ON CONFLICT DO NOTHING;
END;
