import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Verdict } from '../moderation/decide.ts'
import { restoreStatements, takedownStatements } from '../removal/removals.ts'
import { type Closing, closeStatements, reopenStatements, type Seen } from '../removal/settle.ts'

// What has no row of `moderations` (`Seen.isBare`) is known by what was closed. ?1 is the act.
const BARE = `
  SELECT act, gif_id, decided_at FROM reports AS closed
   WHERE act = ?1 AND NOT EXISTS (SELECT 1 FROM moderations AS m WHERE m.act = closed.act AND m.gif_id = closed.gif_id)`

// ?2 what, ?3 who, ?4 why, ?5 now
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT DISTINCT ?3, (SELECT username FROM users WHERE id = ?3), ?2, 'gif/' || gif_id, ?4, ?5 FROM (${BARE})`

/** The statements of a decision about what is no item of the library, or is taken down. */
export function bareStatements(
  d1: D1Database,
  bare: readonly Seen[],
  { action, reason, ...closing }: Omit<Closing, 'isRight'> & Pick<Verdict, 'action'> & { reason: string },
): D1PreparedStatement[] {
  if (bare.length === 0) return []
  const { act, by, at, note } = closing
  const taken = JSON.stringify(
    bare.map(({ gif_id }) => ({ gif_id, reason: reason || 'Removed by moderation' })),
  )
  const seen = bare.map((each) => ({ ...each, isBare: true }))
  const close = closeStatements(d1, seen, { ...closing, isRight: action !== 'approve' })
  if (action === 'remove')
    return [...takedownStatements(d1, { list: '?1', value: taken }, { note, actor: by, at }), ...close]
  return [...close, d1.prepare(AUDIT).bind(act, `gif.${action}`, by, reason, at)]
}

const TAKEN_DOWN = `
  SELECT r.id FROM (${BARE}) AS closed
    JOIN removals AS r ON r.gif_id = closed.gif_id AND r.created_at = closed.decided_at`

/** The statements that take such a decision back. */
export function undoBareStatements(
  d1: D1Database,
  { act, by, at }: Pick<Closing, 'act' | 'by' | 'at'>,
): D1PreparedStatement[] {
  const restoring = { actor: by, reason: 'undo', at }
  return [
    d1.prepare(AUDIT).bind(act, 'gif.undo', by, 'undo', at),
    ...restoreStatements(d1, { ids: TAKEN_DOWN, value: act }, restoring).slice(1),
    ...reopenStatements(d1, `SELECT act, gif_id FROM (${BARE})`, act),
  ]
}
