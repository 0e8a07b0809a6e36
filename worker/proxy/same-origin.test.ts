import { describe, expect, it } from 'vitest'
import { assertOwnOrigin, assertOwnWrite } from './same-origin.ts'

const OWN = 'https://loop.test'

const write =
  (headers: Record<string, string>, csrfCookie: string | undefined = 'token') =>
  () =>
    assertOwnWrite({ method: 'POST', headers: new Headers(headers), ownOrigins: [OWN], csrfCookie }, true)

describe('a write from our own pages', () => {
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
    expect(() => assertOwnWrite(sender, true)).toThrow('does not equal')
  })
})

it('a costly read may be typed, but not be made by another site', () => {
  const read = (site: string) => () =>
    assertOwnOrigin({ method: 'GET', headers: new Headers({ 'Sec-Fetch-Site': site }), ownOrigins: [OWN] })
  expect(read('none')).not.toThrow()
  expect(read('same-origin')).not.toThrow()
  expect(read('cross-site')).toThrow('Other sites')
  expect(read('same-site')).toThrow('Other sites')
})
