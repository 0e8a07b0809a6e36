-- A case is whatever speaks of one item (origin/site/cases/). One decision closes all of it: what was closed together has the
-- same `act`. Before that, what was decided in the queue left its reports open.

ALTER TABLE reports ADD COLUMN act TEXT;
CREATE INDEX reports_by_act ON reports (act) WHERE act IS NOT NULL;
CREATE INDEX reports_open_by_gif ON reports (gif_id, id) WHERE state = 'open' AND gif_id IS NOT NULL;

CREATE INDEX moderation_queue_by_time ON moderation_queue (queued_at, gif_id);

-- The rule that the item breaks, what was done about its owner, whether a moderator's hiding ended with it, and who has taken
-- the decision back.
ALTER TABLE moderations ADD COLUMN template TEXT NOT NULL DEFAULT '';
ALTER TABLE moderations ADD COLUMN person TEXT NOT NULL DEFAULT '';
ALTER TABLE moderations ADD COLUMN shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1));
ALTER TABLE moderations ADD COLUMN undone_by TEXT;

-- Reports of what was decided since, and of what was taken down.
UPDATE reports
   SET state = iif(m.action = 'approve', 'rejected', 'accepted'), decided_at = m.created_at,
       decided_by = coalesce((SELECT username FROM users WHERE id = m.user_id), ''), act = m.act
  FROM (SELECT gif_id, action, created_at, user_id, act, max(id) AS id FROM moderations
         WHERE undone_at IS NULL AND action <> 'skip' GROUP BY gif_id) AS m
 WHERE m.gif_id = reports.gif_id AND reports.state = 'open' AND reports.created_at <= m.created_at;
UPDATE reports
   SET state = 'accepted', decided_at = r.created_at, decided_by = coalesce((SELECT username FROM users WHERE id = r.actor_id), '')
  FROM (SELECT gif_id, actor_id, max(created_at) AS created_at FROM removals WHERE restored_at IS NULL GROUP BY gif_id) AS r
 WHERE r.gif_id = reports.gif_id AND reports.state = 'open' AND reports.created_at <= r.created_at;
