-- What was reported and decided in a month that is over, counted at night (origin/transparency.ts): no person, and no item. `median_s`
-- is the time to the decision, where it counts decisions about what came in.
CREATE TABLE transparency (
  month    TEXT    NOT NULL,
  about    TEXT    NOT NULL,
  name     TEXT    NOT NULL,
  count    INTEGER NOT NULL,
  median_s INTEGER,
  PRIMARY KEY (month, about, name)
) STRICT, WITHOUT ROWID;
