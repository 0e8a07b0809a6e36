import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { restoreStatements } from '../removal/removals.ts'
import { reopenStatements } from '../removal/settle.ts'
import { IS_DECIDED } from './versions.ts'

/** Which decisions are taken back: those of a batch, of one act, or one item's. */
type Undoing = { actor: SignedInActor; nowMs: number } & (
  | { batch: number }
  | { act: string }
  | { gif: string }
)

// ?1 the batch, act or item, ?2 the request's name, ?3 now, ?4 whether staff ask: they alone restore, ?5 who. Later decisions stay.
const undo = (column: 'batch_id' | 'act' | 'gif_id') => `
  UPDATE moderations SET undone_at = ?3, undone_act = ?2, undone_by = ?5
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

// What was shown by the decision that nothing is wrong with it.
const HIDE_AGAIN = `
  UPDATE gifs SET is_hidden = 1, hidden_by = 'moderator'
   WHERE is_hidden = 0 AND id IN (SELECT gif_id FROM moderations
                                   WHERE undone_act = ?1 AND action = 'approve' AND shown = 1)`

const ACTS = 'SELECT act, gif_id FROM moderations WHERE undone_act = ?1'

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
  const [column, of] = columnOf(undoing)
  return [
    d1.prepare(undo(column)).bind(of, act, at, undoing.actor.role === 'staff' ? 1 : 0, actor),
    d1.prepare(UNDO_AUDIT).bind(act, actor),
    d1.prepare(RATE_BACK).bind(act),
    d1.prepare(RATE_FREELY).bind(act),
    d1.prepare(SHOW).bind(act),
    d1.prepare(HIDE_AGAIN).bind(act),
    // The undo is the act that is noted, and no other.
    ...restoreStatements(d1, { ids: TAKEN_DOWN, value: act }, { actor, reason, at }).slice(1),
    d1.prepare(WAIT_AGAIN).bind(act, at),
    ...reopenStatements(d1, ACTS, act),
    ...('batch' in undoing ? [d1.prepare(REOPEN).bind(undoing.batch)] : []),
  ]
}

function columnOf(undoing: Undoing) {
  if ('gif' in undoing) return ['gif_id', undoing.gif] as const
  return 'act' in undoing ? (['act', undoing.act] as const) : (['batch_id', undoing.batch] as const)
}
