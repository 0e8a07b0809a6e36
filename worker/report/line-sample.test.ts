import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LineSample, SAMPLE } from './line-sample.ts'
import type { RequestLine } from './log-lines.ts'

const line = (own: Partial<RequestLine> = {}): RequestLine => ({
  id: 'id',
  method: 'GET',
  route: '/embed/:slug',
  status: 200,
  ms: 1,
  ...own,
})

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A sample that has written all whole lines of this second. */
function busySample(): LineSample {
  const sample = new LineSample()
  for (let n = 0; n < SAMPLE.wholePerSecond; n++) expect(sample.take(line())).toEqual(line())
  return sample
}

const sumOf = (written: ({ requests?: number } | undefined)[]) =>
  written.reduce((sum, each) => sum + (each ? (each.requests ?? 1) : 0), 0)

describe('lines of the log', () => {
  it('are whole again in the next second, and say what was left out', () => {
    const sample = busySample()
    expect([sample.take(line()), sample.take(line())]).toEqual([undefined, undefined])
    vi.advanceTimersByTime(1000)
    expect(sample.take(line())).toEqual({ ...line(), requests: 3 })
    expect(sample.take(line())).toEqual(line())
  })

  it('are one in so many under load, and their sum is what there was', () => {
    const sample = busySample()
    const written = Array.from({ length: 10 * SAMPLE.oneIn }, () => sample.take(line()))
    expect(written.filter(Boolean)).toHaveLength(10)
    expect(sumOf(written)).toBe(10 * SAMPLE.oneIn)
  })

  it.each([
    ['a status from 500 on', { status: 503 }],
    ['a slow request', { ms: SAMPLE.slowMs }],
  ])('T46: are never left out of %s', (_what, own) => {
    const sample = busySample()
    for (let n = 0; n < 100; n++) expect(sample.take(line(own))).toEqual(line(own))
  })

  it('count each method, route, status and cache state apart', () => {
    const sample = busySample()
    const kinds = [
      line(),
      line({ method: 'POST' }),
      line({ route: '/v1/gifs/:id' }),
      line({ status: 404 }),
      line({ cache: 'hit' }),
    ]
    const written = Array.from({ length: SAMPLE.oneIn }, () => kinds.map((kind) => sample.take(kind)))
    expect(written.slice(0, -1).flat().filter(Boolean)).toEqual([])
    expect(written.at(-1)).toEqual(kinds.map((kind) => ({ ...kind, requests: SAMPLE.oneIn })))
  })

  it('are all written where there are too many kinds to count', () => {
    const sample = busySample()
    for (let n = 0; n < 1000; n++) expect(sample.take(line({ route: `/${n}` }))).toBeUndefined()
    expect(sample.take(line({ route: '/another' }))).toEqual(line({ route: '/another' }))
  })
})
