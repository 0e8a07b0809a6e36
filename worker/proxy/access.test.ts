import { describe, expect, it } from 'vitest'
import { tries } from '../../test/fixtures/site/tries.ts'
import { assertFrom } from './access.ts'

const OWN = 'https://loop.test'

const write =
  (headers: Record<string, string>, csrfCookie: string | undefined = 'token') =>
  () =>
    assertFrom('own, with the csrf token', {
      method: 'POST',
      headers: new Headers(headers),
      ownOrigins: [OWN],
      csrfCookie,
    })

describe('T32: a write from our own pages', () => {
  it.each([
    [{ 'X-CSRFToken': 'token', Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }],
    [{ 'X-CSRFToken': 'token', Origin: OWN }],
    [{ 'X-CSRFToken': 'token', 'Sec-Fetch-Site': 'same-origin' }],
    // Programs say neither; browsers always do.
    [{ 'X-CSRFToken': 'token' }],
  ])('%j passes', (headers) => {
    expect(write(headers)).not.toThrow()
  })
})

describe('T19: hostile shapes', () => {
  it.each<[string, Record<string, string>, string?]>([
    ['no token', { Origin: OWN }],
    ['another token', { 'X-CSRFToken': 'tokem', Origin: OWN }],
    ['a part of it', { 'X-CSRFToken': 'toke', Origin: OWN }],
    ['more than it', { 'X-CSRFToken': 'tokentoken', Origin: OWN }],
    ['nothing on both sides', { 'X-CSRFToken': '', Origin: OWN }, ''],
    ['no origin of its own', { 'X-CSRFToken': 'token', Origin: 'null' }],
    ['another origin', { 'X-CSRFToken': 'token', Origin: 'https://evil.test' }],
    ['our host by another scheme', { 'X-CSRFToken': 'token', Origin: 'http://loop.test' }],
    ['our host by another port', { 'X-CSRFToken': 'token', Origin: 'https://loop.test:444' }],
    ['a name that begins like ours', { 'X-CSRFToken': 'token', Origin: 'https://loop.test.evil.test' }],
    ['a subdomain', { 'X-CSRFToken': 'token', 'Sec-Fetch-Site': 'same-site' }],
    ['another site', { 'X-CSRFToken': 'token', 'Sec-Fetch-Site': 'cross-site' }],
    ['a typed address', { 'X-CSRFToken': 'token', 'Sec-Fetch-Site': 'none' }],
    [
      'one header that lies',
      { 'X-CSRFToken': 'token', Origin: 'https://evil.test', 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['the other that lies', { 'X-CSRFToken': 'token', Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }],
  ])('%s', (_name, headers, cookie) => {
    expect(write(headers, cookie)).toThrow(expect.objectContaining({ kind: 'forbidden' }))
  })

  it('no cookie at all', () => {
    const headers = new Headers({ 'X-CSRFToken': 'undefined', Origin: OWN })
    const sender = { method: 'POST', headers, ownOrigins: [OWN], csrfCookie: undefined }
    expect(() => assertFrom('own, with the csrf token', sender)).toThrow('does not equal')
  })
})

it('a costly read may be typed, but not be made by another site', () => {
  const read = (site: string) => () =>
    assertFrom('own', {
      method: 'GET',
      headers: new Headers({ 'Sec-Fetch-Site': site }),
      ownOrigins: [OWN],
      csrfCookie: undefined,
    })
  expect(read('none')).not.toThrow()
  expect(read('same-origin')).not.toThrow()
  expect(read('cross-site')).toThrow('Other sites')
  expect(read('same-site')).toThrow('Other sites')
})

it('T32: a wrong token is refused in the same time wherever it differs', ({ task }) => {
  const SAMPLES = 10_000
  tries(task, SAMPLES)
  const cookie = 'k'.repeat(4000)
  const first = write({ 'X-CSRFToken': `x${cookie.slice(1)}` }, cookie)
  const last = write({ 'X-CSRFToken': `${cookie.slice(1)}x` }, cookie)
  // A comparison that ends early takes a third of the time. Before the first run nothing is compiled.
  timesOf(first, last, SAMPLES / 10)
  const times = timesOf(first, last, SAMPLES)
  expect(Math.abs(times.one / times.other - 1)).toBeLessThan(0.2)
})

/** The medians of two functions' times, taken in turn, so that both get the same share of what else goes on. */
function timesOf(one: () => void, other: () => void, samples: number): { one: number; other: number } {
  const times = { one: [] as number[], other: [] as number[] }
  for (let n = 0; n < samples; n++) {
    if (n % 2) times.one.push(timeOf(one))
    times.other.push(timeOf(other))
    if (n % 2 === 0) times.one.push(timeOf(one))
  }
  return { one: medianOf(times.one), other: medianOf(times.other) }
}

function timeOf(call: () => void): number {
  const start = performance.now()
  try {
    call()
  } catch {
    // It is refused: that is what takes the time.
  }
  return performance.now() - start
}

const medianOf = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
