import type { FigureTable } from '../figure.ts'
import type { GroupMs } from './pingbacks.ts'
import { type Crowd, FRESH, runTraffic } from './traffic.ts'
import type { World } from './world.ts'

/** What happens in a world under traffic, and how long it lasts in seconds. */
type Phase = { name: string; lasts: number; begin?: (world: World, crowd: Crowd) => void }

const PHASES: readonly Phase[] = [
  { name: 'cold', lasts: 60 },
  { name: 'as always', lasts: 240 },
  {
    name: 'a crowd on a new item, 10 times as many embeds',
    lasts: 60,
    begin: (_, crowd) => {
      crowd.times = 10
      crowd.fresh = 0.9
    },
  },
  {
    name: 'as always, again',
    lasts: 120,
    begin: (_, crowd) => {
      crowd.times = 1
      crowd.fresh = 0
    },
  },
  { name: 'a deploy', lasts: 60, begin: (world) => world.deploy() },
  {
    name: 'the provider is down',
    lasts: 300,
    begin: (world) => {
      world.upstream.mood = 'down'
    },
  },
  {
    name: 'it is back, and lies at first',
    lasts: 30,
    begin: (world) => {
      world.upstream.mood = 'lies'
    },
  },
  {
    name: 'it is well, and the counters are down',
    lasts: 120,
    begin: (world) => {
      world.upstream.mood = 'well'
      world.counting.mood = 'down'
    },
  },
  {
    name: 'all is well, and the new item is taken down',
    lasts: 120,
    begin: (world, crowd) => {
      world.counting.mood = 'well'
      crowd.fresh = 0.2
      void world.isolate(0, 0).takeDown(FRESH)
    },
  },
]

const COUNTED = ['view', 'failed view', 'upstream call', 'kv write', 'kv write refused', 'r2 read'] as const

/** One history under traffic, phase by phase. @returns the promises that were broken, too */
export async function incidents(groupMs: GroupMs): Promise<{ table: FigureTable; broken: number }> {
  const rows: FigureTable['rows'] = []
  const before = new Map<string, number>()
  let began = 0
  const note = (world: World, { name, lasts }: Phase) => {
    const [views = 0, failed = 0, calls = 0, writes = 0, refused = 0, r2 = 0] = COUNTED.map((each) => {
      const now = world.counts.of(each)
      const more = now - (before.get(each) ?? 0)
      before.set(each, now)
      return more
    })
    const ages = world.ages.splice(0)
    rows.push({
      phase: name,
      'embeds a second': (views + failed) / lasts,
      'failed, %': (100 * failed) / Math.max(1, views + failed),
      'oldest answer, s': ages.reduce((most, age) => Math.max(most, age), 0) / 1000,
      'provider calls a second': calls / lasts,
      'KV writes a second': writes / lasts,
      'refused by KV': refused,
      'R2 reads a second': r2 / lasts,
      'messages that wait': world.queue.depth,
    })
  }
  const steps = (crowd: Crowd) =>
    PHASES.flatMap((phase) => {
      const from = began
      began += phase.lasts
      return [
        { at: from, does: (world: World) => phase.begin?.(world, crowd) },
        { at: began, does: (world: World) => note(world, phase) },
      ]
    })
  const seconds = PHASES.reduce((all, { lasts }) => all + lasts, 0)
  const around = { centres: 10, isolates: 4, life: 900, items: 2000 }
  const { broken } = await runTraffic({ ...around, rate: 20, seconds, groupMs }, steps)
  return { table: { title: 'simulate: incidents, one after another', rows }, broken: broken.length }
}
