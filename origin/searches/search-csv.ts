import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'

const Rows = v.array(v.object({ term: v.string(), count: v.number(), searched_at: v.string() }))

/** Rows that are in memory at a time. */
export const CSV_PAGE = 500

// By the term, because counts change while the list is read: each term comes once.
const PAGE = `SELECT term, count, searched_at FROM search_counts WHERE term > ?1 ORDER BY term LIMIT ${CSV_PAGE}`

// A spreadsheet takes these for a formula; the apostrophe makes them a text.
// https://owasp.org/www-community/attacks/CSV_Injection
const FORMULA = /^[=+\-@\t\r]/

/** A text as a field of RFC 4180. */
export const csvField = (text: string): string => {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** What was searched for, as CSV (RFC 4180), read in pages as the reader takes it. A failure on the way breaks it off. */
export function searchCsv(db: D1Database): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let last = ''
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode('term,count,searched_at\r\n')),
    async pull(controller) {
      const rows = v.parse(Rows, (await db.prepare(PAGE).bind(last).all()).results)
      last = rows.at(-1)?.term ?? last
      const lines = rows.map((row) => `${csvField(row.term)},${row.count},${row.searched_at}\r\n`)
      if (rows.length > 0) controller.enqueue(encoder.encode(lines.join('')))
      if (rows.length < CSV_PAGE) controller.close()
    },
  })
}
