-- How often what lists show has changed: a copy of a list from before is not fresh (worker/provider/library-version.ts). An
-- item's heat moves all the time, and raises nothing.
CREATE TABLE library_version (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO library_version (id, version) VALUES (1, 1);

-- By trigger, so that no writer can forget it.
CREATE TRIGGER version_after_gif AFTER INSERT ON gifs WHEN new.is_listed = 1 BEGIN
  UPDATE library_version SET version = version + 1;
END;
CREATE TRIGGER version_without_gif AFTER DELETE ON gifs WHEN old.is_listed = 1 BEGIN
  UPDATE library_version SET version = version + 1;
END;
-- `revision` rises with what an item says of itself (migration 0036).
CREATE TRIGGER version_of_gif
AFTER UPDATE OF revision, slug, user_id, is_removed, is_hidden, is_indexable, is_emoji, is_dynamic, is_featured,
                trending_datetime, external_url, external_start ON gifs
WHEN new.is_listed + old.is_listed > 0 AND
     (new.revision, new.slug, new.user_id, new.is_listed, new.is_emoji, new.is_dynamic, new.is_featured,
      new.trending_datetime, new.external_url, new.external_start)
     IS NOT (old.revision, old.slug, old.user_id, old.is_listed, old.is_emoji, old.is_dynamic, old.is_featured,
             old.trending_datetime, old.external_url, old.external_start) BEGIN
  UPDATE library_version SET version = version + 1;
END;
-- Renditions of an upload are made.
CREATE TRIGGER version_of_upload AFTER UPDATE OF state ON uploads WHEN new.state = 'done' AND old.state <> 'done' BEGIN
  UPDATE library_version SET version = version + 1;
END;
CREATE TRIGGER version_after_category_item AFTER INSERT ON category_items BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_category_item AFTER DELETE ON category_items BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_category_item AFTER UPDATE OF chosen ON category_items BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_after_category AFTER INSERT ON category_nodes BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_category AFTER DELETE ON category_nodes BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_category AFTER UPDATE ON category_nodes BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_after_synonym AFTER INSERT ON synonyms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_synonym AFTER DELETE ON synonyms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_synonym AFTER UPDATE ON synonyms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_after_staff_term AFTER INSERT ON staff_terms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_staff_term AFTER DELETE ON staff_terms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_staff_term AFTER UPDATE ON staff_terms BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_after_channel AFTER INSERT ON channels BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_channel AFTER DELETE ON channels BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_channel AFTER UPDATE OF parent, position, slug, display_name, short_display_name, description, is_visible, user_id ON channels BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_after_channel_gif AFTER INSERT ON channel_gifs BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_without_channel_gif AFTER DELETE ON channel_gifs BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_channel_gif AFTER UPDATE OF position ON channel_gifs BEGIN UPDATE library_version SET version = version + 1; END;
CREATE TRIGGER version_of_user AFTER UPDATE OF username, display_name, avatar_key, avatar_url, is_verified, is_public ON users BEGIN
  UPDATE library_version SET version = version + 1;
END;
