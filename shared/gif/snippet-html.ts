import { SNIPPET_BOX_PX } from '../limits.ts'
import type { Size } from './best-rendition.ts'
import { escapeHtml } from './escape-html.ts'

/** What a snippet is made of; the size is the item's own, in pixels. */
export type SnippetParts = Size & { embedUrl: string; itemUrl: string; title: string; brand: string }

/** The frame's attributes that never change: what it may do, and no more of the host's address than its origin. */
const FRAME =
  'allow="autoplay; fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" ' +
  'loading="lazy" allowfullscreen'

/** §9 Embed snippet from its parts: 480x480 at most, or as wide as its place. Ends with the attribution link. */
export function snippetHtml(parts: SnippetParts, responsive?: boolean): string {
  const { embedUrl, itemUrl, title, brand } = parts
  const frame = (width: number | string, height: number | string, style: string) =>
    `<iframe src="${escapeHtml(embedUrl)}" width="${width}" height="${height}" ` +
    `title="${escapeHtml(title)}" style="${style}" ${FRAME}></iframe>`
  const { width, height } = fitted(parts)
  const player = responsive
    ? `<div style="width:100%;height:0;padding-bottom:${percent(parts)}%;position:relative">` +
      `${frame('100%', '100%', 'border:0;position:absolute;inset:0')}</div>`
    : frame(width, height, 'border:0')
  return `${player}<p><a href="${escapeHtml(itemUrl)}">via ${escapeHtml(brand)}</a></p>`
}

/** Scaled up or down until the longer side is the box's. */
function fitted({ width, height }: Size): Size {
  const scale = SNIPPET_BOX_PX / Math.max(width, height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

const percent = ({ width, height }: Size): number => Math.max(0.01, Math.round((height / width) * 1e4) / 100)
