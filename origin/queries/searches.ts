import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { RAISED_HEAT } from '../heat.ts'
import { findRows } from '../sql.ts'

const TermRow = v.object({ term: v.string() })

const TRENDING_SEARCHES = 'SELECT term FROM searches ORDER BY heat DESC, term LIMIT ?1'

// A term that is not listed changes nothing: no visitor can put words into the list.
const RAISE_SEARCH = `
  UPDATE searches SET heat = ${RAISED_HEAT}
    FROM (SELECT ?2 AS more)
   WHERE term = ?1`

/** The listed terms with the most recent searches. */
export const trendingSearches = async (db: D1Database, limit: number): Promise<string[]> =>
  (await findRows(TermRow, db.prepare(TRENDING_SEARCHES).bind(limit))).map(({ term }) => term)

/** Counts a search for a term, if it is a listed one. */
export async function raiseSearch(db: D1Database, term: string, heat: number): Promise<void> {
  await db.prepare(RAISE_SEARCH).bind(term, heat).run()
}
