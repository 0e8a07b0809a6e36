-- The rules of the installation (shared/schema/own/settings.ts): one row, written as JSON; `version` counts its changes.
CREATE TABLE settings (
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  value   TEXT    NOT NULL CHECK (json_valid(value))
) STRICT;

-- Rules, terms and the like, by language. A text that is empty has no row.
CREATE TABLE site_texts (
  name     TEXT NOT NULL,
  language TEXT NOT NULL,
  text     TEXT NOT NULL,
  PRIMARY KEY (name, language)
) STRICT, WITHOUT ROWID;

-- Whose uploads wait for a moderator: people who are limited, all who are not staff where uploads are reviewed first, and
-- accounts that are new.
CREATE VIEW reviewed_people AS
SELECT u.id
  FROM users         AS u
  LEFT JOIN settings AS s ON s.id = 1
 WHERE u.standing <> 'active'
    OR (u.role <> 'staff'
        AND (s.value ->> 'uploads' = 'review'
             OR (s.value ->> 'new_days' > 0
                 AND julianday(u.created_at) > julianday('now') - (s.value ->> 'new_days'))));

DROP TRIGGER uploads_wait_for_review;
CREATE TRIGGER uploads_wait_for_review AFTER INSERT ON uploads BEGIN
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  SELECT g.user_id, 'review', g.id, new.created_at FROM gifs AS g
   WHERE g.id = new.gif_id AND g.user_id IN (SELECT id FROM reviewed_people WHERE id = g.user_id)
      ON CONFLICT DO NOTHING;
END;

DROP TRIGGER moderations_hold_again;
CREATE TRIGGER moderations_hold_again AFTER UPDATE OF undone_at ON moderations
WHEN old.undone_at IS NULL AND new.undone_at IS NOT NULL BEGIN
  UPDATE held_items SET kept = 0 WHERE gif_id = new.gif_id AND new.action = 'hide' AND new.was_hidden = 1;
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  SELECT g.user_id, 'review', g.id, new.undone_at FROM gifs AS g
   WHERE g.id = new.gif_id AND g.is_hidden = 0 AND new.action IN ('approve', 'rating') AND new.was_hidden = 1
     AND g.user_id IN (SELECT id FROM reviewed_people WHERE id = g.user_id)
      ON CONFLICT DO NOTHING;
END;
