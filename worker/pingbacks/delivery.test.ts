import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { fakeQueue } from '../../test/fixtures/upstreams/fake-queue.ts'
import { pingOf } from '../../test/fixtures/upstreams/pingback.ts'
import { readConfig } from '../env.ts'
import { createUpstreams } from '../upstreams/upstreams.ts'
import { PingbackSink } from './sink.ts'

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Upstream = (request: Request) => Response | Promise<Response>

/** A sink whose upstream is a function: elsewhere, or the library's own counters. */
function sinkOf(upstream: Upstream, keepsCounters = false) {
  const origin = async (request: Request) => upstream(request)
  const { pingback } = createUpstreams(readConfig({}), { pingback: origin })
  return new PingbackSink({ ...pingback, keepsCounters, base: 'https://pingback.test' }, 'k')
}

function stage(upstream: Upstream, { keepsCounters = false } = {}) {
  const queue = fakeQueue<PingbackEvent[]>({ size: 50, maxRetries: 100 })
  const points: { blobs: string[]; doubles: number[] }[] = []
  const EVENTS = { writeDataPoint: (point: (typeof points)[number]) => points.push(point) }
  const bindings = { PINGBACKS: queue, EVENTS } as never
  const sink = sinkOf(upstream, keepsCounters)
  const counted = (action: string, outcome: string) =>
    points
      .filter(({ blobs }) => blobs[0] === action && blobs[1] === outcome)
      .reduce((sum, { doubles }) => sum + (doubles[0] ?? 0), 0)
  return {
    queue,
    counted,
    accept: (events: PingbackEvent[], agent?: string) => sink.accept(events, { agent, bindings }),
    pump: () => queue.pump((batch) => sink.deliver(batch, bindings)),
    drain: async () => {
      while (!queue.isEmpty()) await queue.pump((batch) => sink.deliver(batch, bindings))
    },
  }
}

const bodyOf = async (request: Request) => ((await request.json()) as { events: PingbackEvent[] }).events

describe('10,000 pingbacks above the upstream’s rate', () => {
  it('are all delivered once it is back, in batches, none twice within one id', async () => {
    vi.mocked(Math.random).mockRestore()
    const got: string[] = []
    const sizes: number[] = []
    let asked = 0
    let room = 0
    const { queue, accept, drain, counted } = stage(async (request) => {
      asked++
      // Down for the first ten minutes; then it takes ten batches a minute and refuses the rest.
      if (queue.time() < 600)
        return asked % 2 ? new Response('', { status: 503 }) : Promise.reject(new Error('reset'))
      const minute = Math.floor(queue.time() / 60)
      room = minute === Math.floor(room / 100) ? room : minute * 100
      if (room % 100 >= 10) return new Response('', { status: 429, headers: { 'Retry-After': '60' } })
      room++
      const events = await bodyOf(request)
      sizes.push(events.length)
      got.push(...events.map(({ user_id, ts }) => `${user_id} ${ts}`))
      return new Response(null, { status: 204 })
    })

    const ids = Array.from({ length: 50 }, (_, n) => `visitor${n}`)
    for (let n = 0; n < 10_000; n += 8) {
      const batch = Array.from({ length: 8 }, (_, m) =>
        pingOf({ user_id: ids[(n + m) % 50] ?? '', ts: n + m }),
      )
      await accept(batch)
      // Every fifth client lost the answer, and sends its batch again.
      if (n % 40 === 0) await accept(batch)
    }
    await drain()

    expect(got).toHaveLength(10_000)
    expect(new Set(got).size).toBe(10_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    expect(got.length / sizes.length).toBeGreaterThan(20)
    expect(queue.dead).toEqual([])
    expect(counted('SEEN', 'accepted')).toBe(10_000)
    expect(counted('ALL', 'delivered')).toBe(10_000)
    expect(counted('ALL', 'repeated')).toBe(2000)
  })
})

describe('delivery', () => {
  it.each([
    ['another service', false, [96, 96, 96, 96, 16]],
    ['the library’s counters, which take 500 at once', true, [400]],
  ])('hands a batch of 50 messages to %s in requests of %j', async (_, keepsCounters, sizes) => {
    const got: number[] = []
    const upstream = async (request: Request) => {
      got.push((await bodyOf(request)).length)
      return new Response(null, { status: 204 })
    }
    const { accept, drain } = stage(upstream, { keepsCounters })
    for (let n = 0; n < 50; n++) await accept(Array.from({ length: 8 }, (_, m) => pingOf({ ts: 8 * n + m })))
    await drain()
    expect(got).toEqual(sizes)
  })

  it('sends a failing upstream one request per batch, and waits longer each time', async () => {
    const upstream = vi.fn(() => new Response('', { status: 500 }))
    const { queue, accept, pump } = stage(upstream)
    for (let n = 0; n < 300; n++) await accept([pingOf({ ts: n })])
    const times: number[] = []
    for (let n = 0; n < 30; n++) {
      await pump()
      times.push(queue.time())
    }
    expect(upstream).toHaveBeenCalledTimes(30)
    expect([...new Set(times)].slice(0, 5)).toEqual([0, 10, 30, 70, 150])
  })

  it('waits as long as Retry-After where it is longer', async () => {
    const { queue, accept, pump } = stage(
      () => new Response('', { status: 429, headers: { 'Retry-After': '300' } }),
    )
    await accept([pingOf()])
    await pump()
    await pump()
    expect(queue.time()).toBe(300)
  })

  it('moves a message to the dead letters after the last try', async () => {
    const { queue, accept, drain } = stage(() => Promise.reject(new Error('down')))
    await accept([pingOf({ ts: 1 })])
    await drain()
    expect(queue.dead).toEqual([[pingOf({ ts: 1 })]])
  })

  it('a batch that arrived in part: only the missing messages are sent again', async () => {
    const got: number[] = []
    let first = true
    const { accept, drain } = stage(async (request) => {
      const events = await bodyOf(request)
      if (!first && got.length === 100) {
        first = true
        return new Response('', { status: 503 })
      }
      first = false
      got.push(...events.map(({ ts = 0 }) => ts))
      return new Response(null, { status: 204 })
    })
    for (let n = 0; n < 3; n++)
      await accept(Array.from({ length: 100 }, (_, m) => pingOf({ ts: n * 100 + m })))
    await drain()
    expect(got.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n))
  })

  it('acknowledges a message that was delivered before, and does not send it again', async () => {
    const upstream = vi.fn(() => new Response(null, { status: 204 }))
    const { queue, accept, drain } = stage(upstream)
    await accept([pingOf({ ts: 1 })])
    await drain()
    queue.repeat('m0', [pingOf({ ts: 1 })])
    await drain()
    expect(upstream).toHaveBeenCalledOnce()
  })
})

