import { momentMs } from '../shared/calls/moment.ts'
import { fieldError } from '../shared/errors.ts'
import { DAY_MS, utcDay } from '../shared/time.ts'

/** Days that one request reads: without a range, and at most. */
const DAYS = { default: 30, max: 366 } as const

/**
 * The days (UTC) that two fields of a query name, both included.
 * @throws InputError for a range that ends before it begins, or is too long
 */
export function daysIn<Name extends string>(
  fields: { readonly [name in Name]?: string | number | undefined },
  [since, until]: readonly [Name, Name],
  nowMs: number,
): [first: string, last: string] {
  const [begin, end] = [fields[since], fields[until]]
  const last = utcDay(end === undefined ? nowMs : momentMs(end))
  const before = (days: number) => utcDay(Date.parse(last) - (days - 1) * DAY_MS)
  const first = begin === undefined ? before(DAYS.default) : utcDay(momentMs(begin))
  if (first > last) throw fieldError(since, `${since} is after ${until}`)
  if (first < before(DAYS.max)) {
    throw fieldError(since, `${since} must be at most ${DAYS.max} days before ${until}`)
  }
  return [first, last]
}
