import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { fieldError } from '../../../shared/errors.ts'
import { RATINGS } from '../../../shared/schema/choices.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { hideStatement } from '../removal/hiding.ts'
import { restoreStatements, takedownStatements } from '../removal/removals.ts'
import { LEASE_MS } from './batches.ts'
import { IS_DECIDED } from './versions.ts'

/** Whose decisions are taken back: those of a batch, or one item's. */
type Undoing = { actor: SignedInActor; nowMs: number } & ({ batch: number } | { gif: string })

// ?1 the batch or item, ?2 the request's name, ?3 now, ?4 whether staff ask: they alone restore. Later decisions stay.
const undo = (column: 'batch_id' | 'gif_id') => `
  UPDATE moderations SET undone_at = ?3, undone_act = ?2
   WHERE ${column} = ?1 AND undone_at IS NULL AND (action <> 'remove' OR ?4)
     AND id = (SELECT max(id) FROM moderations AS later WHERE later.gif_id = moderations.gif_id)`

const UNDO_AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.undo', 'gif/' || gif_id, action, undone_at
    FROM moderations WHERE undone_act = ?1`

// What the owner or staff have set since stays, too.
const RATE_BACK = `
  UPDATE gifs SET rating = was_rating
    FROM (SELECT gif_id AS of, rating AS set_to, was_rating FROM moderations WHERE undone_act = ?1)
   WHERE id = of AND rating = set_to`

const RATE_FREELY = `
  UPDATE gifs SET set_rating = was_set
    FROM (SELECT gif_id AS of, set_rating AS set_to, was_set_rating AS was_set
            FROM moderations WHERE undone_act = ?1 AND set_rating IS NOT NULL)
   WHERE id = of AND set_rating = set_to`

// Of what its owner had hidden before, they are the one again who may show it. What a moderator, or its person's state, had
// hidden before stays as it is.
const SHOW = `
  UPDATE gifs SET is_hidden = was, hidden_by = iif(was = 0, NULL, coalesce(was_by, hidden_by))
    FROM (SELECT gif_id AS of, was_hidden AS was, was_hidden_by AS was_by
            FROM moderations WHERE undone_act = ?1 AND action = 'hide')
   WHERE id = of AND is_hidden = 1 AND hidden_by IS 'moderator' AND (was = 0 OR was_by = 'owner')`

const TAKEN_DOWN = `
  SELECT r.id FROM moderations AS m
    JOIN removals AS r ON r.gif_id = m.gif_id AND r.actor_id = m.user_id AND r.created_at = m.created_at
   WHERE m.undone_act = ?1 AND m.action = 'remove'`

// To the place it had, in the batch it was in, while that lasts. One that someone else holds stays with them. What an owner
// has changed stays noted while an older decision holds. ?2 now
const WAIT_AGAIN = `
  INSERT INTO moderation_queue (gif_id, job_id, queued_at, batch_id, edits)
  SELECT m.gif_id, m.job_id, m.queued_at, b.id, m.edits
    FROM moderations             AS m
    JOIN gifs                    AS g ON g.id = m.gif_id AND g.is_removed = 0
    LEFT JOIN moderation_batches AS b ON b.id = m.batch_id AND b.action = 'assigned' AND b.expires_at >= ?2
   WHERE m.undone_act = ?1 AND m.job_id IS NOT NULL
      ON CONFLICT (gif_id) DO UPDATE
     SET queued_at = excluded.queued_at, batch_id = excluded.batch_id,
         edits = iif((SELECT ${IS_DECIDED} FROM gifs AS g WHERE g.id = moderation_queue.gif_id),
                     nullif(json_patch(coalesce(moderation_queue.edits, '{}'), coalesce(excluded.edits, '{}')), '{}'), NULL)
   WHERE moderation_queue.batch_id IS NULL`

const REOPEN = `
  UPDATE moderation_batches SET action = 'undone'
   WHERE id = ?1 AND action NOT IN ('assigned', 'expired', 'undone')`

/** The statements that take decisions back, once; what is taken back already is left alone. */
export function undoStatements(d1: D1Database, undoing: Undoing): D1PreparedStatement[] {
  const actor = undoing.actor.id
  const act = crypto.randomUUID()
  const at = new Date(undoing.nowMs).toISOString()
  const reason = 'undo'
  const [column, of] =
    'gif' in undoing ? (['gif_id', undoing.gif] as const) : (['batch_id', undoing.batch] as const)
  return [
    d1.prepare(undo(column)).bind(of, act, at, undoing.actor.role === 'staff' ? 1 : 0),
    d1.prepare(UNDO_AUDIT).bind(act, actor),
    d1.prepare(RATE_BACK).bind(act),
    d1.prepare(RATE_FREELY).bind(act),
    d1.prepare(SHOW).bind(act),
    // The undo is the act that is noted, and no other.
    ...restoreStatements(d1, { ids: TAKEN_DOWN, value: act }, { actor, reason, at }).slice(1),
    d1.prepare(WAIT_AGAIN).bind(act, at),
    ...('batch' in undoing ? [d1.prepare(REOPEN).bind(undoing.batch)] : []),
  ]
}

const DECISIONS = ['approve', 'rating', 'hide', 'remove', 'skip'] as const

/** What moderators decide of items. `skip`: nothing, someone else is to look. `rating` goes with all but `skip`. */
export type Verdict = { action: (typeof DECISIONS)[number] | 'undo'; rating: string | null }

/** Reads an action, or `rating:pg` where the rating has no separate field. @throws InputError */
export function verdictOf(text: string | undefined, given?: string): Verdict {
  const [name, named] = (text ?? 'rating').split(/:(.*)/)
  const action = [...DECISIONS, 'undo' as const].find((each) => each === name)
  if (!action || (named !== undefined && action !== 'rating')) {
    throw fieldError('action', `action must be one of ${DECISIONS.join(', ')}, undo; a rating is rating:pg`)
  }
  const rating = RATINGS.find((each) => each === (named ?? given))
  if (action === 'rating' && !rating) throw fieldError('action', `a rating is one of ${RATINGS.join(', ')}`)
  if (rating && (action === 'skip' || action === 'undo'))
    throw fieldError('action', `${action} has no rating`)
  return { action, rating: rating ?? null }
}

export type Deciding = {
  verdict: Verdict & { action: (typeof DECISIONS)[number] }
  /** Who decides. */
  actor: string
  /** The batch whose items they are; else none may be another moderator's. */
  batch: number | null
  /** The version that they have seen: no other is decided about (T57). */
  revision?: number | null | undefined
  reason: string
  note: string
  nowMs: number
}

// ?1 the ids, ?2 the request's name, ?3 who, ?4 what, ?5 the rating or null, ?6 and ?7 why, ?8 now, ?9 the batch or null,
// ?10 a version or null. No one decides about their own item. A decision that is in force already is not made again, unless
// the item has come back to the queue, or is another one by now.
const DECIDE = `
  INSERT INTO moderations (act, gif_id, user_id, action, rating, reason, note, was_rating, was_hidden,
                           job_id, queued_at, batch_id, created_at, edits, set_rating, was_set_rating, was_hidden_by)
  SELECT ?2, g.id, ?3, ?4, coalesce(?5, g.rating), ?6, ?7, g.rating, g.is_hidden,
         q.job_id, q.queued_at, b.id, ?8, q.edits, ?5, g.set_rating, g.hidden_by
    FROM json_each(?1)           AS given
    JOIN gifs                    AS g    ON g.id = given.value AND g.is_removed = 0
    LEFT JOIN moderation_queue   AS q    ON q.gif_id = g.id
    LEFT JOIN moderation_batches AS b    ON b.id = q.batch_id AND b.action = 'assigned' AND b.expires_at >= ?8
    LEFT JOIN moderations        AS last ON last.id = (SELECT max(id) FROM moderations WHERE gif_id = g.id)
   WHERE iif(?9 IS NULL, b.id IS NULL OR b.user_id = ?3, b.id = ?9)
     AND g.user_id IS NOT ?3 AND g.revision = coalesce(?10, g.revision)
     AND (?4 <> 'skip' OR q.gif_id IS NOT NULL)
     AND (iif(?4 = 'skip', b.id, q.gif_id) IS NOT NULL OR last.id IS NULL OR last.undone_at IS NOT NULL
          OR (last.user_id, last.action, last.rating, last.revision)
             IS NOT (?3, ?4, coalesce(?5, g.rating), g.revision)
          OR (?4 = 'hide' AND g.hidden_by IS NOT 'moderator'))`

const DECIDED = 'SELECT gif_id FROM moderations WHERE act = ?1'

const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT user_id, (SELECT username FROM users WHERE id = user_id), 'gif.' || action, 'gif/' || gif_id, reason, created_at
    FROM moderations WHERE act = ?1 AND action <> 'remove'`

