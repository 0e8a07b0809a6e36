import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { SiteDeps } from '../site-handlers.ts'
import type { Rows } from './set-hidden.ts'
import type { Decision } from './take-down.ts'

type Restoring = { actor: string; reason: string; at: string }

/** The statements that bring items back by their takedowns' rows; what is back already is left alone. The second returns ids. */
export function restoreStatements(
  d1: D1Database,
  { ids, value }: Rows,
  { actor, reason, at }: Restoring,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  // The act is written on the condition of the change, before it: a repetition writes nothing.
  const audit = `
    INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
    SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.restore', 'gif/' || gif_id, ?3, ?4
      FROM removals WHERE id IN (${ids}) AND restored_at IS NULL`
  const restore = `
    UPDATE removals SET restored_at = ?2, restored_by = ?3 WHERE id IN (${ids}) AND restored_at IS NULL
    RETURNING gif_id`
  const unflag = `
    UPDATE gifs SET is_removed = 0, removed_reason = '', removed_at = NULL
     WHERE id IN (SELECT gif_id FROM removals WHERE id IN (${ids}))
       AND NOT EXISTS (SELECT 1 FROM removals WHERE gif_id = gifs.id AND restored_at IS NULL)`
  return [
    d1.prepare(audit).bind(value, actor, reason, at),
    d1.prepare(restore).bind(value, at, actor),
    d1.prepare(unflag).bind(value),
  ]
}

/** Brings an item back by the id of its takedown's row. One that is back already, or an unknown id, changes nothing. */
export async function restore(
  { d1, gifsChanged }: SiteDeps,
  { actor, publicUrl, nowMs }: Decision,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const act = { actor: actor.id, reason, at: new Date(nowMs).toISOString() }
  const [, restored] = await d1.batch<{ gif_id: string }>(
    restoreStatements(d1, { ids: 'SELECT ?1', value: id }, act),
  )
  const ids = (restored?.results ?? []).map(({ gif_id }) => gif_id)
  if (ids.length > 0) await gifsChanged(ids, publicUrl)
}
