-- What a search reads: for each term the items that have it, the hottest first, so that it reads as far as its page needs
-- (origin/search/). The code makes the terms, since no statement knows the stem of a word; the triggers below move an item in
-- its lists, or take it out, at once.

-- Words as they are compared, stems ('~'), users ('@' and the id) and channels ('#' and the number). Of listed items alone.
CREATE TABLE search_terms (
  id    INTEGER PRIMARY KEY,
  term  TEXT    NOT NULL UNIQUE,
  items INTEGER NOT NULL DEFAULT 0
) STRICT;

-- `list` is 8 * the term + the kind: 0 gifs, 1 stickers, 2 text, 3 video; 4 more for those of new items. `key` is 256 * the
-- place of the item (migration 0023), of new items 256 * its number, + 128 for dynamic text + 16 * the rank of its rating +
-- where the item has the term (`FIELD` in origin/search/terms.ts).
CREATE TABLE search_postings (
  list INTEGER NOT NULL,
  key  INTEGER NOT NULL,
  PRIMARY KEY (list, key)
) STRICT, WITHOUT ROWID;

-- The terms of an item, listed or not: 16 * the term + where it has it. `seq` is the last note of a change that is in them.
CREATE TABLE search_items (
  num   INTEGER PRIMARY KEY,
  seq   INTEGER NOT NULL,
  terms TEXT    NOT NULL CHECK (json_valid(terms))
) STRICT;

-- Notes of changed words: the next search makes the terms of these items again, as does each minute.
CREATE TABLE search_dirty (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  num INTEGER NOT NULL
) STRICT;

-- An item is new for a week: lists keep some of their places for those.
ALTER TABLE gifs ADD COLUMN is_new INTEGER NOT NULL DEFAULT 0 CHECK (is_new IN (0, 1));
CREATE INDEX gifs_new ON gifs (import_datetime) WHERE is_new = 1;

-- The kinds of lists that an item is in, and its key there, without where it has the term.
ALTER TABLE gifs ADD COLUMN search_at TEXT GENERATED ALWAYS AS (
  iif(is_listed = 0, '[]',
      printf('[[%d,%d]', CASE shelf WHEN 'gifs' THEN 0 WHEN 'stickers' THEN 1 ELSE 2 END, place * 256 + is_dynamic * 128 + rating_rank * 16)
      || iif(type = 'video', printf(',[3,%d]', place * 256 + is_dynamic * 128 + rating_rank * 16), '')
      || iif(is_new = 0, '',
             printf(',[%d,%d]', CASE shelf WHEN 'gifs' THEN 4 WHEN 'stickers' THEN 5 ELSE 6 END, num * 256 + is_dynamic * 128 + rating_rank * 16)
             || iif(type = 'video', printf(',[7,%d]', num * 256 + is_dynamic * 128 + rating_rank * 16), ''))
      || ']')) VIRTUAL;

CREATE TRIGGER search_items_after_insert AFTER INSERT ON search_items BEGIN
  INSERT INTO search_postings (list, key)
  SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
    FROM gifs AS g, json_each(g.search_at) AS a, json_each(new.terms) AS t WHERE g.num = new.num
      ON CONFLICT DO NOTHING;
  UPDATE search_terms SET items = items + 1
   WHERE id IN (SELECT value >> 4 FROM json_each(new.terms)) AND (SELECT is_listed FROM gifs WHERE num = new.num) = 1;
END;

CREATE TRIGGER search_items_after_update AFTER UPDATE OF terms ON search_items WHEN new.terms <> old.terms BEGIN
  DELETE FROM search_postings
   WHERE (list, key) IN (
     SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
       FROM gifs AS g, json_each(g.search_at) AS a, json_each(old.terms) AS t
      WHERE g.num = new.num AND t.value NOT IN (SELECT value FROM json_each(new.terms)));
  INSERT INTO search_postings (list, key)
  SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
    FROM gifs AS g, json_each(g.search_at) AS a, json_each(new.terms) AS t
   WHERE g.num = new.num AND t.value NOT IN (SELECT value FROM json_each(old.terms))
      ON CONFLICT DO NOTHING;
  UPDATE search_terms SET items = items - 1
   WHERE id IN (SELECT value >> 4 FROM json_each(old.terms) EXCEPT SELECT value >> 4 FROM json_each(new.terms))
     AND (SELECT is_listed FROM gifs WHERE num = new.num) = 1;
  UPDATE search_terms SET items = items + 1
   WHERE id IN (SELECT value >> 4 FROM json_each(new.terms) EXCEPT SELECT value >> 4 FROM json_each(old.terms))
     AND (SELECT is_listed FROM gifs WHERE num = new.num) = 1;
END;

-- Its heat, kind, rating or visibility is another: what is hidden is in no list.
CREATE TRIGGER gifs_move_in_search AFTER UPDATE ON gifs WHEN new.search_at <> old.search_at BEGIN
  DELETE FROM search_postings
   WHERE (list, key) IN (
     SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
       FROM search_items AS i, json_each(i.terms) AS t, json_each(old.search_at) AS a
      WHERE i.num = old.num AND a.value NOT IN (SELECT value FROM json_each(new.search_at)));
  INSERT INTO search_postings (list, key)
  SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
    FROM search_items AS i, json_each(i.terms) AS t, json_each(new.search_at) AS a
   WHERE i.num = new.num AND a.value NOT IN (SELECT value FROM json_each(old.search_at))
      ON CONFLICT DO NOTHING;
  UPDATE search_terms SET items = items + new.is_listed - old.is_listed
   WHERE new.is_listed <> old.is_listed
     AND id IN (SELECT t.value >> 4 FROM search_items AS i, json_each(i.terms) AS t WHERE i.num = new.num);
END;

CREATE TRIGGER gifs_leave_search BEFORE DELETE ON gifs BEGIN
  DELETE FROM search_postings
   WHERE (list, key) IN (
     SELECT (t.value >> 4) * 8 + (a.value ->> 0), (a.value ->> 1) + (t.value & 15)
       FROM search_items AS i, json_each(i.terms) AS t, json_each(old.search_at) AS a WHERE i.num = old.num);
  UPDATE search_terms SET items = items - 1
   WHERE old.is_listed = 1
     AND id IN (SELECT t.value >> 4 FROM search_items AS i, json_each(i.terms) AS t WHERE i.num = old.num);
  DELETE FROM search_items WHERE num = old.num;
END;

CREATE TRIGGER gifs_note_words AFTER INSERT ON gifs BEGIN
  INSERT INTO search_dirty (num) VALUES (new.num);
END;
CREATE TRIGGER gifs_note_changed_words AFTER UPDATE OF title, tags, translated, user_id ON gifs
WHEN (new.title, new.tags, new.translated, new.user_id) IS NOT (old.title, old.tags, old.translated, old.user_id) BEGIN
  INSERT INTO search_dirty (num) VALUES (new.num);
END;
CREATE TRIGGER users_note_items AFTER UPDATE OF username ON users WHEN new.username <> old.username BEGIN
  INSERT INTO search_dirty (num) SELECT num FROM gifs WHERE user_id = new.id;
END;
CREATE TRIGGER channel_gifs_note_entry AFTER INSERT ON channel_gifs BEGIN
  INSERT INTO search_dirty (num) SELECT num FROM gifs WHERE id = new.gif_id;
END;
CREATE TRIGGER channel_gifs_note_leaving AFTER DELETE ON channel_gifs BEGIN
  INSERT INTO search_dirty (num) SELECT num FROM gifs WHERE id = old.gif_id;
END;

INSERT INTO search_dirty (num) SELECT num FROM gifs ORDER BY place;
