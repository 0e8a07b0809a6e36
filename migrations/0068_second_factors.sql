-- What people sign in with besides a password (origin/people/factors.ts). `secret` is an app's, sealed, or a passkey's public
-- key; `counter` is the last time step that was used, or what the passkey counted last.
CREATE TABLE factors (
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind         TEXT NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name         TEXT NOT NULL CHECK (length(name) <= 100),
  secret       TEXT NOT NULL,
  credential   TEXT UNIQUE,
  algorithm    TEXT NOT NULL DEFAULT '',
  counter      INTEGER NOT NULL DEFAULT 0,
  created_at   TEXT NOT NULL,
  last_used_at TEXT,
  CHECK ((kind = 'passkey') = (credential IS NOT NULL))
) STRICT;
CREATE INDEX factors_by_user ON factors (user_id);
CREATE UNIQUE INDEX factors_one_app ON factors (user_id) WHERE kind = 'totp';

-- Each lets its person in once in place of a factor.
CREATE TABLE recovery_codes (
  hash    TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- What a browser has begun: `second` after the password, `alone` with a passkey only, `add` a passkey to an account. `hash` is of
-- its cookie, or of its session; `link` is the link that it was begun with.
CREATE TABLE challenges (
  hash           TEXT PRIMARY KEY,
  purpose        TEXT NOT NULL CHECK (purpose IN ('second', 'alone', 'add')),
  user_id        TEXT REFERENCES users (id) ON DELETE CASCADE,
  access_version INTEGER NOT NULL DEFAULT 0,
  link           TEXT,
  challenge      TEXT NOT NULL DEFAULT '',
  expires_at     TEXT NOT NULL,
  CHECK ((purpose = 'alone') = (user_id IS NULL))
) STRICT;
CREATE INDEX challenges_by_end ON challenges (expires_at);
CREATE INDEX challenges_by_user ON challenges (user_id) WHERE user_id IS NOT NULL;

-- Whether an issuer has signed the person in: it has asked for what it wants.
ALTER TABLE sessions ADD COLUMN by_issuer INTEGER NOT NULL DEFAULT 0;
