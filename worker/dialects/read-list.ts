import * as v from 'valibot'
import { type Call, parseInput } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { noSuchGif } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { placeInList, windowStartOf } from '../../shared/list-window.ts'
import { own } from '../../shared/own.ts'
import { holdsKind, localName } from '../../shared/public/category-names.ts'
import { isWithinRating } from '../../shared/schema/choices.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { gifListOf, oneGifOf } from '../../shared/schema/provider-response.ts'
import { type AppContext, readContext, replyJson } from '../http/context.ts'
import { type Freshness, oldestOf } from '../provider/layer.ts'
import { inOrderOf, type Page } from '../provider/page.ts'
import { maxOffsetOf } from '../provider/page-grid.ts'
import { providerConfigs } from '../provider/several/provider-configs.ts'
import { type Item, ItemSchema } from './item.ts'

/** Items of one read: the pages that T44 has for everyone, so that no client makes its own copies. */
const PAGE = PROVIDER_PAGE.limit

/** Pages that one response is made of at most: three for 50 items from anywhere, the others for what a filter leaves out. */
const READS_MAX = 6

/** A list of the provider: a call that has pages, and the raw fields of its input. */
export type ItemList = { call: Call; fields: Record<string, unknown> }

/** What a list of pictures is read for; without `q` it is what is trending. */
export type ListFields = Record<'q' | 'rating' | 'lang', string | undefined>

/** GIFs or stickers: a search's, or what is trending behind what is featured. */
export const picturesOf = (type: 'gifs' | 'stickers', fields: ListFields): ItemList =>
  fields.q === undefined
    ? { call: providerCalls.trending, fields: { type, ...fields, featured: true } }
    : { call: providerCalls.search, fields: { type, ...fields } }

/** Items of a list, and where the next begin; no `next` at the list's end. */
export type FoundItems = { items: Item[]; next: number | undefined; freshness: Freshness }

export type ListWalk = {
  from: number
  count: number
  keep?: ((item: Item) => boolean) | undefined
  /** Puts each page in another order, the same for the same page. */
  order?: ((items: readonly Item[], page: number) => readonly Item[]) | undefined
  reads?: number
}

const ListSchema = gifListOf(ItemSchema)
const OneSchema = oneGifOf(ItemSchema)

/** The provider as the caller may read it. Its copies have every item: `allowsOf` says which are theirs. */
export const providerOf = (c: AppContext) => (c.get('partner') ?? c.get('services')).provider

/** Whether an item may be shown to the caller. */
export const allowsOf = (c: AppContext): ((item: Item | Gif) => boolean) =>
  c.get('partner')?.allows ?? (() => true)

const isWithin = (list: ItemList, offset: number): boolean =>
  (placeInList(offset)?.offset ?? Infinity) <= maxOffsetOf(list.call)

async function readPage(c: AppContext, { call, fields }: ItemList, offset: number) {
  const input = parseInput(call, { ...fields, limit: PAGE, offset })
  const parse = (page: Page) => v.parse(ListSchema, page)
  const { value, ...source } = await providerOf(c).parsed(call, input, readContext(c), 'items', parse)
  const { total_count: total = 0, offset: found = offset } = value.pagination ?? {}
  const { length } = value.data
  // The first page may be another provider's than the one that was asked: the list goes on there.
  const begin = offset === 0 ? windowStartOf(found) : offset
  // A page may be short of what is gone: its count and the total are short of the same. Not every provider counts.
  const isLast = total > 0 ? begin + length >= total : length < PAGE
  return { items: value.data, begin, isLast, source }
}

/** Where a list begins: its offsets are those of the provider that gives the first page. */
export async function firstOffset(c: AppContext, list: ItemList): Promise<number> {
  const { config } = c.get('services')
  return providerConfigs(config).length > 1 ? (await readPage(c, list, 0)).begin : 0
}

