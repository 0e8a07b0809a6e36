import { UpstreamError } from '../../../shared/errors.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { type Breaker, createBreaker } from '../../upstreams/breaker.ts'
import { type CacheResult, createResults } from './cache-result.ts'
import type { CacheCounter } from './counts.ts'
import { addEnvelope, afterFailure, type Entry, type Outcome, outcomeOf } from './entry.ts'
import {
  type CachedFailure,
  type Copy,
  copyEnvelope,
  type Envelope,
  failureEnvelope,
  isDown,
  isFresh,
  type StoredFailure,
  toStoredFailure,
} from './envelope.ts'
import { createFlights, type WaitUntil } from './flights.ts'
import { createIsolateStore, type IsolateStore } from './isolate-store.ts'
import { BREAKER_OPEN, isWithinBudget, type MayLoad, OVER_BUDGET } from './load-limits.ts'
import type { OuterStore } from './outer-stores.ts'

/** ms. A copy this close to its end is renewed in the background, while it is still served. */
const AHEAD_MS = 15_000

/** How often a reader follows others' flights before it leads its own. */
const MAX_ROUNDS = 3

// Of the library's failures we know that it is us who are unavailable (`origin/bounded.ts`).
const OURS = { kind: 'unavailable', status: 503 } as const
const THEIRS = { kind: 'upstream' } as const

const TIMED_OUT = { message: 'The provider did not answer in time' }

/**
 * Fetches a key's text from the upstream. It throws a typed error; any other counts as a network failure. It brings its
 * own deadline, and no visitor's signal: one who leaves must not leave a failure behind for the others.
 */
export type Load = () => Promise<string | DatedText>

/** A text that was made of copies, the oldest of which dates from `t0` (ms): it is as old as that one. */
export type DatedText = { text: string; t0: number }

type CacheDeps = {
  /** Nearest first: the Cache API, then KV. */
  outer: OuterStore[]
  now?: () => number
  /** Several caches of one isolate may share it, and so its bounds. */
  isolate?: IsolateStore
  breaker?: Breaker | undefined
  /** Its failures are ours. */
  failsAsOurs?: boolean
  count?: CacheCounter
}

/**
 * `waitUntil` belongs to the request. `refresh` calls the upstream in any case: for staff alone (§9). `family`
 * names the reads that the breaker counts together. `mayLoad` is called before the upstream is.
 */
type ReadOptions = {
  waitUntil: WaitUntil
  refresh?: boolean
  family?: string
  mayLoad?: MayLoad | undefined
}

/** What a layer has for a key, however old. `isThere`: the layer is set up. */
export type CachedLayer = {
  layer: 'memory' | OuterStore['layer']
  isThere: boolean
  copy?: Copy | undefined
  failure?: CachedFailure | undefined
}

type Reading = ReadOptions & { key: string; load: Load }

/** Where a read looks and stores, and what counts and limits it. */
type Parts = Required<Omit<CacheDeps, 'failsAsOurs' | 'breaker'>> & {
  breaker: Breaker
  failing: StoredFailure
}

/** §9 Request cache, one per upstream and isolate: the isolate's memory, the outer layers, one flight per key. */
export function createLayeredCache(deps: CacheDeps) {
  const { outer, now = Date.now, isolate = createIsolateStore(), count = () => {} } = deps
  const breaker = deps.breaker ?? createBreaker(now)
  const failing: StoredFailure = { ...(deps.failsAsOurs ? OURS : THEIRS), message: '' }
  const { search, reload } = createSearch({ outer, now, isolate, count, breaker, failing })
  const flights = createFlights<Outcome>(now, count)
  const resultOf = createResults(now, isolate.resize)

  async function decide(reading: Reading): Promise<Outcome> {
    const { key, waitUntil, refresh } = reading
    const entry = isolate.get(key)
    if (refresh) return flights.launch(key, (ms) => reload(reading, entry, ms), waitUntil)
    const ready = outcomeOf(entry, now())
    if (!ready) return join(reading)
    const isSoonOver = !outcomeOf(entry, now(), AHEAD_MS)
    if (isSoonOver) flights.ensure(key, (ms) => search(reading, ms, AHEAD_MS), waitUntil)
    return ready
  }

  /** Waits for the key's flight, or leads one. Who followed a visitor without a budget tries again with its own (T44). */
  async function join(reading: Reading): Promise<Outcome> {
    const { key, waitUntil } = reading
    let leads = false
    const lead = (ms: number) => {
      leads = true
      return search(reading, ms)
    }
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const outcome = await flights.join(key, lead, waitUntil)
      if (leads || !outcome.isRefused) return outcome
    }
    return flights.launch(key, lead, waitUntil)
  }

  return {
    /** @throws ReadFailure, typed as the load threw it. */
    async read(key: string, load: Load, options: ReadOptions): Promise<CacheResult> {
      const found = await decide({ key, load, ...options })
      count(found.state)
      return resultOf(key, found)
    },

    /** What each layer has for a key, the nearest first. No layer is filled, and nothing counts as a use. */
    async cachedLayers(key: string): Promise<CachedLayer[]> {
      const { copy, failure } = isolate.peek(key)
      return [
        { layer: 'memory', isThere: true, copy, failure },
        ...(await Promise.all(outer.map((store) => outerLayer(store, key)))),
      ]
    },
  }
}

