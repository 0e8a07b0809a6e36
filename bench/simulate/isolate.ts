import { KeptBytes } from '../../origin/media/kept-bytes.ts'
import { ShownFiles } from '../../origin/media/shown-files.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { COUNTED_BATCH } from '../../shared/limits.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { Arrivals } from '../../worker/pingbacks/accept.ts'
import type { SinkBindings } from '../../worker/pingbacks/dead-letters.ts'
import { deliver, type PingBatch } from '../../worker/pingbacks/deliver.ts'
import { LayeredCache } from '../../worker/provider/cache/layered-cache.ts'
import { createEdgeStore, createKvStore, type OuterStore } from '../../worker/provider/cache/stores.ts'
import { Gate, type Gateable, gated } from '../../worker/provider/gated.ts'
import { type Layer, type ReadContext, type Reply, replyOfCopy } from '../../worker/provider/layer.ts'
import { VisibilityLog } from '../../worker/provider/visibility.ts'
import type { LibrarySim } from './library.ts'
import type { CountingSim, QueueSim } from './pingbacks.ts'
import type { Counts, EdgeSim, KvSim, LimitSim } from './stores.ts'
import type { UpstreamSim } from './upstream.ts'

/** The Worker's own pieces that a test may swap for broken ones; all others are imported too. */
export const POLICY = { deliver, createEdgeStore, createKvStore }
export type Policy = typeof POLICY

/** What an isolate can reach: its data centre's stores, and the world's. */
export type Around = {
  centre: number
  edge: EdgeSim
  kv: ReturnType<KvSim['view']>
  limit: LimitSim
  upstream: UpstreamSim
  library: LibrarySim
  queue: QueueSim
  counting: CountingSim
  counts: Counts
  policy: Policy
}

/** A bot's events are not counted. */
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const ignored = () => {}
const waitUntil = (work: Promise<unknown>) => void work.catch(ignored)
const FAMILY = { family: 'GET gifs' }

/** One isolate of the Worker: what `worker/services.ts` makes for each, over simulated stores. */
export class IsolateSim {
  readonly id: number
  isDead = false
  readonly #around: Around
  readonly #cache: LayeredCache
  readonly #layer: Layer
  readonly #shown: ShownFiles
  readonly #kept: KeptBytes
  readonly #arrivals: Arrivals
  readonly #delivered = new Set<string>()

  constructor(id: number, around: Around) {
    this.id = id
    this.#around = around
    const { edge, kv, library, counting, counts, policy } = around
    const cache = this.#mortal(edge.cache)
    const count = (event: string) => counts.add(`cache ${event}`)
    const outer = [
      counted(policy.createEdgeStore(cache, count), 'edge', counts),
      counted(policy.createKvStore(this.#mortal(kv), count), 'kv', counts),
    ]
    this.#cache = new LayeredCache({ outer, count })
    const log = new VisibilityLog((after) => this.#alive(library.readLog(after)))
    this.#layer = gated(this.#copies(), new Gate(log))
    this.#shown = new ShownFiles({ log, cache, waitUntil })
    this.#kept = new KeptBytes({ cache, waitUntil, bucket: this.#mortal(library.bucket) })
    const forward = this.#forward
    this.#arrivals = new Arrivals({ forward, keepsCounters: true, hashVisitor: undefined })
    this.#bindings = {
      PINGBACKS: this.#mortal(around.queue) as unknown as NonNullable<SinkBindings['PINGBACKS']>,
      DB: this.#mortal(counting.db),
    }
  }

  readonly #forward = (events: PingbackEvent[]) => this.#alive(this.#around.counting.forward(events))
  readonly #bindings: SinkBindings

  /** An embed's item, as `worker/embed/` reads it. */
  gif(id: string, visitor: string): Promise<Reply> {
    return this.#layer.read(providerCalls.gif, { id }, this.#context(visitor))
  }

  /** An item's picture: whether it was sent. @throws AppError 'removed' */
  async picture(id: string): Promise<boolean> {
    const { library } = this.#around
    const row = await this.#shown.find({ name: id, item: id }, () => this.#alive(library.readFile(id)))
    if (!row?.r2_key) return false
    const near =
      (await this.#kept.open(row.r2_key)) ?? (await this.#kept.take(row.r2_key, row.size ?? undefined))
    return near !== undefined || (await this.#alive(library.bucket.get(row.r2_key))) !== null
  }

  accept(events: PingbackEvent[]): Promise<void> {
    return this.#arrivals.accept(events, { agent: AGENT, bindings: this.#bindings })
  }

  deliver(batch: PingBatch): Promise<void> {
    const { policy } = this.#around
    return policy.deliver(batch, {
      forward: this.#forward,
      known: this.#delivered,
      bindings: this.#bindings,
      most: COUNTED_BATCH,
    })
  }

  /** What staff do who take an item down: this isolate knows at once. */
  async takeDown(id: string): Promise<void> {
    this.#around.library.takeDown(id)
    await this.#layer.refresh([id], this.#context('staff'))
  }

  /** Where the cached layer reads: a provider behind the cache. */
  #copies(): Gateable {
    const read = async (id: string, { waitUntil, mayLoad }: ReadContext, refresh = false) => {
      const { centre, upstream } = this.#around
      const load = () => this.#alive(upstream.ask({ centre, isolate: this.id, key: id, isForced: refresh }))
      const options = { ...FAMILY, waitUntil, refresh, mayLoad: mayLoad && (() => mayLoad('key')) }
      return replyOfCopy(await this.#cache.read(id, load, options))
    }
    return {
      read: (_, { id }, context) => read(String(id), context),
      renew: async (_, inputs, context) => {
        await Promise.allSettled(inputs.map(({ id }) => read(String(id), context, true)))
      },
      cachedCopies: async () => [],
      mayShowHidden: () => false,
      readFor: () => Promise.reject(new Error('no one is signed in here')),
    }
  }

  #context(visitor: string): ReadContext {
    return { publicUrl: 'https://loop.test', waitUntil, mayLoad: () => this.#around.limit.allows(visitor) }
  }

  /** Work of an isolate that has died never ends for it. */
  #alive<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => this.isDead || resolve(value),
        (error) => this.isDead || reject(error),
      )
    })
  }

  /** A store whose operations never end once this isolate has died. */
  #mortal<S extends object>(store: S): S {
    const get = (of: S, name: string | symbol) => {
      const value = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      return (...input: unknown[]) => {
        const result = value.apply(of, input)
        return result instanceof Promise ? this.#alive(result) : result
      }
    }
    return new Proxy(store, { get }) as S
  }
}

/** A layer that counts how often it is asked. */
function counted(store: OuterStore, name: string, counts: Counts): OuterStore {
  const get = (key: string) => {
    counts.add(`asked ${name}`)
    return store.get(key)
  }
  return { layer: store.layer, isThere: store.isThere, get, put: (...input) => store.put(...input) }
}
