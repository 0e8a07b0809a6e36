import type { FigureTable } from '../figure.ts'
import { quantile, rounded } from '../statistics.ts'
import type { Rated, Use } from './costs.ts'
import type { GroupCost } from './counting.ts'
import { groupMsOf } from './counting.ts'
import { QUEUE } from './pingbacks.ts'
import { runTraffic, type Traffic } from './traffic.ts'
import type { World } from './world.ts'

/** Millions of embeds a month, the seconds that are simulated, and the isolates of a data centre. */
const RATES = [
  { millions: 1, seconds: 20_000, isolates: 2 },
  { millions: 10, seconds: 4000, isolates: 2 },
  { millions: 100, seconds: 500, isolates: 4 },
  { millions: 1000, seconds: 100, isolates: 8 },
] as const
/** What is not simulated: an embed of it uses at most what one at a tenth of the rate does. */
const BEYOND = 10_000
const MONTH_S = 30 * 86_400

const AROUND = { centres: 30, life: 900, items: 5000 } as const

/** ms of CPU (`bench/results/server.json`, rounded up): a page, a picture, a pingback with its share of the counting. */
const CPU_MS = { page: 0.6, picture: 0.5, event: 0.6 } as const
/** Rows that D1 reads for a look at the log of changes, a file's fact, an item of the library. */
const ROWS = { log: 1, fact: 8, item: 12 } as const
/** Embeds whose visitor does not have the tracking script yet. */
const SCRIPTS = 0.3
/** A message is written, read and acknowledged. */
const QUEUE_OPERATIONS = 3

type Run = { millions: number; world: World; seconds: number }

/** Traffic at each rate. */
export async function steadyRuns(costs: readonly GroupCost[]): Promise<Run[]> {
  const runs: Run[] = []
  for (const { millions, seconds, isolates } of RATES) {
    const rate = (millions * 1e6) / MONTH_S
    const traffic: Traffic = { ...AROUND, rate, seconds, isolates, groupMs: groupMsOf(costs) }
    runs.push({ millions, seconds, world: await runTraffic(traffic) })
  }
  return runs
}

/** What one embed uses at each rate, the library being the embedded one. */
export function ratedOf(runs: readonly Run[], costs: readonly GroupCost[]): Rated[] {
  const rated = runs.map(({ millions, world }) => ({ millions, ...useOf(world, costs) }))
  const last = rated.at(-1)
  return last ? [...rated, { ...last, millions: BEYOND }] : []
}

function useOf(world: World, costs: readonly GroupCost[]): Omit<Rated, 'millions'> {
  const each = (name: string) => world.counts.of(name) / world.counts.of('view')
  const facts = each('d1 read') - each('d1 read of the log')
  const page = {
    requests: 2,
    'CPU, ms': CPU_MS.page + CPU_MS.picture,
    'KV, reads': each('kv read'),
    'KV, writes': each('kv write'),
    'R2, reads': each('r2 read'),
    'D1, rows read':
      each('d1 read of the log') * ROWS.log + facts * ROWS.fact + each('upstream call') * ROWS.item,
    'log lines': 2,
  }
  const events = each('accepted')
  const group = groupSize(world)
  const cost = costs.findLast((known) => known.events <= group) ?? costs[0]
  const perEvent = (rows: number) => (cost ? (events * rows) / cost.events : 0)
  const tracking = {
    requests: events + SCRIPTS,
    'CPU, ms': events * CPU_MS.event,
    'Queues, operations': each('queue message') * QUEUE_OPERATIONS,
    'D1, rows read': perEvent(cost?.read ?? 0),
    'D1, rows written': perEvent(cost?.written ?? 0),
    'log lines': events + SCRIPTS,
  }
  return { page: roundedUse(page), tracking: roundedUse(tracking) }
}

/** As precise as results are written. */
const roundedUse = (use: Use): Use =>
  Object.fromEntries(Object.entries(use).map(([unit, value]) => [unit, rounded(value)]))

const groupSize = ({ counting }: World): number =>
  counting.groups.reduce((all, events) => all + events, 0) / Math.max(1, counting.groups.length)

/** Hit ratios by layer, of what asks it, and what stores do. */
export function layerTable(runs: readonly Run[]): FigureTable {
  const rows = runs.map(({ millions, world, seconds }) => {
    const { of } = world.counts
    const searches = of('asked edge')
    const share = (part: number, all: number) => Math.round((1000 * part) / Math.max(1, all)) / 10
    const busiest = [...world.kv.writes.values()].reduce((most, { count }) => Math.max(most, count), 0)
    return {
      'million embeds a month': millions,
      'memory, %': share(of('view') - searches, of('view')),
      'data centre, %': share(searches - of('asked kv'), searches),
      'KV, %': share(of('asked kv') - of('upstream call'), of('asked kv')),
      'calls, % of embeds': share(of('upstream call'), of('view')),
      'of them at once, %': share(of('upstream call at once with another isolate'), of('upstream call')),
      'KV writes of one key a second': busiest / seconds,
      'median age, s': quantile(world.ages, 0.5) / 1000,
      'oldest, s': quantile(world.ages, 1) / 1000,
      'events in a group': groupSize(world),
      'most that waited': world.queue.depthMax,
    }
  })
  return { title: 'simulate: layers, by traffic', rows }
}

/** What one writer of D1 counts at most, and what the queue hands over. */
export const writerTable = (costs: readonly GroupCost[]): FigureTable => ({
  title: `simulate: counting, one group after another (the queue hands over up to ${QUEUE.messages} messages)`,
  rows: costs.map(({ events, ms, written, read }) => ({
    'events in a group': events,
    ms,
    'events a second': (1000 * events) / ms,
    'rows written, each': written / events,
    'rows read, each': read / events,
  })),
})
