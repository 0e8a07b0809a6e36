-- An item that is stored again may bring other tags. Within the update of an upsert SQLite takes `OR IGNORE` for the upsert's own
-- rule, which is to fail (sqlite.org/lang_createtrigger.html); `ON CONFLICT` of the statement itself holds.

DROP TRIGGER tags_after_insert;
DROP TRIGGER gifs_after_tags;

CREATE TRIGGER tags_after_insert AFTER INSERT ON tags
WHEN (SELECT is_listed FROM gifs WHERE id = new.gif_id) = 1 BEGIN
  INSERT INTO tag_counts (tag, items) VALUES (new.tag, 1)
  ON CONFLICT (tag) DO UPDATE SET items = items + 1;
END;

-- First the tags that it has are counted or not, then they are replaced.
CREATE TRIGGER gifs_after_tags AFTER UPDATE OF tags, is_removed, is_hidden, is_indexable ON gifs
WHEN new.tags <> old.tags OR new.is_listed <> old.is_listed BEGIN
  INSERT INTO tag_counts (tag, items)
  SELECT tag, 0 FROM tags WHERE gif_id = new.id AND new.is_listed > old.is_listed
  ON CONFLICT DO NOTHING;
  UPDATE tag_counts SET items = items + new.is_listed - old.is_listed
   WHERE new.is_listed <> old.is_listed AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tag_counts
   WHERE new.is_listed < old.is_listed AND items = 0 AND tag IN (SELECT tag FROM tags WHERE gif_id = new.id);
  DELETE FROM tags WHERE gif_id = new.id AND new.tags <> old.tags;
  INSERT INTO tags (tag, gif_id)
  SELECT lower(trim(value)), new.id FROM json_each(new.tags) WHERE trim(value) <> '' AND new.tags <> old.tags
  ON CONFLICT DO NOTHING;
END;
