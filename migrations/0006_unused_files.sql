-- Files of R2 whose rows are gone. They are written with the deletion, and go once the bucket has dropped the file.
CREATE TABLE unused_files (
  r2_key TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
