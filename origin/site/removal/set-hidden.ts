import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/server/origin.ts'
import { removedGif } from '../../queries/gifs.ts'
import { assertCan, can } from '../actor.ts'
import type { SiteDeps } from '../site-handlers.ts'
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

/** Rows that a statement is for: SQL that selects their ids, whose only parameter is ?1, and its value. */
export type Rows = { ids: string; value: string | number }

type Hiding = { hidden: boolean; actor: string; reason: string; at: string }

/** The statements that hide items, or show them again, with their audit; what is so already is left alone. */
export function hideStatements(
  d1: D1Database,
  { ids, value }: Rows,
  { hidden, actor, reason, at }: Hiding,
): D1PreparedStatement[] {
  const flag = hidden ? 1 : 0
  const audit = `
    INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
    SELECT ?3, (SELECT username FROM users WHERE id = ?3), ?4, 'gif/' || id, ?5, ?6
      FROM gifs WHERE id IN (${ids}) AND is_hidden <> ?2`
  const hide = `UPDATE gifs SET is_hidden = ?2 WHERE id IN (${ids}) AND is_hidden <> ?2`
  return [
    d1.prepare(audit).bind(value, flag, actor, hidden ? 'gif.hide' : 'gif.show', reason, at),
    d1.prepare(hide).bind(value, flag),
  ]
}

const HIDDEN_BY = `
  SELECT actor_id FROM audit WHERE target = 'gif/' || ?1 AND action IN ('gif.hide', 'gif.show') ORDER BY id DESC LIMIT 1`

/** @throws AppError 'forbidden' where a moderator has hidden an item, and its owner would show it again */
export async function assertMayShow(d1: D1Database, actor: Actor, id: string): Promise<void> {
  if (actor.role === 'visitor' || can(actor, 'hide', { user_id: null })) return
  const by = await d1.prepare(HIDDEN_BY).bind(id).first<string>('actor_id')
  if (by !== null && by !== actor.id) throw new AppError('forbidden', 'A moderator has hidden this GIF')
}

/** The parts of an item's row that say who sees it. */
type HiddenGif = { id: string; user_id: string | null; is_hidden: boolean; is_removed: boolean }

type HideDeps = Pick<SiteDeps, 'd1' | 'gifsChanged'> & { publicUrl: string; nowMs: number }

/**
 * Hides an item, or shows it again: for its owner, moderators and staff. What a moderator has hidden, its owner does not
 * show again. It writes the audit with the change, and this isolate's copies follow before it returns.
 * @param gif its row; undefined where it does not exist.
 * @throws AppError 'not-found', 'forbidden' (T35), 'removed' for what was taken down
 */
export async function setHidden(
  { d1, gifsChanged, publicUrl, nowMs }: HideDeps,
  actor: Actor,
  gif: HiddenGif | undefined,
  hidden: boolean,
  reason = '',
): Promise<void> {
  const row = gif && { ...gif, isHidden: gif.is_hidden }
  assertCan(actor, 'hide', row)
  if (row.is_removed) throw removedGif()
  if (actor.role === 'visitor') return
  if (!hidden && row.isHidden) await assertMayShow(d1, actor, row.id)
  const at = new Date(nowMs).toISOString()
  await d1.batch(
    hideStatements(d1, { ids: 'SELECT ?1', value: row.id }, { hidden, actor: actor.id, reason, at }),
  )
  await gifsChanged([row.id], publicUrl)
}
