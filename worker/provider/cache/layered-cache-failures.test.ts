import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SyntheticResponseError, UpstreamError } from '../../../shared/errors.ts'
import type { Load } from './layered-cache.ts'
import { createReading, createStage, fails, never, pass, settle } from './test-stage.ts'

// A digest runs in its own thread, and so takes its own time: here all but time is a matter of microtasks.
vi.mock(import('../../../shared/net/bytes.ts'), async (original) => ({
  ...(await original()),
  sha256Hex: async (key: string) => key,
}))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('§8 a failure', () => {
  it('F3: keeps message, status and status text, is remembered 6 s, and says so', async () => {
    const { read, load } = createReading()
    load.mockImplementation(fails(500))
    const said = { message: 'loopframe: 500', status: 500, statusText: 'Said', kind: 'upstream' }
    await expect(read()).rejects.toMatchObject({ ...said, state: 'miss' })
    await pass(5999)
    await expect(read()).rejects.toMatchObject({ ...said, state: 'error' })
    expect(load).toHaveBeenCalledTimes(1)
    await pass(1)
    await expect(read()).rejects.toMatchObject({ state: 'miss' })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is thrown again with its type', async () => {
    const { read, load } = createReading()
    load.mockRejectedValue(new SyntheticResponseError())
    await expect(read()).rejects.toBeInstanceOf(SyntheticResponseError)
    await expect(read()).rejects.toBeInstanceOf(SyntheticResponseError)
  })

  it('is stored in the data centre’s cache, but never in KV', async () => {
    const { read, load, isolate, kvPuts } = createReading()
    load.mockImplementation(fails(500))
    await expect(read()).rejects.toBeDefined()
    await settle()
    await expect(read({ from: isolate() })).rejects.toMatchObject({ state: 'error' })
    expect(load).toHaveBeenCalledTimes(1)
    expect(kvPuts).toEqual([])
  })

  it.each([
    [undefined, 6],
    [30, 30],
    [600, 60],
  ])('429 with Retry-After %s holds for %i s', async (retryAfter, seconds) => {
    const { read, load } = createReading()
    load.mockImplementation(fails(429, retryAfter))
    await expect(read()).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: seconds })
    await pass(seconds * 1000 - 1)
    await expect(read()).rejects.toMatchObject({ state: 'error', retryAfter: 1 })
    await pass(1)
    await expect(read()).rejects.toMatchObject({ state: 'miss' })
  })
})

describe('stale on error', () => {
  const outages: [string, Load][] = [
    ['500', fails(500)],
    ['503', fails(503)],
    ['429', fails(429)],
    ['a network failure', () => Promise.reject(new TypeError('Network connection lost.'))],
    ['a synthetic response', () => Promise.reject(new SyntheticResponseError())],
    [
      'a throw before any promise',
      (() => {
        throw new Error('oops')
      }) as Load,
    ],
  ]
  it.each(outages)('F1: serves the copy up to an hour after %s', async (_, outage) => {
    const { read, load } = createReading()
    await read()
    load.mockImplementation(outage)
    await pass(60_000)
    expect(await read()).toMatchObject({ body: 'first', state: 'stale', age: 60, freshFor: 0 })
    expect(await read()).toMatchObject({ state: 'stale' })
    expect(load).toHaveBeenCalledTimes(2)
    await pass(3_540_000)
    expect(await read()).toMatchObject({ state: 'stale', age: 3600 })
    await pass(6001)
    await expect(read()).rejects.toBeInstanceOf(UpstreamError)
  })

  it.each([400, 401, 403])('serves no copy after %i, but keeps it', async (status) => {
    const { read, load } = createReading()
    await read()
    await pass(60_000)
    load.mockImplementation(fails(status))
    await expect(read()).rejects.toMatchObject({ status })
    await pass(6000)
    load.mockImplementation(fails(500))
    expect(await read()).toMatchObject({ state: 'stale' })
  })

  it.each([404, 410, 451])('%i removes the copy from every layer', async (status) => {
    const { read, load, isolate, edge, kv } = createReading()
    await read()
    await pass(60_000)
    load.mockImplementation(fails(status))
    await expect(read()).rejects.toMatchObject({ status })
    await settle()
    expect([...kv.texts.keys(), ...edge.texts.keys()]).toEqual([expect.stringMatching(/:e$/)])
    await pass(6000)
    load.mockImplementation(fails(500))
    await expect(read()).rejects.toMatchObject({ status: 500 })
    await expect(read({ from: isolate() })).rejects.toMatchObject({ status: 500 })
  })

  it('a removed copy does not return from a layer that failed to remove it', async () => {
    const { read, load, kv, edge } = createReading()
    await read()
    await pass(60_000)
    kv.fault = edge.fault = 'throws'
    load.mockImplementation(fails(410))
    await expect(read()).rejects.toMatchObject({ status: 410 })
    kv.fault = edge.fault = 'none'
    await pass(6000)
    load.mockImplementation(fails(500))
    await expect(read()).rejects.toMatchObject({ status: 500 })
  })

  it('finds the copy of another isolate', async () => {
    const { read, load, isolate, edge } = createReading()
    await read()
    await pass(100_000)
    edge.texts.clear()
    load.mockImplementation(fails(500))
    expect(await read({ from: isolate() })).toMatchObject({ state: 'stale', age: 100 })
  })
})

