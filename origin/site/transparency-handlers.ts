import type { D1Database } from '@cloudflare/workers-types'
import { OwnTransparency, SHOWN_FROM } from '../../shared/schema/own/transparency.ts'
import { csvRows } from '../csv.ts'
import { findRows } from '../sql.ts'
import type { SiteHandlers } from './site-handlers.ts'

/** Months that are shown. */
const MONTHS = 24

// A month has at most some dozens of counts.
const ROWS = `
  SELECT month, about, name, count, round(median_s / 3600.0, 1) AS median_hours FROM transparency
   WHERE count >= ${SHOWN_FROM}
     AND month IN (SELECT DISTINCT month FROM transparency ORDER BY month DESC LIMIT ${MONTHS})
   ORDER BY month DESC, about, count DESC, name`

const read = (d1: D1Database) => findRows(OwnTransparency, d1.prepare(ROWS))

/** What was reported and decided, by month. */
export const transparencyHandlers = {
  async transparency({ d1 }) {
    const results = await read(d1)
    return { body: { results, count: results.length } }
  },

  async transparencyCsv({ d1 }) {
    const rows = (await read(d1)).map((row) => [
      row.month,
      row.about,
      row.name,
      row.count,
      row.median_hours ?? '',
    ])
    const text = csvRows([['month', 'about', 'name', 'count', 'median_hours'], ...rows])
    return { stream: new Response(text).body ?? new ReadableStream<Uint8Array>() }
  },
} satisfies SiteHandlers
