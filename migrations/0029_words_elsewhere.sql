-- A search finds an item by its tags in other languages too. They are indexed with its own tags; completion and related terms
-- stay with those, which pages show.
ALTER TABLE gifs ADD COLUMN translated TEXT NOT NULL DEFAULT '';

DROP TRIGGER gifs_after_insert;
DROP TRIGGER gifs_after_delete;
DROP TRIGGER gifs_after_words;
DROP TRIGGER users_after_name;
DROP VIEW gif_texts;

-- Migration 0023: listed items alone, each at its place.
CREATE VIEW gif_texts AS
  SELECT g.place, g.title, g.tags || ' ' || g.translated AS tags, u.username, g.facets
    FROM gifs AS g LEFT JOIN users AS u ON u.id = g.user_id
   WHERE g.is_listed = 1;

CREATE TRIGGER gifs_after_insert AFTER INSERT ON gifs BEGIN
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT new.place, new.title, new.tags || ' ' || new.translated, (SELECT username FROM users WHERE id = new.user_id), new.facets
   WHERE new.is_listed = 1;
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
  UPDATE gifs SET is_removed = 1
   WHERE id = new.id AND EXISTS (SELECT 1 FROM removals WHERE gif_id = new.id AND restored_at IS NULL);
  INSERT INTO visibility_log (gif_id, state)
  SELECT id, iif(is_removed = 1, 'removed', iif(is_hidden = 1, 'hidden', iif(is_indexable = 0, 'unlisted', 'open')))
    FROM gifs WHERE id = new.id AND EXISTS (SELECT 1 FROM visibility_log WHERE gif_id = new.id);
END;

CREATE TRIGGER gifs_after_delete AFTER DELETE ON gifs WHEN old.is_listed = 1 BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  VALUES ('delete', old.place, old.title, old.tags || ' ' || old.translated, (SELECT username FROM users WHERE id = old.user_id), old.facets);
END;

CREATE TRIGGER gifs_after_words AFTER UPDATE ON gifs
WHEN (new.is_listed = 1 OR old.is_listed = 1)
 AND (new.place, new.title, new.tags, new.translated, new.facets, new.is_listed)
     IS NOT (old.place, old.title, old.tags, old.translated, old.facets, old.is_listed) BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  SELECT 'delete', old.place, old.title, old.tags || ' ' || old.translated, (SELECT username FROM users WHERE id = old.user_id), old.facets
   WHERE old.is_listed = 1;
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT new.place, new.title, new.tags || ' ' || new.translated, (SELECT username FROM users WHERE id = new.user_id), new.facets
   WHERE new.is_listed = 1;
END;

CREATE TRIGGER users_after_name AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  INSERT INTO gif_words (gif_words, rowid, title, tags, username, facets)
  SELECT 'delete', place, title, tags || ' ' || translated, old.username, facets FROM gifs WHERE user_id = new.id AND is_listed = 1;
  INSERT INTO gif_words (rowid, title, tags, username, facets)
  SELECT place, title, tags || ' ' || translated, new.username, facets FROM gifs WHERE user_id = new.id AND is_listed = 1;
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  SELECT 'delete', id, display_name, slug, old.username, description FROM channels WHERE user_id = new.id;
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  SELECT id, display_name, slug, new.username, description FROM channels WHERE user_id = new.id;
END;

CREATE TRIGGER language_tags_after_insert AFTER INSERT ON language_tags BEGIN
  UPDATE gifs SET translated = translated || ' ' || new.tag WHERE id = new.gif_id;
END;

-- The same word may be a tag in two languages, so those that are left are read again.
CREATE TRIGGER language_tags_after_delete AFTER DELETE ON language_tags BEGIN
  UPDATE gifs SET translated = (SELECT coalesce(group_concat(tag, ' '), '') FROM language_tags WHERE gif_id = old.gif_id)
   WHERE id = old.gif_id;
END;

UPDATE gifs SET translated = (SELECT group_concat(tag, ' ') FROM language_tags WHERE gif_id = gifs.id)
 WHERE id IN (SELECT gif_id FROM language_tags);
