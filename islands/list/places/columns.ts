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
