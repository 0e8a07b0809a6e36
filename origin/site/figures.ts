import { AppError } from '../../shared/errors.ts'
import { FIGURES, OwnFigureDay, OwnFigureSite, OwnFigures } from '../../shared/schema/own/figures.ts'
import { csvRows } from '../csv.ts'
import { daysIn } from '../days.ts'
import { findPart, findRows } from '../sql.ts'
import { personOf } from './actor.ts'
import type { SiteHandlers, SiteRequest } from './site-handlers.ts'

/** Rows of a file, and sites of a list, at most. */
const MAX = { rows: 10_000, sites: 100 } as const

const sumOf = (condition: string, name: string) => `sum(iif(${condition}, c.count, 0)) AS ${name}`

/** What pingbacks count. */
const SEEN = [
  sumOf("c.action = 'SEEN'", 'views'),
  sumOf("c.action = 'HOVER'", 'hovers'),
  sumOf("c.action = 'CLICK'", 'clicks'),
].join()
const COUNTS = [
  SEEN,
  sumOf("c.action = 'FAVORITE'", 'favorites'),
  sumOf("substr(c.action, 1, 5) = 'SHARE'", 'shares'),
].join()

// ?1 whose items, null for all; ?2 and ?3 the days. A person's items lead to their rows, all of them are a range of days.
const ofItems = (table: 'day_counts' | 'site_counts', isAll: boolean) =>
  isAll
    ? `${table} AS c CROSS JOIN gifs AS g ON g.id = c.gif_id WHERE ?1 IS NULL AND c.day BETWEEN ?2 AND ?3 AND g.is_removed = 0`
    : `gifs AS g CROSS JOIN ${table} AS c ON c.gif_id = g.id AND c.day BETWEEN ?2 AND ?3
        WHERE g.user_id = ?1 AND g.is_removed = 0`

const rowsOf = (isAll: boolean) =>
  `(SELECT g.id AS gif_id, g.title, c.day, ${COUNTS} FROM ${ofItems('day_counts', isAll)} GROUP BY c.day, g.id)`
const orderBy = (order: 'asc' | 'desc') => `day ${order}, views DESC, gif_id`

const daysOf = (isAll: boolean) => `
  SELECT c.day, ${COUNTS}
    FROM ${isAll ? 'day_totals AS c WHERE ?1 IS NULL AND c.day BETWEEN ?2 AND ?3' : ofItems('day_counts', false)}
   GROUP BY c.day ORDER BY c.day DESC`

const sitesOf = (isAll: boolean) => `
  SELECT c.site, ${SEEN} FROM ${ofItems('site_counts', isAll)}
   GROUP BY c.site ORDER BY views DESC, c.site LIMIT ${MAX.sites}`

type Range = {
  from?: string | number | undefined
  to?: string | number | undefined
  all?: boolean | undefined
}

/** Whose items a call is about, and which days. @throws AppError 'forbidden' for all of them, but for staff */
function wantedOf({ actor, nowMs }: SiteRequest, range: Range) {
  const { id, role } = personOf(actor)
  const isAll = range.all === true
  if (isAll && role !== 'staff') throw new AppError('forbidden', 'Figures of all items are for staff')
  return { isAll, values: [isAll ? null : id, ...daysIn(range, ['from', 'to'], nowMs)] as const }
}

/** What visitors did with items, by day in UTC: their owner reads their own, staff all. */
export const figureHandlers = {
  async gifFigures(deps, { limit, offset, order, ...range }) {
    const { isAll, values } = wantedOf(deps, range)
    const list = { columns: '*', from: rowsOf(isAll), by: orderBy(order) }
    return { body: await findPart(OwnFigures, deps.d1, list, { limit, offset }, ...values) }
  },

  async figuresCsv(deps, range) {
    const { isAll, values } = wantedOf(deps, range)
    const sql = `SELECT * FROM ${rowsOf(isAll)} ORDER BY ${orderBy('desc')} LIMIT ${MAX.rows}`
    const rows = await findRows(OwnFigures, deps.d1.prepare(sql).bind(...values))
    const lines = rows.map((row) => [row.day, row.gif_id, row.title, ...FIGURES.map((name) => row[name])])
    const text = csvRows([['day', 'gif_id', 'title', ...FIGURES], ...lines])
    return { stream: new Response(text).body ?? new ReadableStream<Uint8Array>() }
  },

  async dayFigures(deps, range) {
    const { isAll, values } = wantedOf(deps, range)
    const results = await findRows(OwnFigureDay, deps.d1.prepare(daysOf(isAll)).bind(...values))
    return { body: { results, count: results.length } }
  },

  async siteFigures(deps, range) {
    const { isAll, values } = wantedOf(deps, range)
    const results = await findRows(OwnFigureSite, deps.d1.prepare(sitesOf(isAll)).bind(...values))
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers
