import { intrinsicSize } from '../picture/rendition-source.ts'
import type { Gif } from '../schema/gif.ts'
import { altText } from './alt-text.ts'
import { embedPath, isId, itemUrl } from './item-path.ts'
import { snippetHtml } from './snippet-html.ts'

type SnippetPlace = { publicUrl: string; brand: string; responsive?: boolean }

/** §9 Embed snippet, for people to paste into their pages; `undefined` for an id that is invalid in our paths. */
export function embedSnippet(gif: Gif, { publicUrl, brand, responsive }: SnippetPlace): string | undefined {
  if (!isId(gif.id)) return undefined
  const parts = {
    ...intrinsicSize(gif.images),
    embedUrl: publicUrl + embedPath(gif),
    itemUrl: itemUrl(gif, publicUrl),
    title: altText(gif),
    brand,
  }
  return snippetHtml(parts, responsive)
}
