-- What someone claims about an item (`copyright`, `privacy`, `law`), and what its owner objects to a decision about it
-- (origin/site/cases/claims.ts). `about` names that decision: each is objected to once. `visitor` as in `reports`.
CREATE TABLE claims (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  gif_id      TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('copyright', 'privacy', 'law', 'objection')),
  name        TEXT NOT NULL,
  email       TEXT NOT NULL,
  language    TEXT NOT NULL DEFAULT '',
  address     TEXT NOT NULL DEFAULT '',
  about       TEXT,
  explanation TEXT NOT NULL CHECK (length(explanation) <= 4000),
  visitor     TEXT NOT NULL,
  state       TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected')),
  act         TEXT,
  created_at  TEXT NOT NULL,
  decided_at  TEXT,
  decided_by  TEXT,
  CHECK ((kind = 'objection') = (about IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX claims_once ON claims (visitor, gif_id, kind) WHERE about IS NULL;
CREATE UNIQUE INDEX claims_object_once ON claims (about) WHERE about IS NOT NULL;
CREATE INDEX claims_open ON claims (id) WHERE state = 'open';
CREATE INDEX claims_by_gif ON claims (gif_id, id);
CREATE INDEX claims_by_act ON claims (act) WHERE act IS NOT NULL;

-- Of an item that is gone there is nothing to decide.
CREATE TRIGGER gifs_leave_claims AFTER DELETE ON gifs BEGIN
  DELETE FROM claims WHERE gif_id = old.id AND state = 'open';
END;
