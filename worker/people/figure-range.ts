import { DAY_MS, utcDay } from '../../shared/time.ts'

/** Days that a page of figures shows: without a range, and at most. */
const DAYS = { default: 30, max: 366 } as const

const isDay = (text: string | undefined): text is string =>
  text !== undefined && text.length === 10 && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** The days that an address names, both included; what is no range of days becomes the nearest one. */
export function figureRange(
  begin: string | undefined,
  end: string | undefined,
  nowMs: number,
): { from: string; to: string } {
  const to = isDay(end) ? end : utcDay(nowMs)
  const before = (days: number) => utcDay(Date.parse(to) - (days - 1) * DAY_MS)
  const from = isDay(begin) && begin <= to ? begin : before(DAYS.default)
  const [, first = from] = [before(DAYS.max), from].sort()
  return { from: first, to }
}
