import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { OwnSearches, SearchListing, SearchRow, SearchSort } from '../../shared/schema/own/channels.ts'
import { csvRows } from '../csv.ts'
import { countFound } from './trending-terms.ts'

const Rows = v.array(v.object({ term: v.string(), count: v.number(), searched_at: v.string() }))

/** Rows that are in memory at a time. */
export const CSV_PAGE = 500

// By the term, because counts change while the list is read: each term comes once.
const PAGE = `SELECT term, count, searched_at FROM search_counts WHERE term > ?1 ORDER BY term LIMIT ${CSV_PAGE}`

/** What was searched for, as CSV (RFC 4180), read in pages as the reader takes it. A failure on the way breaks it off. */
export function searchCsv(db: D1Database): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let last = ''
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvRows([['term', 'count', 'searched_at']]))),
    async pull(controller) {
      const rows = v.parse(Rows, (await db.prepare(PAGE).bind(last).all()).results)
      last = rows.at(-1)?.term ?? last
      const lines = csvRows(rows.map((row) => [row.term, row.count, row.searched_at]))
      if (rows.length > 0) controller.enqueue(encoder.encode(lines))
      if (rows.length < CSV_PAGE) controller.close()
    },
  })
}

/** Terms that are counted; a list with more says that it has more. */
export const SEARCHES_COUNTED = 10_000

/** Columns by which the list is read, each with the index that has them in this order; a term comes once. */
const ORDERS: Readonly<Record<SearchSort, readonly string[]>> = {
  count: ['count', 'searched_at', 'term'],
  recent: ['searched_at', 'term'],
  term: ['term'],
}

/** Among how many terms of a list those are found that find nothing. */
export const LOOKED_AT = 100

type Row = { term: string; count: number; searched_at: string }

// ?1 is how the terms begin: all that sort from it up to it with the last of all characters.
const BEGIN = `(?1 = '' OR (term >= ?1 AND term < ?1 || char(1114111)))`

/** The statement of a list. */
export const searchesSql = ({ sort, order }: Pick<SearchListing, 'sort' | 'order'>): string => `
  SELECT term, count, searched_at FROM search_counts WHERE ${BEGIN}
   ORDER BY ${ORDERS[sort].map((column) => `${column} ${order}`).join(', ')} LIMIT ?2 OFFSET ?3`

const COUNT = `
  SELECT count(*) AS count FROM (SELECT 1 FROM search_counts WHERE ${BEGIN} LIMIT ${SEARCHES_COUNTED + 1})`

/** Rows with how many GIFs each finds now. */
async function withItems(d1: D1Database, rows: readonly Row[]): Promise<SearchRow[]> {
  const items = await countFound(
    d1,
    rows.map(({ term }) => term),
  )
  return rows.map((row) => ({ ...row, items: items.get(row.term) ?? 0 }))
}

/** What was searched for, a page of it, and how many terms there are: at least so many where it is not exact. */
export async function listSearches(
  d1: D1Database,
  { q, limit, offset, found, ...listing }: SearchListing,
): Promise<v.InferOutput<typeof OwnSearches>> {
  const begin = q.normalize('NFC').trim().toLowerCase()
  const isNothing = found === 'nothing'
  const page = isNothing ? [LOOKED_AT, 0] : [limit, offset]
  const [listed, total] = await d1.batch<unknown>([
    d1.prepare(searchesSql(listing)).bind(begin, ...page),
    d1.prepare(COUNT).bind(begin),
  ])
  const [{ count } = { count: 0 }] = (total?.results ?? []) as { count: number }[]
  const rows = await withItems(d1, (listed?.results ?? []) as Row[])
  if (!isNothing)
    return { results: rows, count: Math.min(count, SEARCHES_COUNTED), is_exact: count <= SEARCHES_COUNTED }
  const without = rows.filter(({ items }) => items === 0)
  return {
    results: without.slice(offset, offset + limit),
    count: without.length,
    is_exact: count <= LOOKED_AT,
  }
}
