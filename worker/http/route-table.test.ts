import { expect, it } from 'vitest'
import { classLookup, type Route } from './route-table.ts'

const ROUTES: Route[] = [
  { path: '/v2/pingback', class: 'pingback' },
  { path: '/v2/trending/searches', class: 'api' },
  { path: '/v2/*', class: 'api' },
  { path: '/loopframe.js', class: 'static' },
  { path: '/', class: 'page' },
  { path: '/embed/:slug', class: 'embed' },
]

it.each([
  ['/embed/a-cat', 'embed'],
  ['/embed', 'embed'],
  ['/embed/a/b/c', 'embed'],
  ['/loopframe.js', 'static'],
  ['/v2/pingback', 'pingback'],
  ['/v2/pingback/', 'api'],
  ['/v2/nothing', 'api'],
  ['/v2', 'api'],
  ['/', 'page'],
  ['/nothing', 'page'],
  ['/constructor', 'page'],
  ['/embedded/a', 'page'],
])('the class of %s is %s', (path, name) => expect(classLookup(ROUTES)(path)).toBe(name))

it('refuses a table in which one first segment has two classes', () => {
  const rows: Route[] = [{ path: '/embed/:slug/raw', class: 'media' }, ...ROUTES]
  expect(() => classLookup(rows)).toThrow('/embed/:slug/raw needs the class of its family, embed')
})
