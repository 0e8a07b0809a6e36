import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'

const REMOVED = 'SELECT is_removed FROM gifs WHERE id = ?1'

export const noSuchGif = (): AppError => new AppError('not-found', 'No item has this id')
export const removedGif = (): AppError => new AppError('removed', 'This item was taken down')

/** @throws AppError 'not-found' for an unknown id, 'removed' for an item that was taken down. */
export async function assertAvailable(db: D1Database, id: string): Promise<void> {
  const removed = await db.prepare(REMOVED).bind(id).first<number>('is_removed')
  if (removed === null) throw noSuchGif()
  if (removed === 1) throw removedGif()
}
