import { type Breaker, createBreaker } from '../../upstreams/breaker.ts'
import { type CacheRead, createReader } from './cache-read.ts'
import { within } from './deadline.ts'
import { badEnvelope, type Envelope, isFresh } from './envelope.ts'
import { createFlights, type WaitUntil } from './flights.ts'
import { afterFailure, type Held, type Verdict, verdict, withEnvelope } from './held.ts'
import { createIsolateStore, type IsolateStore } from './isolate-store.ts'
import { isDown, type KeptFailure } from './kept-failure.ts'
import { answerOf, type Load } from './load.ts'
import type { Count, OuterStore } from './outer-store.ts'

/** A copy this close to its end is renewed in the background, while it is still served. */
const AHEAD_MS = 15_000

const TIMED_OUT: KeptFailure = { kind: 'upstream', message: 'The provider did not answer in time' }
// To who asks, the provider has failed, as it did a moment ago: the kind is the same.
const BREAKER_OPEN: KeptFailure = {
  kind: 'upstream',
  status: 503,
  statusText: 'Service Unavailable',
  message: 'The provider is failing; it is asked again in a few seconds',
}

export type CacheDeps = {
  /** Nearest first: the Cache API, then KV. */
  outer: OuterStore[]
  now?: () => number
  /** Several caches of one isolate may share it, and so its bounds. */
  isolate?: IsolateStore
  breaker?: Breaker
  count?: Count
}

/** `waitUntil` belongs to the request. `refresh` asks the upstream whatever is held: for staff alone (§9). */
export type ReadOptions = { waitUntil: WaitUntil; refresh?: boolean }

type Reading = ReadOptions & { key: string; load: Load }

/** §9 Request cache, one per upstream and isolate: the isolate's memory, the outer layers, one flight per key. */
export function createLayeredCache(deps: CacheDeps) {
  const { outer, now = Date.now, isolate = createIsolateStore(), count = () => {} } = deps
  const breaker = deps.breaker ?? createBreaker(now)
  const flights = createFlights<Verdict>(now, count)
  const readOf = createReader(now)

  /** @throws ReadFailure, typed as the load threw it. */
  async function read(key: string, load: Load, options: ReadOptions): Promise<CacheRead> {
    const found = await decide({ key, load, ...options })
    count(found.state)
    return readOf(found)
  }

  async function decide(reading: Reading): Promise<Verdict> {
    const { key, waitUntil, refresh } = reading
    if (refresh) return flights.launch(key, (ms) => askAnew(reading, isolate.get(key), ms), waitUntil)
    const held = isolate.get(key)
    const ready = verdict(held, now())
    if (!ready) return flights.join(key, (ms) => climb(reading, ms), waitUntil)
    if (!verdict(held, now(), AHEAD_MS)) flights.ensure(key, (ms) => climb(reading, ms, AHEAD_MS), waitUntil)
    return ready
  }

  /** From the isolate outwards, as far as needed, to the upstream. What is found fills the nearer layers. */
  async function climb(reading: Reading, budget: number, ahead = 0): Promise<Verdict> {
    const { key, waitUntil } = reading
    const start = now()
    let held = isolate.get(key)
    for (const [depth, layer] of outer.entries()) {
      for (const found of await layer.get(key)) {
        const known = held.good?.t0
        const next = withEnvelope(held, found)
        if (next === held || found.t0 === known) continue
        held = next
        isolate.put(key, found)
        for (const nearer of outer.slice(0, depth)) waitUntil(nearer.put(key, found))
      }
      const ready = verdict(held, now(), ahead)
      if (ready) return ready
    }
    if (held.bad && isFresh(held.bad, now())) return afterFailure(held.good, held.bad, now(), 'error')
    return askAnew(reading, held, budget - (now() - start))
  }

  async function askAnew(reading: Reading, held: Held, budget: number): Promise<Verdict> {
    const answer = await ask(reading, budget)
    if (answer.status === 'ok') return { good: answer, state: 'miss' }
    return afterFailure(held.good, answer, now(), 'miss')
  }

  /** The upstream's answer, or a failure when the time is up; what comes later is kept all the same. */
  async function ask(reading: Reading, budget: number): Promise<Envelope> {
    const t0 = now()
    if (!breaker.allows()) return badEnvelope(BREAKER_OPEN, t0)
    count('load')
    const answer = answerOf(reading.load, t0).then((e) => keep(reading, e))
    reading.waitUntil(answer)
    const inTime = await within(budget, () => answer)
    const envelope = inTime ?? keep(reading, badEnvelope(TIMED_OUT, t0))
    breaker.report(envelope.status === 'ok' || !isDown(envelope.err))
    return envelope
  }

  function keep({ key, waitUntil, refresh }: Reading, envelope: Envelope): Envelope {
    const isNews = isolate.put(key, envelope)
    if (isNews) for (const layer of outer) waitUntil(layer.put(key, envelope, refresh))
    return envelope
  }

  return { read }
}

export type LayeredCache = ReturnType<typeof createLayeredCache>
