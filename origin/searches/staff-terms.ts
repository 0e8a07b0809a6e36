import type { D1Database } from '@cloudflare/workers-types'
import type { ReadStaffTerms, StaffTerms } from '../../shared/server/origin.ts'
import { readStaffTerms } from './trending-terms.ts'

/** How long an isolate knows them, in ms: with the minute of the caches they are everywhere in two. */
const KNOWN_MS = 30_000

/** Reads what staff pin and block, for a provider's own list. Where the database does not answer, what was known last counts. */
export function createStaffTerms(d1: D1Database, now: () => number = Date.now): ReadStaffTerms {
  let known: { at: number; terms: StaffTerms } | undefined
  return async () => {
    if (known && now() - known.at < KNOWN_MS) return known.terms
    const terms = await readStaffTerms(d1).catch((error: unknown) => {
      console.error('what staff pin and block is not known', error)
      return known?.terms ?? { pinned: [], blocked: [] }
    })
    known = { at: now(), terms }
    return terms
  }
}
