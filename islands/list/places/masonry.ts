import type { Size } from '../../../shared/picture/renditions.ts'

/** The dimensions of a masonry, in CSS pixels. */
type MasonryGrid = { columns: number; gutter: number; width: number }

export type MasonryPlace = { left: number; top: number; width: number; height: number }

/** Positioned items, in order; `ends` is where each column's next item begins. */
export type Masonry = {
  grid: MasonryGrid
  places: readonly MasonryPlace[]
  ends: readonly number[]
}

/** A tile is high enough for a pointer (WCAG 2.5.8) and not so high that it hides the others; the picture is cropped. */
const MIN_HEIGHT_PX = 24
const MAX_HEIGHT_PER_WIDTH = 4

/** §4 Masonry, pack: each item goes under the shortest column, of equal ones the leftmost. Pure and deterministic. */
export const pack = (grid: MasonryGrid, items: readonly Size[]): Masonry =>
  update({ grid, places: [], ends: Array<number>(grid.columns).fill(0) }, items)

/** §4 Masonry, update: positions the new items; the others keep their positions. */
export function update({ grid, places, ends }: Masonry, items: readonly Size[]): Masonry {
  const nextEnds = [...ends]
  const width = columnWidth(grid)
  const added = items.slice(places.length).map((item): MasonryPlace => {
    const top = Math.min(...nextEnds)
    const column = nextEnds.indexOf(top)
    const height = heightFor(item, width)
    nextEnds[column] = top + height + grid.gutter
    return { left: column * (width + grid.gutter), top, width, height }
  })
  return { grid, places: [...places, ...added], ends: nextEnds }
}

// Whole pixels: fractions would blur the pictures' edges.
const columnWidth = ({ columns, gutter, width }: MasonryGrid): number =>
  Math.max(0, Math.floor((width - gutter * (columns - 1)) / columns))

const heightFor = ({ width, height }: Size, columnWidth: number): number => {
  const scaled = Math.round((columnWidth * height) / width)
  return Math.max(MIN_HEIGHT_PX, Math.min(scaled, columnWidth * MAX_HEIGHT_PER_WIDTH))
}

/** The widest that a column gets, in pixels: the most that the smallest rendition may be scaled up to (§9). */
export const COLUMN_MAX_PX = 250

/** From two to six columns; in a wider grid the pictures grow instead. */
export const AUTO_COLUMNS = { min: 2, max: 6 } as const

/** How many columns a grid of this width has: the number given, else as many as fit. */
export function columnsIn(columns: number | undefined, widthPx: number, gutterPx: number): number {
  if (columns) return columns
  const fitting = Math.ceil((widthPx + gutterPx) / (COLUMN_MAX_PX + gutterPx))
  return Math.max(AUTO_COLUMNS.min, Math.min(AUTO_COLUMNS.max, fitting))
}

/** The widest grid, in pixels, for a number of columns. */
export const widthFor = (columns: number, gutterPx: number): number =>
  columns * (COLUMN_MAX_PX + gutterPx) - gutterPx
