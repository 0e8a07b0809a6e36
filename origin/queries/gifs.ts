import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { ITEM_TYPES } from '../../shared/schema/choices.ts'
import { TYPE_OF_ITEM } from '../item-type.ts'
import { USER_JSON, UserRow } from '../people/users.ts'
import { BitColumn, findRows, json } from '../sql.ts'

const STATE = 'SELECT is_removed + 2 * (is_removed = 0 AND is_hidden = 1) AS state FROM gifs WHERE id = ?1'

export const noSuchItem = (): AppError => new AppError('not-found', 'No item has this id')
export const removedGif = (): AppError => new AppError('removed', 'This item was taken down')

/** @throws AppError 'not-found' for an unknown id or a hidden item, 'removed' for an item that was taken down. */
export async function assertAvailable(db: D1Database, id: string): Promise<void> {
  const state = await db.prepare(STATE).bind(id).first<number>('state')
  if (state === null || state === 2) throw noSuchItem()
  if (state === 1) throw removedGif()
}

const RenditionRow = v.tuple([
  v.string(), // name
  v.picklist(['gif', 'webp', 'png', 'mp4', 'avif', 'webm', 'mov']),
  v.number(), // width
  v.number(), // height
  v.number(), // size
  v.number(), // frames
])
export type RenditionRow = v.InferOutput<typeof RenditionRow>

const GifRow = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  alt_text: v.string(),
  type: v.picklist(ITEM_TYPES),
  rating: v.string(),
  tags: json(v.array(v.string())),
  source: v.string(),
  import_datetime: v.string(),
  trending_datetime: v.string(),
  duration_ms: v.number(),
  external_provider: v.nullable(v.string()),
  external_uid: v.nullable(v.string()),
  external_start: v.number(),
  external_url: v.string(),
  is_dynamic: BitColumn,
  is_featured: BitColumn,
  is_hidden: BitColumn,
  is_indexable: BitColumn,
  is_removed: BitColumn,
  cta_link: v.string(),
  cta_text: v.string(),
  hash: v.nullable(v.string()),
  renditions: json(v.array(RenditionRow)),
  user: v.nullable(json(UserRow)),
})
export type GifRow = v.InferOutput<typeof GifRow>

const FIND_GIFS = `
  SELECT g.id, g.slug, g.title, g.alt_text, ${TYPE_OF_ITEM} AS type, g.rating, g.tags, g.source,
         g.import_datetime, g.trending_datetime, g.duration_ms,
         g.external_provider, g.external_uid, g.external_start, g.external_url,
         g.is_dynamic, g.is_featured, g.is_hidden, g.is_indexable, g.is_removed, g.cta_link, g.cta_text,
         f.hash, coalesce(f.files, '[]') AS renditions,
         ${USER_JSON}
    FROM json_each(?1)   AS wanted
    JOIN gifs            AS g ON g.id = wanted.value
    LEFT JOIN item_files AS f ON f.gif_id = g.id
    LEFT JOIN users      AS u ON u.id = g.user_id
   ORDER BY wanted.key`

/** The items of these ids, in their order. Unknown ids are left out; removed items are not, see `is_removed`. */
export async function findGifs(db: D1Database, ids: string[]): Promise<GifRow[]> {
  if (ids.length === 0) return []
  return findRows(GifRow, db.prepare(FIND_GIFS).bind(JSON.stringify(ids)))
}
