import { safeHref } from '../html.ts'
import { oncePer } from '../once-per.ts'
import type { Gif } from '../schema/gif.ts'
import { withTracking } from './tracking.ts'

type Item = Pick<Gif, 'id' | 'slug' | 'is_sticker'>

const ID = /^\w{1,64}$/
const SLUG = /^[\w-]{1,200}$/

/** Whether an id is valid in our paths. */
export const isId = (id: string): boolean => ID.test(id)

/** The id in a slug: the part after its last `-`. `undefined` if that is not an id. */
export function idOfSlug(slug: string): string | undefined {
  const id = slug.slice(slug.lastIndexOf('-') + 1)
  return isId(id) ? id : undefined
}

/** `/gifs/{slug}` or `/stickers/{slug}`. */
export const itemPath = (item: Item): string => `/${item.is_sticker ? 'stickers' : 'gifs'}/${segmentOf(item)}`

/** `/embed/{slug}`. */
export const embedPath = (item: Item): string => `/embed/${segmentOf(item)}`

/** The GIF's page: the provider's URL if it has one, else ours. */
export const itemUrl = (gif: Gif, publicUrl: string): string => providersUrl(gif) ?? publicUrl + itemPath(gif)

/** The same with a tracking query. */
export const trackedUrl = (gif: Gif, publicUrl: string, tracking: string): string =>
  withTracking(itemUrl(gif, publicUrl), tracking)

const providersUrl = oncePer(({ url }: Gif) => safeHref(url))

// A slug that does not end in its own id would lead to another item; then the path has the id alone.
const segmentOf = ({ id, slug }: Item): string =>
  SLUG.test(slug) && idOfSlug(slug) === id ? slug : encodeURIComponent(id)