async function outerLayer({ layer, isThere, get }: OuterStore, key: string): Promise<CachedLayer> {
  const found = await get(key)
  return {
    layer,
    isThere,
    copy: found.find((e) => e.status === 'ok'),
    failure: found.find((e) => e.status === 'err'),
  }
}

/** A flight of the cache: through its layers, and to the upstream. Budgets are in ms. */
function createSearch({ outer, now, isolate, count, breaker, failing }: Parts) {
  /** From the isolate outwards, as far as needed, to the upstream. What is found fills the nearer layers. */
  async function search(reading: Reading, budget: number, ahead = 0): Promise<Outcome> {
    const { key, waitUntil } = reading
    const start = now()
    let entry = isolate.get(key)
    for (const [depth, layer] of outer.entries()) {
      for (const found of await layer.get(key)) {
        const known = entry.copy?.t0
        const next = addEnvelope(entry, found)
        if (next === entry || found.t0 === known) continue
        entry = next
        isolate.put(key, found)
        for (const nearer of outer.slice(0, depth)) waitUntil(nearer.put(key, found))
      }
      const ready = outcomeOf(entry, now(), ahead)
      if (ready) return ready
    }
    const { copy, failure } = entry
    if (failure && isFresh(failure, now())) return afterFailure(copy, failure, now(), 'error')
    return reload(reading, entry, budget - (now() - start))
  }

  async function reload(reading: Reading, { copy }: Entry, budget: number): Promise<Outcome> {
    const start = now()
    const { family = '', mayLoad } = reading
    // A visitor's budget pays for no call that a breaker refuses, and a refused visitor takes no probe's place.
    if (mayLoad && !breaker.isOpen(family) && !(await isWithinBudget(mayLoad))) {
      const refusal = failureEnvelope(OVER_BUDGET, now())
      return { ...afterFailure(copy, refusal, now(), 'miss'), isRefused: true }
    }
    const envelope = await load(reading, budget - (now() - start))
    if (envelope.status === 'ok') return { copy: envelope, state: 'miss' }
    return afterFailure(copy, envelope, now(), 'miss')
  }

  /** What the upstream gives, or a failure when the budget is spent; what comes later is stored all the same. */
  async function load(reading: Reading, budget: number): Promise<Envelope> {
    const t0 = now()
    const { key: request, family = '' } = reading
    if (!breaker.allows({ family, request })) return failureEnvelope({ ...failing, ...BREAKER_OPEN }, t0)
    count('load')
    const loaded = loadEnvelope(reading.load, t0).then((e) => store(reading, e))
    reading.waitUntil(loaded)
    const inTime = await attempt(budget, () => loaded)
    const envelope = inTime ?? store(reading, failureEnvelope({ ...failing, ...TIMED_OUT }, t0))
    breaker.report({ family, request }, envelope.status === 'err' && isDown(envelope.err))
    return envelope
  }

  function store({ key, waitUntil, refresh }: Reading, envelope: Envelope): Envelope {
    const isNews = isolate.put(key, envelope)
    if (isNews) for (const layer of outer) waitUntil(layer.put(key, envelope, refresh))
    return envelope
  }

  return { search, reload }
}

export type LayeredCache = ReturnType<typeof createLayeredCache>

/** A load's outcome as data, dated from its start, or from what it is made of. Never throws. */
async function loadEnvelope(load: Load, t0: number): Promise<Envelope> {
  try {
    const loaded = await load()
    if (typeof loaded === 'string') return copyEnvelope(loaded, t0)
    return copyEnvelope(loaded.text, Math.min(loaded.t0, t0))
  } catch (error) {
    const retryAfter = error instanceof UpstreamError ? error.retryAfter : undefined
    return failureEnvelope(toStoredFailure(error), t0, retryAfter)
  }
}