/** Items of a list from a position on, until there are `count` that `keep` lets through, it ends, or `reads` pages were read. */
export async function readItems(
  c: AppContext,
  list: ItemList,
  { from, count, keep = () => true, order = (items) => items, reads = READS_MAX }: ListWalk,
): Promise<FoundItems> {
  // By id: copies of two pages may be of two moments, and an item has moved from one to the other.
  const items = new Map<string, Item>()
  const sources: Freshness[] = []
  let at: number | undefined = from
  while (at !== undefined && items.size < count && sources.length < reads) {
    const asked: number = at - (at % PAGE)
    if (!isWithin(list, asked)) at = undefined
    else {
      const { items: all, begin: page, isLast, source } = await readPage(c, list, asked)
      sources.push(source)
      const ordered = order(all, page)
      let place: number = at - asked
      for (; place < ordered.length && items.size < count; place++) {
        const item = ordered[place]
        if (item && keep(item)) items.set(item.id, item)
      }
      if (place < ordered.length) at = page + place
      else at = isLast || !isWithin(list, page + PAGE) ? undefined : page + PAGE
    }
  }
  return { items: [...items.values()], next: at, freshness: oldestOf(sources) }
}

/** The items of these ids that are there for everyone, in their order. */
export async function readNamed(c: AppContext, ids: readonly string[]): Promise<FoundItems> {
  const call = providerCalls.gifs
  const parse = (page: Page) => v.parse(ListSchema, page).data
  const input = parseInput(call, { ids: ids.join() })
  const { value, ...source } = await providerOf(c).parsed(call, input, readContext(c), 'items', parse)
  const items = inOrderOf(ids, value, ({ id }) => id).filter(allowsOf(c))
  return { items, next: undefined, freshness: oldestOf([source]) }
}

/** One item by its id. @throws AppError 'not-found', or 'removed' */
export async function readOneItem(c: AppContext, id: string): Promise<{ item: Item; freshness: Freshness }> {
  const call = providerCalls.gif
  const parse = (page: Page) => v.parse(OneSchema, page).data
  const input = parseInput(call, { id })
  const { value, ...source } = await providerOf(c).parsed(call, input, readContext(c), 'item', parse)
  if (!value || !allowsOf(c)(value)) throw noSuchGif()
  return { item: value, freshness: oldestOf([source]) }
}

/** A word to search for, with its name and the URL of its picture, '' without one. */
export type CategoryPicture = { term: string; name: string; image: string }

/** Categories of one response. */
const MAX_CATEGORIES = 50

const PICTURES = ['fixed_width', 'fixed_height', 'downsized', 'original']

/** What categories are wanted for: a kind of items, up to a rating, with names in a language. */
export type CategoryFields = { kind: string } & Pick<ListFields, 'rating' | 'lang'>

/** The provider's categories that have such items. One whose picture the rating rules out has none. */
export async function readCategories(
  c: AppContext,
  { kind, rating, lang }: CategoryFields,
): Promise<{ pictures: CategoryPicture[]; freshness: Freshness }> {
  const { value, ...source } = await providerOf(c).call(
    'categories',
    { limit: MAX_CATEGORIES },
    readContext(c),
  )
  const allows = allowsOf(c)
  const pictures = value.data.flatMap(({ gif, ...category }) => {
    const { name } = category
    if (!name || !holdsKind(category, kind, rating)) return []
    const images = gif && isWithinRating(gif.rating, rating) && allows(gif) ? gif.images : {}
    const image = PICTURES.map((name) => own(images, name)?.url).find(Boolean) ?? ''
    return [{ term: name.toLowerCase(), name: localName(category, lang), image }]
  })
  return { pictures, freshness: oldestOf([source]) }
}

/** A response with the headers of the reads that it is made of. */
export const replyFresh = (c: AppContext, body: unknown, { state, age, freshFor }: Freshness): Response =>
  replyJson(c, body, 200, {
    'Cache-Control': `public, max-age=${freshFor}`,
    'x-cache': state,
    Age: String(age),
  })
