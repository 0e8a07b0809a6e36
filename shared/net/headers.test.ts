import { expect, it } from 'vitest'
import { retryAfterOf } from './headers.ts'

const NOW = Date.UTC(1994, 10, 6, 8, 49, 7, 500)

it.each([
  ['0', 1],
  ['30', 30],
  [' 120 ', 120],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
  ['Sun Nov  6 08:49:37 1994', 30],
  ['Sat, 05 Nov 1994 08:49:37 GMT', 1],
  ['3601', 3600],
  ['999999999999999', 3600],
  ['Mon, 07 Nov 1994 08:49:37 GMT', 3600],
  ['', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['30 seconds', undefined],
  ['soon', undefined],
  ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
])('%s is %s', (value, seconds) => {
  expect(retryAfterOf(new Headers({ 'Retry-After': value }), NOW)).toBe(seconds)
})

it('is nothing where no header says so', () => {
  expect(retryAfterOf(new Headers(), NOW)).toBeUndefined()
})
