-- Keys that the library generates for itself: one signs payloads for ever, one a day hashes visitors' addresses
-- (origin/stored-key.ts).
CREATE TABLE secrets (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was counted in the last two hours: a visitor counts once an hour for an item and action. `visitor` is a hash with the
-- day's key; `batch` names the events that came together (origin/counters.ts).
CREATE TABLE counted (
  hour    INTEGER NOT NULL,
  gif_id  TEXT    NOT NULL,
  action  TEXT    NOT NULL,
  visitor TEXT    NOT NULL,
  batch   TEXT    NOT NULL,
  PRIMARY KEY (hour, gif_id, action, visitor)
) STRICT, WITHOUT ROWID;

-- An item's weight within an hour, and what the last batch added: heat rises by the logarithm.
CREATE TABLE tallies (
  hour   INTEGER NOT NULL,
  gif_id TEXT    NOT NULL,
  weight REAL    NOT NULL,
  added  REAL    NOT NULL,
  PRIMARY KEY (hour, gif_id)
) STRICT, WITHOUT ROWID;
