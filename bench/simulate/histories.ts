import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { inOwnTime } from './clock.ts'
import type { Policy } from './isolate.ts'
import { BAD, SINK_MOODS } from './pingbacks.ts'
import { createRandom, type Random } from './random.ts'
import type { Fault } from './stores.ts'
import { MOODS } from './upstream.ts'
import { type Broken, World } from './world.ts'

const STEPS = { least: 20, most: 60 } as const
const CENTRES = 3
const ISOLATES = 3
const KEYS = ['cat', 'dog', 'owl'] as const
const FAULTS: readonly [Fault, ...Fault[]] = ['none', 'none', 'throws', 'hangs']
/** ms between two steps: at once, about the ends of lifetimes, an hour. */
const PAUSES = [0, 1, 40, 300, 2600, 6000, 9000, 14_999, 45_000, 59_999, 60_000, 90_000, 3_600_000] as const

/** A step of a history. */
type Step = (world: World, random: Random, history: History) => void

class History {
  #events = 0

  event(random: Random): PingbackEvent {
    const payload = `e${++this.#events}`
    const isBad = random.chance(0.03)
    return {
      ts: Date.now(),
      user_id: 'a',
      action_type: random.pick(['SEEN', 'HOVER', 'CLICK']),
      attributes: {},
      analytics_response_payload: payload,
      ...(isBad && { event_type: BAD }),
    }
  }
}

const place = (random: Random) => [random.between(0, CENTRES - 1), random.between(0, ISOLATES - 1)] as const

/** The steps, the common ones more than once. */
const STEP: Record<string, { share: number; does: Step }> = {
  visit: {
    share: 30,
    does: (world, random) => void world.visit(world.isolate(...place(random)), random.pick(KEYS)),
  },
  crowd: {
    share: 6,
    does: (world, random) => {
      const key = random.pick(KEYS)
      for (let n = 0; n < 8; n++) void world.visit(world.isolate(...place(random)), key)
    },
  },
  picture: {
    share: 10,
    does: (world, random) => void world.picture(world.isolate(...place(random)), random.pick(KEYS)),
  },
  events: {
    share: 15,
    does: (world, random, history) => {
      const events = Array.from({ length: random.between(1, 4) }, () => history.event(random))
      void world.send(world.isolate(...place(random)), events)
    },
  },
  takedown: {
    share: 2,
    does: (world, random) => void world.isolate(...place(random)).takeDown(random.pick(KEYS)),
  },
  death: { share: 3, does: (world, random) => world.kill(...place(random)) },
  deploy: { share: 1, does: (world) => world.deploy() },
  provider: {
    share: 6,
    does: (world, random) => {
      world.upstream.mood = random.chance(0.5) ? 'well' : random.pick(MOODS)
    },
  },
  counting: {
    share: 4,
    does: (world, random) => {
      world.counting.mood = random.chance(0.5) ? 'well' : random.pick(SINK_MOODS)
    },
  },
  store: {
    share: 8,
    does: (world, random) => {
      const fault = random.pick(FAULTS)
      const stores = [
        world.edge(random.between(0, CENTRES - 1)),
        world.kv,
        world.queue,
        world.library,
      ] as const
      random.pick<{ fault: Fault }>(stores).fault = fault
    },
  },
}

const DRAWN = Object.values(STEP).flatMap(({ share, does }) => Array<Step>(share).fill(does)) as [
  Step,
  ...Step[],
]

/** One random history, by its seed. @returns the promises that it broke */
export function playHistory(seed: number, policy?: Policy): Promise<Broken[]> {
  const random = createRandom(seed)
  return inOwnTime(random, async (clock) => {
    const budget = random.pick([1200, 1200, 1200, 4])
    const world = new World({ clock, random, centres: CENTRES, budget, ...(policy && { policy }) })
    const history = new History()
    for (let left = random.between(STEPS.least, STEPS.most); left > 0; left--) {
      random.pick(DRAWN)(world, random, history)
      if (random.chance(0.7)) await clock.runUntil(clock.now() + random.pick(PAUSES))
    }
    await world.end()
    return world.broken
  })
}

/** Plays histories one after another, until `broken` of them have broken a promise. */
export async function playHistories(from: number, count: number, policy?: Policy, most = 5) {
  const broken: { seed: number; broken: Broken[] }[] = []
  let played = 0
  for (; played < count && broken.length < most; played++) {
    const seed = from + played
    const found = await playHistory(seed, policy)
    if (found.length > 0) broken.push({ seed, broken: found })
  }
  return { played, broken }
}
