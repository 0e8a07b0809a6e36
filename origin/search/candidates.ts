import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { type Facets, fieldsOf, type Listed, listedOf, listStatement } from './lists.ts'
import type { Goal } from './look-up.ts'
import { type Fit, fitOf, type Plan, type Wanted, type Way } from './plan.ts'

/** Items that are compared with all words of a search; and more, where any of them is enough. */
const COMPARED = 330
const OTHERS = 180
/** Batches that look for items that have a word in another way. */
const ROUNDS = 4
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

type Reader = { db: D1Database; facets: Facets }

const isAlone = ({ wanted }: Plan): boolean => wanted.length === 1

/** What an item of a list is to a search; undefined where it is outside of its limits. */
function candidateOf({ wanted }: Plan, way: Way, { terms, ...listed }: Listed): Candidate | undefined {
  const { num, place, rank, fields } = listed
  if (terms === undefined) return { num, place, rank, fields, missing: 0, weight: way.weight }
  const fit = fitOf(wanted, fieldsOf(terms))
  return fit && { num, place, rank, ...fit }
}

/** The ways whose items are enough together, each with how many of them are read. */
function enough(ways: Way[], most: number): { way: Way; limit: number }[] {
  const taken: { way: Way; limit: number }[] = []
  for (let left = most; left > 0; ) {
    const way = ways.shift()
    if (!way) break
    taken.push({ way, limit: left })
    left -= way.items
  }
  return taken
}

type Found = Map<number, Candidate>

/** The statements that read some ways, and what becomes of their items. */
function reading({ db, facets }: Reader, plan: Plan, ways: readonly { way: Way; limit: number }[]) {
  const statements = ways.map(({ way, limit }) =>
    listStatement(db, way, { ...facets, limit, withTerms: !isAlone(plan) || way.ids.length > 1 }),
  )
  const keep = (found: Found, at: number, result: Parameters<typeof listedOf>[0]) => {
    const way = ways[at]?.way
    if (!way) return
    for (const listed of listedOf(result)) {
      const candidate = candidateOf(plan, way, listed)
      if (candidate && !found.has(listed.num)) found.set(listed.num, candidate)
    }
  }
  return { statements, keep }
}

/** Adds the items that have a part of a search, the best ways first, until there are enough. */
async function addItems(reader: Reader, plan: Plan, part: Wanted, most: number, found: Found): Promise<void> {
  const ways = [...part.ways]
  const until = found.size + most
  for (let round = 0; round < ROUNDS && ways.length > 0 && found.size < until; round++) {
    const { statements, keep } = reading(reader, plan, enough(ways, until - found.size))
    for (const [at, result] of (await reader.db.batch(statements)).entries()) keep(found, at, result)
  }
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

/** Adds items that have any part of a search, where none has them all. */
async function addOthers(reader: Reader, plan: Plan, found: Found): Promise<void> {
  const lead = leadOf(plan)
  const others = plan.wanted.filter((part) => part !== lead && !part.isLimit)
  const each = Math.ceil(OTHERS / Math.max(others.length, 1))
  for (const part of others) await addItems(reader, plan, part, each, found)
}

/**
 * The items that have all parts of a search, or any of them; in no order.
 * @param most how many are read of a single word. Several are compared with as many items on any page.
 */
export async function findCandidates(
  reader: Reader,
  { plan, nodes }: Goal,
  { most, any = 'else' }: { most: number; any?: Any | undefined },
): Promise<Candidate[]> {
  const found: Found = new Map()
  const lead = leadOf(plan)
  if (nodes.length > 0)
    for (const held of heldOf(await heldStatement(reader, nodes).all())) found.set(held.num, held)
  if (lead) await addItems(reader, plan, lead, isAlone(plan) ? most : COMPARED, found)
  const all = () => [...found.values()].filter(({ missing }) => missing === 0)
  if (any === 'never') return plan.isWhole ? all() : []
  if (isAlone(plan) || (any === 'else' && plan.isWhole && all().length > 0)) return all()
  await addOthers(reader, plan, found)
  return [...found.values()].filter(({ weight }) => weight > 0)
}

/** New items of a search, at most, and how many are looked at where it has several words. */
const NEW_MAX = 12
const NEW_COMPARED = 40
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
    const read = reading(reader, plan, part ? enough([...part.ways], PROBED) : [])
    return { ...read, held: nodes.length > 0 ? [heldStatement(reader, nodes)] : [] }
  })
  const statements = all.flatMap(({ statements, held }) => [...held, ...statements])
  const results = statements.length > 0 ? await db.batch(statements) : []
  return all.map(({ statements, held, keep }) => {
    const found: Found = new Map()
    for (const result of results.splice(0, held.length))
      for (const one of heldOf(result)) found.set(one.num, one)
    for (const [at, result] of results.splice(0, statements.length).entries()) keep(found, at, result)
    const ranks = [...found.values()].filter(({ missing }) => missing === 0).map(({ rank }) => rank)
    return { found: ranks.length, least: ranks.length > 0 ? Math.min(...ranks) : undefined }
  })
}
