import { escapeHtml } from '../html.ts'
import { SNIPPET_BOX_PX } from '../limits.ts'
import { fitSize, intrinsicSize, type Size } from '../picture/renditions.ts'
import type { Gif } from '../schema/gif.ts'
import { altText } from './gif-texts.ts'
import { embedPath, isId, itemUrl } from './item-path.ts'

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

/** The input of a snippet; the size is the item's own, in pixels. */
type SnippetParts = Size & {
  embedUrl: string
  itemUrl: string
  title: string
  brand: string
  /** The longer side in px; 480 by default. */
  boxPx?: number
}

/** A frame's fixed attributes. Next to `allow`, `allowfullscreen` would log a warning in the host's console. */
export const FRAME_ATTRIBUTES =
  'allow="autoplay; fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"'

/** §9 Builds an embed snippet: 480x480 at most, or as wide as its container. Ends with the attribution link. */
export function snippetHtml(parts: SnippetParts, responsive?: boolean): string {
  const { embedUrl, itemUrl, title, brand } = parts
  const frame = (width: number | string, height: number | string, style: string) =>
    frameHtml({ src: embedUrl, title, width, height, style })
  const { width, height } = fitted(parts, parts.boxPx)
  const player = responsive
    ? `<div style="width:100%;height:0;padding-bottom:${percent(parts)}%;position:relative">` +
      `${frame('100%', '100%', 'border:0;position:absolute;inset:0')}</div>`
    : frame(width, height, `border:0;${heldPlace({ width, height })}`)
  return `${player}<p><a href="${escapeHtml(itemUrl)}">via ${escapeHtml(brand)}</a></p>`
}

/** A frame's place: as wide as there is room, as high as its ratio asks. Without styles its attributes remain. */
export const heldPlace = ({ width, height }: Size): string =>
  `max-width:100%;height:auto;aspect-ratio:${width}/${height}`

type FrameParts = {
  src: string
  title: string
  width: number | string
  height: number | string
  style: string
}

/** The markup of one of our frames, for another page. */
export const frameHtml = ({ src, title, width, height, style }: FrameParts): string =>
  `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" ` +
  `title="${escapeHtml(title)}" style="${style}" ${FRAME_ATTRIBUTES}></iframe>`

/** §9 Scales a size until its longer side equals the box's. */
export const fitted = (size: Size, boxPx: number = SNIPPET_BOX_PX): Size =>
  fitSize(size, { width: boxPx, height: boxPx })

const percent = ({ width, height }: Size): number => Math.max(0.01, Math.round((height / width) * 1e4) / 100)
