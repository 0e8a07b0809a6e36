import type { SiteDeps } from '../site-handlers.ts'
import type { Decision } from './take-down.ts'

// The act is written on the condition of the change, before it: a repetition writes nothing.
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.restore', 'gif/' || gif_id, ?3, ?4
    FROM removals WHERE id = ?1 AND restored_at IS NULL`

const RESTORE = `
  UPDATE removals SET restored_at = ?2, restored_by = ?3 WHERE id = ?1 AND restored_at IS NULL
  RETURNING gif_id`

const UNFLAG = `
  UPDATE gifs SET is_removed = 0, removed_reason = '', removed_at = NULL
   WHERE id = (SELECT gif_id FROM removals WHERE id = ?1)
     AND NOT EXISTS (SELECT 1 FROM removals WHERE gif_id = gifs.id AND restored_at IS NULL)`

/** Brings an item back by the id of its takedown's row. One that is back already, or an unknown id, changes nothing. */
export async function restore(
  { d1, gifsChanged }: SiteDeps,
  { actor, publicUrl, nowMs }: Decision,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const at = new Date(nowMs).toISOString()
  const [, restored] = await d1.batch<{ gif_id: string }>([
    d1.prepare(AUDIT).bind(id, actor.id, reason, at),
    d1.prepare(RESTORE).bind(id, at, actor.id),
    d1.prepare(UNFLAG).bind(id),
  ])
  const ids = (restored?.results ?? []).map(({ gif_id }) => gif_id)
  if (ids.length > 0) await gifsChanged(ids, publicUrl)
}