describe('a copy too big for the isolate', () => {
  it('is served from the outer layers when the provider fails', async () => {
    const { read, load } = createReading()
    const body = 'x'.repeat(300_000)
    load.mockImplementation(async () => body)
    await read()
    await pass(60_000)
    load.mockImplementation(fails(500))
    expect(await read()).toMatchObject({ body, state: 'stale' })
    expect(await read()).toMatchObject({ body, state: 'stale' })
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('a slow provider (F2)', () => {
  it('times out after 2.5 s; the late response still fills the cache', async () => {
    const { read, load } = createReading()
    load.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 10_000, 'late')))
    const slow = expect(read()).rejects.toMatchObject({ kind: 'upstream', state: 'miss' })
    await pass(2500)
    await slow
    await expect(read()).rejects.toMatchObject({ state: 'error' })
    await pass(7500)
    expect(await read()).toMatchObject({ body: 'late', state: 'hit', age: 10, freshFor: 50 })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('serves a copy after 2.5 s, and calls the provider once in 6 s', async () => {
    const { read, load } = createReading()
    await read()
    load.mockImplementation(never)
    await pass(60_000)
    const readers = Promise.all([read(), read()])
    await pass(2500)
    expect(await readers).toMatchObject([{ state: 'stale' }, { state: 'stale' }])
    await pass(3499)
    expect(await read()).toMatchObject({ state: 'stale' })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('takes no longer when the layers are slow too', async () => {
    const { read, load } = createReading({ edge: 'hangs', kv: 'hangs' })
    load.mockImplementation(never)
    const done = vi.fn()
    read().catch(done)
    await pass(2499)
    expect(done).not.toHaveBeenCalled()
    await pass(1)
    expect(done).toHaveBeenCalled()
  })

  it('F16 registers its flight and its response with the request’s waitUntil', async () => {
    const { read, load, waitUntil } = createReading()
    load.mockImplementation(never)
    read().catch(() => {})
    await settle()
    expect(waitUntil).toHaveBeenCalledTimes(2)
  })
})

describe('the breaker', () => {
  it('stops calls when 10 different reads found no provider: a copy, or a 503', async () => {
    const { read, load } = createReading()
    await read()
    await pass(60_000)
    load.mockImplementation(fails(503))
    for (let n = 0; n < 10; n++) await expect(read({ key: `dog${n}` })).rejects.toMatchObject({ status: 503 })
    expect(await read()).toMatchObject({ state: 'stale' })
    await expect(read({ key: 'new' })).rejects.toMatchObject({ status: 503, retryAfter: 6 })
    expect(load).toHaveBeenCalledTimes(11)
    await pass(6000)
    load.mockImplementation(async () => 'well')
    expect(await read({ key: 'new' })).toMatchObject({ body: 'well' })
  })

  it.each([404, 400, 429, 500, 501])('does not count a %i: the provider responds', async (status) => {
    const { read, load } = createReading()
    load.mockImplementation(fails(status))
    for (let n = 0; n < 20; n++) await expect(read({ key: `k${n}` })).rejects.toMatchObject({ status })
    expect(load).toHaveBeenCalledTimes(20)
  })

  it('T44: six bad reads a second at once have none of 360 good ones refused', async () => {
    const { isolate, waitUntil } = createStage()
    const cache = isolate()
    const refused: unknown[] = []
    const readOf = (key: string, load: Load) => cache.read(key, load, { waitUntil })
    for (let second = 0; second < 20; second++) {
      const bad = Array.from({ length: 6 }, (_, n) => readOf(`bad${second}-${n}`, fails(504)))
      await Promise.allSettled(bad)
      for (let n = 0; n < 18; n++)
        await readOf(`good${second}-${n}`, async () => 'well').catch((e) => refused.push(e))
      await pass(1000)
    }
    expect(refused).toEqual([])
  })
})
