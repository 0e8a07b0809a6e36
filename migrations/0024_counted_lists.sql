-- How many rows long lists have, kept by triggers: a count would read them all.

-- 'reports/' and a state, 'schedule/' and the type of what is to come.
CREATE TABLE list_counts (
  list  TEXT    NOT NULL PRIMARY KEY,
  items INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO list_counts SELECT 'reports/' || state, count(*) FROM reports GROUP BY state;
INSERT INTO list_counts SELECT 'schedule/' || type, count(*) FROM scheduled_gifs WHERE done_at IS NULL GROUP BY type;

CREATE TRIGGER reports_count AFTER INSERT ON reports BEGIN
  INSERT INTO list_counts (list, items) VALUES ('reports/' || new.state, 1) ON CONFLICT DO UPDATE SET items = items + 1;
END;
CREATE TRIGGER reports_uncount AFTER DELETE ON reports BEGIN
  UPDATE list_counts SET items = items - 1 WHERE list = 'reports/' || old.state;
END;
CREATE TRIGGER reports_recount AFTER UPDATE OF state ON reports WHEN new.state <> old.state BEGIN
  UPDATE list_counts SET items = items - 1 WHERE list = 'reports/' || old.state;
  INSERT INTO list_counts (list, items) VALUES ('reports/' || new.state, 1) ON CONFLICT DO UPDATE SET items = items + 1;
END;

CREATE INDEX scheduled_gifs_by_type ON scheduled_gifs (type, at, id) WHERE done_at IS NULL;

CREATE TRIGGER scheduled_gifs_count AFTER INSERT ON scheduled_gifs WHEN new.done_at IS NULL BEGIN
  INSERT INTO list_counts (list, items) VALUES ('schedule/' || new.type, 1) ON CONFLICT DO UPDATE SET items = items + 1;
END;
CREATE TRIGGER scheduled_gifs_uncount AFTER DELETE ON scheduled_gifs WHEN old.done_at IS NULL BEGIN
  UPDATE list_counts SET items = items - 1 WHERE list = 'schedule/' || old.type;
END;
CREATE TRIGGER scheduled_gifs_done AFTER UPDATE OF done_at ON scheduled_gifs
WHEN old.done_at IS NULL AND new.done_at IS NOT NULL BEGIN
  UPDATE list_counts SET items = items - 1 WHERE list = 'schedule/' || old.type;
END;

ALTER TABLE users ADD COLUMN follower_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN favorite_count INTEGER NOT NULL DEFAULT 0;
UPDATE users SET follower_count = (SELECT count(*) FROM follows WHERE followed_id = users.id),
                 favorite_count = (SELECT count(*) FROM favorites WHERE user_id = users.id);

CREATE TRIGGER follows_count AFTER INSERT ON follows BEGIN
  UPDATE users SET follower_count = follower_count + 1 WHERE id = new.followed_id;
END;
CREATE TRIGGER follows_uncount AFTER DELETE ON follows BEGIN
  UPDATE users SET follower_count = follower_count - 1 WHERE id = old.followed_id;
END;
CREATE TRIGGER favorites_count AFTER INSERT ON favorites BEGIN
  UPDATE users SET favorite_count = favorite_count + 1 WHERE id = new.user_id;
END;
CREATE TRIGGER favorites_uncount AFTER DELETE ON favorites BEGIN
  UPDATE users SET favorite_count = favorite_count - 1 WHERE id = old.user_id;
END;

-- An item that is deleted leaves all favorites.
CREATE INDEX favorites_by_gif ON favorites (gif_id);

-- What a batch holds is read in its order.
DROP INDEX moderation_queue_held;
CREATE INDEX moderation_queue_held ON moderation_queue (batch_id, queued_at, gif_id) WHERE batch_id IS NOT NULL;
