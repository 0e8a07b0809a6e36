import { AppError } from '../../shared/errors.ts'
import type { Actor, GifReader } from '../../shared/server/origin.ts'
import { findUpload, type OwnedItem } from '../uploads/upload-rows.ts'
import { assertCan } from './actor.ts'
import type { CheckedRequest } from './call-origin.ts'
import type { SiteDeps } from './site-handlers.ts'

/** Whom GIFs are read for. All visitors share one budget of a configured provider (T44). */
export const readerOf = (actor: Actor, publicUrl: string): GifReader => ({
  person: actor.role === 'visitor' ? 'visitor' : actor.id,
  publicUrl,
})

/**
 * Lets through a GIF that the caller may see: of the library, by its row as it is now; else of a configured provider.
 * @returns the row, where it is of the library
 * @throws AppError 'not-found' for an unknown or hidden one, 'removed' for one that was taken down
 */
export async function assertSeen(
  { d1, gifs, actor, publicUrl }: Pick<SiteDeps, 'd1' | 'gifs'> & Pick<CheckedRequest, 'actor' | 'publicUrl'>,
  id: string,
): Promise<OwnedItem | undefined> {
  const item = await findUpload(d1, id)
  if (item) assertCan(actor, 'see', item)
  else if (gifs) await gifs.assertShown(id, readerOf(actor, publicUrl))
  else throw new AppError('unavailable', 'There are no GIFs here')
  return item
}
