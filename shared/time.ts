export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
export const DAY_S = DAY_MS / 1000

/** A time in milliseconds since 1970 as databases and answers have it: ISO 8601 in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The day (UTC) of a time in milliseconds since 1970: `2026-11-27`. */
export const utcDay = (ms: number): string => isoTime(ms).slice(0, 10)
