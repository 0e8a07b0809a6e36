import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'

const STATE = 'SELECT is_removed + 2 * (is_removed = 0 AND is_hidden = 1) AS state FROM gifs WHERE id = ?1'

export const noSuchItem = (): AppError => new AppError('not-found', 'No item has this id')
export const removedGif = (): AppError => new AppError('removed', 'This item was taken down')

/** @throws AppError 'not-found' for an unknown id or a hidden item, 'removed' for an item that was taken down. */
export async function assertAvailable(db: D1Database, id: string): Promise<void> {
  const state = await db.prepare(STATE).bind(id).first<number>('state')
  if (state === null || state === 2) throw noSuchItem()
  if (state === 1) throw removedGif()
}
