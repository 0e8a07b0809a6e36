import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, RateLimitError, UpstreamError } from '../../../shared/errors.ts'
import { firstGood } from './failover.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const down = () => Promise.reject(new UpstreamError('down', { status: 503 }))
const hangs = () => new Promise<string>(() => {})
const later = (ms: number, value: string) => () =>
  new Promise<string>((resolve) => void setTimeout(resolve, ms, value))

/** What it comes to, and after how many ms. */
async function outcome(reads: (() => Promise<string>)[]): Promise<[what: string, ms: number]> {
  const start = Date.now()
  const done = firstGood(reads)
    .catch((error: Error) => error.message)
    .then((what): [string, number] => [what, Date.now() - start])
  await vi.advanceTimersByTimeAsync(5000)
  return done
}

describe('reads one after another', () => {
  it.each<[string, (() => Promise<string>)[], string, number]>([
    ['one alone has all the time that it takes', [later(4000, 'one')], 'one', 4000],
    ['a quick failure costs the next no time', [down, later(2000, 'two')], 'two', 2000],
    ['one that hangs leaves the next its part', [hangs, later(100, 'two')], 'two', 1350],
    ['of three each has a part', [hangs, hangs, later(100, 'three')], 'three', 1767],
    ['one that is late still counts where the next fails', [later(2000, 'one'), down], 'one', 2000],
    ['none has more than the time of one read', [hangs, hangs], 'The provider did not answer in time', 2500],
    ['the first failure is told', [down, () => Promise.reject(new UpstreamError('too'))], 'down', 0],
    [
      'what is lacking is no failure where another one fails',
      [() => Promise.reject(new AppError('not-implemented', 'none')), down],
      'down',
      0,
    ],
  ])('%s', async (_name, reads, what, ms) => {
    const [found, took] = await outcome(reads)
    expect(found).toBe(what)
    expect(Math.abs(took - ms)).toBeLessThanOrEqual(2)
  })

  it.each([
    new AppError('not-found', 'no'),
    new AppError('invalid-input', 'no'),
    new AppError('removed', 'no'),
    new RateLimitError('no', 60),
  ])('%s is a response', async (error) => {
    const next = vi.fn(later(0, 'two'))
    expect(await outcome([() => Promise.reject(error), next])).toEqual(['no', 0])
    expect(next).not.toHaveBeenCalled()
  })
})
