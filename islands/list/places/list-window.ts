import { type FluidPlace, spanOf } from './fluid-place.ts'

/** A part of a list along its axis, in pixels from its start. */
export type Range = { from: number; to: number }

/** The most that is rendered beyond the view, in pixels. */
const AHEAD_MAX_PX = 1500

/**
 * The range to render for a view: one more view on either side, in steps of half a view, so that scrolling seldom renders
 * and nothing near is missing. Pure.
 */
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
