import { expect, it } from 'vitest'
import { readCookie } from './page.ts'

it.each([
  ['csrftoken=abc', 'abc'],
  ['a=1; csrftoken=a=b==; z=2', 'a=b=='],
  ['xcsrftoken=1; csrftokenx=2', undefined],
  ['', undefined],
])('F22: in %j the token is %j', (cookies, token) => {
  expect(readCookie('csrftoken', () => cookies)).toBe(token)
})

it('F22: a frame without an origin has no cookies', () => {
  const refused = () => {
    throw new DOMException('no', 'SecurityError')
  }
  expect(readCookie('csrftoken', refused)).toBeUndefined()
})
