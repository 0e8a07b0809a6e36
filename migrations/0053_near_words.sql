-- Words of the library that a mistyped one may be: those that are the same without a letter or two of their first seven
-- (origin/search/forms.ts). A longer word has more rows, so that two of its letters may be wrong.
CREATE TABLE near_words (
  key  TEXT    NOT NULL,
  term INTEGER NOT NULL REFERENCES search_terms (id) ON DELETE CASCADE,
  PRIMARY KEY (key, term)
) STRICT, WITHOUT ROWID;

-- What is put into it gets its rows, whether it comes from the index or was there before.
CREATE VIEW near_terms AS SELECT id, term FROM search_terms;
CREATE TRIGGER near_terms_make_keys INSTEAD OF INSERT ON near_terms
WHEN length(new.term) BETWEEN 4 AND 40 AND new.term NOT GLOB '*[^a-z]*' BEGIN
  INSERT INTO near_words (key, term)
  SELECT substr(new.term, 1, 7), new.id
   UNION
  SELECT substr(new.term, 1, a.value - 1) || substr(new.term, a.value + 1, 7 - a.value), new.id
    FROM json_each('[1,2,3,4,5,6,7]') AS a
   WHERE a.value <= length(new.term)
   UNION
  SELECT substr(new.term, 1, a.value - 1) || substr(new.term, a.value + 1, b.value - a.value - 1) || substr(new.term, b.value + 1, 7 - b.value), new.id
    FROM json_each('[1,2,3,4,5,6,7]') AS a, json_each('[1,2,3,4,5,6,7]') AS b
   WHERE length(new.term) >= 7 AND a.value < b.value;
END;

CREATE TRIGGER search_terms_near AFTER INSERT ON search_terms BEGIN
  INSERT INTO near_terms (id, term) VALUES (new.id, new.term);
END;

INSERT INTO near_terms (id, term) SELECT id, term FROM search_terms;
