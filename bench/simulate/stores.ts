import type { KVNamespace } from '@cloudflare/workers-types'
import type { EdgeCache } from '../../shared/server/origin.ts'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

/** How a store behaves. */
export type Fault = 'none' | 'throws' | 'hangs'

/** What a world counts: operations of its stores by name. */
export class Counts {
  readonly #counts = new Map<string, number>()

  add(name: string, more = 1): void {
    this.#counts.set(name, this.of(name) + more)
  }

  of = (name: string): number => this.#counts.get(name) ?? 0
}

/** What all stores of a world share. */
export type Deps = { clock: Clock; random: Random; counts: Counts }

/** ms that an operation takes, from the least to the most. */
type Span = readonly [least: number, most: number]

/** Lets an operation take its time, or fail as its store does. */
export async function takes({ clock, random }: Deps, [least, most]: Span, fault: Fault): Promise<void> {
  if (fault === 'hangs') return new Promise(() => {})
  await clock.sleep(random.between(least, most))
  if (fault === 'throws') throw new Error('the store refused')
}

type Kept = { text: string; headers: Headers; ends: number }

/** The Cache API of one data centre: all its isolates have it, no other does. */
export class EdgeSim {
  fault: Fault = 'none'
  readonly #deps: Deps
  readonly #kept = new Map<string, Kept>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  readonly cache: EdgeCache = {
    match: async (request) => {
      this.#deps.counts.add('edge match')
      await takes(this.#deps, [1, 6], this.fault)
      const found = this.#kept.get(typeof request === 'string' ? request : request.url)
      if (!found || found.ends <= this.#deps.clock.now()) return undefined
      return new Response(found.text, { headers: found.headers })
    },
    put: async (url, response) => {
      const text = await response.text()
      this.#deps.counts.add('edge put')
      await takes(this.#deps, [2, 12], this.fault)
      const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '')?.[1] ?? 0)
      const ends = this.#deps.clock.now() + seconds * 1000
      this.#kept.set(url, { text, headers: response.headers, ends })
    },
    delete: async (url) => {
      await takes(this.#deps, [2, 12], this.fault)
      return this.#kept.delete(url)
    },
  }
}

type Value = { text: string; writtenAt: number; ends: number }

/** KV takes one write a second for a key. */
const KV_WRITE_MS = 1000
/** ms. A read of another data centre may be this far behind a write, whatever its own `cacheTtl`. */
const KV_LAG_MS = 60_000

/** KV: one central store, which each data centre reads through a cache of its own. */
export class KvSim {
  fault: Fault = 'none'
  /** The most writes of one key, and when the last one was. */
  readonly writes = new Map<string, { count: number; at: number }>()
  readonly #deps: Deps
  readonly #values = new Map<string, Value>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The namespace as one data centre sees it. */
  view(): Pick<KVNamespace, 'get' | 'put' | 'delete'> {
    const near = new Map<string, { value: Value | undefined; readAt: number; ttl: number }>()
    const { clock, random, counts } = this.#deps
    const get = async (name: string, { cacheTtl = 60 }: { cacheTtl?: number } = {}) => {
      counts.add('kv read')
      const known = near.get(name)
      const isKnown = known !== undefined && clock.now() - known.readAt < known.ttl
      await takes(this.#deps, isKnown ? [1, 8] : [15, 90], this.fault)
      if (!isKnown) {
        // Now and then a tier in between has an older answer than the centre.
        const ttl = random.chance(0.05) ? KV_LAG_MS : cacheTtl * 1000
        near.set(name, { value: this.#values.get(name), readAt: clock.now(), ttl })
      }
      const value = near.get(name)?.value
      return value && value.ends > clock.now() ? value.text : null
    }
    const put = async (name: string, text: string, { expirationTtl = 0 } = {}) => {
      counts.add('kv write')
      await takes(this.#deps, [50, 300], this.fault)
      const last = this.writes.get(name)
      if (last && clock.now() - last.at < KV_WRITE_MS) {
        counts.add('kv write refused')
        throw new Error('KV PUT failed: 429 Too Many Requests')
      }
      this.writes.set(name, { count: (last?.count ?? 0) + 1, at: clock.now() })
      const value = { text, writtenAt: clock.now(), ends: clock.now() + expirationTtl * 1000 }
      this.#values.set(name, value)
    }
    const remove = async (name: string) => {
      counts.add('kv delete')
      await takes(this.#deps, [50, 300], this.fault)
      this.#values.delete(name)
    }
    return { get, put, delete: remove } as unknown as Pick<KVNamespace, 'get' | 'put' | 'delete'>
  }
}

/** A limit of a data centre: so many calls of a name in a minute (`[[ratelimits]]`). */
export class LimitSim {
  readonly #clock: Clock
  readonly #most: number
  readonly #counted = new Map<string, { minute: number; count: number }>()

  constructor({ clock }: Deps, most: number) {
    this.#clock = clock
    this.#most = most
  }

  async allows(name: string): Promise<boolean> {
    const minute = Math.floor(this.#clock.now() / 60_000)
    const known = this.#counted.get(name)
    const count = known?.minute === minute ? known.count + 1 : 1
    this.#counted.set(name, { minute, count })
    return count <= this.#most
  }
}
