-- What a restore into an empty installation keeps while it lasts (origin/backup/write-backup.ts): whose archive it is, the triggers
-- that rest meanwhile, and the audit log's rows of before.
CREATE TABLE restoring (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
