import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { type Facets, fieldsOf, isOpen, type Listed, listedOf, listStatement } from './lists.ts'
import type { Goal } from './look-up.ts'
import { type Fit, fitOf, type Plan, type Wanted, type Way } from './plan.ts'
import { firstOf, listReader, type Reach, type Reader, statementsOf } from './read-lists.ts'

/** Rows of lists that a search reads. With what it looks up, and with a page of items, that is fewer than 2,000. */
const ROWS = 1300
/** Items that are compared with all words of a search; and more, where any of them is enough. */
const COMPARED = { items: 330, rows: 800 } as const
const OTHERS = { items: 180, rows: 360 } as const
/** Rows of a second search for several words, by corrected ones. */
const ROWS_AGAIN = 400
/** Where fewer items have all words, more are compared: as many as the rows are enough for. */
const FEW = PROVIDER_PAGE.limit
/** Items that are looked at to know whether there are any. */
const PROBED = 60
/** Items of the categories that a search names. */
const HELD_MAX = 200
/** Categories of those. */
const NODES_MAX = 10

/** Whether items count that have any word of a search: only where no item has them all, always, or never. */
export type Any = 'else' | 'always' | 'never'

/** An item that may be found, and how well it fits. */
export type Candidate = Fit & { num: number; place: number; rank: number }

const isAlone = ({ wanted }: Plan): boolean => wanted.length === 1

/** What an item of a list is to a search; undefined where it is outside of its limits. */
function candidateOf({ wanted }: Plan, way: Way, { terms, ...listed }: Listed): Candidate | undefined {
  const { num, place, rank, fields } = listed
  if (terms === undefined) return { num, place, rank, fields, missing: 0, weight: way.weight }
  const fit = fitOf(wanted, fieldsOf(terms))
  return fit && { num, place, rank, ...fit }
}

/** Whether the terms of a way's items are read: one word that is one term needs none. */
const hasTerms =
  (plan: Plan) =>
  ({ ids }: Way): boolean =>
    !isAlone(plan) || ids.length > 1

type Found = Map<number, Candidate>

/** Adds an item to those that were found, if it is a new one. */
const keeper =
  (plan: Plan, found: Found) =>
  (way: Way, listed: Listed): boolean => {
    const candidate = found.has(listed.num) ? undefined : candidateOf(plan, way, listed)
    if (candidate) found.set(listed.num, candidate)
    return candidate !== undefined
  }

// What the categories of the list ?1 hold, of the kind ?2, up to the rating ?3; ?4 is whether dynamic text is included.
const HELD = `
  SELECT g.place, g.rating_rank * 16 + 2 AS bits
    FROM json_each(?1)  AS named
   CROSS JOIN gifs      AS g ON g.id IN (
           SELECT gif_id FROM category_items WHERE node = named.value AND place >= 0 ORDER BY place DESC LIMIT ?5)
   WHERE g.is_listed = 1 AND ?2 IN (g.shelf, g.type) AND g.rating_rank <= ?3 AND g.is_dynamic <= ?4`

const heldStatement = ({ db, facets }: Reader, nodes: readonly number[]): D1PreparedStatement => {
  const some = nodes.slice(0, NODES_MAX)
  const each = Math.floor(HELD_MAX / some.length)
  const { kind, maxRating, dynamic } = facets
  return db.prepare(HELD).bind(JSON.stringify(some), kind, maxRating, dynamic ? 1 : 0, each)
}

/** An item of a category that is called as the search is has its words. */
const heldOf = (result: Parameters<typeof listedOf>[0]): Candidate[] =>
  listedOf(result).map(({ num, place, rank, fields }) => ({
    num,
    place,
    rank,
    fields,
    missing: 0,
    weight: 1,
  }))

/** The part of a plan that fewest items have: it leads. */
export const leadOf = ({ wanted }: Plan): Wanted | undefined =>
  wanted.toSorted((a, b) => a.items - b.items)[0]

const wholeOf = (found: Found): Candidate[] => [...found.values()].filter(({ missing }) => missing === 0)

type Reading = { most: number; any?: Any | undefined; isAgain?: boolean | undefined }

/**
 * The items that have all parts of a search, or any of them; in no order.
 * @param most how many are read of a single word. Several are compared with as many items on any page.
 */
