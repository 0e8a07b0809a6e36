import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { pingbackQueue, postPingbacks } from './pingbacks.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const event = (ts: number, payload = 'p'): PingbackEvent => ({
  ts,
  user_id: '0123456789abcdef',
  action_type: 'SEEN',
  attributes: {},
  analytics_response_payload: payload,
})

/** A queue whose requests fail as often as said; `batches` are the times of the events of each. */
function stage(failures = 0) {
  const bodies: string[] = []
  let left = failures
  const post = vi.fn(async (body: string) => {
    bodies.push(body)
    if (left-- > 0) throw new Error('blocked')
  })
  const batches = () => bodies.map((body) => (JSON.parse(body).events as PingbackEvent[]).map(({ ts }) => ts))
  return { queue: pingbackQueue(post), post, bodies, batches }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('§9 pingbacks are batched', () => {
  it('after 1 s of quiet, in order', async () => {
    const { queue, batches } = stage()
    queue.add(event(1))
    await vi.advanceTimersByTimeAsync(999)
    queue.add(event(2))
    await vi.advanceTimersByTimeAsync(999)
    expect(batches()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches()).toEqual([[1, 2]])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(batches()).toHaveLength(1)
  })

  it('F30: at once when the page goes, and not again', async () => {
    const { queue, batches } = stage()
    queue.add(event(1))
    queue.flush()
    expect(batches()).toEqual([[1]])
    queue.flush()
    await vi.advanceTimersByTimeAsync(5000)
    expect(batches()).toHaveLength(1)
  })

  it('F30: the leaving page does not wait for what is under way', async () => {
    const bodies: string[] = []
    const queue = pingbackQueue((body) => {
      bodies.push(body)
      return new Promise(() => {})
    })
    queue.add(event(1))
    await vi.advanceTimersByTimeAsync(1000)
    queue.add(event(2))
    await vi.advanceTimersByTimeAsync(1500)
    expect(bodies).toHaveLength(1)
    queue.flush()
    expect(bodies).toHaveLength(2)
  })

  it('at most 100 events a request, one request after the other', async () => {
    const { queue, batches } = stage()
    for (const ts of range(0, 150)) queue.add(event(ts))
    await vi.advanceTimersByTimeAsync(1000)
    expect(batches()).toEqual([range(0, 100), range(100, 150)])
  })

  it('F30: under 64 KB a request, in bytes and not in characters', () => {
    const { queue, bodies, batches } = stage()
    for (const ts of range(0, 30)) queue.add(event(ts, '猫'.repeat(2000)))
    queue.flush()
    expect(bodies.length).toBeGreaterThan(2)
    for (const body of bodies) expect(new Blob([body]).size).toBeLessThan(64 * 1024)
    expect(batches().flat()).toEqual(range(0, 30))
  })
})

describe('F20: pingbacks that fail', () => {
  it('are sent once more, before what came later', async () => {
    const { queue, batches } = stage(1)
    queue.add(event(1))
    await vi.advanceTimersByTimeAsync(1000)
    queue.add(event(2))
    await vi.advanceTimersByTimeAsync(1000)
    expect(batches()).toEqual([[1], [1, 2]])
  })

  it('F31 a 503 leaves them with the page, which sends them once more', async () => {
    const statuses = [503, 204]
    const fetched = vi.fn(async (_url: string, init: { body: string }) => ({
      status: statuses.shift(),
      events: (JSON.parse(init.body).events as PingbackEvent[]).map(({ ts }) => ts),
    }))
    vi.stubGlobal('fetch', fetched)
    const queue = pingbackQueue(postPingbacks)
    queue.add(event(1))
    await vi.advanceTimersByTimeAsync(10_000)
    vi.unstubAllGlobals()
    const results = await Promise.all(fetched.mock.results.map(({ value }) => value))
    expect(results.map(({ events }) => events)).toEqual([[1], [1]])
  })

  it('a second failure drops the batch', async () => {
    const { queue, batches } = stage(2)
    queue.add(event(1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(batches()).toEqual([[1], [1]])
    queue.add(event(2))
    await vi.advanceTimersByTimeAsync(1000)
    expect(batches().at(-1)).toEqual([2])
  })

  it('a failed batch holds back the next, so that the order stays', async () => {
    const { queue, batches } = stage(1)
    for (const ts of range(0, 120)) queue.add(event(ts))
    await vi.advanceTimersByTimeAsync(2000)
    expect(batches()).toEqual([range(0, 100), range(0, 100), range(100, 120)])
  })

  it('never more than 200 wait', async () => {
    const { queue, post, batches } = stage(Number.POSITIVE_INFINITY)
    for (const ts of range(0, 500)) queue.add(event(ts))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(new Set(batches().flat()).size).toBe(200)
    expect(post).toHaveBeenCalledTimes(4)
  })
})
