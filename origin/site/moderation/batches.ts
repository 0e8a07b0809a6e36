import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { BATCH_JOBS } from '../../../shared/schema/choices.ts'
import type { OwnBatch } from '../../../shared/schema/own/staff.ts'
import { isoTime } from '../../../shared/time.ts'
import { findRows, foundRows, json } from '../../sql.ts'
import { versionsJson, versionsStatement } from './versions.ts'

/** Items of a batch, and ms until it is someone else's. Each decision in it, and asking again, renews the time. */
export const BATCH_SIZE = 50
export const LEASE_MS = 15 * 60 * 1000

const MAX_LISTED = 50

const Ids = json(v.array(v.string()))
export const BatchRow = v.object({
  id: v.number(),
  job_id: v.picklist(BATCH_JOBS),
  user_id: v.string(),
  action: v.string(),
  gif_ids: Ids,
  waiting: Ids,
  created_at: v.string(),
  expires_at: v.string(),
})
type BatchRow = v.InferOutput<typeof BatchRow>

/** The columns of a batch; ?1 is now. Whose time is over has expired, also before its items are someone else's. */
const COLUMNS = `
  SELECT id, coalesce(list, job_id) AS job_id, user_id, gif_ids, created_at, expires_at,
         iif(action = 'assigned' AND expires_at < ?1, 'expired', action) AS action,
         (SELECT json_group_array(gif_id)
            FROM (SELECT gif_id FROM moderation_queue
                   WHERE batch_id = moderation_batches.id ORDER BY queued_at, gif_id)) AS waiting
    FROM moderation_batches`

const BY_ID = `${COLUMNS} WHERE id = ?2`

// In the order of an index: those of the state, and of what is assigned those whose time is over, or not.
const OF_USER = `
  ${COLUMNS}
   WHERE id IN (SELECT * FROM (SELECT id FROM moderation_batches
                                WHERE user_id = ?2 AND action = ?3 AND action <> 'assigned'
                                ORDER BY id DESC LIMIT ${MAX_LISTED})
                 UNION ALL
                SELECT * FROM (SELECT id FROM moderation_batches
                                WHERE user_id = ?2 AND action = 'assigned'
                                  AND ?3 = iif(expires_at < ?1, 'expired', 'assigned')
                                ORDER BY id DESC LIMIT ${MAX_LISTED}))
   ORDER BY id DESC LIMIT ${MAX_LISTED}`

// What was not decided in time is free again.
const LAPSED = "SELECT id FROM moderation_batches WHERE action = 'assigned' AND expires_at < ?1"
const RELEASE = `UPDATE moderation_queue SET batch_id = NULL WHERE batch_id IN (${LAPSED})`
const EXPIRE = `UPDATE moderation_batches SET action = 'expired' WHERE id IN (${LAPSED})`

// Its items were deleted or taken down.
const CLOSE_EMPTY = `
  UPDATE moderation_batches SET action = 'done'
   WHERE user_id = ?1 AND action = 'assigned'
     AND NOT EXISTS (SELECT 1 FROM moderation_queue WHERE batch_id = moderation_batches.id)`

// ?2 is the job, or null for any.
const MINE = "user_id = ?1 AND action = 'assigned' AND coalesce(list, job_id) = coalesce(?2, list, job_id)"
const RENEW = `UPDATE moderation_batches SET expires_at = ?3 WHERE ${MINE}`

// No one decides about their own item (T57). ?1 is the moderator.
const FREE = (list: string) => `
  FROM moderation_queue AS q
 WHERE batch_id IS NULL AND list = ${list} AND NOT EXISTS (SELECT 1 FROM gifs WHERE id = q.gif_id AND user_id = ?1)`

// The statement that decides who holds what: its trigger takes the items, so that no two batches ever hold the same one.
const ASSIGN = `
  INSERT INTO moderation_batches (job_id, list, user_id, gif_ids, created_at, expires_at)
  SELECT iif(job.value = 'edits', 'uploads', job.value), job.value, ?1,
         (SELECT json_group_array(gif_id)
            FROM (SELECT gif_id ${FREE('job.value')} ORDER BY queued_at, gif_id LIMIT ${BATCH_SIZE})),
         ?4, ?3
    FROM json_each('${JSON.stringify(BATCH_JOBS)}') AS job
   WHERE job.value = coalesce(?2, job.value)
     AND EXISTS (SELECT 1 ${FREE('job.value')})
     AND NOT EXISTS (SELECT 1 FROM moderation_batches WHERE ${MINE})
   ORDER BY job.key LIMIT 1`

const MY_BATCH = `${COLUMNS} WHERE user_id = ?2 AND action = 'assigned' AND coalesce(list, job_id) = coalesce(?3, list, job_id)
   ORDER BY id DESC LIMIT 1`

/** @throws InputError for a job that there is not */
export function jobOf(job: string | undefined): (typeof BATCH_JOBS)[number] | null {
  if (job === undefined) return null
  const known = BATCH_JOBS.find((each) => each === job)
  if (known) return known
  throw fieldError('job_id', `job_id must be one of ${BATCH_JOBS.join(', ')}`)
}

/**
 * Assigns the next items to a moderator, or returns the batch that they have, as calls answer it, with the versions of what
 * waits in it. Undefined: nothing waits.
 */
export async function assignBatch(
  d1: D1Database,
  { user, job, nowMs }: { user: string; job: string | null; nowMs: number },
): Promise<v.InferOutput<typeof OwnBatch> | undefined> {
  const now = isoTime(nowMs)
  const end = isoTime(nowMs + LEASE_MS)
  const results = await d1.batch([
    d1.prepare(RELEASE).bind(now),
    d1.prepare(EXPIRE).bind(now),
    d1.prepare(CLOSE_EMPTY).bind(user),
    d1.prepare(RENEW).bind(user, job, end),
    d1.prepare(ASSIGN).bind(user, job, end, now),
    d1.prepare(MY_BATCH).bind(now, user, job),
    versionsStatement(d1, user, job),
  ])
  const [row] = foundRows(BatchRow, results.at(-2))
  return row && { ...batchJson(row), versions: versionsJson(results.at(-1)) }
}

/** Reads a batch, also as the last statement of the batch that changes it. */
export const batchStatement = (d1: D1Database, id: number, nowMs: number): D1PreparedStatement =>
  d1.prepare(BY_ID).bind(isoTime(nowMs), id)

/** A person's batches in this state, the newest first. */
export const batchesOf = (
  d1: D1Database,
  { user, action, nowMs }: { user: string; action: string; nowMs: number },
): Promise<BatchRow[]> => findRows(BatchRow, d1.prepare(OF_USER).bind(isoTime(nowMs), user, action))

/** A batch as calls answer it. */
export const batchJson = (row: BatchRow): v.InferOutput<typeof OwnBatch> => ({ ...row, id: String(row.id) })

const OWN = 'SELECT 1 FROM gifs WHERE user_id = ?1 AND id IN (SELECT value FROM json_each(?2)) LIMIT 1'

/** @throws AppError 'forbidden' for items of which one is the person's own (T57) */
export async function assertOthers(d1: D1Database, user: string, gifs: readonly string[]): Promise<void> {
  if (await d1.prepare(OWN).bind(user, JSON.stringify(gifs)).first())
    throw new AppError('forbidden', 'No one decides about their own GIF')
}
