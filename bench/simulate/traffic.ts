import { type Clock, inOwnTime, START } from './clock.ts'
import type { GroupMs } from './pingbacks.ts'
import { createRandom, createZipf, type Random } from './random.ts'
import { World } from './world.ts'

/** A world under traffic: embeds of items by Zipf's law, each with its picture and its pingbacks. */
export type Traffic = {
  /** Embeds a second, over all data centres. */
  rate: number
  seconds: number
  centres: number
  /** Isolates of a data centre that take its requests in turn, and how long each lives, in seconds. */
  isolates: number
  life: number
  items: number
  groupMs: GroupMs
}

/** The item of a flash crowd is one that no one has opened before. */
export const FRESH = 'fresh'

/** What an embed's visitors send: all have seen it, some hover, few click. */
const ACTIONS = [
  ['SEEN', 1],
  ['HOVER', 0.12],
  ['CLICK', 0.03],
] as const

type Step = { at: number; does: (world: World) => void }

/** Who opens embeds. */
export class Crowd {
  readonly #world: World
  readonly #traffic: Traffic
  readonly #random: Random
  readonly #rank: () => number
  #events = 0
  /** The share of embeds that are of the fresh item. */
  fresh = 0
  /** By how much there are more embeds. */
  times = 1

  constructor(world: World, traffic: Traffic, random: Random) {
    this.#world = world
    this.#traffic = traffic
    this.#random = random
    this.#rank = createZipf(traffic.items, random)
  }

  open(clock: Clock): void {
    const { centres, isolates } = this.#traffic
    const random = this.#random
    const centre = random.between(0, centres - 1)
    const isolate = () => this.#world.isolate(centre, random.between(0, isolates - 1))
    const id = random.chance(this.fresh) ? FRESH : `item-${this.#rank()}`
    void this.#world.visit(isolate(), id)
    clock.after(200, () => void this.#world.picture(isolate(), id))
    for (const [action_type, share] of ACTIONS) {
      if (!random.chance(share)) continue
      const analytics_response_payload = `e${++this.#events}`
      const wait = random.between(1200, 8000)
      clock.after(wait, () => {
        const event = {
          ts: clock.now(),
          user_id: 'a',
          action_type,
          attributes: {},
          analytics_response_payload,
        }
        void this.#world.send(isolate(), [event])
      })
    }
  }
}

/**
 * Lets traffic run. Each isolate ends after a while, at a time of its own.
 * @param script what happens besides, and when in seconds
 */
export function runTraffic(traffic: Traffic, script: (crowd: Crowd) => Step[] = () => []): Promise<World> {
  const random = createRandom(29)
  return inOwnTime(random, async (clock) => {
    const { rate, seconds, centres, isolates, life, groupMs } = traffic
    const world = new World({ clock, random, centres, groupMs })
    const crowd = new Crowd(world, traffic, random)
    for (const { at, does } of script(crowd)) clock.after(at * 1000, () => does(world))
    for (let centre = 0; centre < centres; centre++) {
      for (let place = 0; place < isolates; place++) renewAfter(clock, world, [centre, place], random, life)
    }
    const next = () => {
      crowd.open(clock)
      const wait = (-Math.log(1 - random.next()) * 1000) / (rate * crowd.times)
      if (clock.now() + wait < START + seconds * 1000) clock.after(wait, next)
    }
    next()
    // What was sent last is queued before the end.
    await clock.runUntil(START + (seconds + 20) * 1000)
    await world.end()
    return world
  })
}

/** An isolate ends after a while, once its requests have ended. */
function renewAfter(clock: Clock, world: World, place: [number, number], random: Random, life: number): void {
  clock.after(random.between(1, 2 * life) * 1000, () => {
    world.replace(...place)
    renewAfter(clock, world, place, random, life)
  })
}
