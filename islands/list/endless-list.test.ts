import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { EndlessList } from './endless-list.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const gifs = (count: number) => Array.from({ length: count }, (_, at) => gifOf({ id: String(at) }))
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('§4 carousel and grid state', () => {
  it('fetches 250 ms after the loader came into view, and not sooner', async () => {
    const nextPage = vi.fn().mockResolvedValue(gifs(6))
    const list = new EndlessList(nextPage, 250)
    list.showLoader(true)
    await pass(249)
    expect(nextPage).not.toHaveBeenCalled()
    await pass(1)
    expect(nextPage).toHaveBeenCalledTimes(1)
    expect(list.gifs.value).toHaveLength(6)
  })

  it('fetches nothing for a loader that only flew by', async () => {
    const nextPage = vi.fn().mockResolvedValue(gifs(6))
    const list = new EndlessList(nextPage, 250)
    list.showLoader(true)
    await pass(100)
    list.showLoader(false)
    await pass(1000)
    expect(nextPage).not.toHaveBeenCalled()
  })

  it('fetches nothing while a page is in flight', async () => {
    const flight = Promise.withResolvers<ReturnType<typeof gifs>>()
    const nextPage = vi.fn().mockReturnValue(flight.promise)
    const list = new EndlessList(nextPage, 250)
    list.fetchNow()
    list.showLoader(true)
    await pass(1000)
    expect(nextPage).toHaveBeenCalledTimes(1)
    expect(list.isFetching.value).toBe(true)
    flight.resolve(gifs(6))
    await pass(0)
    expect(list.isFetching.value).toBe(false)
  })

  it('attempts another fetch after a page while the loader is still in view, until nothing new comes', async () => {
    const nextPage = vi
      .fn()
      .mockResolvedValueOnce(gifs(6))
      .mockResolvedValueOnce(gifs(18))
      .mockResolvedValue(gifs(18))
    const list = new EndlessList(nextPage, 250)
    list.showLoader(true)
    await pass(5000)
    expect(nextPage).toHaveBeenCalledTimes(3)
    expect(list.gifs.value).toHaveLength(18)
    expect(list.isDoneFetching.value).toBe(true)
    await list.fetchNow()
    expect(nextPage).toHaveBeenCalledTimes(3)
  })

  it('is done with zero results where the first page is empty', async () => {
    const list = new EndlessList(async () => [], 250)
    await list.fetchNow()
    expect(list.isDoneFetching.value).toBe(true)
    expect(list.gifs.value).toEqual([])
  })

  it('F1: shows an error, stops, keeps its items, and loads on after a retry', async () => {
    const nextPage = vi
      .fn()
      .mockResolvedValueOnce(gifs(6))
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(gifs(18))
    const list = new EndlessList(nextPage, 250)
    await list.fetchNow()
    list.showLoader(true)
    await pass(5000)
    expect(list.isError.value).toBe(true)
    expect(list.isFetching.value).toBe(false)
    expect(list.gifs.value).toHaveLength(6)
    expect(nextPage).toHaveBeenCalledTimes(2)
    list.showLoader(false)
    await list.fetchNow()
    expect(list.isError.value).toBe(false)
    expect(list.gifs.value).toHaveLength(18)
  })

  it('the error stands until the next try is settled', async () => {
    const flight = Promise.withResolvers<ReturnType<typeof gifs>>()
    const nextPage = vi.fn().mockRejectedValueOnce(new Error('down')).mockReturnValueOnce(flight.promise)
    const list = new EndlessList(nextPage, 250)
    await list.fetchNow()
    list.fetchNow()
    expect(list.isError.value).toBe(true)
    expect(list.isFetching.value).toBe(true)
    flight.resolve(gifs(6))
    await pass(0)
    expect(list.isError.value).toBe(false)
  })

  it('goes on behind the page that the server has fetched, and fetches nothing where that was all', async () => {
    const nextPage = vi.fn().mockResolvedValue(gifs(50))
    const list = new EndlessList(nextPage, 250, { gifs: gifs(25) })
    expect(list.gifs.value).toHaveLength(25)
    list.showLoader(true)
    await pass(250)
    expect(list.gifs.value).toHaveLength(50)
    list[Symbol.dispose]()
    const whole = new EndlessList(nextPage, 250, { gifs: gifs(25), done: true })
    nextPage.mockClear()
    whole.showLoader(true)
    await pass(1000)
    expect(nextPage).not.toHaveBeenCalled()
  })

  it('F1: starts with the server’s error, until a retry', async () => {
    const nextPage = vi.fn().mockResolvedValue(gifs(6))
    const list = new EndlessList(nextPage, 250, { failed: true })
    list.showLoader(true)
    await pass(1000)
    expect(list.isError.value).toBe(true)
    expect(nextPage).not.toHaveBeenCalled()
    await list.fetchNow()
    expect(list.isError.value).toBe(false)
  })

  it('tells of every page that brought something, and of every failure', async () => {
    const onFetched = vi.fn()
    const onError = vi.fn()
    const nextPage = vi
      .fn()
      .mockResolvedValueOnce(gifs(6))
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue(gifs(6))
    const list = new EndlessList(nextPage, 250, { onFetched, onError })
    await list.fetchNow()
    await list.fetchNow()
    await list.fetchNow()
    expect(onFetched.mock.calls.map(([all]) => all.length)).toEqual([6])
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(['down'])
  })

  it('fetches nothing once it is disposed of', async () => {
    const nextPage = vi.fn().mockResolvedValue(gifs(6))
    const list = new EndlessList(nextPage, 250)
    list.showLoader(true)
    list[Symbol.dispose]()
    await pass(1000)
    expect(nextPage).not.toHaveBeenCalled()
  })
})
