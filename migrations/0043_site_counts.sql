-- What visitors did with an item, by day in UTC and by the site whose page embeds it, for 400 days (origin/counters.ts).
-- `site` is an origin, '' for those beyond the first 100 of an item and day: no person, no path.
CREATE TABLE site_counts (
  gif_id TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  day    TEXT    NOT NULL,
  site   TEXT    NOT NULL,
  action TEXT    NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (gif_id, day, site, action)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_counts_by_day ON site_counts (day);

-- A favorite counts on its day like all that is done with an item; what is taken back stays counted.
CREATE TRIGGER favorites_are_counted AFTER INSERT ON favorites
WHEN EXISTS (SELECT 1 FROM gifs WHERE id = NEW.gif_id)
BEGIN
  INSERT INTO day_counts (gif_id, day, action, count) VALUES (NEW.gif_id, substr(NEW.created_at, 1, 10), 'FAVORITE', 1)
      ON CONFLICT (gif_id, day, action) DO UPDATE SET count = count + 1;
  INSERT INTO day_totals (day, action, count) VALUES (substr(NEW.created_at, 1, 10), 'FAVORITE', 1)
      ON CONFLICT (day, action) DO UPDATE SET count = count + 1;
END;
