/** The path of a list of GIFs. Pages count from 1; the first has the path without a number. */
const paged = (path: string, page: number): string => (page > 1 ? `${path}/page/${page}` : path)

/** §2 Virtual page paths: the sticker pages. */
const STICKERS_PATH = '/create/gifmaker/decorate/stickers'

/** What a search covers. */
export type Shelf = 'gifs' | 'stickers'

// A term with a slash, a percent sign or a dot segment goes into a query: the path gate refuses ambiguous paths.
const fitsPath = (term: string): boolean => !/[%/\\\0]/.test(term) && term !== '.' && term !== '..'

/** A user's or channel's name in our paths: the same as `@name` in a search, at most 50 characters. */
export const isChannelName = (name: string): boolean => /^[\w.-]{1,48}$/.test(name) && !/^\.+$/.test(name)

/** `/search/{term}`; `/search?q=` for a term that a path cannot contain. */
export function searchPath(term: string, page = 1, shelf: Shelf = 'gifs'): string {
  if (!fitsPath(term)) return searchQuery(term, page, shelf)
  const base = shelf === 'stickers' ? `${STICKERS_PATH}/search` : '/search'
  return paged(`${base}/${encodeURIComponent(term)}`, page)
}

function searchQuery(q: string, page: number, shelf: Shelf): string {
  const query = new URLSearchParams({ q })
  if (shelf === 'stickers') query.set('type', shelf)
  if (page > 1) query.set('page', String(page))
  return `/search?${query}`
}

/** `/create/gifmaker/decorate/stickers`: trending stickers. */
export const stickersPath = (page = 1): string => paged(STICKERS_PATH, page)

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

const withShelf = (path: string, shelf: Shelf): string =>
  shelf === 'stickers' ? `${path}?type=stickers` : path
