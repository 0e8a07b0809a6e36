import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { Facets } from '../search/lists.ts'
import { findRows, type IdPage, type PageWindow } from '../sql.ts'
import type { FindNeighbours } from './find-neighbours.ts'

/** Fewer items than this make no page: neighbours follow. */
export const FEW = PROVIDER_PAGE.limit
/** Items of such a list at most. */
const JOINED_MAX = 50

/** Of reciprocal rank fusion: how little the first ranks differ. https://dl.acm.org/doi/10.1145/1571941.1572114 */
const FLAT = 60
/** A found word counts twice: with fewer than a page of those, each is in front of an item that is merely near. */
const OF_WORDS = 2

// Near ones that the call may see, in their order.
const SHOWN = `
  SELECT g.id
    FROM json_each(?1) AS near
   CROSS JOIN gifs AS g ON g.id = near.value
   WHERE g.is_listed = 1 AND ?2 IN (g.shelf, g.type) AND g.rating_rank <= ?3 AND g.is_dynamic <= ?4
   ORDER BY near.key`

/** One list of two: each item by the sum of its reciprocal ranks. */
export function joined(found: readonly string[], near: readonly string[]): string[] {
  const scores = new Map<string, number>()
  const add = (ids: readonly string[], weight: number) => {
    for (const [at, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (FLAT + at + 1))
  }
  add(found, OF_WORDS)
  add(near, 1)
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

/**
 * A page of what words have found, fewer than a page of items, and what means nearly the same behind them.
 * @param found all that the words have found
 */
export async function withNeighbours(
  { db, neighbours }: { db: D1Database; neighbours: FindNeighbours },
  { text, filter, page }: { text: string; filter: Facets; page: PageWindow },
  found: readonly string[],
): Promise<IdPage> {
  const { kind, maxRating, dynamic } = filter
  const near = await neighbours(text, kind === 'video' ? 'gifs' : kind)
  const statement = db.prepare(SHOWN).bind(JSON.stringify(near), kind, maxRating, dynamic ? 1 : 0)
  const shown = near.length > 0 ? await findRows(v.object({ id: v.string() }), statement) : []
  const ids = joined(
    found,
    shown.map(({ id }) => id),
  ).slice(0, JOINED_MAX)
  return { total: ids.length, ids: ids.slice(page.offset, page.offset + page.limit) }
}
