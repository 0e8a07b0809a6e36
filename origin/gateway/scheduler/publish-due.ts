import type { D1Database } from '@cloudflare/workers-types'
import { DAY_MS, isoTime } from '../../../shared/time.ts'

/** How long what is done is remembered, in ms. */
const REMEMBERED_MS = 90 * DAY_MS
/** Of each kind, what one run publishes at most: the rest follows a minute later. */
export const PUBLISHED_MAX = 1000
/** GIFs of one row of the activity at most: as many as one call schedules. */
const ROW_MAX = 100

// In all of these ?1 is now. The earliest first, so that all statements of a batch mean the same.
const STORIES = `
  FROM trending_stories WHERE done_at IS NULL AND publish_at <= ?1 ORDER BY publish_at, id LIMIT ${PUBLISHED_MAX}`
const GIFS = `FROM scheduled_gifs WHERE done_at IS NULL AND at <= ?1 ORDER BY at, id LIMIT ${PUBLISHED_MAX}`

// What is marked last is read first, in one batch, so a second run finds nothing.
const PUBLISH_STORIES = [
  `UPDATE stories SET publish_at = ?1 WHERE publish_at > ?1 AND id IN (SELECT story_id ${STORIES})`,
  `UPDATE trending_stories SET done_at = ?1 WHERE id IN (SELECT id ${STORIES})`,
]

const PUBLISH_GIFS = [
  `INSERT INTO scheduler_activity (action, username, at, gifs)
   SELECT 'publish', '', ?1,
          json_group_array(json_object('id', gif_id, 'is_sticker', is_sticker, 'type', type, 'timestamp', at))
     FROM (SELECT gif_id, is_sticker, type, at, (row_number() OVER (ORDER BY at, id) - 1) / ${ROW_MAX} AS part
             FROM (SELECT * ${GIFS}))
    GROUP BY part`,
  // As GIPHY writes times: 2026-11-22 10:00:00.
  `UPDATE gifs SET trending_datetime = replace(substr(?1, 1, 19), 'T', ' ') WHERE id IN (SELECT gif_id ${GIFS})`,
  `UPDATE scheduled_gifs SET done_at = ?1 WHERE id IN (SELECT id ${GIFS})`,
]

// ?1 is the oldest time that is kept.
const FORGET = [
  'DELETE FROM scheduler_activity WHERE at < ?1',
  'DELETE FROM scheduled_gifs WHERE done_at < ?1',
]

/**
 * Publishes the trending stories and scheduled GIFs that are due: each once, however often or late it runs. What fails of
 * one kind does not stop the other. @throws what failed, once all is tried
 */
export async function publishDue(d1: D1Database, nowMs: number): Promise<void> {
  const run = (statements: readonly string[], ms: number) =>
    d1.batch(statements.map((sql) => d1.prepare(sql).bind(isoTime(ms))))
  const runs = await Promise.allSettled([
    run(PUBLISH_STORIES, nowMs),
    run(PUBLISH_GIFS, nowMs),
    run(FORGET, nowMs - REMEMBERED_MS),
  ])
  const failures = runs.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}
