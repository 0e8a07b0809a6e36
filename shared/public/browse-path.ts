import { STICKERS_PATH } from '../gif/virtual-path.ts'
import { PROVIDER_PAGE } from '../limits.ts'
import type { SEARCHED_TYPES } from '../schema/choices.ts'

/** The path of a list of GIFs. Pages count from 1; the first has the path without a number. */
const paged = (path: string, page: number): string => (page > 1 ? `${path}/page/${page}` : path)

/** What a search covers. */
export type Shelf = 'gifs' | 'stickers'

/** A type of items that a search finds. */
export type ItemType = (typeof SEARCHED_TYPES)[number]

// A term with a slash, a percent sign or a dot segment goes into a query: the path gate refuses ambiguous paths.
const fitsPath = (term: string): boolean => !/[%/\\\0]/.test(term) && term !== '.' && term !== '..'

/** A user's or channel's name in our paths: the same as `@name` in a search, at most 50 characters. */
export const isChannelName = (name: string): boolean => /^[\w.-]{1,48}$/.test(name) && !/^\.+$/.test(name)

/** `/search/{term}`; `/search?q=` for a term that a path cannot contain. */
export function searchPath(term: string, page = 1, type: ItemType = 'gifs'): string {
  if (!fitsPath(term)) return searchQuery(term, page, type)
  const base = type === 'stickers' ? `${STICKERS_PATH}/search` : '/search'
  return withText(paged(`${base}/${encodeURIComponent(term)}`, page), type)
}

function searchQuery(q: string, page: number, type: ItemType): string {
  const query = new URLSearchParams({ q })
  if (type !== 'gifs') query.set('type', type)
  if (page > 1) query.set('page', String(page))
  return `/search?${query}`
}

/** `/create/gifmaker/decorate/stickers`: trending stickers. */
export const stickersPath = (page = 1): string => paged(STICKERS_PATH, page)

/** `/trending`: the items of a type that are looked at the most. */
export const trendingPath = (page = 1, type: ItemType = 'gifs'): string =>
  type === 'stickers' ? stickersPath(page) : withText(paged('/trending', page), type)

/** `/categories`, `/categories/{category}` and `/categories/{category}/{subcategory}`, by their encoded names. */
export const categoryPath = (names: readonly string[] = [], page = 1): string =>
  paged(['/categories', ...names.map(encodeURIComponent)].join('/'), page)

/** `/channels/{id}`, of a user or channel. */
export const channelPath = (id: string, page = 1, shelf: Shelf = 'gifs'): string =>
  withShelf(paged(`/channels/${encodeURIComponent(id)}`, page), shelf)

/** `/channel/{id}/search/{term}`. */
export const channelSearchPath = (id: string, term: string, page = 1, shelf: Shelf = 'gifs'): string =>
  fitsPath(term)
    ? withShelf(paged(`/channel/${encodeURIComponent(id)}/search/${encodeURIComponent(term)}`, page), shelf)
    : searchQuery(`@${id} ${term}`, page, shelf)

/** `/stories/{slug}`. */
export const storyPath = (slug: string): string => `/stories/${encodeURIComponent(slug)}`

/** `/gifs/{slug}/related/page/{n}`, which §2 has for stickers too. */
export const relatedPath = (segment: string, page = 1): string => `/gifs/${segment}/related/page/${page}`

// §2 has no path for text.
const withText = (path: string, type: ItemType): string => (type === 'text' ? `${path}?type=text` : path)

const withShelf = (path: string, shelf: Shelf): string =>
  shelf === 'stickers' ? `${path}?type=stickers` : path

/** One page of a list. `isLeast`: the total is one more than what is known, and the list goes on. */
export type Paging = { page: number; pages: number; total: number; isLeast?: boolean }

/** How many items a page of a list has. */
export const SITE_PAGE = PROVIDER_PAGE.limit

/** Parses a page number, from 1; `undefined` unless it has one to four digits. */
export const pageNumber = (text: string | undefined): number | undefined =>
  text === undefined ? 1 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined

/** The range of items of a page; `undefined` beyond the provider's maximum offset (`docs/wire.md`). */
export function pageWindow(page: number, max: number = PROVIDER_PAGE.maxOffset) {
  const offset = (page - 1) * SITE_PAGE
  return offset <= max ? { limit: SITE_PAGE, offset } : undefined
}

/** The number of pages; without a total, a full page means one more. `max` is the largest allowed offset. */
export function pagingOf(
  page: number,
  count: number,
  total: number | undefined,
  max: number = PROVIDER_PAGE.maxOffset,
): Paging {
  const seen = (page - 1) * SITE_PAGE + count
  const known = Math.max(total ?? (count === SITE_PAGE ? seen + 1 : seen), count > 0 ? seen : 0)
  const reachable = Math.floor(max / SITE_PAGE) + 1
  return { page, pages: Math.min(Math.ceil(known / SITE_PAGE), reachable), total: known }
}
