import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Breaker } from './breaker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const clock = {
  get now() {
    return Date.now()
  },
  set now(ms: number) {
    vi.setSystemTime(ms)
  },
}

function stage() {
  const breaker = new Breaker()
  const of = (request: unknown, family = 'search') => ({ family, request: String(request) })
  let count = 0
  const report = (times: number, isDown: boolean, everyMs = 0) => {
    for (let n = 0; n < times; n++) {
      breaker.report(of(`r${count++}`), isDown)
      clock.now += everyMs
    }
  }
  const allows = (...requests: unknown[]) => requests.map((request) => breaker.allows(of(request)))
  return { clock, breaker, of, report, allows }
}

describe('T44 the breaker', () => {
  it('opens for 6 s when ten different requests were down within 10 s', () => {
    const { clock, report, allows } = stage()
    report(9, true)
    expect(allows('new')).toEqual([true])
    report(1, true)
    expect(allows('new')).toEqual([false])
    clock.now = 5999
    expect(allows('new')).toEqual([false])
    clock.now = 6000
    expect(allows('new')).toEqual([true])
  })

  it('counts a request that is repeated once', () => {
    const { breaker, of, allows } = stage()
    for (let n = 0; n < 1000; n++) breaker.report(of('bad'), true)
    expect(allows('new')).toEqual([true])
  })

  it('stays closed while most requests are good, or failures are spread', () => {
    const mixed = stage()
    mixed.report(30, false)
    mixed.report(29, true)
    expect(mixed.allows('new')).toEqual([true])
    mixed.report(1, true)
    expect(mixed.allows('new')).toEqual([false])
    const spread = stage()
    spread.report(50, true, 1200)
    expect(spread.allows('new')).toEqual([true])
  })

  it('says that all is dead while a family is open and no other was good lately', () => {
    const { clock, breaker, of, report } = stage()
    breaker.report(of('known', 'gif'), false)
    report(10, true)
    expect(breaker.isDead()).toBe(false)
    clock.now = 10_001
    expect([breaker.isDead(), breaker.isOpen('search')]).toEqual([false, false])
    report(10, true)
    expect(breaker.isDead()).toBe(true)
    // A read that is good again speaks for the others.
    breaker.report(of('known', 'gif'), false)
    expect(breaker.isDead()).toBe(false)
  })

  it('leaves other families alone: reads of a registration do not close search', () => {
    const { breaker, of, report } = stage()
    report(20, true)
    expect(breaker.allows(of('new', 'register'))).toBe(true)
  })

  it('lets three probes through, one of them for a request that was good', () => {
    const { clock, breaker, of, report, allows } = stage()
    breaker.report(of('known'), false)
    clock.now = 1000
    report(12, true)
    clock.now = 7000
    expect(allows('a', 'b', 'c', 'known', 'd')).toEqual([true, true, false, true, false])
    for (const bad of ['a', 'b']) breaker.report(of(bad), true)
    expect(allows('e')).toEqual([false])
    breaker.report(of('known'), false)
    expect(allows('e', 'f', 'g', 'h')).toEqual([true, true, true, true])
  })

  it('opens again when a request that was good is down, or all probes are', () => {
    const { clock, breaker, of, report, allows } = stage()
    breaker.report(of('known'), false)
    report(12, true)
    clock.now = 6000
    expect(allows('known')).toEqual([true])
    breaker.report(of('known'), true)
    expect(allows('a')).toEqual([false])
    clock.now = 12_000
    expect(allows('a', 'b', 'c')).toEqual([true, true, true])
    for (const bad of ['a', 'b', 'c']) breaker.report(of(bad), true)
    clock.now = 17_999
    expect(allows('d')).toEqual([false])
  })

  it('does not wait for ever for probes that died', () => {
    const { clock, report, allows } = stage()
    report(10, true)
    clock.now = 6000
    expect(allows('a', 'b', 'c', 'd')).toEqual([true, true, true, false])
    clock.now = 12_000
    expect(allows('d')).toEqual([true])
  })

  it('remembers a bounded number of requests', () => {
    const { report, allows } = stage()
    report(100_000, false)
    report(251, true)
    expect(allows('new')).toEqual([false])
  })
})
