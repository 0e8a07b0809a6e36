-- Pingback events that will not arrive by themselves, each with the reason, until somebody sends them again or drops them
-- (worker/pingbacks/dead-letters.ts). `resend` marks those that the next night sends again.
CREATE TABLE dead_letters (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  event   TEXT    NOT NULL CHECK (json_valid(event)),
  reason  TEXT    NOT NULL,
  died_at TEXT    NOT NULL DEFAULT CURRENT_TIMESTAMP,
  resend  INTEGER NOT NULL DEFAULT 0 CHECK (resend IN (0, 1))
) STRICT;
