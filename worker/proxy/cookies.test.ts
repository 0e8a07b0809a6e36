import { describe, expect, it } from 'vitest'
import { cookieHeader, ownSetCookie, sessionCookies } from './cookies.ts'

describe('cookies towards the site are rebuilt from two names (T14)', () => {
  it.each([
    ['sessionid=s; csrftoken=c; tracker=1', 'sessionid=s; csrftoken=c'],
    ['csrftoken=c;sessionid=s', 'sessionid=s; csrftoken=c'],
    ['sessionid=first; sessionid=second', 'sessionid=first'],
    ['xsessionid=1; sessionidx=2; Sessionid=3', undefined],
    ['sessionid=a b', undefined],
    ['sessionid=a"b', undefined],
    ['sessionid=a,b', undefined],
    [`sessionid=${'a'.repeat(4097)}`, undefined],
    ['sessionid=', undefined],
    ['', undefined],
  ])('%s → %s', (header, rebuilt) => {
    expect(cookieHeader(sessionCookies(header))).toBe(rebuilt)
  })
})

describe('the site’s Set-Cookie is rewritten (T15)', () => {
  it.each([
    ['sessionid=s', 'sessionid=s; Path=/; Secure; HttpOnly; SameSite=Lax'],
    [
      'sessionid=s; Domain=.site.test; Path=/ajax; SameSite=None; Max-Age=60',
      'sessionid=s; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60',
    ],
    ['csrftoken=c; HttpOnly; SameSite=Strict', 'csrftoken=c; Path=/; Secure; SameSite=Lax'],
    [
      'sessionid=; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0',
      'sessionid=; Path=/; Secure; HttpOnly; SameSite=Lax; expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0',
    ],
    ['sessionid=s; Max-Age=1e9; expires=<b>', 'sessionid=s; Path=/; Secure; HttpOnly; SameSite=Lax'],
    ['tracker=1', undefined],
    ['__Host-sessionid=1', undefined],
    ['SESSIONID=1', undefined],
    ['sessionid=a b', undefined],
    ['sessionid', undefined],
    ['__proto__=1', undefined],
    ['', undefined],
  ])('%s → %s', (line, own) => {
    expect(ownSetCookie(line)).toBe(own)
  })
})
