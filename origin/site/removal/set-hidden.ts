import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/server/origin.ts'
import { removedGif } from '../../queries/assert-available.ts'
import type { GifRecord } from '../../schema/library.ts'
import { assertCan, can } from '../can.ts'
import type { SiteDeps } from '../site-handlers.ts'

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

type HideDeps = Pick<SiteDeps, 'd1' | 'gifsChanged'> & { publicUrl: string; nowMs: number }

/**
 * Hides an item, or shows it again: for its owner, moderators and staff. What a moderator has hidden, its owner does not
 * show again. It writes the audit with the change, and this isolate's copies follow before it returns.
 * @param gif its row; undefined where there is none.
 * @throws AppError 'not-found', 'forbidden' (T35), 'removed' for what was taken down
 */
export async function setHidden(
  { d1, gifsChanged, publicUrl, nowMs }: HideDeps,
  actor: Actor,
  gif: Pick<GifRecord, 'id' | 'user_id' | 'is_hidden' | 'is_removed'> | undefined,
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