const RATE = `UPDATE gifs SET rating = ?2, set_rating = ?2 WHERE id IN (${DECIDED})`
// With the rating that it sets.
const ABOUT = 'UPDATE moderations SET revision = (SELECT revision FROM gifs WHERE id = gif_id) WHERE act = ?1'
const LEAVE_QUEUE = `DELETE FROM moderation_queue WHERE gif_id IN (${DECIDED})`
const TO_THE_END = `UPDATE moderation_queue SET batch_id = NULL, queued_at = ?2 WHERE gif_id IN (${DECIDED})`

// A batch ends with its last item.
const END_BATCH = `
  UPDATE moderation_batches
     SET expires_at = ?2,
         action = iif(EXISTS (SELECT 1 FROM moderation_queue WHERE batch_id = moderation_batches.id), 'assigned', ?3)
   WHERE action = 'assigned' AND id IN (SELECT batch_id FROM moderations WHERE act = ?1)`

const REMOVED = `(
  SELECT json_group_array(json_object('gif_id', gif_id, 'reason', iif(reason = '', 'Removed by moderation', reason)))
    FROM moderations WHERE act = ?1)`

/** The statements of one decision about items; what they have in common is the name of the act. */
export function decideStatements(
  d1: D1Database,
  ids: readonly string[],
  { verdict: { action, rating }, actor, batch, revision = null, reason, note, nowMs }: Deciding,
): D1PreparedStatement[] {
  const act = crypto.randomUUID()
  const at = new Date(nowMs).toISOString()
  const decided = { ids: DECIDED, value: act }
  const list = JSON.stringify(ids)
  return [
    d1.prepare(DECIDE).bind(list, act, actor, action, rating, reason, note, at, batch, revision),
    d1.prepare(AUDIT).bind(act),
    ...(rating ? [d1.prepare(RATE).bind(act, rating)] : []),
    ...(action === 'hide' ? [hideStatement(d1, decided, { hidden: true, by: 'moderator' })] : []),
    d1.prepare(ABOUT).bind(act),
    ...(action === 'remove'
      ? takedownStatements(d1, { list: REMOVED, value: act }, { note, actor, at })
      : []),
    action === 'skip' ? d1.prepare(TO_THE_END).bind(act, at) : d1.prepare(LEAVE_QUEUE).bind(act),
    d1
      .prepare(END_BATCH)
      .bind(act, new Date(nowMs + LEASE_MS).toISOString(), batchAction(action, rating, batch)),
  ]
}

/** What a batch ends as: the decision of all its items, or 'done' where they were decided one by one. */
const batchAction = (action: string, rating: string | null, batch: number | null) =>
  batch === null ? 'done' : action === 'rating' ? `rating:${rating}` : action
