import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { BLOCK, findRows, type IdPage, type PageWindow, reachOf } from '../sql.ts'
import { type Any, type Candidate, findCandidates, findNew } from './candidates.ts'
import type { Facets } from './lists.ts'
import { type Goal, lookUp, type Searched } from './look-up.ts'
import { atPlace, placesForNew, type Ranked, rankBlock, rankByDate } from './rank.ts'

export type Filter = Facets & { recent: boolean }

/** A list has no more items, also by pages: each page reads what is in front of it. */
const MAX = 1200
/** Items of a list by date. */
const RECENT_MAX = 150
/** An item that is among so many of the hottest needs no place for new ones. */
const HOT_ENOUGH = 50

/** A page of what was found. `isWhole`: its items have all words of the search. */
export type FoundPage = IdPage & { isWhole: boolean }

const NONE: FoundPage = { total: 0, ids: [], isWhole: false }

const ITEMS = `
  SELECT g.num, g.id, g.heat, g.import_datetime AS at
    FROM json_each(?1) AS wanted CROSS JOIN gifs AS g ON g.num = wanted.value`
const ItemRow = v.object({ num: v.number(), id: v.string(), heat: v.number(), at: v.string() })

/** What candidates are ranked by. */
async function rankedOf(db: D1Database, candidates: readonly Candidate[]): Promise<Ranked[]> {
  if (candidates.length === 0) return []
  const nums = JSON.stringify(candidates.map(({ num }) => num))
  const rows = await findRows(ItemRow, db.prepare(ITEMS).bind(nums))
  const byNum = new Map(rows.map((row) => [row.num, row]))
  return candidates.flatMap(({ num, weight, fields }) => {
    const row = byNum.get(num)
    return row ? [{ ...row, weight, fields }] : []
  })
}

/** The best fits first, among them the hottest. */
const inOrder = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.weight - a.weight || b.place - a.place)

type Part = { db: D1Database; heatNow: number }

/** The items from one place of a list up to another: each block is ranked by itself, so that a page costs no more of a long list. */
async function rankedPart(
  { db, heatNow }: Part,
  ordered: readonly Candidate[],
  from: number,
  to: number,
): Promise<(Ranked | undefined)[]> {
  const first = Math.floor(from / BLOCK) * BLOCK
  const last = Math.ceil(to / BLOCK) * BLOCK
  const ranked = await rankedOf(db, ordered.slice(first, last))
  const byNum = new Map(ranked.map((item) => [item.num, item]))
  const blocks = Array.from({ length: (last - first) / BLOCK }, (_, at) =>
    ordered.slice(first + at * BLOCK, first + (at + 1) * BLOCK).flatMap(({ num }) => byNum.get(num) ?? []),
  )
  return blocks.flatMap((block) => rankBlock(block, heatNow)).slice(from - first, to - first)
}

/** The ids of a page; some of its places are for new items. */
async function pageOfIds(
  part: Part,
  candidates: readonly Candidate[],
  fresh: readonly Candidate[],
  { limit, offset }: PageWindow,
): Promise<IdPage> {
  const hot = new Set(
    inOrder(candidates)
      .slice(0, HOT_ENOUGH)
      .map(({ num }) => num),
  )
  const some = fresh.filter(({ num }) => !hot.has(num)).slice(0, placesForNew(candidates.length))
  const taken = new Set(some.map(({ num }) => num))
  const others = inOrder(candidates.filter(({ num }) => !taken.has(num)))
  const places = Array.from({ length: limit }, (_, at) => atPlace(offset + at, some.length))
  const at = places.filter(({ isNew }) => !isNew).map((place) => place.at)
  const from = at[0] ?? 0
  const [ranked, newest] = await Promise.all([
    rankedPart(part, others, from, from + at.length),
    rankedOf(part.db, some),
  ])
  const ids = places.flatMap(
    (place) => (place.isNew ? newest : ranked)[place.isNew ? place.at : place.at - from]?.id ?? [],
  )
  return { total: Math.min(others.length + some.length, MAX), ids }
}

export type How = {
  filter: Filter
  page: PageWindow
  heatNow: number
  any?: Any | undefined
  isAgain?: boolean
}

/** How many items of one word, or of a scope, are read for a page. Of several channels all: more of one would come between others. */
const mostOf = ({ plan }: Goal, { filter, page }: How): number =>
  filter.recent
    ? RECENT_MAX
    : plan.wanted.some(({ isLimit, ways }) => isLimit && ways.length > 1)
      ? MAX
      : Math.min(reachOf(page), MAX)

/** The items of a goal, best first. */
export async function searchGoal(db: D1Database, goal: Goal, how: How): Promise<FoundPage> {
  const { filter, page, heatNow, any, isAgain } = how
  const reader = { db, facets: filter }
  const { recent } = filter
  const [candidates, fresh] = await Promise.all([
    findCandidates(reader, goal, { most: mostOf(goal, how), any, isAgain }),
    recent ? [] : findNew(reader, goal.plan),
  ])
  if (candidates.length === 0) return NONE
  const isWhole = goal.plan.isWhole && candidates.every(({ missing }) => missing === 0)
  if (!recent) return { ...(await pageOfIds({ db, heatNow }, candidates, fresh, page)), isWhole }
  const listed = rankByDate(await rankedOf(db, inOrder(candidates).slice(0, RECENT_MAX)))
  const ids = listed.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
  return { total: listed.length, ids, isWhole }
}

/** Which items a search is for: those with all of its words, best first, or with any of them where no item has them all. */
export async function search(db: D1Database, text: Searched, how: How): Promise<FoundPage> {
  const [goal] = await lookUp(db, [text])
  return goal ? searchGoal(db, goal, how) : NONE
}
