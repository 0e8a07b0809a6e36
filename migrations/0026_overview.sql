-- What was done with all items together, by day in UTC, for 400 days (origin/counters.ts). Items that
-- are gone count too: the overview of staff (origin/site/overview.ts) reads these rows, and not each item's.
CREATE TABLE day_totals (
  day    TEXT    NOT NULL,
  action TEXT    NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (day, action)
) STRICT, WITHOUT ROWID;
INSERT INTO day_totals (day, action, count) SELECT day, action, sum(count) FROM day_counts GROUP BY day, action;
