import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findBlock } from './blocks.ts'

/** Words of the list at most. */
const MAX_TERMS = 20
/** The block whose words lead. */
const LEADING = 'trending-searches'

const Rows = v.array(v.object({ term: v.string() }))

// The listed terms alone: visitors decide about their order, and put no words there.
const COUNTED = `
  SELECT s.term
    FROM searches           AS s
    LEFT JOIN search_counts AS c ON c.term = s.term
   ORDER BY coalesce(c.count, 0) DESC, c.searched_at DESC, s.heat DESC, s.term LIMIT ${MAX_TERMS}`

/** What staff have put in front, then the listed terms that most networks have searched for. */
export async function trendingSearchTerms(d1: D1Database): Promise<string[]> {
  const [block, { results }] = await Promise.all([findBlock(d1, LEADING), d1.prepare(COUNTED).all()])
  const leading = block?.kind === 'searches' ? block.items : []
  const terms = [...leading, ...v.parse(Rows, results).map(({ term }) => term)]
  return [...new Set(terms)].slice(0, MAX_TERMS)
}
