-- Links by which people register (origin/site/settings/invitations.ts), by the hash of their secret.
CREATE TABLE invitations (
  id         TEXT    NOT NULL PRIMARY KEY,
  hash       TEXT    NOT NULL UNIQUE,
  uses       INTEGER NOT NULL CHECK (uses BETWEEN 1 AND 100),
  created_by TEXT    NOT NULL,
  created_at TEXT    NOT NULL,
  expires_at TEXT    NOT NULL,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;

-- Who came by one. An account that is not confirmed in time is dropped, and its use is free again.
CREATE TABLE invited (
  user_id       TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  invitation_id TEXT NOT NULL REFERENCES invitations (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX invited_by_invitation ON invited (invitation_id);
