import { intrinsicSize } from '../../../shared/picture/rendition-source.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type Masonry, pack, update } from './masonry.ts'

/**
 * Where a tile stands in a list of whatever size, in sides: of a grid the side is a column's width, of a row its height.
 * Style turns it into pixels (`tile-list.css`), so the server can place tiles in a frame whose size it does not know.
 */
export type FluidPlace = {
  column: number
  /** How many tiles stand before it in its column or row, and how long they are together, in sides. */
  before: number
  offset: number
  /** How long it is itself, in sides. */
  ratio: number
}

/** Sides are so long, and gutters five times as wide, where a masonry is packed for no width in particular. */
const NOMINAL = { side: 1000, gutterScale: 5 } as const

/** No tile is so flat that a pointer cannot hit it (WCAG 2.5.8: 24 px of a 160-px side), nor longer than four sides. */
const RATIO = { min: 0.15, max: 4 } as const

const within = (ratio: number) => Math.max(RATIO.min, Math.min(RATIO.max, ratio))

/** A masonry of any width (§4): which column a tile goes to does not depend on it, so resizing moves no tile across. */
export function packFluid(columns: number, gutterPx: number, gifs: readonly Gif[], last?: Masonry): Masonry {
  const gutter = gutterPx * NOMINAL.gutterScale
  const grid = { columns, gutter, width: columns * NOMINAL.side + (columns - 1) * gutter }
  const items = gifs.map(({ images }) => {
    const { width, height } = intrinsicSize(images)
    return { width: NOMINAL.side, height: NOMINAL.side * within(height / width) }
  })
  return last ? update(last, items) : pack(grid, items)
}

/** The places of a packed masonry, in the order of its items. */
export function placesOf({ grid, places }: Masonry): FluidPlace[] {
  const counts = Array<number>(grid.columns).fill(0)
  return places.map(({ left, top, height }) => {
    const column = Math.round(left / (NOMINAL.side + grid.gutter))
    const before = counts[column] ?? 0
    counts[column] = before + 1
    return {
      column,
      before,
      offset: (top - before * grid.gutter) / NOMINAL.side,
      ratio: height / NOMINAL.side,
    }
  })
}

/** A row: each GIF as wide as its height makes it. */
export function rowPlaces(gifs: readonly Gif[]): FluidPlace[] {
  let offset = 0
  return gifs.map(({ images }, before) => {
    const { width, height } = intrinsicSize(images)
    const place = { column: 0, before, offset, ratio: rounded(within(width / height)) }
    offset = rounded(offset + place.ratio)
    return place
  })
}

/** How long the list is, for style: its longest column or row, of which one it is depends on the side. */
export function fluidLength(places: readonly FluidPlace[]): string {
  const ends = new Map(places.map((place) => [place.column, place]))
  const lengths = [...ends.values()].map(
    ({ before, offset, ratio }) => `${rounded(offset + ratio)}*var(--side) + ${before}*var(--gutter)`,
  )
  return lengths.length > 0 ? `max(0px,${lengths.join(',')})` : '0px'
}

/** Where a tile begins and ends along its list, in pixels. */
export function spanOf({ before, offset, ratio }: FluidPlace, sidePx: number, gutterPx: number) {
  const start = offset * sidePx + before * gutterPx
  return { start, end: start + ratio * sidePx }
}

// Enough for whole pixels after thousands of tiles, and short in a page.
const rounded = (sides: number) => Math.round(sides * 1000) / 1000
