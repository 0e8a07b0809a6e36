import { expect, it } from 'vitest'
import { HOSTILE_URLS } from '../../test/fixtures/calls/hostile-urls.ts'
import { ownTarget } from './sign-in.tsx'

it.each([
  ['/account', '/account'],
  ['/gifs/happy-cat-1?a=b#c', '/gifs/happy-cat-1?a=b#c'],
  ['/a/../account', '/account'],
  ['/\tsearch', '/search'],
])('T6: after sign-in %j leads to our own %j', (next, path) => expect(ownTarget(next, '/')).toBe(path))

it.each([
  ...HOSTILE_URLS,
  ...HOSTILE_URLS.map((url) => url.replace(/^\w+:/, '')),
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/\n\\evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/%2e//evil.test',
  '\\\\evil.test',
  'evil.test',
  ' //evil.test',
  '',
  `/${'a'.repeat(2048)}`,
])('T6: after sign-in %j leads nowhere else', (next) => {
  const path = ownTarget(next, '/account')
  expect(new URL(path, 'https://loop.test').origin).toBe('https://loop.test')
  if (!next.startsWith('/') || next.includes('evil')) expect(path).toBe('/account')
})
