import type { D1Database } from '@cloudflare/workers-types'
import { type Facets, FIRST, isOpen, type Listed, listedOf, listStatement } from './lists.ts'
import type { Wanted, Way } from './plan.ts'

export type Reader = { db: D1Database; facets: Facets }

/** A list as far as it was not read: what is behind a place, and how many items that is at most. */
type Rest = { way: Way; before: number; items: number }

/** What is read of it next. */
type Next = Rest & { limit: number; looked: number; withTerms: boolean }

/** How much is read: as many items, with as many rows of D1. */
export type Reach = { most: number; rows: number }

type How = { part: Wanted; facets: Facets; hasTerms: (way: Way) => boolean }

/** The next of some lists, the best ways first, until there is enough. Those that a search is limited to have the same share. */
function nextOf(rests: readonly Rest[], { most, rows }: Reach, { part, facets, hasTerms }: How): Next[] {
  const taken: Next[] = []
  const share = part.isLimit ? rests.length : 1
  let [wanted, left] = [most / share, rows / share]
  for (const rest of rests) {
    const withTerms = hasTerms(rest.way)
    // An item is looked up for its terms.
    const each = withTerms ? 2 : 1
    const limit = Math.min(Math.ceil(wanted), Math.floor(left / each))
    if (limit < 1) break
    const looked = isOpen(facets) ? limit : Math.floor(left) - limit * (each - 1)
    taken.push({ ...rest, limit, looked, withTerms })
    if (part.isLimit) continue
    wanted -= rest.items
    left -= Math.min(looked, rest.items) + Math.min(limit, rest.items) * (each - 1)
  }
  return taken
}

/** The statements that read parts of lists. */
export const statementsOf = ({ db, facets }: Reader, parts: readonly Next[]) =>
  parts.map(({ way, ...part }) => listStatement(db, way, { ...facets, ...part }))

/** What is first read of all lists of a part. */
export const firstOf = (how: How, reach: Reach): Next[] => nextOf(restsOf(how.part), reach, how)

const restsOf = ({ ways }: Wanted): Rest[] => ways.map((way) => ({ way, before: FIRST, items: way.items }))

/** Batches of one reading. */
const ROUNDS = 4

/** Takes an item of a list, and says whether it is one more. */
type Keep = (way: Way, listed: Listed) => boolean

/**
 * Reads the lists of a part of a search, each time from where it has read to.
 * @returns a function that reads as much as it is given, and says how many rows that took
 */
export function listReader(reader: Reader, part: Wanted, hasTerms: How['hasTerms'], keep: Keep) {
  const how = { part, facets: reader.facets, hasTerms }
  let rests = restsOf(part)
  return async (reach: Reach): Promise<number> => {
    let [wanted, left] = [reach.most, reach.rows]
    for (let round = 0; round < ROUNDS && wanted > 0; round++) {
      const parts = nextOf(rests, { most: wanted, rows: left }, how)
      if (parts.length === 0) break
      const results = await reader.db.batch(statementsOf(reader, parts))
      const again = parts.flatMap(({ way, limit, items }, at): Rest[] => {
        const listed = listedOf(results[at])
        wanted -= listed.filter((each) => keep(way, each)).length
        const before = listed.at(-1)?.place
        return listed.length < limit || before === undefined ? [] : [{ way, before, items: items - limit }]
      })
      left -= results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
      rests = [...again, ...rests.slice(parts.length)]
    }
    return reach.rows - left
  }
}
