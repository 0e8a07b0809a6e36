import type { Actor } from '../../../upstreams/origin.ts'
import { removedGif } from '../../queries/assert-available.ts'
import type { GifRecord } from '../../schema/library.ts'
import { assertCan } from '../can.ts'
import type { SiteDeps } from '../site-handlers.ts'

const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?2, (SELECT username FROM users WHERE id = ?2), ?3, 'gif/' || id, ?4, ?5
    FROM gifs WHERE id = ?1 AND is_hidden <> ?6`

const HIDE = 'UPDATE gifs SET is_hidden = ?2 WHERE id = ?1 AND is_hidden <> ?2'

type HideDeps = Pick<SiteDeps, 'd1' | 'gifsChanged'> & { publicUrl: string; nowMs: number }

/**
 * Hides an item, or shows it again: for its owner, moderators and staff. Every writer of `is_hidden` calls it (`updateGif`,
 * `moderateGif`): it writes the audit with the change, and this isolate's copies follow before it returns.
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
  const flag = hidden ? 1 : 0
  const action = hidden ? 'gif.hide' : 'gif.show'
  const at = new Date(nowMs).toISOString()
  await d1.batch([
    d1.prepare(AUDIT).bind(row.id, actor.id, action, reason, at, flag),
    d1.prepare(HIDE).bind(row.id, flag),
  ])
  await gifsChanged([row.id], publicUrl)
}
