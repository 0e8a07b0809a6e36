import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReading, never, pass, type StoreFault, settle } from './test-stage.ts'

// A digest runs in its own thread, and so takes its own time: here all but time is a matter of microtasks.
vi.mock(import('../../../shared/net/bytes.ts'), async (original) => ({
  ...(await original()),
  sha256Hex: async (key: string) => key,
}))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('§9 a success', () => {
  it('is a hit for 60 s, and loaded again at exactly 60 s', async () => {
    const { read, load } = createReading()
    expect(await read()).toMatchObject({ body: 'first', state: 'miss', age: 0, freshFor: 60 })
    await pass(44_999)
    expect(await read()).toMatchObject({ state: 'hit', age: 44, freshFor: 15 })
    load.mockImplementation(never)
    await pass(15_000)
    expect(await read()).toMatchObject({ state: 'hit', age: 59, freshFor: 0 })
    await pass(6001)
    load.mockImplementation(async () => 'second')
    expect(await read()).toMatchObject({ body: 'second', state: 'miss', age: 0 })
  })

  it('is renewed in the background from 45 s on, once', async () => {
    const { read, load, waitUntil } = createReading()
    await read()
    await pass(45_000)
    load.mockImplementation(async () => 'second')
    waitUntil.mockClear()
    expect(await Promise.all([read(), read()])).toMatchObject([
      { body: 'first' },
      { body: 'first', state: 'hit' },
    ])
    expect(waitUntil).toHaveBeenCalled()
    await settle()
    expect(await read()).toMatchObject({ body: 'second', state: 'hit', age: 0 })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is a hit for its version alone, in each layer, and stands in where a newer one fails', async () => {
    const { read, load, isolate } = createReading()
    await read({ version: 3 })
    const there = isolate()
    expect(await read({ version: 3, from: there })).toMatchObject({ body: 'first', state: 'hit' })
    load.mockImplementation(async () => 'second')
    await pass(1)
    expect(await read({ version: 4 })).toMatchObject({ body: 'second', state: 'miss' })
    expect(await read({ version: 4, from: there })).toMatchObject({ body: 'second', state: 'hit' })
    load.mockRejectedValue(new Error('sick'))
    expect(await read({ version: 5 })).toMatchObject({ body: 'second', state: 'stale' })
    expect(await read()).toMatchObject({ body: 'second', state: 'hit' })
  })

  it('is waited for by readers of its version: a newer one has a flight of its own, one for all', async () => {
    const { read, load } = createReading()
    const slow = Promise.withResolvers<string>()
    load.mockImplementationOnce(() => slow.promise).mockImplementation(async () => 'new')
    const old = read({ version: 1 })
    await pass(1)
    expect(await Promise.all([read({ version: 2 }), read({ version: 2 })])).toMatchObject([
      { body: 'new' },
      { body: 'new' },
    ])
    slow.resolve('old')
    expect(await old).toMatchObject({ body: 'old' })
    expect(await read({ version: 2 })).toMatchObject({ body: 'new', state: 'hit' })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is as old as the oldest copy that it is made of', async () => {
    const { read, load } = createReading()
    load.mockImplementation(async () => ({ text: 'made', t0: Date.now() - 20_000 }))
    expect(await read()).toMatchObject({ body: 'made', state: 'miss', age: 20, freshFor: 40 })
    load.mockImplementation(async () => ({ text: 'of nothing', t0: Infinity }))
    await pass(40_000)
    expect(await read()).toMatchObject({ body: 'of nothing', state: 'miss', age: 0, freshFor: 60 })
  })

  it('lives no longer when a layer returns it', async () => {
    const { read, isolate, load, edge } = createReading()
    await read()
    await pass(43_000)
    expect(await read({ from: isolate() })).toMatchObject({ state: 'hit', age: 43, freshFor: 17 })
    edge.texts.clear()
    const late = isolate()
    await pass(1_000)
    expect(await read({ from: late })).toMatchObject({ state: 'hit', age: 44, freshFor: 16 })
    // From KV it has filled the Cache API again, with the time that was left of its hour.
    await settle()
    expect([...edge.texts.values()].map(({ ends }) => ends - 1_000_000)).toEqual([3_600_000])
    await pass(16_000)
    load.mockImplementation(async () => 'second')
    expect(await read({ from: late })).toMatchObject({ state: 'miss' })
  })

  it('is stored in the isolate once an outer layer has it', async () => {
    const { read, isolate, edge, kv } = createReading()
    await read()
    const other = isolate()
    await read({ from: other })
    edge.texts.clear()
    kv.texts.clear()
    expect(await read({ from: other })).toMatchObject({ body: 'first', state: 'hit' })
  })

  it('has what is made of it made once', async () => {
    const { read } = createReading()
    const make = vi.fn(() => ({}))
    const first = (await read()).made.once('form', make)
    expect((await read()).made.once('form', make)).toBe(first)
    expect(make).toHaveBeenCalledTimes(1)
    await pass(60_000)
    expect((await read()).made.get('form')).toBeUndefined()
  })
})

