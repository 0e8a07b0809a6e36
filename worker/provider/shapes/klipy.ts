import * as v from 'valibot'
import { MAX_IDS, PROVIDER_PAGE } from '../../../shared/limits.ts'
import { Flag, Text } from '../../../shared/schema/text.ts'
import type { Input } from '../layer.ts'
import { DERIVED, gifsOneByOne, tagsFrom, tagsWith, trendingTags, videoRelated } from './derived.ts'
import { aList, fieldOf, Name } from './item.ts'
import { type KlipyShelf, klipyItemSchema, locationOf } from './klipy-item.ts'
import {
  assertKey,
  categoriesOf,
  filterOf,
  inOnePiece,
  isOfStickers,
  lacks,
  localeOf,
  missingAtProvider,
  offsetOf,
  pageAnswer,
  type Row,
  type Shape,
  type ShapeRequest,
  searchText,
  urlOf,
  withType,
} from './shape.ts'

const shelfOf = (input: Input): KlipyShelf => (isOfStickers(input) ? 'stickers' : 'gifs')

const common = (input: Input) => ({ content_filter: filterOf(input), locale: localeOf(input) })

const searchOf = (shelf: KlipyShelf, q: string, input: Input): ShapeRequest => ({
  path: `/${shelf}/search`,
  query: { q, ...common(input) },
})

/** Pages by number. Our own start at multiples of their size. */
const pages =
  (shelfFor: (input: Input) => KlipyShelf, askedOf: (shelf: KlipyShelf, input: Input) => ShapeRequest): Row =>
  async (input, context) => {
    const shelf = shelfFor(input)
    const start = offsetOf(input)
    const { path, query } = askedOf(shelf, input)
    const page = { page: start / PROVIDER_PAGE.limit + 1, per_page: PROVIDER_PAGE.limit }
    const { data } = v.parse(PAGES[shelf], await context.ask({ path, query: { ...query, ...page } }))
    return pageAnswer(context.call, { items: data.data, more: data.has_next }, start)
  }

const pageSchema = (shelf: KlipyShelf) =>
  v.object({
    data: v.object({
      data: aList(klipyItemSchema(shelf), PROVIDER_PAGE.limit),
      has_next: Flag,
    }),
  })

const PAGES: Record<KlipyShelf, ReturnType<typeof pageSchema>> = {
  gifs: pageSchema('gifs'),
  stickers: pageSchema('stickers'),
  clips: pageSchema('clips'),
  emojis: pageSchema('emojis'),
}

const trendingOf = (shelf: KlipyShelf, input: Input): ShapeRequest => ({
  path: `/${shelf}/trending`,
  query: common(input),
})

const gif: Row = async ({ id }, context) => {
  const location = locationOf(String(id))
  if (!location) throw missingAtProvider()
  const { shelf, slug } = location
  const { data } = v.parse(One, await context.ask({ path: `/${shelf}/${slug}` }))
  const found = v.safeParse(klipyItemSchema(shelf), data)
  if (!found.success || found.output.id !== id) throw missingAtProvider()
  return { data: found.output }
}

const One = v.object({ data: v.optional(v.unknown()) })

// An older client reads a list of texts, a newer one objects.
const Category = v.pipe(
  v.unknown(),
  v.transform((entry) => (typeof entry === 'string' ? { category: entry, query: entry } : entry)),
  v.object({ category: Name, query: Text }),
  v.transform(({ category, query }) => ({ name: category, query: query || category })),
)
const Categories = v.object({
  data: v.pipe(
    v.unknown(),
    v.transform((data) => (Array.isArray(data) ? data : fieldOf(data, 'categories'))),
    aList(Category, MAX_IDS),
  ),
})

const categories: Row = async (_, context) =>
  categoriesOf(v.parse(Categories, await context.ask({ path: '/gifs/categories' })).data)

const emoji = pages(() => 'emojis', trendingOf)

const VerdictSchema = v.object({
  result: v.optional(v.unknown()),
  message: Text,
  error: v.optional(v.unknown()),
  data: v.optional(v.unknown()),
})
const messageIn = (value: unknown): string =>
  v.parse(Text, typeof value === 'string' ? value : fieldOf(value, 'message'))

/** KLIPY's API, version 1 (`docs/wire.md`): `PROVIDER_URL` is what precedes `/api/v1`. The key is part of the path. */
export const klipyShape: Shape = {
  address(base, key, { path, query }) {
    assertKey(key)
    return urlOf(`${base}/api/v1/${encodeURIComponent(key)}${path}`, query)
  },

  // `result: false` is a failure with any status.
  verdict(status, body) {
    const said = v.safeParse(VerdictSchema, body)
    const isOk = status >= 200 && status < 300
    if (!said.success) return { status, isOk, message: '' }
    const { result, message, error, data } = said.output
    return {
      status,
      isOk: isOk && result !== false,
      message: message || messageIn(error) || messageIn(data),
    }
  },

  rows: {
    ...DERIVED,
    search: pages(shelfOf, (shelf, input) => searchOf(shelf, withType(searchText(input), input), input)),
    trending: pages(shelfOf, (shelf, input) =>
      input.type === 'text' ? searchOf(shelf, 'text', input) : trendingOf(shelf, input),
    ),
    videoTrending: pages(() => 'clips', trendingOf),
    videoSearch: pages(
      () => 'clips',
      (shelf, input) => searchOf(shelf, searchText(input), input),
    ),
    videoRelated,
    gif,
    gifs: gifsOneByOne,
    emoji,
    emojiDefaultVariations: emoji,
    categories: inOnePiece(categories),
    tagSearch: inOnePiece(tagsFrom),
    relatedTags: tagsWith,
    gifRelatedTags: tagsWith,
    trendingSearches: trendingTags,
    emojiVariations: lacks('variations of emoji'),
    animate: lacks('text made on demand'),
    channelSearch: lacks('channels'),
  },
}
