import { describe, expect, it } from 'vitest'
import { cookieHeader, ownSetCookie, sessionCookies } from './credentials.ts'

const OWN = 'https://gifs.example.com'
const LOCAL = 'http://localhost:8787'

describe('T14: cookies towards the site are rebuilt from two names', () => {
  it.each([
    ['__Host-session=s; csrftoken=c; tracker=1', 'sessionid=s; csrftoken=c'],
    ['csrftoken=c;__Host-session=s', 'sessionid=s; csrftoken=c'],
    ['__Host-session=first; __Host-session=second', 'sessionid=first'],
    ['x__Host-session=1; __Host-sessionx=2; __host-session=3', undefined],
    ['__Host-session=a b', undefined],
    ['__Host-session=a"b', undefined],
    ['__Host-session=a,b', undefined],
    [`__Host-session=${'a'.repeat(4097)}`, undefined],
    ['__Host-session=', undefined],
    ['', undefined],
  ])('%s → %s', (header, rebuilt) => {
    expect(cookieHeader(sessionCookies(header, OWN))).toBe(rebuilt)
  })

  it('T31: a session that another host of our domain may have set is none', () => {
    const both = 'sessionid=planted; __Host-session=own'
    expect(cookieHeader(sessionCookies('sessionid=planted', OWN))).toBeUndefined()
    expect(cookieHeader(sessionCookies(both, OWN))).toBe('sessionid=own')
  })

  it('on this machine, over http, the session has the site’s name', () => {
    const both = 'sessionid=local; __Host-session=other; csrftoken=c'
    expect(cookieHeader(sessionCookies(both, LOCAL))).toBe('sessionid=local; csrftoken=c')
  })
})

describe('T15, T31: the site’s Set-Cookie is rewritten', () => {
  it.each([
    ['sessionid=s', '__Host-session=s; Path=/; Secure; HttpOnly; SameSite=Lax'],
    [
      'sessionid=s; Domain=.site.test; Path=/ajax; SameSite=None; Max-Age=60',
      '__Host-session=s; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
    ],
    ['csrftoken=c; HttpOnly; SameSite=Strict', 'csrftoken=c; Path=/; Secure; SameSite=Lax'],
    [
      'sessionid=; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0',
      '__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0',
    ],
    ['sessionid=s; Max-Age=1e9; expires=<b>', '__Host-session=s; Path=/; Secure; HttpOnly; SameSite=Lax'],
    ['tracker=1', undefined],
    ['__Host-session=1', undefined],
    ['__Host-sessionid=1', undefined],
    ['SESSIONID=1', undefined],
    ['sessionid=a b', undefined],
    ['sessionid', undefined],
    ['__proto__=1', undefined],
    ['', undefined],
  ])('%s → %s', (line, own) => {
    expect(ownSetCookie(line, OWN)).toBe(own)
  })

  it.each([
    ['sessionid=s; Secure', 'sessionid=s; Path=/; HttpOnly; SameSite=Lax'],
    ['csrftoken=c', 'csrftoken=c; Path=/; SameSite=Lax'],
  ])('on this machine, over http, a browser may refuse `Secure`: %s', (line, own) => {
    expect(ownSetCookie(line, LOCAL)).toBe(own)
  })
})
