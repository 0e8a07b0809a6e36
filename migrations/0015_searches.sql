-- What people search for, for moderators alone (origin/searches/count-search.ts).

-- Who was counted for which words in the last two hours: a network counts once an hour. `visitor` is a hash with the day's key.
CREATE TABLE searched (
  hour    INTEGER NOT NULL,
  visitor TEXT    NOT NULL,
  term    TEXT    NOT NULL,
  PRIMARY KEY (hour, visitor, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE search_counts (
  term        TEXT    NOT NULL PRIMARY KEY,
  count       INTEGER NOT NULL,
  searched_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX search_counts_by_count ON search_counts (count, searched_at);

CREATE TRIGGER searched_counts AFTER INSERT ON searched BEGIN
  INSERT INTO search_counts (term, count, searched_at)
  VALUES (new.term, 1, strftime('%Y-%m-%dT%H:00:00.000Z', new.hour * 3600, 'unixepoch'))
      ON CONFLICT (term) DO UPDATE SET count = count + 1, searched_at = excluded.searched_at;
END;
