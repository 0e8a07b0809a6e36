import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, it } from 'vitest'
import { FamilyRouter } from './family-router.ts'

const ROWS = [
  ['ALL', '/*'],
  ['GET', '/'],
  ['GET', '/gifs/:slug'],
  ['GET', '/gifs/:slug/related'],
  ['GET', '/widgets/:kind{carousel|grid}'],
  ['GET', '/widgets/picker'],
  ['POST', '/v2/pingback'],
  ['GET', '/v2/trending'],
  ['OPTIONS', '/v2/*'],
  ['GET', '/:any/late'],
] as const

const PATHS = [
  ...[
    '/',
    '//',
    '/gifs',
    '/gifs/',
    '/gifs/a',
    '/gifs/a/',
    '/gifs/a/related',
    '/gifs//related',
    '/gifs/:slug',
  ],
  ...['/widgets/grid', '/widgets/picker', '/widgets/other', '/widgets/grid/late', '/v2', '/v2/pingback'],
  ...['/v2/x/y', '/v2/late', '/x/late', '/gifs/late', '/constructor', '/__proto__/late'],
]

const PLACE = /^\d+$/

/** The rows that match, with what their placeholders are. */
function matchesOf(router: TrieRouter<string> | FamilyRouter<string>, method: string, path: string) {
  const [found, stash] = router.match(method, path)
  return found.map(([row, params]) => [
    row,
    Object.entries(params).map(([name, value]) => [
      name,
      stash && PLACE.test(String(value)) ? stash[Number(value)] : value,
    ]),
  ])
}

it('T17: matches each path as one table of all rows does', () => {
  const whole = new TrieRouter<string>()
  const tries = new FamilyRouter<string>(() => new TrieRouter())
  const fast = new FamilyRouter<string>(
    () => new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }),
  )
  for (const router of [whole, tries, fast])
    for (const [method, path] of ROWS) router.add(method, path, `${method} ${path}`)
  for (const path of PATHS) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const expected = matchesOf(whole, method, path)
      expect(matchesOf(tries, method, path), `${method} ${path}`).toEqual(expected)
      expect(matchesOf(fast, method, path), `${method} ${path}, fast`).toEqual(expected)
    }
  }
})
