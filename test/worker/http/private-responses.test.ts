import { afterEach, expect, it, vi } from 'vitest'
import { OWN, ownRequest, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => vi.restoreAllMocks())

const SECRET = 'ann@private.test'

/** Private data for who is signed in, a refusal for everybody else, whatever the path. */
const site = (request: Request) =>
  request.headers.get('Cookie')?.includes('session')
    ? Response.json({ email: SECRET }, { headers: { 'Cache-Control': 'public, max-age=3600' } })
    : Response.json({ message: 'no' }, { status: 401 })

/** Calls whose response is a person's, under names that a cache would take for a file's, a page's or a public read's. */
const PATHS = [
  '/login/check',
  '/login/check?x.css',
  '/login/check;.css',
  '/login/check/.css',
  '/login/check/x.png',
  '/users/self/follows',
  '/users/self/follows?static=/static/x.js',
  '/users/self/follows/x.css',
  '/users/self/follows.css',
  '/api/v1/users/1/',
  '/api/v1/users/1/x.css',
  '/api/v1/users/1/%2e%2e%2fx.css',
  '/api/v1/users/1/;x.css',
  '/api/v3/channels/7/',
  '/api/v3/channels/7/x.jpg',
  '/api/v3/channels/7/?x=.jpg',
  '/embed/..%2fapi/v1/users/1/',
  '/static/..%2fapi/v1/users/1/',
  '/static/../login/check',
  '/media/..%2flogin/check',
]

it.each(PATHS)('T23: %s gives nothing private to whoever comes next', async (path) => {
  const { send } = withUpstreams(site)
  const first = await send(ownRequest(`GET ${path}`))
  const isPrivate = (await first.text()).includes(SECRET)
  if (isPrivate) {
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    expect(first.headers.get('vary')).toContain('Cookie')
  }
  const next = await send(new Request(OWN + path, { redirect: 'manual' }))
  expect(await next.text()).not.toContain(SECRET)
})

it('T23: of these paths some are private indeed', async () => {
  const { send } = withUpstreams(site)
  const texts = await Promise.all(PATHS.map(async (path) => (await send(ownRequest(`GET ${path}`))).text()))
  expect(texts.filter((text) => text.includes(SECRET)).length).toBeGreaterThan(4)
})
