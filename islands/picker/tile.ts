import { altText } from '../../shared/gif/gif-texts.ts'
import { itemUrl } from '../../shared/gif/item-path.ts'
import { withTracking } from '../../shared/gif/tracking.ts'
import { tileColour } from '../../shared/picture/avatar.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { interpolate } from '../../shared/texts/interpolate.ts'
import { newElement } from '../dom/new-element.ts'
import type { Motion } from '../model/motion.ts'
import { PLACEHOLDER, tileSources } from '../ui/tile-picture.ts'
import type { PickerProps } from './picker-props.ts'

/** The width of the tiles that pictures are chosen for, in CSS pixels. */
type Look = { width: number; motion: Motion }

/** A tile as the server draws it (`picker-page.tsx`): a link to the item's page. */
export function newTile(
  gif: Gif,
  { publicUrl, tracking, tiles }: PickerProps,
  { width, motion }: Look,
): HTMLLIElement {
  const sources = tileSources(gif, { width }, motion, tiles.scaleUpLimit)
  const picture = newElement('picture')
  for (const { url, type, media } of sources.slice(0, -1)) {
    picture.append(newElement('source', { srcset: url, ...(type && { type }), ...(media && { media }) }))
  }
  const src = sources.at(-1)?.url || PLACEHOLDER
  picture.append(newElement('img', { loading: 'lazy', decoding: 'async', alt: altText(gif), src }))
  const link = newElement('a', {
    class: 'loop-tile',
    href: withTracking(itemUrl(gif, publicUrl), tracking),
    target: '_blank',
    rel: 'noopener',
    'data-ground': gif.is_sticker ? 'sticker' : String(tileColour(gif.id)),
  })
  link.append(picture)
  const [item, row, cell] = [newElement('li'), newElement('div'), newElement('div')]
  cell.append(link)
  row.append(cell)
  item.append(row)
  return item
}

/** Makes a tile a row of the grid: the GIF, which is picked by a press, and what else can be done with it. */
export function makeRow(item: HTMLElement, gif: Gif, at: number, { texts }: PickerProps): void {
  const row = item.firstElementChild
  const [cell, tile] = [row?.firstElementChild, item.querySelector('.loop-tile')]
  item.role = 'none'
  if (row) Object.assign(row, { role: 'row', ariaRowIndex: String(at + 1) })
  if (cell) cell.role = 'gridcell'
  if (tile) tile.role = 'button'
  const more = newElement('button', {
    class: 'tile-more',
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
    'aria-label': interpolate(texts.actions, { title: altText(gif) }),
  })
  const own = newElement('div', { role: 'gridcell' })
  own.append(more)
  row?.append(own)
}
