/** How wide a column gets before there is one more, in pixels: what the smallest rendition may be stretched to (§9). */
export const COLUMN_MAX_PX = 250

/** There are never fewer than two columns, nor more than six: beyond that pictures grow again. */
export const AUTO_COLUMNS = { min: 2, max: 6 } as const

/** How many columns a grid of this width has: the number given, else as many as fit. */
export function columnsIn(columns: number | undefined, widthPx: number, gutterPx: number): number {
  if (columns) return columns
  const fitting = Math.ceil((widthPx + gutterPx) / (COLUMN_MAX_PX + gutterPx))
  return Math.max(AUTO_COLUMNS.min, Math.min(AUTO_COLUMNS.max, fitting))
}

/** Up to which width of the grid a number of columns is enough, in pixels. */
export const widthFor = (columns: number, gutterPx: number): number =>
  columns * (COLUMN_MAX_PX + gutterPx) - gutterPx
