import { describe, expect, it } from 'vitest'
import { badEnvelope, goodEnvelope, isFresh, isUsableStale, parseEnvelope } from './envelope.ts'
import type { KeptFailure } from './kept-failure.ts'

const T0 = 1_000_000
const down: KeptFailure = { kind: 'upstream', status: 500, statusText: 'Oops', message: 'down' }
const busy: KeptFailure = { ...down, kind: 'rate-limited', status: 429 }

describe('§9 lifetimes, at their borders', () => {
  it.each([
    ['a success at 59 999 ms', goodEnvelope('b', T0), 59_999, true, true],
    ['a success at 60 000 ms', goodEnvelope('b', T0), 60_000, false, true],
    ['a success at an hour', goodEnvelope('b', T0), 3_600_000, false, true],
    ['a success after an hour', goodEnvelope('b', T0), 3_600_001, false, false],
    ['a failure at 5 999 ms', badEnvelope(down, T0), 5_999, true, true],
    ['a failure at 6 000 ms', badEnvelope(down, T0), 6_000, false, true],
    ['a failure at 6 001 ms', badEnvelope(down, T0), 6_001, false, false],
    ['a success from 2 s ahead of our clock', goodEnvelope('b', T0), -2000, false, false],
    ['a success from 1 s ahead of our clock', goodEnvelope('b', T0), -1000, true, true],
  ])('%s', (_, envelope, age, fresh, usable) => {
    expect([isFresh(envelope, T0 + age), isUsableStale(envelope, T0 + age)]).toEqual([fresh, usable])
  })

  it.each([
    [undefined, 6],
    [0, 6],
    [-5, 6],
    [7, 7],
    [60, 60],
    [86_400, 60],
  ])('a 429 with Retry-After %s is kept %i s', (retryAfter, seconds) => {
    expect(badEnvelope(busy, T0, retryAfter).soft - T0).toBe(seconds * 1000)
  })

  it('heeds Retry-After for a 429 alone', () => {
    expect(badEnvelope(down, T0, 60).soft - T0).toBe(6000)
  })
})

describe('what a layer stored', () => {
  const good = goodEnvelope('{"a":"ü"}', T0)

  it('comes back as it was', () => {
    expect(parseEnvelope(JSON.stringify(good))).toEqual(good)
    expect(parseEnvelope(JSON.stringify(badEnvelope(busy, T0, 30)))).toEqual(badEnvelope(busy, T0, 30))
    expect(good.bytes).toBe(10)
  })

  it.each([
    ['no JSON', 'oops'],
    ['cut off', JSON.stringify(good).slice(0, 30)],
    ['null', 'null'],
    ['another version', JSON.stringify({ ...good, v: 2 })],
    ['no body', JSON.stringify({ ...good, body: undefined })],
    ['a body that is no text', JSON.stringify({ ...good, body: {} })],
    ['a time that is no number', JSON.stringify({ ...good, t0: '1' })],
    ['an unknown kind', JSON.stringify({ ...badEnvelope(down, T0), err: { kind: 'odd', message: '' } })],
    ['a success fresh for longer than 60 s', JSON.stringify({ ...good, soft: T0 + 60_001 })],
    ['a success kept for longer than an hour', JSON.stringify({ ...good, hard: T0 + 3_600_001 })],
    ['a failure fresh for longer than 60 s', JSON.stringify({ ...badEnvelope(down, T0), soft: T0 + 60_001 })],
  ])('is a miss when it is %s', (_, text) => {
    expect(parseEnvelope(text)).toBeUndefined()
  })
})
