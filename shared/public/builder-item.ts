import { embedPath, isId, itemPath } from '../gif/item-path.ts'
import { safeHref } from '../html/safe-href.ts'
import type { BuilderItem } from './builder-snippet.ts'

type Size = { width: number | string; height: number | string }

/** The fields of a GIF that the builder reads: a parsed GIF in the server, the API's JSON in the browser. */
export type RawItem = {
  id: string
  slug?: string
  url?: string
  title?: string
  alt_text?: string
  is_sticker?: unknown
  images?: { original?: Size }
}

/** The snippet's part of a GIF; `undefined` for an id that is invalid in our paths. */
export function builderItem(raw: RawItem, publicUrl: string): BuilderItem | undefined {
  const { id, slug = '', images } = raw
  if (!isId(id)) return undefined
  const item = { id, slug, is_sticker: Boolean(raw.is_sticker) }
  const [width, height] = [Number(images?.original?.width), Number(images?.original?.height)]
  const known = width > 0 && height > 0
  return {
    slug: embedPath(item).slice('/embed/'.length),
    itemUrl: safeHref(raw.url ?? '') ?? publicUrl + itemPath(item),
    title: raw.alt_text || raw.title || 'GIF',
    width: known ? width : 480,
    height: known ? height : 270,
  }
}
