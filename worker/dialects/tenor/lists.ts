import type { Context } from 'hono'
import { providerCalls } from '../../../shared/calls/provider.ts'
import type { App } from '../../app-types.ts'
import { countSearch } from '../../http/read-context.ts'
import { hasPicture } from '../files.ts'
import { ratingOf } from '../filters.ts'
import { type Item, isStatic, ratioOf } from '../item.ts'
import { allowsOf, type List, readItems } from '../read-list.ts'
import { replyFresh } from '../reply-fresh.ts'
import { seededOrder } from '../seeded-order.ts'
import { writeCursor } from './cursor.ts'
import { DEFAULT_LIMIT, type PageQuery, readPageQuery } from './query.ts'
import { toResults } from './result.ts'

/** Width by height, from and to (`docs/wire.md`, Tenor v2). */
const RATIOS = { wide: [0.42, 2.36], standard: [0.56, 1.78] } as const

function listOf({ q, searchfilter, contentfilter, locale }: PageQuery): List {
  const fields = { type: searchfilter ? 'stickers' : 'gifs', rating: ratingOf(contentfilter) }
  return q === undefined
    ? { call: providerCalls.trending, fields }
    : { call: providerCalls.search, fields: { ...fields, q, lang: locale } }
}

/** Whether a client can show an item, and the query's filters let it through: those that no call of the provider has. */
const filterOf =
  ({ searchfilter = [], ar_range = 'all' }: PageQuery) =>
  (item: Item): boolean => {
    if (!hasPicture(item)) return false
    if (searchfilter.includes('static') && !isStatic(item)) return false
    if (searchfilter.includes('-static') && isStatic(item)) return false
    if (ar_range === 'all') return true
    const [least, most] = RATIOS[ar_range]
    const ratio = ratioOf(item)
    return ratio !== undefined && ratio >= least && ratio <= most
  }

/** A page, and the `next` of it. */
async function respond(c: Context<App>, of: 'search' | 'featured'): Promise<Response> {
  const page = readPageQuery(of, c.req.query())
  const { query, at, fields } = page
  const { limit = DEFAULT_LIMIT, media_filter, q } = query
  const seed = query.random && q !== undefined ? (page.seed ?? newSeed()) : undefined
  const fits = filterOf(query)
  const allows = allowsOf(c)
  const walk = { from: at, count: limit, keep: (item: Item) => fits(item) && allows(item) }
  const order = seed === undefined ? undefined : seededOrder(seed)
  const { items, next, freshness } = await readItems(c, listOf(query), { ...walk, order })
  if (q !== undefined && at === 0) countSearch(c, q)
  const body = {
    results: toResults(items, c.get('publicUrl'), media_filter),
    next: next === undefined ? '' : writeCursor({ of, at: next, seed, ...fields }),
  }
  return replyFresh(c, body, seed === undefined ? freshness : { ...freshness, freshFor: 0 })
}

const newSeed = (): number => Math.floor(Math.random() * 1e9)

export const search = (c: Context<App>): Promise<Response> => respond(c, 'search')

export const featured = (c: Context<App>): Promise<Response> => respond(c, 'featured')
