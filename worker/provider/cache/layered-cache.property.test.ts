import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { UpstreamError } from '../../../shared/errors.ts'
import type { CacheResult, ReadFailure } from './envelope.ts'
import { createStage, type StoreFault } from './test-stage.ts'

// Without digests and streams everything but time happens in microtasks, so that a sequence takes a fraction of a ms.
vi.mock('../../../shared/net/bytes.ts', async (original) => ({
  ...(await original<object>()),
  sha256Hex: async (text: string) => text,
}))
class PlainResponse {
  readonly status = 200
  readonly headers: Map<string, string>
  readonly text: () => Promise<string>
  constructor(body: string, init: { headers?: Record<string, string> } = {}) {
    this.text = async () => body
    this.headers = new Map(Object.entries(init.headers ?? {}))
  }
}

beforeAll(() => {
  vi.stubGlobal('Response', PlainResponse)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function microtasks(until: () => boolean = () => false): Promise<void> {
  for (let n = 0; n < 150 && !until(); n++) await null
}

async function pass(ms: number): Promise<void> {
  await microtasks()
  for (const step of [0.01, 0.09, 0.4, 0.5]) {
    vi.advanceTimersByTime(Math.ceil(ms * step))
    await microtasks()
  }
}

/** Waits for a read as long as it takes, on the fake clock. */
async function outcome(
  read: Promise<CacheResult>,
): Promise<{ read: CacheResult } | { failure: ReadFailure }> {
  let settled: { read: CacheResult } | { failure: ReadFailure } | undefined
  read.then(
    (read) => (settled = { read }),
    (failure) => (settled = { failure }),
  )
  for (;;) {
    await microtasks(() => settled !== undefined)
    if (settled) return settled
    vi.advanceTimersToNextTimer()
  }
}

const MOODS = ['well', 'well', 'slow', 'hangs', 500, 429, 403, 404, 410] as const
type Mood = (typeof MOODS)[number]

type Op =
  | { does: 'pass'; ms: number }
  | { does: 'read'; isolate: number; key: string; refresh: boolean }
  | { does: 'mood'; mood: Mood }
  | { does: 'fault'; layer: 'edge' | 'kv'; fault: StoreFault }

const pause = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 999, 5999, 6000, 14_999, 44_999, 45_000, 59_999, 60_000) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(3_540_000, 3_600_000, 3_600_001) },
)
const pauses = pause.map((ms): Op => ({ does: 'pass', ms }))
const reads = fc.record<Op & { does: 'read' }>({
  does: fc.constant('read'),
  isolate: fc.nat(1),
  key: fc.constantFrom('cat', 'dog'),
  refresh: fc.nat(9).map((n) => n === 0),
})
const moods = fc.constantFrom(...MOODS).map((mood): Op => ({ does: 'mood', mood }))
const faults = fc.record<Op & { does: 'fault' }>({
  does: fc.constant('fault'),
  layer: fc.constantFrom('edge', 'kv'),
  fault: fc.constantFrom<StoreFault>('none', 'throws', 'hangs', 'garbage'),
})
const sequence = (...ops: fc.Arbitrary<Op>[]) => fc.array(fc.oneof(...ops), { minLength: 4, maxLength: 24 })

/** Two isolates over one data centre and one provider, whose answers say when they were asked for. */
function createWorld() {
  vi.setSystemTime(1_700_000_000_000)
  vi.clearAllTimers()
  const stage = createStage()
  const isolates = [stage.isolate(), stage.isolate()]
  const failedAt: number[] = []
  let mood: Mood = 'well'

  async function load(): Promise<string> {
    const at = Date.now()
    const [now, asked] = [mood, String(at)]
    if (now === 'well') return asked
    if (now === 'slow') return new Promise((resolve) => setTimeout(resolve, 4000, asked))
    failedAt.push(at)
    if (now === 'hangs') return new Promise(() => {})
    throw new UpstreamError(asked, { status: now, retryAfter: 20 })
  }

  async function perform(op: Op) {
    if (op.does === 'pass') await pass(op.ms)
    if (op.does === 'mood') mood = op.mood
    if (op.does === 'fault') stage[op.layer].fault = op.fault
    if (op.does !== 'read') return undefined
    const reading = isolates[op.isolate]?.read(op.key, load, {
      waitUntil: stage.waitUntil,
      refresh: op.refresh,
    })
    return reading && outcome(reading)
  }
  return { perform, failedAt }
}

const RUNS = 5000

it('(a) while the provider works, nothing served is 60 s old, whatever the layers do', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(sequence(reads, reads, pauses, faults), async (ops) => {
    const { perform } = createWorld()
    for (const op of ops) {
      const got = await perform(op)
      if (!got) continue
      if ('failure' in got) throw got.failure
      const age = Date.now() - Number(got.read.body)
      expect(got.read.state).not.toBe('stale')
      expect(age).toBeLessThan(60_000)
      expect(got.read.age).toBe(Math.floor(age / 1000))
      expect(got.read.freshFor).toBe(Math.floor((60_000 - age) / 1000))
    }
  })
  await fc.assert(property, { numRuns: RUNS })
})

it('(a) (b) no copy is older than an hour, no remembered failure than 6 s (429: its Retry-After)', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(sequence(reads, reads, pauses, moods, faults), async (ops) => {
    const { perform, failedAt } = createWorld()
    const goneAt = new Map<string, number>()
    for (const op of ops) {
      const got = await perform(op)
      if (!got || op.does !== 'read') continue
      const place = `${op.isolate}${op.key}`
      if ('read' in got) {
        const age = Date.now() - Number(got.read.body)
        expect(age).toBeLessThanOrEqual(got.read.state === 'stale' ? 3_600_000 : 59_999)
        expect(Number(got.read.body)).toBeGreaterThanOrEqual(goneAt.get(place) ?? 0)
        continue
      }
      const { status, message, state, kind } = got.failure
      const asked = Number(message) || failedAt.at(-1) || Date.now()
      if (state === 'error' && status !== undefined) {
        expect(Date.now() - asked).toBeLessThan(status === 429 ? 20_000 : 6000)
      }
      if (kind === 'not-found' || kind === 'removed') goneAt.set(place, asked)
    }
  })
  await fc.assert(property, { numRuns: RUNS })
})
