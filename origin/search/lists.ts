import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { foundRows } from '../sql.ts'
import type { Way } from './plan.ts'

/** The items that a call reads: a shelf of the library, or one type. */
export type SearchKind = 'gifs' | 'stickers' | 'text' | 'video'

/** What the library itself asks of an item. */
export type Facets = {
  kind: SearchKind
  /** The rank of the highest rating that may come, 0 to 4. */
  maxRating: number
  /** Whether texts that are drawn on request are included. */
  dynamic: boolean
}

// As migration 0051 has them.
export const KINDS: Readonly<Record<SearchKind, number>> = { gifs: 0, stickers: 1, text: 2, video: 3 }
const LISTS = 8
const OF_NEW = 4
const FIELDS = 15
const RATING = 4
const DYNAMIC = 128

/** The number of an item, from its place (migration 0023). */
export const NUM_OF_PLACE = '4294967295 &'

// ?1 is the list, ?2 how many are looked at, ?3 the highest rating, ?4 whether dynamic text is included, ?5 how many are read, ?6 the
// place that they are behind.
const READ = `
  SELECT key >> 8 AS place, key & 255 AS bits
    FROM (SELECT key FROM search_postings WHERE list = ?1 AND key < ?6 << 8 ORDER BY key DESC LIMIT ?2)
   WHERE (key >> ${RATING}) & 7 <= ?3 AND key & ${DYNAMIC} <= ?4
   LIMIT ?5`
const READ_TERMS = `
  SELECT read.place, read.bits, i.terms
    FROM (${READ}) AS read
   CROSS JOIN search_items AS i ON i.num = ${NUM_OF_PLACE} read.place`

const Posting = v.object({ place: v.number(), bits: v.number(), terms: v.optional(v.string()) })

/** An item of a list: its place, where it has the term, its rating, and all of its terms where they were read. */
export type Listed = { num: number; place: number; fields: number; rank: number; terms?: string | undefined }

/** No place is behind it. */
export const FIRST = Number.MAX_SAFE_INTEGER

/** Whether no item of a list is out of the limits, so that as many are looked at as are read. */
export const isOpen = ({ maxRating, dynamic }: Facets): boolean => maxRating === 4 && dynamic

type Reading = Facets & {
  /** Items that are read, and that are looked at. */
  limit: number
  looked: number
  before?: number
  withTerms?: boolean
  ofNew?: boolean
}

/** Reads the items that have the leading term of a way, the hottest first, or of the new ones the newest. */
export function listStatement(
  db: D1Database,
  { lead }: Way,
  { kind, maxRating, dynamic, limit, looked, before = FIRST, withTerms = false, ofNew = false }: Reading,
): D1PreparedStatement {
  const list = lead * LISTS + KINDS[kind] + (ofNew ? OF_NEW : 0)
  const values = [list, looked, maxRating, dynamic ? DYNAMIC : 0, limit, before]
  return db.prepare(withTerms ? READ_TERMS : READ).bind(...values)
}

/** What such a statement has found. */
export const listedOf = (result: D1Result<unknown> | undefined): Listed[] =>
  foundRows(Posting, result).map(({ place, bits, terms }) => ({
    num: place % 2 ** 32,
    place,
    fields: bits & FIELDS,
    rank: (bits >> RATING) & 7,
    terms,
  }))

/** Where an item has its terms, by their numbers. */
export const fieldsOf = (terms: string): Map<number, number> =>
  new Map((JSON.parse(terms) as number[]).map((entry) => [Math.floor(entry / (FIELDS + 1)), entry & FIELDS]))
