import * as v from 'valibot'
import { MAX_IDS, PROVIDER_PAGE } from '../../../shared/limits.ts'
import { own } from '../../../shared/own.ts'
import { lenient, listOf, Text } from '../../../shared/schema/text.ts'
import type { Input } from '../layer.ts'
import { DERIVED, idsOf } from './derived.ts'
import { aList, Name } from './item.ts'
import {
  categoriesOf,
  filterOf,
  inOnePiece,
  isOfStickers,
  lacks,
  localeOf,
  missingAtProvider,
  offsetOf,
  onePage,
  pageAnswer,
  type Row,
  type Shape,
  type ShapeContext,
  type ShapeRequest,
  searchText,
  termsOf,
  urlOf,
  withType,
} from './shape.ts'
import { pageSchema, TenorItemSchema } from './tenor-item.ts'

/** The most that a request may ask for: ids, and terms. */
const MOST = 50

const common = (input: Input) => ({ contentfilter: filterOf(input), locale: localeOf(input) })

const searchOf = (q: string, input: Input): ShapeRequest => ({
  path: '/search',
  query: { q, ...(isOfStickers(input) && { searchfilter: 'sticker' }), ...common(input) },
})

/** Pages of a list that has no numbers: each page says where the next one begins. */
const pages =
  (askedOf: (input: Input) => ShapeRequest): Row =>
  async (input, context) => {
    const { path, query } = askedOf(input)
    const start = offsetOf(input)
    const pos = start > 0 ? await cursorOf(input, start, context) : ''
    if (pos === undefined) return pageAnswer(context.call, { items: [], more: false }, start)
    const page = v.parse(
      Page,
      await context.ask({ path, query: { ...query, limit: PROVIDER_PAGE.limit, pos } }),
    )
    // A place that leads to itself would have no end.
    const more = page.next !== '' && page.next !== pos
    return pageAnswer(context.call, { items: page.results, more, next: page.next }, start)
  }

const Page = pageSchema(PROVIDER_PAGE.limit)

/** Where a page begins, as the page before it says: a copy of any age, else it is read now. Undefined after the end. */
async function cursorOf(input: Input, start: number, context: ShapeContext): Promise<string | undefined> {
  const before = { ...input, limit: PROVIDER_PAGE.limit, offset: start - PROVIDER_PAGE.limit }
  const { pagination } =
    (await context.cached(context.call, before)) ?? (await context.read(context.call, before))
  return pagination?.next_cursor
}

const Results = v.object({ results: aList(Name, MAX_IDS) })

const terms =
  (path: string, field: string): Row =>
  async (input, context) => {
    const q = String(own(input, field))
    return termsOf(v.parse(Results, await context.ask({ path, query: { q, limit: MOST } })).results)
  }

async function readItems(ids: readonly string[], context: ShapeContext) {
  const request = { path: '/posts', query: { ids: ids.join(','), limit: MOST } }
  return v.parse(Posts, await context.ask(request)).results
}

const Posts = v.object({ results: aList(TenorItemSchema, MAX_IDS) })

const gif: Row = async ({ id }, context) => {
  const found = (await readItems([String(id)], context)).find((item) => item.id === id)
  if (!found) throw missingAtProvider()
  return { data: found }
}

/** In the order of their ids, which `/posts` does not promise. */
const gifs: Row = async ({ ids }, context) => {
  const wanted = idsOf(ids)
  const parts = Array.from({ length: Math.ceil(wanted.length / MOST) }, (_, at) =>
    readItems(wanted.slice(at * MOST, (at + 1) * MOST), context),
  )
  const found = new Map((await Promise.all(parts)).flat().map((item) => [item.id, item]))
  return onePage(wanted.flatMap((id) => found.get(id) ?? []))
}

const Category = v.pipe(
  v.object({ searchterm: Name, name: Text }),
  v.transform(({ searchterm, name }) => ({ query: searchterm, name: name.replace(/^#/, '') || searchterm })),
)
const Categories = v.object({ tags: aList(Category, MAX_IDS) })

const categories: Row = async (_, context) =>
  categoriesOf(v.parse(Categories, await context.ask({ path: '/categories' })).tags)

const trendingSearches: Row = async (_, context) => {
  const request = { path: '/trending_terms', query: { limit: MOST } }
  return { data: v.parse(Results, await context.ask(request)).results }
}

const featured = (input: Input): ShapeRequest => ({
  path: '/featured',
  query: { ...(isOfStickers(input) && { searchfilter: 'sticker' }), ...common(input) },
})

/** Emoji are stickers of that name. */
const emoji = pages(() => searchOf('emoji', { type: 'stickers' }))

const ErrorSchema = v.object({
  error: v.object({
    code: lenient(v.number()),
    message: Text,
    details: listOf(v.object({ reason: Text })),
  }),
})

/** A wrong key is a 400 here; it is not the visitor's fault. */
const WRONG_KEY = new Set(['API_KEY_INVALID', 'API_KEY_SERVICE_BLOCKED', 'SERVICE_DISABLED'])

/** Tenor's API, version 2 (`docs/wire.md`): `PROVIDER_URL` is what precedes `/v2`. */
export const tenorShape: Shape = {
  address: (base, key, { path, query }) => urlOf(`${base}/v2${path}`, { ...query, key }),

  verdict(status, body) {
    const failure = v.safeParse(ErrorSchema, body)
    const isOk = status >= 200 && status < 300
    if (!failure.success) return { status, isOk, message: '' }
    const { code = status, message, details } = failure.output.error
    const isKey = details.some(({ reason }) => WRONG_KEY.has(reason))
    const real = isOk && code >= 400 && code < 600 ? code : status
    return { status: isKey ? 401 : real, isOk: false, message }
  },

  rows: {
    ...DERIVED,
    search: pages((input) => searchOf(withType(searchText(input), input), input)),
    trending: pages((input) => (input.type === 'text' ? searchOf('text', input) : featured(input))),
    gif,
    gifs,
    emoji,
    emojiDefaultVariations: emoji,
    categories: inOnePiece(categories),
    tagSearch: inOnePiece(terms('/autocomplete', 'q')),
    relatedTags: terms('/search_suggestions', 'tag'),
    gifRelatedTags: terms('/search_suggestions', 'tag'),
    trendingSearches,
    emojiVariations: lacks('variations of emoji'),
    animate: lacks('text made on demand'),
    channelSearch: lacks('channels'),
    videoTrending: lacks('videos'),
    videoSearch: lacks('videos'),
    videoRelated: lacks('videos'),
  },
}
