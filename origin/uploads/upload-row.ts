import type { D1Database } from '@cloudflare/workers-types'
import { eq } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import { removedGif } from '../queries/gifs.ts'
import { databaseOf } from '../schema/database.ts'
import { type GifRecord, gifs, type UploadRecord, uploads } from '../schema/library.ts'

/** An item as its owner's calls need it, and its upload: items of `ingest` have none. */
export type OwnedItem = Pick<GifRecord, 'user_id'> & { isHidden: boolean; upload: UploadRecord | undefined }

/** Undefined for an unknown id. @throws AppError 'removed' for an item that was taken down: it is gone for all. */
export async function findUpload(d1: D1Database, gif: string): Promise<OwnedItem | undefined> {
  const [row] = await databaseOf(d1)
    .select({ user_id: gifs.user_id, isHidden: gifs.is_hidden, isRemoved: gifs.is_removed, upload: uploads })
    .from(gifs)
    .leftJoin(uploads, eq(uploads.gif_id, gifs.id))
    .where(eq(gifs.id, gif))
    .limit(1)
  if (row?.isRemoved) throw removedGif()
  return row && { ...row, upload: row.upload ?? undefined }
}

/** How far an upload is, as its owner sees it. @throws AppError 'not-found' */
export function uploadJson(item: OwnedItem | undefined, gif: string) {
  if (!item) throw new AppError('not-found', 'There is no such record')
  const { state = 'done', reason = '', made = 0, created_at = null, updated_at = null } = item.upload ?? {}
  return { id: gif, state, reason, made, created_at, updated_at }
}
