/** The middle value; the lower one of two. `NaN` where nothing was measured. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The quantile of values for a part from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Three significant digits: more would claim a precision that no run here has. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
