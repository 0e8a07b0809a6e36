-- What visitors did with an item, by day in UTC, for 400 days (origin/counters.ts). `action` is a name of
-- shared/schema/own/gateway.ts.
CREATE TABLE day_counts (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  day    TEXT    NOT NULL,
  action TEXT    NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (gif_id, day, action)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_counts_by_day ON day_counts (day);

-- The item's own tag, in lower case, that one in another language means; '' where nobody said.
ALTER TABLE language_tags ADD COLUMN translates TEXT NOT NULL DEFAULT '';
