import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import type { Rating, UPLOAD_STATES } from '../../shared/schema/choices.ts'
import type { Actor, GifReader } from '../../shared/server/origin.ts'
import { removedGif } from '../queries/gifs.ts'
import { assertCan, can, type PermittedAct, permit, type Writer, type Writing } from './actor.ts'
import type { SiteRequest } from './site-handlers.ts'

/** An item as its owner's calls need it, and its upload: for items of `ingest` as of one that is done. */
export type OwnedItem = {
  user_id: string | null
  isHidden: boolean
  isFilm: boolean
  hidden_by: string | null
  /** The rating that moderators or staff have set. */
  set_rating: Rating | null
  upload: {
    state: (typeof UPLOAD_STATES)[number]
    reason: string
    made: number
    planned: number
    /** Whether it is hidden until a moderator has looked at it. */
    is_waiting: boolean
    created_at: string | null
    updated_at: string | null
  }
}

type UploadRow = Omit<OwnedItem['upload'], 'is_waiting'> &
  Pick<OwnedItem, 'user_id' | 'hidden_by' | 'set_rating'> & {
    is_hidden: number
    is_removed: number
    is_film: number
    is_waiting: number
  }

const FIND_UPLOAD = `
  SELECT g.user_id, g.is_hidden, g.is_removed, g.hidden_by, g.set_rating, g.type = 'video' AS is_film,
         coalesce(u.state, 'done') AS state, coalesce(u.reason, '') AS reason,
         coalesce(u.made, 0) AS made, iif(u.state = 'working', u.planned, 0) AS planned, u.created_at, u.updated_at,
         EXISTS (SELECT 1 FROM held_items WHERE gif_id = g.id AND cause = 'review' AND kept = 0) AS is_waiting
    FROM gifs AS g LEFT JOIN uploads AS u ON u.gif_id = g.id WHERE g.id = ?1`

/** Undefined for an unknown id. @throws AppError 'removed' for an item that was taken down: it is gone for all. */
export async function findUpload(d1: D1Database, gif: string): Promise<OwnedItem | undefined> {
  const row = await d1.prepare(FIND_UPLOAD).bind(gif).first<UploadRow>()
  if (!row) return undefined
  const { user_id, is_hidden, is_removed, is_film, is_waiting, hidden_by, set_rating, ...rest } = row
  if (is_removed) throw removedGif()
  const upload = { ...rest, is_waiting: is_waiting === 1 }
  return { user_id, isHidden: is_hidden === 1, isFilm: is_film === 1, hidden_by, set_rating, upload }
}

/** How far an upload is, as its owner sees it. @throws AppError 'not-found' */
export function uploadJson(item: OwnedItem | undefined, gif: string) {
  if (!item) throw new AppError('not-found', 'There is no such record')
  return { id: gif, ...item.upload }
}

type KnownRow = { id: string; user_id: string | null; is_hidden: number }

// Files of `ingest` are named by their content (`media/manifest/media-file.ts`).
const FIND = `
  SELECT g.id, g.user_id, g.is_hidden
    FROM gifs AS g
   WHERE g.is_removed = 0 AND g.id IN (
     SELECT gif_id FROM uploads WHERE sha256 = ?1
     UNION ALL
     SELECT gif_id FROM renditions
      WHERE r2_key IN (SELECT 'm/' || substr(?1, 1, 32) || '.' || value FROM json_each('["gif","webp","mp4","avif"]')))
   ORDER BY g.user_id IS NOT ?2, g.num
   LIMIT 20`

/**
 * The item that has a file with this content already, of any user: the caller's own first. Someone else's hidden item
 * does not count: the caller does not learn of it.
 */
export async function findKnown(d1: D1Database, sha256: string, actor: Actor): Promise<string | undefined> {
  const userId = actor.role === 'visitor' ? '' : actor.id
  const { results } = await d1.prepare(FIND).bind(sha256, userId).all<KnownRow>()
  const seen = results.find(({ user_id, is_hidden }) =>
    can(actor, 'see', { user_id, isHidden: is_hidden === 1 }),
  )
  return seen?.id
}

/** Whom GIFs are read for. All visitors share one budget of a configured provider (T44). */
export const gifReaderOf = (actor: Actor, publicUrl: string): GifReader => ({
  person: actor.role === 'visitor' ? 'visitor' : actor.id,
  publicUrl,
})

/**
 * Lets through a GIF that the caller may see: of the library, by its row as it is now; else of a configured provider.
 * @returns the row, where it is of the library
 * @throws AppError 'not-found' for an unknown or hidden one, 'removed' for one that was taken down
 */
export async function assertSeen(
  { d1, gifs, actor, publicUrl }: Pick<SiteRequest, 'd1' | 'gifs' | 'actor' | 'publicUrl'>,
  id: string,
): Promise<OwnedItem | undefined> {
  const item = await findUpload(d1, id)
  if (item) assertCan(actor, 'see', item)
  else if (gifs) await gifs.assertShown(id, gifReaderOf(actor, publicUrl))
  else throw new AppError('unavailable', 'There are no GIFs here')
  return item
}

/** An item of which the caller may read what its owner sees. @throws AppError 'not-found', 'forbidden' (T35), 'removed' */
export async function ownItemFor(
  { d1, actor }: Pick<SiteRequest, 'd1' | 'actor'>,
  id: string,
): Promise<OwnedItem> {
  const item = await findUpload(d1, id)
  assertCan(actor, 'read', item)
  return item
}

/** An item that the caller may write, and the note of it (`permit`). @throws AppError 'not-found', 'forbidden' (T35), 'removed' */
export async function permitItem(
  writer: Writer,
  id: string,
  { does = 'edit', ...act }: Omit<PermittedAct, 'target'> & { does?: Writing },
): Promise<{ item: OwnedItem; audit: D1PreparedStatement[] }> {
  const found = await findUpload(writer.d1, id)
  const { row: item, audit } = permit(writer, does, found, { ...act, target: `gif/${id}` })
  return { item, audit }
}
