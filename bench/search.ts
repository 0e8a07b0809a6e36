import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/steps/run-step.ts'
import type { Figure, FigureTable, Findings } from './figure.ts'
import { KINDS } from './search/cost.ts'
import {
  type Judged,
  type JudgedItem,
  judge,
  NONSENSE,
  readQueries,
  type Score,
  SHELVES,
  scoresOf,
} from './search/judge.ts'
import type { KnownItem } from './search/library.ts'
import { type MeasuredLibrary, openMeasured, readStatic } from './search/measured-library.ts'
import type { Cost } from './search/sqlite.ts'
import { understandingMs } from './search/understanding.ts'
import { quantile } from './statistics.ts'

const SMALL = 0
const LARGE = 100_000
const HUGE = 1_000_000
/** Rows and ms of one call at most, by how many items there are more than the seed's. */
const ROWS_MAX = 2000
const MS_MAX: Record<number, number> = { [LARGE]: 10, [HUGE]: 15 }
/** ms of CPU for the understanding of a query. */
const UNDERSTANDING_MAX = 0.5

const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Measured = {
  more: number
  scores: Score[]
  missed: Judged[]
  found: number
  costs: Cost[]
  /** ms of each query. */
  understanding: number[]
  size: number
}

async function measure(
  library: MeasuredLibrary,
  items: readonly JudgedItem[],
  more: number,
): Promise<Measured> {
  const queries = readQueries(read('bench/search/queries.tsv'))
  const judged = more > LARGE ? [] : await judge(queries, items, library.find)
  const costs: Cost[] = []
  for (const [, path] of KINDS) costs.push(await library.cost(path))
  return {
    more,
    scores: judged.length > 0 ? scoresOf(judged) : [],
    missed: judged.filter(({ rank }) => rank === 0 || rank > 5),
    found: await nonsenseFound(library),
    costs,
    understanding: await understandingMs(
      library.db,
      readStatic,
      queries.map(({ text }) => text),
    ),
    size: library.size,
  }
}

/** How many nonsense words find anything. */
async function nonsenseFound({ find }: MeasuredLibrary): Promise<number> {
  let found = 0
  for (const text of NONSENSE) {
    const pages = await Promise.all(SHELVES.map((shelf) => find(text, shelf)))
    if (pages.flat().length > 0) found++
  }
  return found
}

const nameOf = (items: number, more: number) =>
  more === 0 ? `${items}` : `${items} in ${more.toLocaleString('en')}`

function scoreTable(items: number, { more, scores }: Measured): FigureTable {
  return {
    title: `search: of ${nameOf(items, more)} items`,
    rows: scores.map((score) => ({
      class: score.class,
      queries: score.queries,
      'at 5': score.at5,
      mrr: score.mrr,
    })),
  }
}

const missedTable = ({ missed }: Measured): FigureTable => ({
  title: 'search: what belongs is not among the first five',
  rows: missed.map(({ query, shelf, rank }) => ({
    class: query.class,
    lang: query.lang,
    query: query.text,
    shelf,
    rank,
  })),
})

const costTable = (items: number, all: readonly Measured[]): FigureTable => ({
  title: 'search: rows read, and ms of SQL',
  rows: KINDS.map(([kind], at) => ({
    kind,
    ...Object.fromEntries(
      all.flatMap(({ more, costs }) => [
        [`rows of ${more || items}`, costs[at]?.rows ?? Number.NaN],
        [`ms of ${more || items}`, costs[at]?.ms ?? Number.NaN],
      ]),
    ),
  })),
})

function figuresOf(items: number, { more, scores, found, costs, understanding, size }: Measured): Figure[] {
  const of = `of ${nameOf(items, more)} items`
  const most = (value: (cost: Cost) => number) => Math.max(...costs.map(value))
  const what = `a search, ${of}`
  const understood = { what: `the understanding of a query, ${of}`, budget: { max: UNDERSTANDING_MAX } }
  const ms = MS_MAX[more]
  return [
    ...scores.flatMap((score): Figure[] => [
      { what: `${score.class}, ${of}`, unit: 'hit at 5', value: score.at5, budget: { min: 0.9 } },
      {
        what: `${score.class}, ${of}`,
        unit: 'mean reciprocal rank',
        value: score.mrr,
        budget: { min: 0.85 },
      },
    ]),
    { what: `nonsense that finds something, ${of}`, unit: 'words', value: found, budget: { max: 0 } },
    { what, unit: 'rows read at most', value: most(({ rows }) => rows), budget: { max: ROWS_MAX } },
    { what, unit: 'ms of SQL at most', value: most(({ ms }) => ms), ...(ms && { budget: { max: ms } }) },
    { ...understood, unit: 'ms, median', value: quantile(understanding, 0.5) },
    { ...understood, unit: 'ms, 95 %', value: quantile(understanding, 0.95) },
    ...(more > 0
      ? [{ what: `an item, ${of}`, unit: 'bytes of the database', value: size / (more + items) }]
      : []),
  ]
}

/** What people find, and what it costs: over the seed, over the seed inside a large library, and on request a huge one. */
export async function benchSearch(withHuge: boolean): Promise<Findings> {
  const { items } = JSON.parse(read('seed/library.json')) as { items: (JudgedItem & KnownItem)[] }
  const all: Measured[] = []
  for (const more of [SMALL, LARGE, ...(withHuge ? [HUGE] : [])]) {
    const library = await openMeasured(items, more)
    try {
      all.push(await measure(library, items, more))
    } finally {
      await library.close()
    }
  }
  return {
    figures: all.flatMap((measured) => figuresOf(items.length, measured)),
    tables: [
      ...all.filter(({ scores }) => scores.length > 0).map((measured) => scoreTable(items.length, measured)),
      ...all.slice(0, 1).map(missedTable),
      costTable(items.length, all),
    ],
  }
}
