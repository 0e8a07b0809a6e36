import { escapeHtml } from '../html/escape-html.ts'
import { SNIPPET_BOX_PX } from '../limits.ts'
import type { Size } from '../picture/best-rendition.ts'
import { fitSize } from '../picture/fit-size.ts'

/** What a snippet is made of; the size is the item's own, in pixels. */
type SnippetParts = Size & {
  embedUrl: string
  itemUrl: string
  title: string
  brand: string
  /** The longer side, where 480 is not wanted. */
  boxPx?: number
}

/**
 * The frame's attributes that never change: what it may do, and no more of the host's address than its origin. No
 * `allowfullscreen` beside `allow`: browsers warn of it in the host's console.
 */
export const FRAME_ATTRIBUTES =
  'allow="autoplay; fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"'

/** §9 Embed snippet from its parts: 480x480 at most, or as wide as its place. Ends with the attribution link. */
export function snippetHtml(parts: SnippetParts, responsive?: boolean): string {
  const { embedUrl, itemUrl, title, brand } = parts
  const frame = (width: number | string, height: number | string, style: string) =>
    frameHtml({ src: embedUrl, title, width, height, style })
  const { width, height } = fitted(parts, parts.boxPx)
  const player = responsive
    ? `<div style="width:100%;height:0;padding-bottom:${percent(parts)}%;position:relative">` +
      `${frame('100%', '100%', 'border:0;position:absolute;inset:0')}</div>`
    : frame(width, height, 'border:0')
  return `${player}<p><a href="${escapeHtml(itemUrl)}">via ${escapeHtml(brand)}</a></p>`
}

type FrameParts = {
  src: string
  title: string
  width: number | string
  height: number | string
  style: string
}

/** A frame of ours in somebody's page. */
export const frameHtml = ({ src, title, width, height, style }: FrameParts): string =>
  `<iframe src="${escapeHtml(src)}" width="${width}" height="${height}" ` +
  `title="${escapeHtml(title)}" style="${style}" ${FRAME_ATTRIBUTES}></iframe>`

/** §9 Scaled up or down until the longer side is the box's. */
export const fitted = (size: Size, boxPx: number = SNIPPET_BOX_PX): Size =>
  fitSize(size, { width: boxPx, height: boxPx })

const percent = ({ width, height }: Size): number => Math.max(0.01, Math.round((height / width) * 1e4) / 100)
