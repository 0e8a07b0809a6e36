-- What people are let in by, and when it ends (`origin/people/access.ts`).

-- The version of what a person proves themselves by. Sessions, tokens and links note the one that they were made under, and
-- are good only while it is the person's own.
ALTER TABLE users ADD COLUMN access_version INTEGER NOT NULL DEFAULT 1;
-- What staff have decided about a person. `state` says whether the address is confirmed.
ALTER TABLE users ADD COLUMN standing TEXT NOT NULL DEFAULT 'active'
  CHECK (standing IN ('active', 'limited', 'suspended'));
ALTER TABLE users ADD COLUMN standing_reason TEXT NOT NULL DEFAULT '';
-- The language of the person's mails; '' as long as it is not known.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';

ALTER TABLE sessions ADD COLUMN access_version INTEGER NOT NULL DEFAULT 1;
-- When the password was asked for again; '' for never since the sign-in.
ALTER TABLE sessions ADD COLUMN confirmed_at TEXT NOT NULL DEFAULT '';

ALTER TABLE tokens ADD COLUMN access_version INTEGER NOT NULL DEFAULT 1;
-- A JSON list. A token that was made before there were scopes has them all.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '["read","upload","edit","moderate"]';

-- `email` confirms a new address, `take-back` gives an account its address again: `email` is that address for both.
-- `browser` is the hash of a cookie: a registration is confirmed by the browser that it was made in.
CREATE TABLE mailed_links (
  hash           TEXT    NOT NULL PRIMARY KEY,
  user_id        TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose        TEXT    NOT NULL CHECK (purpose IN ('confirm', 'reset', 'sign-in', 'email', 'take-back')),
  expires_at     TEXT    NOT NULL,
  email          TEXT    COLLATE NOCASE,
  access_version INTEGER NOT NULL DEFAULT 1,
  browser        TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
INSERT INTO mailed_links (hash, user_id, purpose, expires_at, email)
SELECT hash, user_id, iif(purpose = 'confirm' AND email IS NOT NULL, 'email', purpose), expires_at, email FROM links;
DROP TABLE links;
ALTER TABLE mailed_links RENAME TO links;
CREATE INDEX links_by_user ON links (user_id, purpose);
