import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Verdict } from '../moderation/decide.ts'
import { restoreStatements, takedownStatements } from '../removal/removals.ts'
import { type Closing, closeStatements, reopenStatements, type Seen } from '../removal/settle.ts'

// What has no row of `moderations` (`Seen.isBare`) is known by what was closed. ?1 is the act.
const BARE = `
  SELECT act, gif_id, decided_at
    FROM (SELECT act, gif_id, decided_at FROM reports WHERE act = ?1
           UNION
          SELECT act, gif_id, decided_at FROM claims WHERE act = ?1) AS closed
   WHERE NOT EXISTS (SELECT 1 FROM moderations AS m WHERE m.act = closed.act AND m.gif_id = closed.gif_id)`

// ?2 what, ?3 who, ?4 why, ?5 now
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT DISTINCT ?3, (SELECT username FROM users WHERE id = ?3), ?2, 'gif/' || gif_id, ?4, ?5 FROM (${BARE})`

// The takedowns of what has something open about it. ?1 JSON of what was seen
const TAKEN_DOWN_OPEN = `
  SELECT id FROM removals
   WHERE gif_id IN (
     SELECT gif_id FROM claims WHERE state = 'open' AND gif_id IN (SELECT value ->> 'gif_id' FROM json_each(?1))
      UNION
     SELECT gif_id FROM reports WHERE state = 'open' AND gif_id IN (SELECT value ->> 'gif_id' FROM json_each(?1)))`

/** The statements of a decision about what is no item of the library, or is taken down: nothing wrong restores it. */
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
  const restoring = { actor: by, reason, at }
  return [
    ...(action === 'approve'
      ? restoreStatements(d1, { ids: TAKEN_DOWN_OPEN, value: taken }, restoring).slice(1)
      : []),
    ...close,
    d1.prepare(AUDIT).bind(act, `gif.${action}`, by, reason, at),
  ]
}

const TAKEN_DOWN = `
  SELECT r.id FROM (${BARE}) AS closed
    JOIN removals AS r ON r.gif_id = closed.gif_id AND r.created_at = closed.decided_at`

// What such a decision had brought back is taken down again, as it was. ?2 now
const AGAIN = `
  INSERT INTO removals (gif_id, reason, note, actor_id, created_at, title)
  SELECT r.gif_id, r.reason, r.note, r.actor_id, ?2, r.title FROM (${BARE}) AS closed
    JOIN removals AS r ON r.gif_id = closed.gif_id AND r.restored_at = closed.decided_at
   WHERE NOT EXISTS (SELECT 1 FROM removals AS later WHERE later.gif_id = r.gif_id AND later.restored_at IS NULL)`
const FLAG_AGAIN = `
  UPDATE gifs SET is_removed = 1, removed_at = ?2,
         removed_reason = (SELECT reason FROM removals WHERE gif_id = gifs.id AND restored_at IS NULL)
   WHERE is_removed = 0 AND id IN (SELECT gif_id FROM (${BARE}))
     AND EXISTS (SELECT 1 FROM removals WHERE gif_id = gifs.id AND restored_at IS NULL)`

/** The statements that take such a decision back. */
export function undoBareStatements(
  d1: D1Database,
  { act, by, at }: Pick<Closing, 'act' | 'by' | 'at'>,
): D1PreparedStatement[] {
  const restoring = { actor: by, reason: 'undo', at }
  return [
    d1.prepare(AUDIT).bind(act, 'gif.undo', by, 'undo', at),
    ...restoreStatements(d1, { ids: TAKEN_DOWN, value: act }, restoring).slice(1),
    d1.prepare(AGAIN).bind(act, at),
    d1.prepare(FLAG_AGAIN).bind(act, at),
    ...reopenStatements(d1, `SELECT act, gif_id FROM (${BARE})`, act),
  ]
}
