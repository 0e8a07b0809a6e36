-- What staff do about a person with a decision (origin/site/cases/measures.ts): one for an act, with the state that it has changed,
-- to which an undo goes back. A warning changes no state; those that hold are counted.
CREATE TABLE measures (
  act        TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  gif_id     TEXT NOT NULL,
  measure    TEXT NOT NULL CHECK (measure IN ('warn', 'limited', 'suspended')),
  reason     TEXT NOT NULL,
  template   TEXT NOT NULL,
  -- The reason that the person reads, in their language.
  said       TEXT NOT NULL,
  was        TEXT NOT NULL,
  was_reason TEXT NOT NULL,
  created_at TEXT NOT NULL,
  undone_at  TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX measures_by_user ON measures (user_id, measure);
CREATE INDEX measures_by_time ON measures (created_at);
