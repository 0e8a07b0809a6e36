/** Where a list of GIFs is shown; pages count from 1, and the first one has the bare address. */
const paged = (path: string, page: number): string => (page > 1 ? `${path}/page/${page}` : path)

/** §2 Virtual page paths: the sticker pages. */
const STICKERS_PATH = '/create/gifmaker/decorate/stickers'

/** Which shelf a search looks at. */
export type Shelf = 'gifs' | 'stickers'

// A slash, a percent sign or a dot segment has a second reading in a path (the path gate refuses it): it goes into a query.
const fitsPath = (term: string): boolean => !/[%/\\\0]/.test(term) && term !== '.' && term !== '..'

/** A user or channel as our paths name it: what `@name` may be in a search, within its 50 characters. */
export const isChannelName = (name: string): boolean => /^[\w.-]{1,48}$/.test(name) && !/^\.+$/.test(name)

/** `/search/{term}`; a term that no path can hold is asked for by `/search?q=`. */
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

/** `/create/gifmaker/decorate/stickers`: the stickers that are trending. */
export const stickersPath = (page = 1): string => paged(STICKERS_PATH, page)

/** `/channels/{id}`, of a user or channel. */
export const channelPath = (id: string, page = 1, shelf: Shelf = 'gifs'): string =>
  withShelf(paged(`/channels/${encodeURIComponent(id)}`, page), shelf)

/** `/channel/{id}/search/{term}`. */
export const channelSearchPath = (id: string, term: string, page = 1, shelf: Shelf = 'gifs'): string =>
  fitsPath(term)
    ? withShelf(paged(`/channel/${encodeURIComponent(id)}/search/${encodeURIComponent(term)}`, page), shelf)
    : searchQuery(`@${id} ${term}`, page, shelf)

/** `/gifs/{slug}/related/page/{n}`, which §2 has for stickers too. */
export const relatedPath = (segment: string, page = 1): string => `/gifs/${segment}/related/page/${page}`

const withShelf = (path: string, shelf: Shelf): string =>
  shelf === 'stickers' ? `${path}?type=stickers` : path
