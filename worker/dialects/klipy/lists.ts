import * as v from 'valibot'
import { optionalField, Query, Rating, WholeNumber } from '../../../shared/calls/fields.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { AppError } from '../../../shared/errors.ts'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { isWithinRating } from '../../../shared/schema/choices.ts'
import { type AppContext, countSearch, readBySlug, replyJson } from '../../http/context.ts'
import { contentFilter, countOf, Locale, ratingOf, wordsOf } from '../filters.ts'
import type { Item } from '../item.ts'
import {
  allowsOf,
  type List,
  readCategories,
  readItem,
  readItems,
  replyFresh,
  startOf,
} from '../read-list.ts'
import { FORMATS, KINDS, type KlipyType, toKlipyItems } from './item.ts'

const PER_PAGE = { min: 8, max: 50, usual: 24 } as const

/** Pages of the provider in which items of a type that has no list are looked for: its first 200. */
const LOOKED_THROUGH = 8

/** What a client lays its own ads out by: there are none here. */
const META = { item_min_width: 50, ad_max_resize_percent: 0 } as const

const entries = {
  page: optionalField(v.pipe(WholeNumber('page'), v.minValue(1, 'page must be at least 1'))),
  per_page: countOf('per_page', PER_PAGE),
  content_filter: contentFilter('content_filter'),
  rating: Rating,
  locale: Locale,
  format_filter: wordsOf(FORMATS),
}

const TrendingSchema = v.object(entries)
const SearchSchema = v.object({ ...entries, q: Query })
const ItemSchema = v.object({ format_filter: entries.format_filter })
const CategoriesSchema = v.object({
  content_filter: entries.content_filter,
  rating: entries.rating,
  locale: Locale,
})

type ListQuery = v.InferOutput<typeof TrendingSchema> & { q?: string }

const maxRating = ({ rating, content_filter }: Pick<ListQuery, 'rating' | 'content_filter'>) =>
  rating ?? ratingOf(content_filter)

/** The list that a type is read from. `keep`: its items are picked out of it. */
type Source = { list: List; keep?: (item: Item) => boolean }

function sourceOf(type: KlipyType, query: ListQuery): Source {
  const { q, locale } = query
  const rating = maxRating(query)
  const pictures = (of: 'gifs' | 'stickers'): List =>
    q === undefined
      ? { call: providerCalls.trending, fields: { type: of, rating } }
      : { call: providerCalls.search, fields: { type: of, q, rating, lang: locale } }
  switch (type) {
    case 'gifs':
    case 'stickers':
      return { list: pictures(type) }
    case 'clips':
      return {
        list:
          q === undefined
            ? { call: providerCalls.videoTrending, fields: { rating } }
            : { call: providerCalls.videoSearch, fields: { q, rating } },
      }
    case 'static-memes':
      return { list: pictures('gifs'), keep: KINDS[type].has }
    case 'emojis': {
      const list = { call: providerCalls.emoji, fields: {} }
      if (q === undefined && rating === undefined) return { list }
      const isNamed = namedBy(q)
      return { list, keep: (item) => isWithinRating(item.rating, rating) && isNamed(item) }
    }
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether title and tags have words that begin with each word of a search; the provider searches no emoji. */
function namedBy(q: string | undefined): (item: Item) => boolean {
  if (q === undefined) return () => true
  const wanted = wordsIn(q)
  return ({ title, tags }) => {
    const words = [title, ...tags].flatMap(wordsIn)
    return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
}

type ListPage = { data: unknown[]; page: number; perPage: number; hasNext: boolean }

const listBody = ({ data, page, perPage, hasNext }: ListPage) => ({
  result: true,
  data: { data, current_page: page, per_page: perPage, has_next: hasNext, meta: META },
})

/** A page by its number. Where items are picked out, those of pages before are counted again, of the same copies. */
async function respond(c: AppContext, type: KlipyType, query: ListQuery): Promise<Response> {
  const { page = 1, per_page: perPage = PER_PAGE.usual, format_filter: formats = FORMATS, q } = query
  const { list, keep } = sourceOf(type, query)
  const before = (page - 1) * perPage
  const start = keep || before === 0 ? 0 : await startOf(c, list)
  const walk = keep
    ? { from: 0, count: before + perPage, keep, reads: LOOKED_THROUGH }
    : { from: start + before, count: perPage }
  const { items, next, freshness } = await readItems(c, list, walk)
  if (q !== undefined && page === 1) countSearch(c, q)
  const hasNext = next !== undefined && items.length === walk.count
  // Pages have numbers: what a partner is not shown leaves a gap in its page.
  const shown = (keep ? items.slice(before) : items).filter(allowsOf(c))
  const data = toKlipyItems(shown, type, formats.length > 0 ? formats : FORMATS)
  return replyFresh(c, listBody({ data, page, perPage, hasNext }), freshness)
}

export const trending = (c: AppContext, type: KlipyType): Promise<Response> =>
  respond(c, type, parseInput({ input: TrendingSchema }, c.req.query()))

export const search = (c: AppContext, type: KlipyType): Promise<Response> =>
  respond(c, type, parseInput({ input: SearchSchema }, c.req.query()))

/** The provider's categories, for any type: they are words to search for. */
export async function categories(c: AppContext): Promise<Response> {
  const query = parseInput({ input: CategoriesSchema }, c.req.query())
  const { pictures, freshness } = await readCategories(c, maxRating(query))
  const list = pictures.map(({ term, name, image }) => ({ category: name, query: term, preview_url: image }))
  const data = { locale: c.req.query('locale') || 'en_US', categories: list }
  return replyFresh(c, { result: true, data }, freshness)
}

const noSuchItem = () => new AppError('not-found', 'There is no such item')

/** An item of a type by its slug, by our id, or by an old one. @throws AppError 'not-found', or 'removed' */
export async function findItem(c: AppContext, type: KlipyType, slug: string) {
  if (!idOfSlug(slug)) throw noSuchItem()
  const found = await readBySlug(c, slug, (id) => readItem(c, id))
  if (!KINDS[type].has(found.item)) throw noSuchItem()
  return found
}

export async function item(c: AppContext, type: KlipyType, { slug = '' }: Record<string, string>) {
  const { format_filter: formats = [] } = parseInput({ input: ItemSchema }, c.req.query())
  const { item, freshness } = await findItem(c, type, slug)
  const [data] = toKlipyItems([item], type, formats.length > 0 ? formats : FORMATS)
  if (!data) throw noSuchItem()
  return replyFresh(c, { result: true, data }, freshness)
}

/** No one keeps what a customer has used lately: the list is empty, and so it is after each of it was dropped. */
export const recent = (c: AppContext): Response => {
  const query = parseInput({ input: TrendingSchema }, c.req.query())
  const { page = 1, per_page: perPage = PER_PAGE.usual } = query
  return replyJson(c, listBody({ data: [], page, perPage, hasNext: false }), 200)
}

export const done = (c: AppContext): Response => replyJson(c, { result: true }, 200)
