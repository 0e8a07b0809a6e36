import type { D1Database } from '@cloudflare/workers-types'
import { DAY_MS } from '../../../shared/time.ts'

/** How long what is done is remembered, in ms. */
const REMEMBERED_MS = 90 * DAY_MS

const DUE_STORIES = 'SELECT story_id FROM trending_stories WHERE done_at IS NULL AND publish_at <= ?1'
const DUE_GIFS = 'FROM scheduled_gifs WHERE done_at IS NULL AND at <= ?1'

// ?1 is now. What is marked last is read first, in one batch, so a second run finds nothing.
const PUBLISH = [
  `UPDATE stories SET publish_at = ?1 WHERE publish_at > ?1 AND id IN (${DUE_STORIES})`,
  'UPDATE trending_stories SET done_at = ?1 WHERE done_at IS NULL AND publish_at <= ?1',
  `INSERT INTO scheduler_activity (action, username, at, gifs)
   SELECT 'publish', '', ?1,
          json_group_array(json_object('id', gif_id, 'is_sticker', is_sticker, 'type', type, 'timestamp', at))
     ${DUE_GIFS} HAVING count(*) > 0`,
  // As GIPHY writes times: 2026-11-22 10:00:00.
  `UPDATE gifs SET trending_datetime = replace(substr(?1, 1, 19), 'T', ' ') WHERE id IN (SELECT gif_id ${DUE_GIFS})`,
  'UPDATE scheduled_gifs SET done_at = ?1 WHERE done_at IS NULL AND at <= ?1',
]

// ?1 is the oldest time that is kept.
const FORGET = [
  'DELETE FROM scheduler_activity WHERE at < ?1',
  'DELETE FROM scheduled_gifs WHERE done_at < ?1',
]

/** Publishes the trending stories and scheduled GIFs that are due: each once, however often or late it runs. */
export async function publishDue(d1: D1Database, nowMs: number): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString()
  await d1.batch([
    ...PUBLISH.map((sql) => d1.prepare(sql).bind(iso(nowMs))),
    ...FORGET.map((sql) => d1.prepare(sql).bind(iso(nowMs - REMEMBERED_MS))),
  ])
}
