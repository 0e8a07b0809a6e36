import { RateLimitError, UpstreamError } from '../../../shared/errors.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { createMade, type Made } from '../../memory.ts'
import { Breaker, type BreakerCall, OPEN_S } from '../../upstreams/breaker.ts'
import {
  addEnvelope,
  afterFailure,
  type CacheEntry,
  type CacheOutcome,
  type CacheResult,
  type Copy,
  CopyResult,
  copyEnvelope,
  type Envelope,
  failureEnvelope,
  isDown,
  isFresh,
  outcomeOf,
  type StoredFailure,
  thrownFailure,
  toError,
  toStoredFailure,
} from './envelope.ts'
import { Flights, type WaitUntil } from './flights.ts'
import { type CacheCounter, type CachedLayer, IsolateStore, type OuterStore } from './stores.ts'

/** Whether the upstream may be called for a request. It counts this call. */
type MayLoad = () => Promise<boolean>

/** Seconds. The period of the limits in `wrangler.toml`. */
const BUDGET_S = 60

/** ms. Like a limit that fails, one that is late limits nothing. */
const LIMIT_MS = 250

/** A refusal as an outcome of the cache. It says nothing about the upstream and is never stored. */
const OVER_BUDGET: StoredFailure = { kind: 'rate-limited', status: 429, message: '' }

/** The same refusal as the visitor gets it. */
const overBudget = () => new RateLimitError('Too many requests: try again in a minute', BUDGET_S)

const isWithinBudget = async (mayLoad: MayLoad): Promise<boolean> =>
  (await attempt(LIMIT_MS, mayLoad)) !== false

/** What a breaker refuses fails as the provider did a moment ago: the kind is the same. */
const BREAKER_OPEN = {
  status: 503,
  statusText: 'Service Unavailable',
  message: 'The provider is failing; it is asked again in a few seconds',
}

/** ms. A copy this close to its end is renewed in the background, while it is still served. */
const AHEAD_MS = 15_000

/** How often a reader follows others' flights before it leads its own. */
const MAX_ROUNDS = 3

// Of the library's failures we know that it is us who are unavailable (`origin/bounded.ts`).
const OURS = { kind: 'unavailable', status: 503 } as const
const THEIRS = { kind: 'upstream' } as const

const TIMED_OUT = { message: 'The provider did not answer in time' }

/** Fetches a key's text, within its own deadline; a visitor who leaves ends it for no one. An untyped error is the network's. */
export type Load = () => Promise<string | DatedText>

/** A text that was made of copies is as old as the oldest, which dates from `t0` (ms). */
type DatedText = { text: string; t0: number }

type CacheDeps = {
  /** Nearest first: the Cache API, then KV. */
  outer: readonly OuterStore[]
  /** Several caches of one isolate may share it, and so its bounds. */
  isolate?: IsolateStore
  breaker?: Breaker | undefined
  /** Its failures are ours. */
  failsAsOurs?: boolean
  count?: CacheCounter
}

/**
 * `refresh` calls the upstream in any case, for staff alone (§9). `family`: reads that the breaker counts together. `version`:
 * a copy of an older one is not fresh.
 */
type ReadOptions = {
  waitUntil: WaitUntil
  refresh?: boolean
  family?: string
  mayLoad?: MayLoad | undefined
  version?: number | undefined
}

type Reading = ReadOptions & { key: string; load: Load }

/** What reads share a flight: none lands with an older version than its followers know. */
const flightOf = ({ key, version }: Reading): string => (version ? `${key}@${version}` : key)

/** §9 Request cache, one per upstream and isolate: the isolate's memory, the outer layers, one flight per key. */
export class LayeredCache {
  readonly #outer: readonly OuterStore[]
  readonly #isolate: IsolateStore
  readonly #breaker: Breaker
  readonly #count: CacheCounter
  /** What the breaker refuses, and what is late, fails as. */
  readonly #failing: StoredFailure
  readonly #flights: Flights<CacheOutcome>
  readonly #made = new WeakMap<Copy, Made>()

