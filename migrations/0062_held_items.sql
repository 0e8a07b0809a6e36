-- Items that are hidden or unlisted because of their person (origin/uploads/person-items.ts). Its rows bring back exactly those items:
-- the triggers hide and show them. `review`: it came from a person whose uploads are looked at first. `staff`: all of a
-- person's items were hidden at once. `kept`: a moderator has hidden or shown the item since for itself, and so it stays.
-- Triggers call each other ten deep at most in D1: none of these writes rows whose triggers write items again.
-- No reference to the person: who leaves shows nothing by it.
CREATE TABLE held_items (
  user_id    TEXT    NOT NULL,
  cause      TEXT    NOT NULL CHECK (cause IN ('review', 'limited', 'suspended', 'staff')),
  gif_id     TEXT    NOT NULL REFERENCES gifs (id) ON DELETE CASCADE,
  kept       INTEGER NOT NULL DEFAULT 0 CHECK (kept IN (0, 1)),
  created_at TEXT    NOT NULL,
  PRIMARY KEY (user_id, cause, gif_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX held_items_by_gif ON held_items (gif_id, cause);

CREATE TRIGGER held_items_hide AFTER INSERT ON held_items WHEN new.cause <> 'limited' BEGIN
  UPDATE gifs SET is_hidden = 1, hidden_by = 'moderator'
   WHERE id = new.gif_id AND is_hidden = 0;
END;
CREATE TRIGGER held_items_unlist AFTER INSERT ON held_items WHEN new.cause = 'limited' BEGIN
  UPDATE gifs SET is_indexable = 0 WHERE id = new.gif_id AND is_indexable = 1;
END;
CREATE TRIGGER held_items_show AFTER DELETE ON held_items WHEN old.cause <> 'limited' AND old.kept = 0 BEGIN
  UPDATE gifs SET is_hidden = 0, hidden_by = NULL
   WHERE id = old.gif_id AND is_hidden = 1 AND hidden_by = 'moderator'
     AND NOT EXISTS (SELECT 1 FROM held_items WHERE gif_id = old.gif_id AND cause <> 'limited');
END;
CREATE TRIGGER held_items_list AFTER DELETE ON held_items WHEN old.cause = 'limited' BEGIN
  UPDATE gifs SET is_indexable = 1 WHERE id = old.gif_id AND is_indexable = 0;
END;

-- A moderator decides about the item itself.
CREATE TRIGGER gifs_hidden_for_themselves AFTER UPDATE OF is_hidden ON gifs
WHEN old.is_hidden = 1 AND new.is_hidden = 1 AND old.hidden_by IS 'moderator' BEGIN
  UPDATE held_items SET kept = 1 WHERE gif_id = new.id AND cause <> 'limited' AND kept = 0;
END;
CREATE TRIGGER gifs_shown_for_themselves AFTER UPDATE OF is_hidden ON gifs WHEN old.is_hidden = 1 AND new.is_hidden = 0 BEGIN
  UPDATE held_items SET kept = 1 WHERE gif_id = new.id AND cause <> 'limited' AND kept = 0;
END;
CREATE TRIGGER moderations_show_reviewed AFTER INSERT ON moderations WHEN new.action IN ('approve', 'rating') BEGIN
  DELETE FROM held_items WHERE gif_id = new.gif_id AND cause = 'review';
END;
CREATE TRIGGER moderations_hold_again AFTER UPDATE OF undone_at ON moderations
WHEN old.undone_at IS NULL AND new.undone_at IS NOT NULL BEGIN
  UPDATE held_items SET kept = 0 WHERE gif_id = new.gif_id AND new.action = 'hide' AND new.was_hidden = 1;
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  SELECT g.user_id, 'review', g.id, new.undone_at
    FROM gifs AS g JOIN users AS u ON u.id = g.user_id AND u.standing <> 'active'
   WHERE g.id = new.gif_id AND g.is_hidden = 0 AND new.action IN ('approve', 'rating') AND new.was_hidden = 1
      ON CONFLICT DO NOTHING;
END;

-- What comes from a person whose state is not active waits, and is in no list.
CREATE TRIGGER uploads_wait_for_review AFTER INSERT ON uploads BEGIN
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  SELECT g.user_id, 'review', g.id, new.created_at
    FROM gifs AS g JOIN users AS u ON u.id = g.user_id AND u.standing <> 'active'
   WHERE g.id = new.gif_id
      ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gifs_of_limited AFTER INSERT ON gifs
WHEN new.is_indexable = 1 AND (SELECT standing FROM users WHERE id = new.user_id) = 'limited' BEGIN
  INSERT INTO held_items (user_id, cause, gif_id, created_at)
  VALUES (new.user_id, 'limited', new.id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER gifs_listed_by_limited AFTER UPDATE OF is_indexable, user_id ON gifs
WHEN new.is_indexable = 1 AND (SELECT standing FROM users WHERE id = new.user_id) = 'limited' BEGIN
  UPDATE gifs SET is_indexable = 0 WHERE id = new.id;
END;

-- What is being done with all items of a person, some at a time (origin/uploads/person-items.ts): they follow the person's state, or
-- staff hide, show or delete them. `items` counts them.
CREATE TABLE item_works (
  user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  act        TEXT    NOT NULL CHECK (act IN ('state', 'hide', 'show', 'delete')),
  items      INTEGER NOT NULL DEFAULT 0,
  created_at TEXT    NOT NULL,
  done_at    TEXT,
  PRIMARY KEY (user_id, act)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_works_open ON item_works (created_at) WHERE done_at IS NULL;
