import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { restoreStatements } from '../removal/restore.ts'
import { hideStatements } from '../removal/set-hidden.ts'

/** Whose decisions are taken back: those of a batch, or one item's. */
export type Undoing = { actor: SignedInActor; nowMs: number } & ({ batch: number } | { gif: string })

// ?1 the batch or item, ?2 the request's name, ?3 now, ?4 whether staff ask: they alone restore. What somebody has decided
// since stays.
const undo = (column: 'batch_id' | 'gif_id') => `
  UPDATE moderations SET undone_at = ?3, undone_act = ?2
   WHERE ${column} = ?1 AND undone_at IS NULL AND (action <> 'remove' OR ?4)
     AND id = (SELECT max(id) FROM moderations AS later WHERE later.gif_id = moderations.gif_id)`

const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.undo', 'gif/' || gif_id, action, undone_at
    FROM moderations WHERE undone_act = ?1`

// Whatever the owner or staff have set since stays, too.
const RATE_BACK = `
  UPDATE gifs SET rating = was_rating
    FROM (SELECT gif_id AS of, rating AS set_to, was_rating FROM moderations WHERE undone_act = ?1)
   WHERE id = of AND rating = set_to`

const HIDDEN = "SELECT gif_id FROM moderations WHERE undone_act = ?1 AND action = 'hide' AND was_hidden = 0"

const REMOVED = `
  SELECT r.id FROM moderations AS m
    JOIN removals AS r ON r.gif_id = m.gif_id AND r.actor_id = m.user_id AND r.created_at = m.created_at
   WHERE m.undone_act = ?1 AND m.action = 'remove'`

// To the place it had, in the batch it was in, while that lasts. One that somebody else holds stays with them. ?2 now
const WAIT_AGAIN = `
  INSERT INTO moderation_queue (gif_id, job_id, queued_at, batch_id)
  SELECT m.gif_id, m.job_id, m.queued_at, b.id
    FROM moderations             AS m
    JOIN gifs                    AS g ON g.id = m.gif_id AND g.is_removed = 0
    LEFT JOIN moderation_batches AS b ON b.id = m.batch_id AND b.action = 'assigned' AND b.expires_at >= ?2
   WHERE m.undone_act = ?1 AND m.job_id IS NOT NULL
      ON CONFLICT (gif_id) DO UPDATE SET queued_at = excluded.queued_at, batch_id = excluded.batch_id
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
    d1.prepare(AUDIT).bind(act, actor),
    d1.prepare(RATE_BACK).bind(act),
    ...hideStatements(d1, { ids: HIDDEN, value: act }, { hidden: false, actor, reason, at }),
    ...restoreStatements(d1, { ids: REMOVED, value: act }, { actor, reason, at }),
    d1.prepare(WAIT_AGAIN).bind(act, at),
    ...('batch' in undoing ? [d1.prepare(REOPEN).bind(undoing.batch)] : []),
  ]
}
