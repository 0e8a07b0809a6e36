import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { RATINGS } from '../../../shared/schema/choices.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { hideStatement } from '../removal/hiding.ts'
import { takedownStatements } from '../removal/removals.ts'
import { closeStatements, type Seen } from '../removal/settle.ts'
import { LEASE_MS } from './batches.ts'

/** @throws AppError 'forbidden': takedowns are the staff's (`docs/contract.md`, Roles) */
export function assertMayDecide({ role }: SignedInActor, action: string | null): void {
  if (action === 'remove' && role !== 'staff')
    throw new AppError('forbidden', 'Staff alone take items down: hide it')
}

const DECISIONS = ['approve', 'rating', 'hide', 'remove', 'skip'] as const

/** What moderators decide of items. `skip`: nothing, someone else is to look. `rating` goes with all but `skip`. */
export type Verdict = { action: (typeof DECISIONS)[number] | 'undo'; rating: string | null }
export type Decided = Verdict & { action: (typeof DECISIONS)[number] }

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
  verdict: Decided
  /** Who decides. */
  actor: string
  /** The batch whose items they are; else none may be another moderator's. */
  batch: number | null
  reason: string
  note: string
  nowMs: number
  /** The name of the act, for who asks for it later. */
  act?: string
  /** The rule that is broken. */
  template?: string
  /** Whether what moderators have hidden is shown, where nothing is wrong with it; not what is hidden because of its person. */
  shows?: boolean
}

// ?1 what was seen (T57), ?2 the act, ?3 who, ?4 what, ?5 the rating or null, ?6 and ?7 why, ?8 now, ?9 the batch or null,
// ?10 the template, ?11 whether it is shown. No one decides about their own item, nor about what they have not
// seen. A decision that is in force already is not made again, unless something is open about the item, or it is another by now.
const DECIDE = `
  INSERT INTO moderations (act, gif_id, user_id, action, rating, reason, note, was_rating, was_hidden,
                           job_id, queued_at, batch_id, created_at, edits, set_rating, was_set_rating, was_hidden_by,
                           template, shown)
  SELECT ?2, g.id, ?3, ?4, coalesce(?5, g.rating), ?6, ?7, g.rating, g.is_hidden,
         q.job_id, q.queued_at, b.id, ?8, q.edits, ?5, g.set_rating, g.hidden_by,
         ?10,
         ?11 AND g.hidden_by IS 'moderator'
         AND NOT EXISTS (SELECT 1 FROM held_items WHERE gif_id = g.id AND cause IN ('suspended', 'staff'))
    FROM json_each(?1)           AS given
    JOIN gifs                    AS g    ON g.id = given.value ->> 'gif_id' AND g.is_removed = 0
    LEFT JOIN moderation_queue   AS q    ON q.gif_id = g.id
    LEFT JOIN moderation_batches AS b    ON b.id = q.batch_id AND b.action = 'assigned' AND b.expires_at >= ?8
    LEFT JOIN moderations        AS last ON last.id = (SELECT max(id) FROM moderations WHERE gif_id = g.id)
   WHERE iif(?9 IS NULL, b.id IS NULL OR b.user_id = ?3, b.id = ?9)
     AND g.user_id IS NOT ?3 AND g.revision = coalesce(given.value ->> 'revision', g.revision)
     AND coalesce(last.id, 0) = coalesce(given.value ->> 'decision', last.id, 0)
     AND (?4 <> 'skip' OR q.gif_id IS NOT NULL)
     AND (iif(?4 = 'skip', b.id, q.gif_id) IS NOT NULL OR last.id IS NULL OR last.undone_at IS NOT NULL
          OR (last.user_id, last.action, last.rating, last.revision)
             IS NOT (?3, ?4, coalesce(?5, g.rating), g.revision)
          OR EXISTS (SELECT 1 FROM reports WHERE gif_id = g.id AND state = 'open')
          OR EXISTS (SELECT 1 FROM claims WHERE gif_id = g.id AND state = 'open')
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
// A report that has come since waits on.
const WAIT_ON = `
  INSERT INTO moderation_queue (gif_id, job_id, queued_at)
  SELECT gif_id, 'reports', min(created_at) FROM reports
   WHERE state = 'open' AND gif_id IN (${DECIDED}) AND gif_id IN (SELECT id FROM gifs WHERE is_removed = 0)
   GROUP BY gif_id`
const SHOW_HIDDEN = `
  UPDATE gifs SET is_hidden = 0, hidden_by = NULL
   WHERE id IN (SELECT gif_id FROM moderations WHERE act = ?1 AND shown = 1)`
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

/** The statements of one decision about items, and of all that is open about them; the act is the name of its rows. */
export function decideStatements(
  d1: D1Database,
  seen: readonly Seen[],
  deciding: Deciding,
): D1PreparedStatement[] {
  const { verdict, actor, batch, reason, note, nowMs, act = crypto.randomUUID() } = deciding
  const { template = '', shows = false } = deciding
  const { action, rating } = verdict
  const at = new Date(nowMs).toISOString()
  const decided = { ids: DECIDED, value: act }
  const list = JSON.stringify(seen)
  const close = { act, by: actor, at, note, isRight: action !== 'approve' }
  const shown = shows && action === 'approve' ? 1 : 0
  return [
    d1.prepare(DECIDE).bind(list, act, actor, action, rating, reason, note, at, batch, template, shown),
    d1.prepare(AUDIT).bind(act),
    ...(rating ? [d1.prepare(RATE).bind(act, rating)] : []),
    ...(action === 'hide' ? [hideStatement(d1, decided, { hidden: true, by: 'moderator' })] : []),
    ...(shown ? [d1.prepare(SHOW_HIDDEN).bind(act)] : []),
    d1.prepare(ABOUT).bind(act),
    ...(action === 'remove'
      ? takedownStatements(d1, { list: REMOVED, value: act }, { note, actor, at })
      : []),
    ...(action === 'skip'
      ? [d1.prepare(TO_THE_END).bind(act, at)]
      : [
          d1.prepare(LEAVE_QUEUE).bind(act),
          ...closeStatements(d1, seen, close),
          d1.prepare(WAIT_ON).bind(act),
        ]),
    d1
      .prepare(END_BATCH)
      .bind(act, new Date(nowMs + LEASE_MS).toISOString(), batchAction(action, rating, batch)),
  ]
}

/** What a batch ends as: the decision of all its items, or 'done' where they were decided one by one. */
const batchAction = (action: string, rating: string | null, batch: number | null) =>
  batch === null ? 'done' : action === 'rating' ? `rating:${rating}` : action
