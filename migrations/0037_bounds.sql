-- What people spend of their bounds (origin/bounds.ts, T60).

-- By day in UTC. `who` is a user's id, or a network's hash of the day; rows of earlier days go at night.
CREATE TABLE spent (
  who    TEXT    NOT NULL,
  day    TEXT    NOT NULL,
  what   TEXT    NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (who, day, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_by_day ON spent (day);

-- The bytes of an upload's files, and how many uploads and bytes a user has: written by triggers, because a count would read
-- every item. Names of one file count once.
ALTER TABLE uploads ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE uploads
   SET bytes = (SELECT CAST(total(size) AS INTEGER) FROM (SELECT DISTINCT r2_key, size FROM renditions WHERE gif_id = uploads.gif_id));
ALTER TABLE users ADD COLUMN upload_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN upload_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE users SET upload_count = u.items, upload_bytes = u.bytes
  FROM (SELECT user_id, count(*) AS items, sum(bytes) AS bytes FROM uploads GROUP BY user_id) AS u
 WHERE u.user_id = users.id;

CREATE TRIGGER uploads_count AFTER INSERT ON uploads BEGIN
  UPDATE users SET upload_count = upload_count + 1, upload_bytes = upload_bytes + new.bytes WHERE id = new.user_id;
  UPDATE uploads
     SET bytes = (SELECT CAST(total(size) AS INTEGER)
                    FROM (SELECT DISTINCT r2_key, size FROM renditions WHERE gif_id = new.gif_id))
   WHERE gif_id = new.gif_id;
END;
CREATE TRIGGER uploads_weigh AFTER UPDATE OF bytes ON uploads WHEN new.bytes <> old.bytes BEGIN
  UPDATE users SET upload_bytes = upload_bytes + new.bytes - old.bytes WHERE id = new.user_id;
END;
CREATE TRIGGER uploads_uncount AFTER DELETE ON uploads BEGIN
  UPDATE users SET upload_count = upload_count - 1, upload_bytes = upload_bytes - old.bytes WHERE id = old.user_id;
END;

-- The hash of the link in a mail: while it is good, another mail has the same. Of a share it names the request (`shares.act`).
-- Mails are counted by recipient and day.
ALTER TABLE outbox ADD COLUMN link TEXT;
CREATE INDEX outbox_by_link ON outbox (link) WHERE link IS NOT NULL;
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE NOCASE, created_at);

-- A magic tag fills a channel as far as people may (`channelGifs`).
DROP TRIGGER tags_fill_channels;
CREATE TRIGGER tags_fill_channels AFTER INSERT ON tags BEGIN
  INSERT INTO channel_gifs (channel_id, gif_id)
  SELECT m.channel_id, new.gif_id FROM channel_magic_tags AS m
   WHERE m.tag = new.tag
     AND (SELECT gif_count FROM channels WHERE id = m.channel_id) < 20000
     AND NOT EXISTS (SELECT 1 FROM channel_gifs WHERE channel_id = m.channel_id AND gif_id = new.gif_id)
     AND NOT EXISTS (SELECT 1 FROM channel_left_out WHERE channel_id = m.channel_id AND gif_id = new.gif_id);
END;
