-- A search reads the lists of migration 0051 alone. The full-text table of items before it has no reader any more.
DROP TRIGGER gifs_after_insert;
DROP TRIGGER gifs_after_delete;
DROP TRIGGER gifs_after_words;
DROP TRIGGER users_after_name;
DROP TABLE gif_words;
DROP VIEW gif_texts;

-- What was taken down stays so where it comes again: last, because that changes its words and tags.
CREATE TRIGGER gifs_after_insert AFTER INSERT ON gifs BEGIN
  INSERT OR IGNORE INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '';
  UPDATE gifs SET is_removed = 1
   WHERE id = new.id AND EXISTS (SELECT 1 FROM removals WHERE gif_id = new.id AND restored_at IS NULL);
  INSERT INTO visibility_log (gif_id, state)
  SELECT id, iif(is_removed = 1, 'removed', iif(is_hidden = 1, 'hidden', iif(is_indexable = 0, 'unlisted', 'open')))
    FROM gifs WHERE id = new.id AND EXISTS (SELECT 1 FROM visibility_log WHERE gif_id = new.id);
END;

CREATE TRIGGER users_after_name AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  INSERT INTO channel_words (channel_words, rowid, display_name, slug, username, description)
  SELECT 'delete', id, display_name, slug, old.username, description FROM channels WHERE user_id = new.id;
  INSERT INTO channel_words (rowid, display_name, slug, username, description)
  SELECT id, display_name, slug, new.username, description FROM channels WHERE user_id = new.id;
END;

-- Terms that no listed item has any more are dropped at night, and the keys of near words with them. What is listed again by then
-- gets its terms again.
CREATE INDEX search_terms_unused ON search_terms (id) WHERE items = 0;
CREATE INDEX near_words_by_term ON near_words (term);
CREATE TRIGGER gifs_note_listed AFTER UPDATE OF is_removed, is_hidden, is_indexable ON gifs WHEN new.is_listed > old.is_listed BEGIN
  INSERT INTO search_dirty (num) VALUES (new.num);
END;

-- Whether people have put a channel in order is seen at once.
CREATE INDEX channel_gifs_placed ON channel_gifs (channel_id) WHERE position < 0;
