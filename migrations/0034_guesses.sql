-- Failed sign-ins, resets and confirmations of passwords (`origin/people/guesses.ts`), by a keyed hash of 20 bits of what was
-- tried and from where: a table of at most a million rows, which says nothing of whom. `at` is the last one, in ms since 1970.
CREATE TABLE guesses (
  bucket   INTEGER NOT NULL PRIMARY KEY,
  failures REAL    NOT NULL,
  at       INTEGER NOT NULL
) STRICT;

CREATE INDEX guesses_by_time ON guesses (at);
