import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { MEDIA_TYPES } from '../../../shared/media/limits.ts'
import { movedItems } from '../../queries/redirects.ts'
import { BitColumn, findRow, rowNumber } from '../../sql.ts'
import { ITEM_COLUMNS, ownItem } from '../../uploads/own-gifs.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const ITEMS = `
  SELECT ${ITEM_COLUMNS}, coalesce(o.username, '') AS username
    FROM json_each(?1)  AS wanted
    JOIN gifs           AS g ON g.id = wanted.value
    LEFT JOIN uploads   AS u ON u.gif_id = g.id
    LEFT JOIN users     AS o ON o.id = g.user_id`

const MoreColumns = v.object({ username: v.string(), is_removed: BitColumn })

async function itemsOf(d1: D1Database, ids: readonly string[], publicUrl: string) {
  const { results } = await d1.prepare(ITEMS).bind(JSON.stringify(ids)).all()
  return new Map(
    results.map((row) => {
      const { id, title, rating, is_hidden, thumbnail } = ownItem(row, publicUrl)
      return [id, { title, rating, is_hidden, thumbnail, ...v.parse(MoreColumns, row) }] as const
    }),
  )
}

/** What ids lead to, old ones too, in their order; `item` is null for what the library doesn't have. */
async function resolveItems({ d1, isLibrary, publicUrl }: SiteRequest, ids: readonly string[]) {
  const moved = isLibrary ? await movedItems(d1, [...ids]) : new Map<string, string>()
  const named = ids.map((id) => ({ id, gif_id: moved.get(id) ?? id }))
  const items = await itemsOf(
    d1,
    named.map(({ gif_id }) => gif_id),
    publicUrl,
  )
  return named.map((each) => ({ ...each, item: items.get(each.gif_id) ?? null }))
}

/** Bytes of a still that is shown as `data:`. */
const STILL_MAX = 256 * 1024

/** The smallest picture of a takedown's item, at most so large; without one, nulls. ?1 the takedown */
const STILL = `
  SELECT f.r2_key, f.format FROM removals AS r
    LEFT JOIN renditions AS f ON f.gif_id = r.gif_id AND f.format IN ('gif', 'webp', 'png') AND f.size <= ${STILL_MAX}
   WHERE r.id = ?1 ORDER BY substr(f.name, -6) = '_still' DESC, f.size LIMIT 1`
const StillRow = v.object({
  r2_key: v.nullable(v.string()),
  format: v.nullable(v.picklist(['gif', 'webp', 'png'])),
})

/** Bytes that are turned into characters at once: a call has no room for more arguments. */
const CHUNK = 8192

/** A file as `data:`; '' without one. No address leads to it. */
async function dataOf(
  bucket: R2Bucket | undefined,
  { r2_key, format }: v.InferOutput<typeof StillRow>,
): Promise<string> {
  const file = r2_key && format ? await bucket?.get(r2_key) : undefined
  if (!file || !format || file.size > STILL_MAX) return ''
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return `data:${MEDIA_TYPES[format]};base64,${btoa(binary)}`
}

/** What a takedown is about to take, and what one has taken: it imports items, which `removal/` is imported by. */
export const lineHandlers = {
  async resolveTakedown(deps, { ids }) {
    const named = [...new Set([ids].flat().flatMap((each) => each.split(',')))]
    const results = await resolveItems(deps, named)
    return { body: { results, count: results.length } }
  },

  async takedownStill({ d1, MEDIA }, { id }) {
    const row = await findRow(StillRow, d1.prepare(STILL).bind(rowNumber(id)))
    if (!row) throw new AppError('not-found', 'There is no such takedown')
    return { body: { still: await dataOf(MEDIA, row) } }
  },
} satisfies SiteHandlers
