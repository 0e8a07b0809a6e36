import type { D1Database } from '@cloudflare/workers-types'
import { type CountedEvent, countEvents } from '../../origin/counters.ts'
import { measuredDb } from '../../test/fixtures/library/measured-db.ts'
import { openMeasured } from '../search/measured-library.ts'
import { median } from '../statistics.ts'
import { createRandom, createZipf } from './random.ts'

/** What the library's database takes to count a group of events: ms, and rows that D1 bills. */
export type GroupCost = { events: number; ms: number; written: number; read: number }

/** Events of a group: a page's own, a batch of the queue, and more than the queue hands over at once. */
const SIZES = [1, 3, 10, 30, 100, 300, 1000] as const
const ITEMS = 5000
const SITES = 200
const RUNS = 9
/** Events that are counted before: an item's first ones move it in the lists of what is hot, later ones seldom do. */
const WARM = { groups: 10, events: 3000 } as const

/** Counts groups of events in a real D1 (Miniflare's: SQLite with the rows that it bills), about items by Zipf's law. */
export async function countingCosts(): Promise<GroupCost[]> {
  const library = await openMeasured([], ITEMS)
  try {
    const { results } = await library.db.prepare('SELECT id FROM gifs').all<{ id: string }>()
    const draw = createDraw(results.map(({ id }) => id))
    const group = (events: number) => Array.from({ length: events }, draw)
    for (let n = 0; n < WARM.groups; n++) await countEvents(library.db, group(WARM.events), Date.now())
    const costs: GroupCost[] = []
    for (const size of SIZES) costs.push(await costOf(library.db, () => group(size)))
    return costs
  } finally {
    await library.close()
  }
}

function createDraw(ids: readonly string[]): () => CountedEvent {
  const random = createRandom(7)
  const [item, site] = [createZipf(ids.length, random), createZipf(SITES, random)]
  let visitors = 0
  return () => ({
    gifId: ids[item()] ?? '',
    action: random.pick(['SEEN', 'SEEN', 'SEEN', 'SEEN', 'SEEN', 'SEEN', 'SEEN', 'HOVER', 'CLICK']),
    visitor: `visitor-${++visitors}`,
    atMs: Date.now(),
    site: `https://site-${site()}.example`,
  })
}

async function costOf(db: D1Database, group: () => CountedEvent[]): Promise<GroupCost> {
  const { db: measured, ran } = measuredDb(db)
  const times: number[] = []
  let events = 0
  for (let run = 0; run < RUNS; run++) {
    const list = group()
    events = list.length
    const start = performance.now()
    await countEvents(measured, list, Date.now())
    times.push(performance.now() - start)
  }
  const sum = (of: 'rowsWritten' | 'rowsRead') => ran.reduce((all, each) => all + each[of], 0) / RUNS
  return { events, ms: median(times), written: sum('rowsWritten'), read: sum('rowsRead') }
}

/** ms that a group of any size takes, between those that were measured. */
export function groupMsOf(costs: readonly GroupCost[]): (events: number) => number {
  return (events) => {
    const above = costs.find((cost) => cost.events >= events) ?? costs.at(-1)
    const below = costs.findLast((cost) => cost.events <= events) ?? costs[0]
    if (!above || !below || above === below) return above?.ms ?? 0
    return below.ms + ((above.ms - below.ms) * (events - below.events)) / (above.events - below.events)
  }
}