describe('T43 an event that its upstream refuses for good, where there is no database', () => {
  const pickyUpstream = (got: number[], status = 400) =>
    stage(async (request) => {
      const events = await bodyOf(request)
      if (events.some(({ user_id }) => user_id === 'poison')) return new Response('', { status })
      got.push(...events.map(({ ts = 0 }) => ts))
      return new Response(null, { status: 204 })
    })
  const batch = Array.from({ length: 40 }, (_, ts) => pingOf({ ts, ...(ts === 17 && { user_id: 'poison' }) }))
  const good = batch.map(({ ts }) => ts).filter((ts) => ts !== 17)

  it.each([1, 5, 40])('T43 holds back none of the others, in messages of %i', async (size) => {
    const got: number[] = []
    const { queue, accept, pump, drain } = pickyUpstream(got)
    for (let at = 0; at < 40; at += size) await accept(batch.slice(at, at + size))
    await pump()
    expect(queue.time()).toBeLessThan(10)
    expect([...got].sort((a, b) => a - b)).toEqual(good)
    await drain()
    expect(got).toHaveLength(39)
    expect(queue.dead).toEqual([[batch[17]]])
  })

  it.each([408, 425, 429])('T43 %i is no refusal of an event: the batch waits whole', async (status) => {
    const got: number[] = []
    const { queue, accept, pump } = pickyUpstream(got, status)
    await accept(batch)
    await pump()
    expect([got, queue.isEmpty()]).toEqual([[], false])
  })
})

describe('T26 times', () => {
  it('of more than a day from now are set aside, and the rest is kept', async () => {
    const { queue, accept, counted } = stage(() => new Response(null, { status: 204 }))
    const day = 24 * 60 * 60 * 1000
    await accept([-day, day, undefined].map((ts) => pingOf({ ts })))
    await accept([-day - 1, day + 1, 1e15].map((ts) => pingOf({ ts })))
    expect([counted('SEEN', 'accepted'), counted('ALL', 'refused')]).toEqual([3, 3])
    expect(queue.isEmpty()).toBe(false)
  })
})

describe('bots', () => {
  const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

  it('do not raise the library’s counters, and are counted as bots', async () => {
    const { queue, accept, counted } = stage(() => new Response(null, { status: 204 }), {
      keepsCounters: true,
    })
    await accept([pingOf(), pingOf({ ts: 2 })], BOT)
    expect(queue.isEmpty()).toBe(true)
    expect([counted('SEEN', 'accepted'), counted('ALL', 'bot')]).toEqual([0, 2])
    await accept([pingOf()], 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36')
    expect([queue.isEmpty(), counted('SEEN', 'accepted')]).toEqual([false, 1])
  })

  it('are forwarded to an upstream elsewhere, and not counted as accepted', async () => {
    const { queue, accept, counted } = stage(() => new Response(null, { status: 204 }))
    await accept([pingOf()], BOT)
    expect([queue.isEmpty(), counted('SEEN', 'accepted')]).toEqual([false, 0])
  })
})

it('a failing counter loses no event', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const send = vi.fn(async () => {})
  const EVENTS = {
    writeDataPoint: () => {
      throw new Error('no')
    },
  }
  const sink = sinkOf(() => new Response(), true)
  await sink.accept([pingOf()], { agent: undefined, bindings: { PINGBACKS: { send }, EVENTS } as never })
  expect(send).toHaveBeenCalledOnce()
})
