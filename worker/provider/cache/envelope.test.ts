import { describe, expect, it, vi } from 'vitest'
import type { StoredFailure } from './envelope.ts'
import {
  copyEnvelope,
  failureEnvelope,
  isFresh,
  isUsableStale,
  parseEnvelope,
  serialize,
} from './envelope.ts'

const T0 = 1_000_000
const down: StoredFailure = { kind: 'upstream', status: 500, statusText: 'Oops', message: 'down' }
const busy: StoredFailure = { ...down, kind: 'rate-limited', status: 429 }

describe('F30: §9 lifetimes, at their borders', () => {
  it.each([
    ['a success at 59 999 ms', copyEnvelope('b', T0), 59_999, true, true],
    ['a success at 60 000 ms', copyEnvelope('b', T0), 60_000, false, true],
    ['a success at an hour', copyEnvelope('b', T0), 3_600_000, false, true],
    ['a success after an hour', copyEnvelope('b', T0), 3_600_001, false, false],
    ['a failure at 5 999 ms', failureEnvelope(down, T0), 5_999, true, true],
    ['a failure at 6 000 ms', failureEnvelope(down, T0), 6_000, false, true],
    ['a failure at 6 001 ms', failureEnvelope(down, T0), 6_001, false, false],
    ['a success from 2 s ahead of our clock', copyEnvelope('b', T0), -2000, false, false],
    ['a success from 1 s ahead of our clock', copyEnvelope('b', T0), -1000, true, true],
  ])('%s', (_, envelope, age, fresh, usable) => {
    vi.useFakeTimers({ toFake: ['Date'], now: T0 + age })
    expect([isFresh(envelope), isUsableStale(envelope)]).toEqual([fresh, usable])
    vi.useRealTimers()
  })

  it.each([
    [undefined, 6],
    [0, 6],
    [-5, 6],
    [7, 7],
    [60, 60],
    [86_400, 60],
  ])('a 429 with Retry-After %s is kept %i s', (retryAfter, seconds) => {
    expect(failureEnvelope(busy, T0, retryAfter).soft - T0).toBe(seconds * 1000)
  })

  it('uses Retry-After for a 429 alone', () => {
    expect(failureEnvelope(down, T0, 60).soft - T0).toBe(6000)
  })
})

describe('a stored envelope', () => {
  const copy = copyEnvelope('{"a":"ü"}', T0)
  const stored = { ...copy, body: '{"a":"ü"}' }

  it('is parsed unchanged', () => {
    expect(parseEnvelope(serialize(copy))).toEqual(copy)
    expect(parseEnvelope(JSON.stringify(failureEnvelope(busy, T0, 30)))).toEqual(
      failureEnvelope(busy, T0, 30),
    )
    expect(copy.bytes).toBe(10)
  })

  it.each([
    ['no JSON', 'oops'],
    ['cut off', serialize(copy).slice(0, 30)],
    ['null', 'null'],
    ['another version', JSON.stringify({ ...stored, v: 2 })],
    ['no body', JSON.stringify({ ...stored, body: undefined })],
    ['a body that is no text', JSON.stringify({ ...stored, body: {} })],
    ['a time that is no number', JSON.stringify({ ...stored, t0: '1' })],
    ['an unknown kind', JSON.stringify({ ...failureEnvelope(down, T0), err: { kind: 'odd', message: '' } })],
    ['a success fresh for longer than 60 s', JSON.stringify({ ...stored, soft: T0 + 60_001 })],
    ['a success kept for longer than an hour', JSON.stringify({ ...stored, hard: T0 + 3_600_001 })],
    [
      'a failure fresh for longer than 60 s',
      JSON.stringify({ ...failureEnvelope(down, T0), soft: T0 + 60_001 }),
    ],
  ])('is a miss when it is %s', (_, text) => {
    expect(parseEnvelope(text)).toBeUndefined()
  })
})
