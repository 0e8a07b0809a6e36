-- What a partner is not shown: a JSON list of an item's id, `#tag`, `@user`, or `*` for everything. A key that was blocked
-- as a whole stays so.
ALTER TABLE keys ADD COLUMN block_list TEXT NOT NULL DEFAULT '[]';
UPDATE keys SET block_list = '["*"]' WHERE blocked = 1;
ALTER TABLE keys DROP COLUMN blocked;
ALTER TABLE keys RENAME COLUMN block_list TO blocked;

-- Requests with a key by day (UTC), those that were refused among them.
CREATE TABLE key_usage (
  key_id   TEXT    NOT NULL REFERENCES keys (id) ON DELETE CASCADE,
  day      TEXT    NOT NULL,
  requests INTEGER NOT NULL,
  refused  INTEGER NOT NULL,
  PRIMARY KEY (key_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX key_usage_by_day ON key_usage (day);