describe('readers together', () => {
  it('(d) T25: 200 cold readers make 1 load', async () => {
    const { read, load, counts } = createReading()
    const reads = await Promise.all(Array.from({ length: 200 }, () => read()))
    expect(reads.every(({ body }) => body === 'first')).toBe(true)
    expect(load).toHaveBeenCalledTimes(1)
    expect(counts).toMatchObject({ load: 1, miss: 200 })
  })

  it('(e) a minute of reads writes KV at most once in 30 s', async () => {
    const { read, isolate, kvPuts } = createReading()
    const isolates = [isolate(), isolate(), isolate()]
    for (let second = 0; second < 180; second++) {
      for (const from of isolates) {
        await read({ from })
        await settle()
      }
      await pass(1000)
    }
    const gaps = kvPuts.slice(1).map(({ at }, n) => at - (kvPuts[n]?.at ?? 0))
    expect(kvPuts.length).toBeGreaterThan(1)
    expect(Math.min(...gaps)).toBeGreaterThan(30_000)
  })
})

describe('a forced refresh (§9)', () => {
  it('overwrites every layer at once', async () => {
    const { read, load, isolate, kvPuts } = createReading()
    await read()
    load.mockImplementation(async () => 'second')
    await pass(1000)
    expect(await read({ refresh: true })).toMatchObject({ body: 'second', state: 'miss' })
    await settle()
    expect(await read()).toMatchObject({ body: 'second', state: 'hit' })
    expect(await read({ from: isolate() })).toMatchObject({ body: 'second', state: 'hit' })
    expect(kvPuts).toHaveLength(2)
  })

  it('does not use the result of an earlier flight', async () => {
    const { read, load, isolate } = createReading()
    load.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 2000, 'old')))
    const slow = read()
    await pass(1000)
    load.mockImplementation(async () => 'new')
    expect(await read({ refresh: true })).toMatchObject({ body: 'new' })
    await pass(1000)
    expect(await slow).toMatchObject({ body: 'old' })
    expect(await read()).toMatchObject({ body: 'new', state: 'hit' })
    expect(await read({ from: isolate() })).toMatchObject({ body: 'new', state: 'hit' })
  })
})

describe('F9, F11: (f) a faulty layer costs its deadline, never the response', () => {
  const faults: StoreFault[] = ['throws', 'hangs', 'garbage', 'absent']
  it.each(faults)('Cache API and KV: %s', async (fault) => {
    const { read, load } = createReading({ edge: fault, kv: fault })
    const cold = read()
    await pass(200)
    expect(await cold).toMatchObject({ body: 'first', state: 'miss' })
    expect(await read()).toMatchObject({ state: 'hit' })
    expect(load).toHaveBeenCalledTimes(1)
  })
})
