-- Lists that cost the same in a large library: full-text rows in the order of lists, tags by how many items have them.

-- What is hot comes first, then what is new: a heat of 10412.7 is in front of all below 10412. An item changes its place when
-- its heat has passed a whole number, which takes two days or twice the events (origin/heat.ts).
ALTER TABLE gifs ADD COLUMN place INTEGER GENERATED ALWAYS AS (
  (CAST(max(0, min(heat, 1000000)) AS INTEGER) << 32) + num) VIRTUAL;

-- Words of a search that visitors do not write (origin/queries/match.ts): kinds with each rating that lets the item
-- through, and whose it is.
ALTER TABLE gifs ADD COLUMN facets TEXT GENERATED ALWAYS AS (
  replace(substr('*0 *1 *2 *3 *4', 3 * rating_rank + 1), '*', shelf)
  || iif(type = 'video', ' ' || replace(substr('*0 *1 *2 *3 *4', 3 * rating_rank + 1), '*', type), '')
  || iif(is_dynamic = 0, ' still', '')
  || ' u' || hex(coalesce(user_id, ''))) VIRTUAL;

DROP TRIGGER gifs_after_insert;
DROP TRIGGER gifs_after_delete;
DROP TRIGGER gifs_after_words;
DROP TRIGGER gifs_after_tags;
DROP TRIGGER gifs_after_return;
DROP TRIGGER users_after_name;
DROP TABLE gif_words;
DROP VIEW gif_texts;

-- Listed items alone, each at its place: a search reads from the end until it has enough. Of the start of a word too: what no
-- index of that length has is merged first, all of it.
CREATE VIEW gif_texts AS
  SELECT g.place, g.title, g.tags, u.username, g.facets
    FROM gifs AS g LEFT JOIN users AS u ON u.id = g.user_id
   WHERE g.is_listed = 1;
CREATE VIRTUAL TABLE gif_words USING fts5 (
  title, tags, username, facets,
  content = 'gif_texts', content_rowid = 'place',
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5 6'
);
INSERT INTO gif_words (rowid, title, tags, username, facets)
SELECT place, title, tags, username, facets FROM gif_texts ORDER BY place;

-- How many listed items have a tag, found by the first letters, the most used first.
DROP TRIGGER tags_after_insert;
DROP TRIGGER tags_after_delete;
DELETE FROM tag_counts;
INSERT INTO tag_counts
SELECT tags.tag, count(*) FROM tags JOIN gifs ON gifs.id = tags.gif_id WHERE gifs.is_listed = 1 GROUP BY tags.tag;
CREATE INDEX tag_counts_by_0 ON tag_counts (items DESC, tag);
CREATE INDEX tag_counts_by_1 ON tag_counts (substr(tag, 1, 1), items DESC, tag);
CREATE INDEX tag_counts_by_2 ON tag_counts (substr(tag, 1, 2), items DESC, tag);
CREATE INDEX tag_counts_by_3 ON tag_counts (substr(tag, 1, 3), items DESC, tag);
CREATE INDEX tag_counts_by_4 ON tag_counts (substr(tag, 1, 4), items DESC, tag);

CREATE TRIGGER tags_after_insert AFTER INSERT ON tags
WHEN (SELECT is_listed FROM gifs WHERE id = new.gif_id) = 1 BEGIN
  INSERT OR IGNORE INTO tag_counts (tag, items) VALUES (new.tag, 0);
  UPDATE tag_counts SET items = items + 1 WHERE tag = new.tag;
END;

CREATE TRIGGER tags_after_delete AFTER DELETE ON tags
WHEN (SELECT is_listed FROM gifs WHERE id = old.gif_id) = 1 BEGIN
  UPDATE tag_counts SET items = items - 1 WHERE tag = old.tag;
  DELETE FROM tag_counts WHERE tag = old.tag AND items = 0;
END;

-- What was taken down stays so where it comes again: last, because that changes its words and tags.
CREATE TRIGGER gifs_after_insert AFTER INSERT ON gifs BEGIN
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT new.place, new.title, new.tags, (SELECT username FROM users WHERE id = new.user_id), new.facets
   WHERE new.is_listed = 1;
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
  UPDATE gifs SET is_removed = 1
   WHERE id = new.id AND EXISTS (SELECT 1 FROM removals WHERE gif_id = new.id AND restored_at IS NULL);
  INSERT INTO visibility_log (gif_id, state)
  SELECT id, iif(is_removed = 1, 'removed', iif(is_hidden = 1, 'hidden', iif(is_indexable = 0, 'unlisted', 'open')))
    FROM gifs WHERE id = new.id AND EXISTS (SELECT 1 FROM visibility_log WHERE gif_id = new.id);
END;

-- While the item is there, so that its tags know whether it was listed.
CREATE TRIGGER gifs_before_delete BEFORE DELETE ON gifs BEGIN
  DELETE FROM tags WHERE gif_id = old.id;
END;

CREATE TRIGGER gifs_after_delete AFTER DELETE ON gifs WHEN old.is_listed = 1 BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  VALUES ('delete', old.place, old.title, old.tags, (SELECT username FROM users WHERE id = old.user_id), old.facets);
END;

CREATE TRIGGER gifs_after_words AFTER UPDATE ON gifs
WHEN (new.is_listed = 1 OR old.is_listed = 1)
 AND (new.place, new.title, new.tags, new.facets, new.is_listed) IS NOT (old.place, old.title, old.tags, old.facets, old.is_listed) BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  SELECT 'delete', old.place, old.title, old.tags, (SELECT username FROM users WHERE id = old.user_id), old.facets
   WHERE old.is_listed = 1;
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT new.place, new.title, new.tags, (SELECT username FROM users WHERE id = new.user_id), new.facets
   WHERE new.is_listed = 1;
END;

-- First the tags that it has are counted or not, then they are replaced.
CREATE TRIGGER gifs_after_tags AFTER UPDATE OF tags, is_removed, is_hidden, is_indexable ON gifs
WHEN new.tags <> old.tags OR new.is_listed <> old.is_listed BEGIN
  INSERT OR IGNORE INTO tag_counts (tag, items)
  SELECT tag, 0 FROM tags WHERE gif_id = new.id AND new.is_listed > old.is_listed;
  UPDATE tag_counts SET items = items + new.is_listed - old.is_listed
   WHERE new.is_listed <> old.is_listed AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tag_counts
   WHERE new.is_listed < old.is_listed AND items = 0 AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tags WHERE gif_id = new.id AND new.tags <> old.tags;
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '' AND new.tags <> old.tags;
END;

CREATE TRIGGER users_after_name AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  SELECT 'delete', place, title, tags, old.username, facets FROM gifs WHERE user_id = new.id AND is_listed = 1;
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT place, title, tags, new.username, facets FROM gifs WHERE user_id = new.id AND is_listed = 1;
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  SELECT 'delete', id, display_name, slug, old.username, description FROM channels WHERE user_id = new.id;
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  SELECT id, display_name, slug, new.username, description FROM channels WHERE user_id = new.id;
END;

-- By rating too: a list of few items is found as fast as one of many. No list is read by date.
DROP INDEX gifs_by_date;
DROP INDEX gifs_by_heat;
DROP INDEX gifs_by_number;
CREATE INDEX gifs_by_heat ON gifs (shelf, rating_rank, heat DESC, num DESC) WHERE is_listed = 1;
CREATE INDEX gifs_by_number ON gifs (shelf, rating_rank, num) WHERE is_listed = 1;
