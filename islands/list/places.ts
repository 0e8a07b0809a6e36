import { intrinsicSize } from '../../shared/picture/renditions.ts'
import type { Gif } from '../../shared/schema/gif.ts'

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

/** A tile's position in sides: a grid's is a column's width, a row's its height. CSS makes pixels of it (`tile-list.css`). */
export type FluidPlace = {
  column: number
  /** The number of tiles before it in its column or row, and their length together, in sides. */
  before: number
  offset: number
  /** Its own length, in sides. */
  ratio: number
}

/** The side, with gutters five times as wide, when a masonry is packed for no particular width. */
const NOMINAL = { side: 1000, gutterScale: 5 } as const

/** A tile is high enough for a pointer (WCAG 2.5.8: 24 px of a 160-px side), and at most four sides long. */
const RATIO = { min: 0.15, max: 4 } as const

const within = (ratio: number) => Math.max(RATIO.min, Math.min(RATIO.max, ratio))

/** Tiles in columns, in their order; `ends` has how many each column holds, and their nominal length without gutters. */
export type Masonry = {
  places: readonly FluidPlace[]
  ends: readonly { count: number; length: number }[]
}

/** §4 Masonry: each tile goes under the shortest column, the leftmost of equals, at any width; those of `last` stay. */
export function packFluid(columns: number, gutterPx: number, gifs: readonly Gif[], last?: Masonry): Masonry {
  const places = [...(last?.places ?? [])]
  const ends = last ? [...last.ends] : Array.from({ length: columns }, () => ({ count: 0, length: 0 }))
  for (const { images } of gifs.slice(places.length)) {
    const { width, height } = intrinsicSize(images)
    const own = Math.round(NOMINAL.side * within(height / width))
    const tops = ends.map(({ count, length }) => length + count * gutterPx * NOMINAL.gutterScale)
    const column = tops.indexOf(Math.min(...tops))
    const { count, length } = ends[column] ?? { count: 0, length: 0 }
    places.push({ column, before: count, offset: length / NOMINAL.side, ratio: own / NOMINAL.side })
    ends[column] = { count: count + 1, length: length + own }
  }
  return { places, ends }
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

/** The list's length as a CSS value: of its longest column or row; which one that is depends on the side. */
export function fluidLength(places: readonly FluidPlace[]): string {
  const ends = new Map(places.map((place) => [place.column, place]))
  const lengths = [...ends.values()].map(
    ({ before, offset, ratio }) => `${rounded(offset + ratio)}*var(--side) + ${before}*var(--gutter)`,
  )
  return lengths.length > 0 ? `max(0px,${lengths.join(',')})` : '0px'
}

/** The start and end of a tile along its list, in pixels. */
export function spanOf({ before, offset, ratio }: FluidPlace, sidePx: number, gutterPx: number) {
  const start = offset * sidePx + before * gutterPx
  return { start, end: start + ratio * sidePx }
}

// Enough for whole pixels after thousands of tiles, and short in a page.
const rounded = (sides: number) => Math.round(sides * 1000) / 1000

/** A part of a list along its axis, in pixels from its start. */
export type Range = { from: number; to: number }

/** The most that is rendered beyond the view, in pixels. */
const AHEAD_MAX_PX = 1500

/** The range to render for a view: one more view on either side, in steps of half a view, so that scrolling seldom renders. */
export function rangeFor({ from, to }: Range): Range {
  const length = Math.max(1, to - from)
  const ahead = Math.min(length, AHEAD_MAX_PX)
  const step = Math.max(1, length / 2)
  const start = Math.floor(from / step) * step
  return { from: start - ahead, to: start + length + step + ahead }
}

/** The indexes of the tiles in a range, in order, and `kept` wherever it is. */
export function indexesIn(
  places: readonly FluidPlace[],
  { from, to }: Range,
  sidePx: number,
  gutterPx: number,
  kept = -1,
): number[] {
  return places.flatMap((place, at) => {
    const { start, end } = spanOf(place, sidePx, gutterPx)
    return at === kept || (end >= from && start <= to) ? [at] : []
  })
}

/** Where a tile begins; any unit will do. */
type Place = { left: number; top: number }

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The tile that a key leads to from another: arrows within and across columns, Home and End; undefined for none or another key. */
export function nextPlace(places: readonly Place[], at: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return places.length - 1
  const here = places[at]
  const arrow = Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined
  if (!here || !arrow) return undefined
  const [x, y] = arrow
  const ahead = ({ left, top }: Place) =>
    x === 0 ? left === here.left && y * (top - here.top) > 0 : x * (left - here.left) > 0
  const distance = ({ left, top }: Place) => Math.abs(left - here.left) * FAR + Math.abs(top - here.top)
  const [nearest] = [...places.entries()]
    .filter(([, place]) => ahead(place))
    .sort(([, one], [, other]) => distance(one) - distance(other))
  return nearest?.[0]
}

/** A column further away is never nearer, however long the list. */
const FAR = 1e6
