import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { StaffTerms } from '../../shared/server/origin.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { probe } from '../search/candidates.ts'
import type { Facets } from '../search/lists.ts'
import { lookUp } from '../search/look-up.ts'
import { plainTexts } from '../search/searched.ts'
import { findRow, findRows, json } from '../sql.ts'

/** Terms of the list. */
const TERMS = 20
/** Networks that have searched for it within a day, and items that it finds: else a term is not shown. */
export const NETWORKS_MIN = 5
export const ITEMS_MIN = 4
/** How long a list is as it was made, in ms: with the minute of the caches it is everywhere in two. */
const MADE_MS = 30_000
/** Terms of a day that are compared, and those of them that are looked for. */
const COMPARED = 100
const LOOKED_FOR = 40

const DAY_HOURS = 24

const StaffRow = v.object({ state: v.picklist(['pinned', 'blocked']), term: v.string() })

/** The terms that staff pin and block, in their order. */
export async function readStaffTerms(d1: D1Database): Promise<StaffTerms> {
  const sql = 'SELECT state, term FROM staff_terms ORDER BY position'
  const rows = await findRows(StaffRow, d1.prepare(sql))
  const of = (state: 'pinned' | 'blocked') =>
    rows.filter((row) => row.state === state).map(({ term }) => term)
  return { pinned: of('pinned'), blocked: of('blocked') }
}

const PUT = `
  INSERT INTO staff_terms (state, term, position)
  SELECT ?1, value, key FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING`

/** The statements that say what is pinned and blocked; undefined is left as it is. The list is made again by who reads it next. */
export const staffTermStatements = (
  d1: D1Database,
  terms: { [State in keyof StaffTerms]?: readonly string[] | undefined },
): D1PreparedStatement[] => [
  ...Object.entries(terms).flatMap(([state, list]) =>
    list
      ? [
          d1.prepare('DELETE FROM staff_terms WHERE state = ?1').bind(state),
          d1.prepare(PUT).bind(state, JSON.stringify(list)),
        ]
      : [],
  ),
  d1.prepare('DELETE FROM trending_terms'),
]

/** Whether a term has a blocked one, as whole words. */
export const isBlocked = (term: string, blocked: readonly string[]): boolean =>
  blocked.some((word) => ` ${term} `.includes(` ${word} `))

// A network has another hash each day: days are not added up, so that none counts twice. ?1 is today, ?2 the hour a day ago.
const COUNTED = `
  WITH hot AS MATERIALIZED (
    SELECT term FROM (SELECT term FROM term_days INDEXED BY term_days_by_networks
                       WHERE day = ?1 AND networks >= ${NETWORKS_MIN} ORDER BY networks DESC, term LIMIT ${COMPARED})
     UNION
    SELECT term FROM (SELECT term FROM term_days INDEXED BY term_days_by_networks
                       WHERE day = ?1 - 1 AND networks >= ${NETWORKS_MIN} ORDER BY networks DESC, term LIMIT ${COMPARED}))
  SELECT term
    FROM (SELECT hot.term,
                 max((SELECT count(*) FROM term_networks WHERE day = ?1 AND term = hot.term),
                     (SELECT count(*) FROM term_networks WHERE day = ?1 - 1 AND term = hot.term AND hour >= ?2)) AS networks
            FROM hot)
   WHERE networks >= ${NETWORKS_MIN}
   ORDER BY networks DESC, term LIMIT ${COMPARED}`
const TermRow = v.object({ term: v.string() })

const ALL: Facets = { kind: 'gifs', maxRating: 4, dynamic: true }

/** How many GIFs terms find, up to four. */
export async function countFound(d1: D1Database, terms: readonly string[]): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map()
  const goals = await lookUp(d1, await plainTexts(d1, terms))
  const probes = await probe(
    d1,
    goals.map((goal) => ({ goal, facets: ALL })),
  )
  return new Map(terms.map((term, at) => [term, Math.min(probes[at]?.found ?? 0, ITEMS_MIN)]))
}

/** Makes the list: what staff pin, then what most networks search for. What finds nothing is in no list. */
export async function makeTerms(
  d1: D1Database,
  nowMs: number,
  { pinned, blocked }: StaffTerms,
): Promise<string[]> {
  const hour = Math.floor(nowMs / HOUR_MS)
  const counted = d1.prepare(COUNTED).bind(Math.floor(hour / DAY_HOURS), hour - DAY_HOURS)
  const rows = await findRows(TermRow, counted)
  const others = rows
    .map(({ term }) => term)
    .filter((term) => !pinned.includes(term) && !isBlocked(term, blocked))
    .slice(0, LOOKED_FOR)
  const found = await countFound(d1, [...pinned, ...others])
  const finds = (min: number) => (term: string) => (found.get(term) ?? 0) >= min
  const open = pinned.filter((term) => !isBlocked(term, blocked))
  return [...open.filter(finds(1)), ...others.filter(finds(ITEMS_MIN))].slice(0, TERMS)
}

const READ = 'SELECT terms, made_at FROM trending_terms WHERE id = 1'
const MadeRow = v.object({ terms: json(v.array(v.string())), made_at: v.number() })
const STORE = `
  INSERT INTO trending_terms (id, terms, made_at) VALUES (1, ?1, ?2)
      ON CONFLICT (id) DO UPDATE SET terms = excluded.terms, made_at = excluded.made_at`

/** The statement that makes these the list. */
export const storeTerms = (d1: D1Database, terms: readonly string[], nowMs: number): D1PreparedStatement =>
  d1.prepare(STORE).bind(JSON.stringify(terms), nowMs)

/** The searches that every surface shows, made again where the list is older than half a minute. */
export async function trendingTerms(d1: D1Database, nowMs: number): Promise<string[]> {
  const made = await findRow(MadeRow, d1.prepare(READ))
  if (made && Math.abs(nowMs - made.made_at) < MADE_MS) return made.terms
  const terms = await makeTerms(d1, nowMs, await readStaffTerms(d1))
  await storeTerms(d1, terms, nowMs).run()
  return terms
}
