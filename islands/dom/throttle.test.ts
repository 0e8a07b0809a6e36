import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs at once, then at most once per 500 ms, and never misses the last (§9)', () => {
  const times: number[] = []
  const start = Date.now()
  const resized = throttle(() => times.push(Date.now() - start), 500)
  for (let at = 0; at <= 1200; at += 100) {
    resized()
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(5000)
  expect(times).toEqual([0, 500, 1000, 1500])
  resized()
  expect(times).toHaveLength(5)
})