  constructor({ outer, isolate, breaker, failsAsOurs, count = () => {} }: CacheDeps) {
    this.#outer = outer
    this.#isolate = isolate ?? new IsolateStore()
    this.#breaker = breaker ?? new Breaker()
    this.#count = count
    this.#failing = { ...(failsAsOurs ? OURS : THEIRS), message: '' }
    this.#flights = new Flights(count)
  }

  /** What the memory has and keeps fresh for a while, at once: most reads. Undefined for all else, which `read` decides. @param version as in `read` */
  hit(key: string, version = 0): CacheResult | undefined {
    const { copy } = this.#isolate.get(key)
    if (!copy || !isFresh(copy, AHEAD_MS) || (copy.version ?? 0) < version) return undefined
    this.#count('hit')
    return this.#resultOf(key, { copy, state: 'hit' })
  }

  /** @throws ReadFailure, typed as the load threw it. */
  async read(key: string, load: Load, options: ReadOptions): Promise<CacheResult> {
    const found = await this.#decide({ key, load, ...options })
    this.#count(found.state)
    return this.#resultOf(key, found)
  }

  /**
   * Reads what no copy can replace, such as a random item. The breaker counts repeated requests once (T44), so a provider that
   * responds to no other call is not asked either. @throws what `load` throws, UpstreamError, or RateLimitError
   */
  async readUncached<T>(call: BreakerCall, load: () => Promise<T>, mayLoad: MayLoad | undefined): Promise<T> {
    const refused = () => toError({ ...this.#failing, ...BREAKER_OPEN }, OPEN_S)
    // As with copies, a budget pays for no read that is not made, and who is over it takes no probe's place.
    if (this.#breaker.isDead() || this.#breaker.isOpen(call.family)) throw refused()
    if (mayLoad && !(await isWithinBudget(mayLoad))) throw overBudget()
    if (!this.#breaker.allows(call)) throw refused()
    try {
      const loaded = await load()
      this.#breaker.report(call, false)
      return loaded
    } catch (error) {
      this.#breaker.report(call, isDown(toStoredFailure(error)))
      throw error
    }
  }

  /** What each layer has for a key, the nearest first. No layer is filled, and nothing counts as a use. */
  async cachedLayers(key: string): Promise<CachedLayer[]> {
    const { copy, failure } = this.#isolate.peek(key)
    return [
      { layer: 'memory', isThere: true, copy, failure },
      ...(await Promise.all(this.#outer.map((store) => outerLayer(store, key)))),
    ]
  }

  async #decide(reading: Reading): Promise<CacheOutcome> {
    const { key, waitUntil, refresh, version } = reading
    const entry = this.#isolate.get(key)
    const flight = flightOf(reading)
    if (refresh) return this.#flights.launch(flight, (ms) => this.#reload(reading, entry, ms), waitUntil)
    const ready = outcomeOf(entry, version)
    if (!ready) return this.#join(reading, flight)
    const isSoonOver = !outcomeOf(entry, version, AHEAD_MS)
    if (isSoonOver) this.#flights.ensure(flight, (ms) => this.#search(reading, ms, AHEAD_MS), waitUntil)
    return ready
  }

  /** Waits for the key's flight, or leads one. Who followed a visitor without a budget tries again with its own (T44). */
  async #join(reading: Reading, flight: string): Promise<CacheOutcome> {
    const { waitUntil } = reading
    let leads = false
    const lead = (ms: number) => {
      leads = true
      return this.#search(reading, ms)
    }
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const outcome = await this.#flights.join(flight, lead, waitUntil)
      if (leads || !outcome.isRefused) return outcome
    }
    return this.#flights.launch(flight, lead, waitUntil)
  }

  /** From the isolate outwards, to the upstream; what is found fills the nearer layers. @param budget ms */
  async #search(reading: Reading, budget: number, ahead = 0): Promise<CacheOutcome> {
    const { key, waitUntil, version } = reading
    const start = Date.now()
    let entry = this.#isolate.get(key)
    for (const [depth, layer] of this.#outer.entries()) {
      for (const found of await layer.get(key)) {
        const known = entry.copy?.t0
        const next = addEnvelope(entry, found)
        if (next === entry || found.t0 === known) continue
        entry = next
        this.#isolate.put(key, found)
        for (const nearer of this.#outer.slice(0, depth)) waitUntil(nearer.put(key, found))
      }
      const ready = outcomeOf(entry, version, ahead)
      if (ready) return ready
    }
    const { copy, failure } = entry
    if (failure && isFresh(failure)) return afterFailure(copy, failure, 'error')
    return this.#reload(reading, entry, budget - (Date.now() - start))
  }

  async #reload(reading: Reading, { copy }: CacheEntry, budget: number): Promise<CacheOutcome> {
    const start = Date.now()
    const { family = '', mayLoad } = reading
    // A visitor's budget pays for no call that a breaker refuses, and a refused visitor takes no probe's place.
    if (mayLoad && !this.#breaker.isOpen(family) && !(await isWithinBudget(mayLoad))) {
      const refusal = failureEnvelope(OVER_BUDGET, Date.now())
      return { ...afterFailure(copy, refusal, 'miss'), isRefused: true }
    }
    const envelope = await this.#load(reading, budget - (Date.now() - start))
    if (envelope.status === 'ok') return { copy: envelope, state: 'miss' }
    return afterFailure(copy, envelope, 'miss')
  }

  /** What the upstream gives, or a failure when the budget is spent; what comes later is stored all the same. */
  async #load(reading: Reading, budget: number): Promise<Envelope> {
    const t0 = Date.now()
    const call = { family: reading.family ?? '', request: reading.key }
    if (!this.#breaker.allows(call)) return failureEnvelope({ ...this.#failing, ...BREAKER_OPEN }, t0)
    this.#count('load')
    const loaded = loadEnvelope(reading, t0).then((e) => this.#store(reading, e))
    reading.waitUntil(loaded)
    const inTime = await attempt(budget, () => loaded)
    const envelope = inTime ?? this.#store(reading, failureEnvelope({ ...this.#failing, ...TIMED_OUT }, t0))
    this.#breaker.report(call, envelope.status === 'err' && isDown(envelope.err))
    return envelope
  }

  #store({ key, waitUntil, refresh }: Reading, envelope: Envelope): Envelope {
    const isNews = this.#isolate.put(key, envelope)
    if (isNews) for (const layer of this.#outer) waitUntil(layer.put(key, envelope, refresh))
    return envelope
  }

  /** An outcome as a result. @throws ReadFailure, or RateLimitError */
  #resultOf(key: string, outcome: CacheOutcome): CacheResult {
    if (!outcome.copy && outcome.isRefused) throw overBudget()
    if (!outcome.copy) throw thrownFailure(outcome.failure, outcome.state)
    return new CopyResult(outcome.copy, outcome.state, this.#madeOf(key, outcome.copy))
  }

  #madeOf(key: string, copy: Copy): Made {
    const known = this.#made.get(copy)
    if (known) return known
    const made = createMade((bytes) => this.#isolate.resize(key, copy, bytes))
    this.#made.set(copy, made)
    return made
  }
}

async function outerLayer(store: OuterStore, key: string): Promise<CachedLayer> {
  const { layer, isThere } = store
  const found = await store.get(key)
  return {
    layer,
    isThere,
    copy: found.find((e) => e.status === 'ok'),
    failure: found.find((e) => e.status === 'err'),
  }
}

/** A load's outcome as data, dated from its start, or from what it is made of. Never throws. */
async function loadEnvelope({ load, version }: Reading, t0: number): Promise<Envelope> {
  try {
    const loaded = await load()
    if (typeof loaded === 'string') return copyEnvelope(loaded, t0, version)
    return copyEnvelope(loaded.text, Math.min(loaded.t0, t0), version)
  } catch (error) {
    const retryAfter = error instanceof UpstreamError ? error.retryAfter : undefined
    return failureEnvelope(toStoredFailure(error), t0, retryAfter)
  }
}
