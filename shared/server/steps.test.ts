import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeadlineError } from './deadline.ts'
import { inSteps } from './steps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hangs = () => new Promise<never>(() => {})
const takes = (ms: number) => () => new Promise<string>((done) => setTimeout(() => done('done'), ms))

/** Whether work that hangs is given up after exactly `ms`. */
async function endsAfter(ms: number, work: Promise<unknown>): Promise<void> {
  const onEnd = vi.fn()
  work.catch(onEnd)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(DeadlineError))
}

it('gives what each step gives, or throws, under one timer', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  const { inTime, end } = inSteps()
  expect(await inTime(10_000, async () => 'first')).toBe('first')
  await expect(inTime(2000, () => Promise.reject(new Error('own')))).rejects.toThrow('own')
  expect(setTimer).toHaveBeenCalledOnce()
  end()
  expect(vi.getTimerCount()).toBe(0)
})

it.each([50, 2000, 10_000])('gives a step up after %i ms', async (ms) => {
  const { inTime } = inSteps()
  await endsAfter(ms, inTime(ms, hangs))
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  [10_000, 1500, 2000],
  [10_000, 5000, 300],
  [300, 200, 10_000],
])('counts a step from its own start: after one of %i ms that took %i, %i ms', async (first, took, ms) => {
  const { inTime } = inSteps()
  const before = inTime(first, takes(took))
  await vi.advanceTimersByTimeAsync(took)
  expect(await before).toBe('done')
  await endsAfter(ms, inTime(ms, hangs))
})

it('fails no step for the time between two', async () => {
  const { inTime, end } = inSteps()
  await inTime(2000, async () => {})
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await inTime(2000, async () => 'late start')).toBe('late start')
  end()
})
