import { DAY_MS } from '../shared/time.ts'
/** The time in which an event loses half its weight. It decides how fast items leave the trending list. */
export const HEAT_HALF_LIFE_MS = 2 * DAY_MS

// The weight of an item without events, which must be sortable too.
const LEAST_WEIGHT = 1 / 1024

/**
 * A weight at a time, in half-lives since 1970: `t / half-life + log2(weight)`. All weights decay alike, so waiting
 * never changes the order of two heats: `ORDER BY heat DESC` is right at any time, and no scheduled job has to lower it.
 */
export const heatOf = (weight: number, atMs: number): number =>
  atMs / HEAT_HALF_LIFE_MS + Math.log2(Math.max(weight, LEAST_WEIGHT))

/**
 * The SQL that raises a column `heat` by the heat `more`: log2 of the two weights' sum, without leaving log2.
 * (`pow`: D1 does not allow its other name, `power`.)
 */
export const RAISED_HEAT = 'max(heat, more) + log2(1 + pow(2, -abs(heat - more)))'
