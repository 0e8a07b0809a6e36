import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import { isoTime } from '../../shared/time.ts'

/**
 * A maker of renditions, or the image service's job, that has said nothing for so long has ended, in ms: its items are free
 * again. It's longer than one picture may take the image service.
 */
export const LEASE_MS = 2 * 60 * 1000

/** How often an item is begun, by makers and the image service together, before it has failed. */
export const TRIES_MAX = 4

/** Characters of why there are no more renditions. */
export const REASON_MAX = 200

/** When a lease has said its last word that is over now. */
export const overSince = (nowMs: number): string => isoTime(nowMs - LEASE_MS)

/** Who of makers has an item: the lease's name. */
export type MakersLease = { gif: string; lease: string }

/** How far a maker is: versions that it has made, of how many. */
export type Progress = { made?: number | undefined; planned?: number | undefined }

// One with a row in neither table is over, was taken over, or its item is done or gone.
const RENEW_UPLOAD = `
  UPDATE uploads SET updated_at = ?3, made = coalesce(?4, made), planned = coalesce(?5, planned)
   WHERE gif_id = ?1 AND lease = ?2 AND state = 'working'`
const RENEW_FORMS = `
  UPDATE lacking_forms SET updated_at = ?3 WHERE gif_id = ?1 AND lease = ?2 AND state = 'working'`

/**
 * A sign of life of a maker. @returns until when the item is its own
 * @throws AppError 'conflict' where the lease is over
 */
export async function renewLease(
  d1: D1Database,
  { gif, lease }: MakersLease,
  nowMs: number,
  { made, planned }: Progress = {},
): Promise<string> {
  const now = isoTime(nowMs)
  const results = await d1.batch([
    d1.prepare(RENEW_UPLOAD).bind(gif, lease, now, made ?? null, planned ?? null),
    d1.prepare(RENEW_FORMS).bind(gif, lease, now),
  ])
  if (results.some(({ meta }) => meta.changes > 0)) return isoTime(nowMs + LEASE_MS)
  throw leaseIsOver()
}

// T84: what was taken down is read by who hashes it, while they have it.
const IS_HASHED = `
  SELECT 1 FROM lacking_forms
   WHERE gif_id = ?1 AND form = 'phash' AND lease = ?2 AND state = 'working' AND updated_at >= ?3`

/** Whether a maker has an item to hash. */
export const isHashed = async (
  d1: D1Database,
  { gif, lease }: MakersLease,
  nowMs: number,
): Promise<boolean> => (await d1.prepare(IS_HASHED).bind(gif, lease, overSince(nowMs)).first()) !== null

/** What a maker gets whose lease is no more. */
export const leaseIsOver = () =>
  new AppError('conflict', 'This lease is over: the item is another maker’s, or done')

/** SQL: whether an upload's item was not taken down. Nothing is made of one that was until it's restored. */
export const IS_SHOWN = 'EXISTS (SELECT 1 FROM gifs WHERE id = uploads.gif_id AND is_removed = 0)'

/** Sets how many versions an upload has besides its file. */
export const COUNT_MADE =
  'made = (SELECT count(*) FROM renditions WHERE gif_id = uploads.gif_id AND r2_key <> uploads.file)'

const END_UPLOAD = {
  done: `state = 'done', reason = ?4, ${COUNT_MADE}`,
  failed: "state = 'failed', reason = ?4",
  queued: `state = iif(?4 <> '' AND tries >= ${TRIES_MAX}, 'failed', 'queued'), reason = ?4, tries = tries - (?4 = '')`,
} as const
// Those that are given back are as if their maker had been killed: free at once.
const END_FORMS = {
  done: "state = 'done', reason = ?4, updated_at = ?3",
  failed: "state = 'failed', reason = ?4, updated_at = ?3",
  queued: `state = iif(?4 <> '' AND tries >= ${TRIES_MAX}, 'failed', 'working'), reason = ?4, tries = tries - (?4 = ''), updated_at = ''`,
} as const

/**
 * The statements that end a lease: all is made, nothing can be made, or it is for another time. Given back without a reason, it
 * was no try.
 */
export const endStatements = (
  d1: D1Database,
  { gif, lease }: MakersLease,
  { state, reason = '' }: { state: keyof typeof END_UPLOAD; reason?: string | undefined },
  nowMs: number,
): D1PreparedStatement[] => {
  const where = "WHERE gif_id = ?1 AND lease = ?2 AND state = 'working'"
  const bind = (sql: string) => d1.prepare(sql).bind(gif, lease, isoTime(nowMs), reason)
  return [
    bind(`UPDATE uploads SET ${END_UPLOAD[state]}, lease = '', by_service = 0, updated_at = ?3 ${where}`),
    bind(`UPDATE lacking_forms SET ${END_FORMS[state]} ${where}`),
  ]
}
