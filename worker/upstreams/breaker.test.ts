import { expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'

function stage() {
  const clock = { now: 0 }
  const breaker = createBreaker(() => clock.now)
  const fail = (times: number, everyMs = 0) => {
    for (let n = 0; n < times; n++) {
      breaker.report(false)
      clock.now += everyMs
    }
  }
  return { clock, breaker, fail }
}

it('opens at the fifth failure in a row within 10 s, for 6 s', () => {
  const { clock, breaker, fail } = stage()
  fail(4)
  expect(breaker.allows()).toBe(true)
  fail(1)
  expect(breaker.allows()).toBe(false)
  clock.now = 5999
  expect(breaker.allows()).toBe(false)
  clock.now = 6000
  expect(breaker.allows()).toBe(true)
})

it('stays closed when the failures are spread, or a success is among them', () => {
  const spread = stage()
  spread.fail(20, 2600)
  expect(spread.breaker.allows()).toBe(true)
  const mixed = stage()
  mixed.fail(4)
  mixed.breaker.report(true)
  mixed.fail(4)
  expect(mixed.breaker.allows()).toBe(true)
})

it('lets one probe through: it closes the breaker, or opens it for 6 s more', () => {
  const { clock, breaker, fail } = stage()
  fail(5)
  clock.now = 6000
  expect([breaker.allows(), breaker.allows()]).toEqual([true, false])
  clock.now = 11_000
  fail(1)
  clock.now = 16_999
  expect(breaker.allows()).toBe(false)
  clock.now = 17_000
  expect(breaker.allows()).toBe(true)
  breaker.report(true)
  expect([breaker.allows(), breaker.allows()]).toEqual([true, true])
})

it('does not wait for ever for a probe that died', () => {
  const { clock, breaker, fail } = stage()
  fail(5)
  clock.now = 6000
  breaker.allows()
  clock.now = 12_000
  expect(breaker.allows()).toBe(true)
})
