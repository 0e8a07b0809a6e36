-- When each part of the schedule last ran (`minute`, `night`), for what checks an installation.
CREATE TABLE ticks (
  name TEXT NOT NULL PRIMARY KEY,
  at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
