import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attempt, DeadlineError, within } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hangs = () => new Promise<never>(() => {})

describe('within', () => {
  it('returns what the work returns in time, or throws what it throws', async () => {
    expect(await within(10, async () => 'done')).toBe('done')
    await expect(within(10, () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    const throws = () => {
      throw new Error('at once')
    }
    await expect(within(10, throws)).rejects.toThrow('at once')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('releases the caller at the deadline, though the work ignores its signal', async () => {
    let signal: AbortSignal | undefined
    const late = expect(
      within(10, (given) => {
        signal = given
        return hangs()
      }),
    ).rejects.toBeInstanceOf(DeadlineError)
    await vi.advanceTimersByTimeAsync(9)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal?.aborted).toBe(true)
    await late
  })

  it('throws a DeadlineError, whatever the aborted work throws', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))))
    const late = expect(within(10, work)).rejects.toBeInstanceOf(DeadlineError)
    await vi.advanceTimersByTimeAsync(10)
    await late
  })

  it('ends with the outer signal, which still counts after the work: a body may be read under it', async () => {
    const outer = new AbortController()
    const inner = await within(10, async (signal) => signal, outer.signal)
    expect(inner.aborted).toBe(false)
    outer.abort(new Error('outer'))
    expect(inner.reason).toEqual(new Error('outer'))
    await expect(within(10, hangs, outer.signal)).rejects.toThrow('outer')
  })
})

describe('attempt', () => {
  it('is undefined after a throw, a rejection and a hang, and reports each once', async () => {
    const onFault = vi.fn()
    const throws = () => {
      throw new Error('at once')
    }
    expect(await attempt(10, async () => 'done', onFault)).toBe('done')
    expect(await attempt(10, throws, onFault)).toBeUndefined()
    expect(await attempt(10, () => Promise.reject(new Error('no')), onFault)).toBeUndefined()
    const hung = attempt(10, hangs, onFault)
    await vi.advanceTimersByTimeAsync(10)
    expect(await hung).toBeUndefined()
    expect(onFault).toHaveBeenCalledTimes(3)
  })
})
