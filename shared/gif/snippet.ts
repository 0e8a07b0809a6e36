import { SNIPPET_BOX_PX } from '../limits.ts'
import type { Gif } from '../schema/gif.ts'
import { altText } from './alt-text.ts'
import type { Size } from './best-rendition.ts'
import { escapeHtml } from './escape-html.ts'
import { embedPath, isId, itemUrl } from './item-path.ts'
import { intrinsicSize } from './rendition-source.ts'

export type SnippetPlace = { publicUrl: string; brand: string; responsive?: boolean }

/** The frame's attributes that never change: what it may do, and no more of the host's address than its origin. */
const FRAME =
  'allow="autoplay; fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" ' +
  'loading="lazy" allowfullscreen'

/** §9 Embed snippet, for people to paste into their pages; nothing for an id that our paths do not know. */
export function embedSnippet(gif: Gif, { publicUrl, brand, responsive }: SnippetPlace): string | undefined {
  if (!isId(gif.id)) return undefined
  const frame = (width: number | string, height: number | string, style: string) =>
    `<iframe src="${escapeHtml(publicUrl + embedPath(gif))}" width="${width}" height="${height}" ` +
    `title="${escapeHtml(altText(gif))}" style="${style}" ${FRAME}></iframe>`
  const size = intrinsicSize(gif.images)
  const { width, height } = fitted(size)
  const player = responsive
    ? `<div style="width:100%;height:0;padding-bottom:${percent(size)}%;position:relative">` +
      `${frame('100%', '100%', 'border:0;position:absolute;inset:0')}</div>`
    : frame(width, height, 'border:0')
  return `${player}<p><a href="${escapeHtml(itemUrl(gif, publicUrl))}">via ${escapeHtml(brand)}</a></p>`
}

/** Scaled up or down until the longer side is the box's. */
function fitted({ width, height }: Size): Size {
  const scale = SNIPPET_BOX_PX / Math.max(width, height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

const percent = ({ width, height }: Size): number => Math.max(0.01, Math.round((height / width) * 1e4) / 100)