export async function findCandidates(
  reader: Reader,
  { plan, nodes }: Goal,
  { most, any = 'else', isAgain = false }: Reading,
): Promise<Candidate[]> {
  const found: Found = new Map()
  const lead = leadOf(plan)
  const lists = (part: Wanted) => listReader(reader, part, hasTerms(plan), keeper(plan, found))
  let rows = isAgain && !isAlone(plan) ? ROWS_AGAIN : ROWS
  if (nodes.length > 0) {
    const held = await heldStatement(reader, nodes).all()
    for (const item of heldOf(held)) found.set(item.num, item)
    rows -= held.meta.rows_read
  }
  if (lead)
    rows -= await addLeading(lists(lead), { plan, most, rows, any, whole: () => wholeOf(found).length })
  const whole = wholeOf(found)
  if (any === 'never') return plan.isWhole ? whole : []
  if (isAlone(plan) || (any === 'else' && plan.isWhole && whole.length > 0)) return whole
  const others = plan.wanted.filter((part) => part !== lead && !part.isLimit)
  const each = { most: OTHERS.items / others.length, rows: Math.min(OTHERS.rows, rows) / others.length }
  for (const part of others) await lists(part)(each)
  return [...found.values()].filter(({ weight }) => weight > 0)
}

type Leading = Reach & { plan: Plan; any: Any; whole: () => number }

/** Adds the items of the leading part of a search, and says how many rows that took. */
async function addLeading(
  read: (reach: Reach) => Promise<number>,
  { plan, most, rows, any, whole }: Leading,
): Promise<number> {
  if (isAlone(plan)) return read({ most, rows })
  const spent = await read({ most: COMPARED.items, rows: Math.min(COMPARED.rows, rows) })
  const isFew = any === 'else' && plan.isWhole && whole() > 0 && whole() < FEW
  return isFew ? spent + (await read({ most: rows, rows: rows - spent })) : spent
}

/** New items of a search, at most, and how many are looked at where it has several words. */
const NEW_MAX = 12
const NEW_COMPARED = 40
/** Those of some lists are seldom within the limits: so many times as many are looked at. */
const NEW_LOOKED = 4
/** A new item must have the words themselves, or a form of them. */
const NEW_WEIGHT = 0.9

/** New items that have all parts of a search, the newest first. */
export async function findNew(reader: Reader, plan: Plan): Promise<Candidate[]> {
  const way = leadOf(plan)?.ways[0]
  if (!way || !plan.isWhole) return []
  const isPlain = isAlone(plan) && way.ids.length === 1
  const limit = isPlain ? NEW_MAX : NEW_COMPARED
  const statement = listStatement(reader.db, way, {
    ...reader.facets,
    limit,
    looked: isOpen(reader.facets) ? limit : NEW_LOOKED * limit,
    withTerms: !isPlain,
    ofNew: true,
  })
  const listed = listedOf(await statement.all())
  return listed
    .flatMap((each) => candidateOf(plan, way, each) ?? [])
    .filter(({ missing, weight }) => missing === 0 && weight >= NEW_WEIGHT)
    .slice(0, NEW_MAX)
}

/** How many items a goal has, as far as they are looked for, and the lowest rank of their ratings. */
export type Probe = { found: number; least: number | undefined }

/** Looks in one batch for some items of each goal: whether there are any, rather than which. */
export async function probe(
  db: D1Database,
  tasks: readonly { goal: Goal; facets: Facets }[],
): Promise<Probe[]> {
  const all = tasks.map(({ goal: { plan, nodes }, facets }) => {
    const reader = { db, facets }
    const part = plan.isWhole ? leadOf(plan) : undefined
    const how = { facets, hasTerms: hasTerms(plan) }
    const parts = part ? firstOf({ part, ...how }, { most: PROBED, rows: 2 * PROBED }) : []
    return {
      plan,
      parts,
      own: statementsOf(reader, parts),
      held: nodes.length > 0 ? [heldStatement(reader, nodes)] : [],
    }
  })
  const statements = all.flatMap(({ own, held }) => [...held, ...own])
  const results = statements.length > 0 ? await db.batch(statements) : []
  return all.map(({ plan, parts, held }) => {
    const found: Found = new Map()
    for (const result of results.splice(0, held.length))
      for (const one of heldOf(result)) found.set(one.num, one)
    for (const [at, result] of results.splice(0, parts.length).entries()) {
      const way = parts[at]?.way
      for (const listed of listedOf(result)) if (way) keeper(plan, found)(way, listed)
    }
    const ranks = wholeOf(found).map(({ rank }) => rank)
    return { found: ranks.length, least: ranks.length > 0 ? Math.min(...ranks) : undefined }
  })
}
