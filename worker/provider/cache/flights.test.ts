import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Flights } from './flights.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stage() {
  const count = vi.fn()
  const waitUntil = vi.fn()
  return { count, waitUntil, flights: new Flights<string>(count) }
}

const never = () => new Promise<string>(() => {})
// What workerd answers to who joins a promise of a request that is over (M1).
const crossRequest = () =>
  Promise.reject(new Error('This promise was created by a request that has since ended'))

it('(d) 200 readers share one flight, and the next reader starts another', async () => {
  const { flights, waitUntil } = stage()
  const task = vi.fn(async () => 'data')
  const readers = Array.from({ length: 200 }, () => flights.join('k', task, waitUntil))
  expect(new Set(await Promise.all(readers))).toEqual(new Set(['data']))
  expect(task).toHaveBeenCalledTimes(1)
  expect(waitUntil).toHaveBeenCalledTimes(1)
  await flights.join('k', task, waitUntil)
  expect(task).toHaveBeenCalledTimes(2)
})

it('F16: is registered with waitUntil before anybody waits', () => {
  const { flights, waitUntil } = stage()
  void flights.join('k', never, waitUntil)
  expect(waitUntil).toHaveBeenCalledTimes(1)
})

it('F16: a dead flight that rejects fails no reader: the first follower leads, the others join', async () => {
  const { flights, waitUntil, count } = stage()
  flights.join('k', crossRequest, waitUntil).catch(() => {})
  const task = vi.fn(async () => 'alive')
  const followers = Array.from({ length: 20 }, () => flights.join('k', task, waitUntil))
  expect(new Set(await Promise.all(followers))).toEqual(new Set(['alive']))
  expect(task).toHaveBeenCalledTimes(1)
  expect(count).toHaveBeenCalledWith('dead-flight')
})

it('F16: a dead flight that hangs costs its followers no more than a page may take', async () => {
  const { flights, waitUntil } = stage()
  void flights.join('k', never, waitUntil)
  const budgets: number[] = []
  const task = async (budget: number) => {
    budgets.push(budget)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return 'alive'
  }
  const followers = Promise.all(Array.from({ length: 20 }, () => flights.join('k', task, waitUntil)))
  await vi.advanceTimersByTimeAsync(2850)
  expect(new Set(await followers)).toEqual(new Set(['alive']))
  expect(budgets).toEqual([250])
})

it('a reader after the deadline does not wait for a dead flight', async () => {
  const { flights, waitUntil } = stage()
  void flights.join('k', never, waitUntil)
  await vi.advanceTimersByTimeAsync(2751)
  expect(await flights.join('k', async () => 'alive', waitUntil)).toBe('alive')
})

it('a flight that lands late does not remove its successor', async () => {
  const { flights, waitUntil } = stage()
  let land = (_: string) => {}
  const first = flights.launch('k', () => new Promise<string>((resolve) => (land = resolve)), waitUntil)
  void flights.launch('k', never, waitUntil)
  land('late')
  await first
  const task = vi.fn(async () => 'third')
  void flights.join('k', task, waitUntil)
  expect(task).not.toHaveBeenCalled()
})

it('starts in the background only when there is no flight', () => {
  const { flights, waitUntil } = stage()
  const task = vi.fn(never)
  flights.ensure('k', task, waitUntil)
  flights.ensure('k', task, waitUntil)
  expect(task).toHaveBeenCalledTimes(1)
})
