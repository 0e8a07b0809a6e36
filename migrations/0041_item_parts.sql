-- Whether an item is an emoji, and its film, are seen too: a change of them is a new version (0036).
DROP TRIGGER gifs_raise_revision;
CREATE TRIGGER gifs_raise_revision
AFTER UPDATE OF title, alt_text, tags, rating, type, is_emoji, source, cta_link, cta_text, translated,
                external_provider, external_uid, external_start ON gifs
WHEN (new.title, new.alt_text, new.tags, new.rating, new.type, new.is_emoji, new.source, new.cta_link, new.cta_text,
      new.translated, new.external_provider, new.external_uid, new.external_start)
     IS NOT (old.title, old.alt_text, old.tags, old.rating, old.type, old.is_emoji, old.source, old.cta_link, old.cta_text,
             old.translated, old.external_provider, old.external_uid, old.external_start) BEGIN
  UPDATE gifs SET revision = revision + 1 WHERE id = new.id;
END;
