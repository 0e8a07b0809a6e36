/** Where each next provider's offsets begin; no list is as long (`docs/providers.md`, Several providers). */
const WINDOW = 1_000_000
const WINDOWS = 5

/** Which provider's list an offset is in, by its place in the order, and where there; undefined for one that no list has. */
export function placeInList(offset: number): { window: number; offset: number } | undefined {
  const window = Math.floor(offset / WINDOW)
  return window < WINDOWS ? { window, offset: offset % WINDOW } : undefined
}

/** What is added to the offsets of the provider at this place of the order. */
export const windowStart = (window: number): number => window * WINDOW

/** The start of the window that an offset is in. */
export const windowStartOf = (offset: number): number => offset - (offset % WINDOW)
