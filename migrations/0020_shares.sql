-- To whom people sent an item by mail on a day in UTC (origin/site/gif-pages/instashare.ts): each once, and few. Rows
-- go at night. `recipient` is an address, or `@name` where a name leads to none. `act` names what one request wrote.
CREATE TABLE shares (
  user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day       TEXT NOT NULL,
  gif_id    TEXT NOT NULL,
  recipient TEXT NOT NULL COLLATE NOCASE,
  act       TEXT NOT NULL,
  PRIMARY KEY (user_id, day, gif_id, recipient)
) STRICT, WITHOUT ROWID;
CREATE INDEX shares_by_recipient ON shares (recipient, day);
CREATE INDEX shares_by_day ON shares (day);
