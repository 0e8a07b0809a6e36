import * as v from 'valibot'
import { parseInput } from '../../../shared/calls/call.ts'
import { MediaId, optionalField, Query } from '../../../shared/calls/fields.ts'
import { type AppContext, countSearch, readContext, replyJson } from '../../http/context.ts'
import { oldestOf } from '../../provider/layer.ts'
import { countAct } from '../count-act.ts'
import { contentFilter, Locale, ratingOf } from '../filters.ts'
import { BY_SIZE, findPicture, hasPicture, type Item, isStatic, ratioOf } from '../item.ts'
import {
  allowsOf,
  type CategoryPicture,
  type ItemList,
  picturesOf,
  providerOf,
  readCategories,
  readItems,
  readNamed,
  readOneItem,
  replyFresh,
} from '../read-list.ts'
import {
  DEFAULT_LIMIT,
  MediaFilter,
  type PageQuery,
  ResultLimit,
  readPageQuery,
  writeCursor,
} from './query.ts'
import { toResults } from './result.ts'

/** Width by height, from and to (`docs/wire.md`, Tenor v2). */
const RATIOS = { wide: [0.42, 2.36], standard: [0.56, 1.78] } as const

const listOf = ({ q, searchfilter, contentfilter, locale: lang }: PageQuery): ItemList =>
  picturesOf(searchfilter ? 'stickers' : 'gifs', { q, rating: ratingOf(contentfilter), lang })

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
async function respond(c: AppContext, of: 'search' | 'featured'): Promise<Response> {
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

/** A generator of numbers from 0 to 1 by a seed: mulberry32, which is public domain. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Puts each page of a list in its own order, the same for the same seed and page. */
const seededOrder =
  (seed: number) =>
  <T>(items: readonly T[], page: number): readonly T[] => {
    const random = randomOf(seed + page)
    return items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }

const MAX_IDS = 50

const isId = (id: string): boolean => v.is(MediaId, id)

const PostsSchema = v.object({
  ids: v.pipe(
    v.string('ids is required'),
    v.check((ids) => ids.split(',', MAX_IDS + 1).length <= MAX_IDS, `ids must be at most ${MAX_IDS}`),
    v.transform((ids) => [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean)),
    v.minLength(1, 'ids is required'),
  ),
  media_filter: MediaFilter,
})

const NOTHING = { state: 'hit', age: 0, freshFor: 60 } as const

/** Items by their ids, in their order. What is unknown, hidden or removed is left out. */
async function posts(c: AppContext): Promise<Response> {
  const { ids, media_filter } = parseInput({ input: PostsSchema }, c.req.query())
  const known = ids.filter(isId)
  // A text that isn't one of our ids names nothing.
  if (known.length === 0) return replyFresh(c, { results: [] }, NOTHING)
  const { items, freshness } = await readNamed(c, known)
  return replyFresh(c, { results: toResults(items, c.get('publicUrl'), media_filter) }, freshness)
}

const ShareSchema = v.object({ id: MediaId })

/** Counts a share. The body is an empty object: clients read one (`docs/wire.md`, Know first 7). */
async function registerShare(c: AppContext): Promise<Response> {
  const { id } = parseInput({ input: ShareSchema }, c.req.query())
  // A HEAD asks what a GET would answer, and shares nothing.
  if (c.req.method === 'GET') await countAct(c, () => readOneItem(c, id), 'SHARE')
  return replyJson(c, {}, 200)
}

const WordsSchema = v.object({
  q: Query,
  limit: ResultLimit,
  locale: Locale,
  contentfilter: contentFilter('contentfilter'),
})
const TrendingTermsSchema = v.object({ limit: ResultLimit, locale: Locale })

/** Completions of what someone types. */
async function autocomplete(c: AppContext): Promise<Response> {
  const { q, limit = DEFAULT_LIMIT, contentfilter } = parseInput({ input: WordsSchema }, c.req.query())
  const asked = { q, limit, rating: ratingOf(contentfilter) }
  const { value, ...source } = await providerOf(c).call('tagSearch', asked, readContext(c))
  return replyFresh(c, { results: namesOf(value.data).slice(0, limit) }, oldestOf([source]))
}

/** What goes with a search, or its completions where nothing is known to. */
async function searchSuggestions(c: AppContext): Promise<Response> {
  const { q, limit = DEFAULT_LIMIT } = parseInput({ input: WordsSchema }, c.req.query())
  const related = await providerOf(c).call('relatedTags', { tag: q }, readContext(c))
  if (related.value.data.length === 0) return autocomplete(c)
  return replyFresh(c, { results: namesOf(related.value.data).slice(0, limit) }, oldestOf([related]))
}

async function trendingTerms(c: AppContext): Promise<Response> {
  const { limit = DEFAULT_LIMIT } = parseInput({ input: TrendingTermsSchema }, c.req.query())
  const { value, ...source } = await providerOf(c).call('trendingSearches', {}, readContext(c))
  return replyFresh(c, { results: value.data.slice(0, limit) }, oldestOf([source]))
}

const namesOf = (terms: readonly { name: string }[]): string[] =>
  terms.map(({ name }) => name).filter(Boolean)

/** Trending terms that become categories: each picture is a read. */
const TRENDING_CATEGORIES = 10

const CategoriesSchema = v.object({
  type: optionalField(v.picklist(['featured', 'trending'], 'type must be featured or trending')),
  contentfilter: contentFilter('contentfilter'),
  locale: Locale,
})

/** The library's categories, or what people search for now, each with a picture and the address of its search. */
async function categories(c: AppContext): Promise<Response> {
  const raw = c.req.query()
  const { type, contentfilter, locale } = parseInput({ input: CategoriesSchema }, raw)
  const rating = ratingOf(contentfilter)
  const { pictures, freshness } =
    type === 'trending'
      ? await trendingCategories(c, rating, locale)
      : await readCategories(c, { kind: kindOf(raw), rating, lang: locale })
  const tags = pictures.map(({ term, name, image }) => ({
    searchterm: term,
    path: searchPath(c.get('publicUrl'), term, raw),
    image,
    name,
  }))
  return replyFresh(c, { tags }, freshness)
}

/** What the search of a category finds. */
const kindOf = ({ searchfilter = '' }: Record<string, string>) =>
  searchfilter.toLowerCase().includes('sticker') ? 'stickers' : 'gifs'

/** Parameters that the search of a category repeats, and how long their texts may be. */
const REPEATED = [
  'key',
  'client_key',
  'country',
  'locale',
  'contentfilter',
  'media_filter',
  'ar_range',
  'searchfilter',
  'limit',
] as const
const REPEATED_MAX = 256

function searchPath(publicUrl: string, q: string, raw: Record<string, string>): string {
  const query = new URLSearchParams({ q })
  for (const name of REPEATED) {
    const text = raw[name]
    if (text && text.length <= REPEATED_MAX) query.set(name, text)
  }
  return `${publicUrl}/v2/search?${query}`
}

/** Terms with the picture of their first hit; a term that finds nothing is left out. */
async function trendingCategories(c: AppContext, rating: string | undefined, lang: string | undefined) {
  const { value, ...source } = await providerOf(c).call('trendingSearches', {}, readContext(c))
  const terms = value.data.slice(0, TRENDING_CATEGORIES)
  const found = await Promise.all(
    terms.map((q) =>
      readItems(c, picturesOf('gifs', { q, rating, lang }), {
        from: 0,
        count: 1,
        reads: 1,
        keep: allowsOf(c),
      }),
    ),
  )
  const pictures = found.flatMap(({ items: [item] }, at): CategoryPicture[] => {
    const term = terms[at] ?? ''
    const image = item && findPicture(item, BY_SIZE.small)?.url
    return image ? [{ term, name: term, image }] : []
  })
  return { pictures, freshness: oldestOf([source, ...found.map(({ freshness }) => freshness)]) }
}

/** By their paths, as these are written (`docs/wire.md`, Tenor v2); KLIPY's Tenor-compatible base has the same. */
export const tenorHandlers = {
  search: (c: AppContext) => respond(c, 'search'),
  featured: (c: AppContext) => respond(c, 'featured'),
  posts,
  categories,
  autocomplete,
  search_suggestions: searchSuggestions,
  trending_terms: trendingTerms,
  registershare: registerShare,
}
