import { describe, expect, it } from 'vitest'
import { tries } from '../../fixtures/site/tries.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const { get, send } = withProvider((request) => {
  const id = new URL(request.url).pathname.split('/').pop() ?? ''
  if (id === 'unknown') return Response.json({ meta: { msg: 'Not Found' } }, { status: 404 })
  const isList = ['trending', 'search', 'searches', 'related'].includes(id)
  return Response.json(okJson(isList ? [] : catJson(id)))
})

const OFF = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), browsing-topics=()'

const EVERY = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}

const CLOSED = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox" }

const EMBED = {
  ...EVERY,
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
  vary: 'User-Agent, Sec-CH-UA-Mobile, Accept-Language, Referer, Sec-GPC, DNT, Save-Data, Accept-Encoding',
}

const API = {
  ...EVERY,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const SITE = {
  ...EVERY,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  vary: 'Cookie',
  'content-type': 'application/json; charset=utf-8',
}

const PAGE = {
  ...EVERY,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': OFF,
}

// Anonymous pages of ours: nobody frames them, and they frame nothing but our own.
const PUBLIC = {
  ...PAGE,
  'cache-control': 'public, max-age=60',
  vary: 'Accept-Language, Save-Data, Accept-Encoding',
  'content-language': 'en',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src https:\/\/loop\.test\/static\/; style-src https:\/\/loop\.test\/static\/; .*frame-src 'self';.*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
  ),
}

type Row = [method: string, path: string, status: number, headers: Record<string, unknown>]

/** One row a route and a refusal: what every answer of its class must bear. */
const ROWS: Row[] = [
  ['GET', '/embed/golden1', 200, { ...EMBED, 'cache-control': 'public, max-age=60' }],
  ['HEAD', '/embed/golden1', 200, EMBED],
  ['GET', '/embed/unknown', 404, { ...EMBED, 'cache-control': 'public, max-age=6' }],
  ['GET', '/embed/%24', 400, EMBED],
  ['POST', '/embed/golden1', 405, { ...EMBED, allow: 'GET, HEAD' }],
  ['GET', '/widgets/carousel', 200, { ...EMBED, 'cache-control': 'public, max-age=60' }],
  ['HEAD', '/widgets/grid', 200, EMBED],
  ['GET', '/widgets/grid?columns=0', 400, EMBED],
  ['POST', '/widgets/grid', 405, { ...EMBED, allow: 'GET, HEAD' }],
  ['GET', '/widgets/tower', 404, EMBED],
  ['GET', '/v1/gifs/golden1', 200, API],
  ['GET', '/v1/gifs/unknown', 404, { ...API, 'cache-control': 'public, max-age=6' }],
  ['GET', '/v1/gifs/search', 400, API],
  ['DELETE', '/v1/gifs/trending', 405, { ...API, allow: 'GET, HEAD' }],
  ['PATCH', '/v1/stickers/search', 405, { ...API, allow: 'GET, HEAD' }],
  ['GET', '/v1/trending/searches', 200, API],
  ['GET', '/v2/trending/searches', 200, API],
  ['OPTIONS', '/v1/gifs/golden1', 204, { ...API, 'access-control-allow-methods': 'GET' }],
  ['GET', '/v2/search?q=a', 200, API],
  ['HEAD', '/v2/search?q=a', 200, API],
  ['GET', '/v2/search', 400, { ...API, 'cache-control': 'public, max-age=6' }],
  ['POST', '/v2/search', 405, { ...API, allow: 'GET, HEAD' }],
  ['OPTIONS', '/v2/search', 204, { ...API, 'access-control-allow-methods': 'GET' }],
  ['GET', '/api/v1/a-key/gifs/trending', 200, API],
  ['GET', '/api/v1/a-key/gifs/unknown', 404, { ...API, 'cache-control': 'public, max-age=6' }],
  ['GET', '/api/v1/a-key/health-check', 200, { ...API, 'cache-control': 'no-store' }],
  ['OPTIONS', '/api/v1/a-key/gifs/trending', 204, API],
  ['GET', '/api/v1/users/gifs/trending', 404, SITE],
  ['OPTIONS', '/api/v1/users/gifs/trending', 404, SITE],
  ['GET', '/api/v1/a-key/nothing', 404, { ...API, 'cache-control': 'public, max-age=6' }],
  ['PUT', '/api/v1/a-key/gifs/trending', 405, { ...API, allow: 'GET, HEAD' }],
  ['POST', '/api/v1/a-key/health-check', 405, { ...API, allow: 'GET, HEAD' }],
  ['GET', '/api/v1/users', 404, SITE],
  [
    'OPTIONS',
    '/v2/pingback',
    204,
    { 'access-control-allow-methods': 'POST', 'access-control-allow-origin': '*' },
  ],
  ['GET', '/v2/pingback', 405, { ...EVERY, allow: 'POST', 'access-control-allow-origin': '*' }],
  [
    'GET',
    '/media/nothing/original.gif',
    404,
    { ...EVERY, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  ],
  [
    'GET',
    '/static/nothing.js',
    404,
    {
      ...EVERY,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    },
  ],
  ['GET', '/services/oembed', 400, { ...API, 'cache-control': 'public, max-age=6' }],
  ['GET', '/services/oembed?url=https://loop.test/gifs/golden1', 200, API],
  [
    'GET',
    '/loopframe.js',
    200,
    {
      ...EVERY,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    },
  ],
  ['GET', '/login/check', 200, SITE],
  ['GET', '/users/self/follows', 401, SITE],
  ['GET', '/ajax/gif/abc/tag-translations', 200, SITE],
  [
    'GET',
    '/api/v3/content-blocks/homepage',
    200,
    { ...SITE, 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' },
  ],
  ['GET', '/api/v3/content-blocks/nothing', 404, SITE],
  ['GET', '/api/v3/channels/?parent=', 400, SITE],
  ['GET', '/api/v9/nothing', 404, SITE],
  ['DELETE', '/login/check', 405, { ...SITE, allow: 'GET, HEAD' }],
  ['OPTIONS', '/ajax/instashare/', 405, { ...SITE, allow: 'POST' }],
  ['POST', '/ajax/instashare/', 403, SITE],
  ['GET', '/gateway/stories/partnerArtist', 200, SITE],
  ['GET', '/gateway/trendingscheduler/activity', 401, SITE],
  ['GET', '/imaging/trim', 400, SITE],
  ['GET', '/ajax/%2e%2e%2fadmin', 400, SITE],
  ['GET', '/docs/api', 200, PAGE],
  ['GET', '/docs/playground?host=dark', 200, PAGE],
  ['GET', '/docs/api.json', 200, { ...EVERY, 'access-control-allow-origin': '*' }],
  ['GET', '/docs/nothing', 404, PAGE],
  ['GET', '/healthz', 200, { ...EVERY, 'cache-control': 'no-store' }],
  ['GET', '/favorites', 200, { ...PUBLIC, 'cache-control': 'private, no-store', vary: 'Cookie' }],
  ['GET', '/gifs/happy-cat-golden1', 200, PUBLIC],
  ['HEAD', '/gifs/happy-cat-golden1', 200, PUBLIC],
  ['GET', '/stickers/sad-dog-golden1?utm_x=1', 301, { ...PAGE, location: '/gifs/happy-cat-golden1?utm_x=1' }],
  ['GET', '/gifs/unknown', 404, { ...PAGE, 'cache-control': 'public, max-age=6' }],
  ['POST', '/gifs/happy-cat-golden1', 405, { ...PAGE, allow: 'GET, HEAD' }],
  ['GET', '/', 200, PUBLIC],
  ['GET', '/search/cat', 200, PUBLIC],
  ['GET', '/search?q=cat', 302, { ...PAGE, location: '/search/cat' }],
  ['GET', '/search/cat/page/0', 404, PAGE],
  ['GET', '/create/gifmaker/decorate/stickers', 200, PUBLIC],
  ['GET', '/gifs/happy-cat-golden1/related/page/1', 200, PUBLIC],
  ['GET', '/channels/a%20b', 404, PAGE],
  // Redirects, preflights and other methods have a policy too.
  ['GET', '/favicon.ico', 301, { ...PAGE, ...CLOSED, location: '/static/icon.svg' }],
  ['GET', '/search?q=dog', 302, { ...PAGE, ...CLOSED }],
  ['GET', '/stickers/sad-dog-golden1', 301, { ...PAGE, ...CLOSED }],
  ['OPTIONS', '/embed/golden1', 405, { ...EMBED, allow: 'GET, HEAD' }],
  ['OPTIONS', '/gifs/golden1', 405, PAGE],
  ['OPTIONS', '/browser-errors', 204, { ...EVERY, ...CLOSED }],
  ['OPTIONS', '/static/nothing.js', 405, { ...EVERY, ...CLOSED }],
  ['PUT', '/loopframe.js', 405, { ...EVERY, ...CLOSED, allow: 'GET, HEAD' }],
  [
    'GET',
    '/static/loopframe.d.ts',
    200,
    { ...EVERY, 'content-type': 'application/typescript; charset=utf-8' },
  ],
  ['GET', '/static/icon.svg', 200, { ...EVERY, ...CLOSED, 'cross-origin-resource-policy': 'cross-origin' }],
  ['GET', '/nowhere', 404, PAGE],
  ['GET', '/%61dmin', 400, PAGE],
]

/** What a visitor's first write needs (T19). */
const FIRST_CSRF = expect.stringMatching(
  /^csrftoken=[\w-]{43}; Path=\/; Secure; SameSite=Lax; Max-Age=2592000$/,
)

describe('T18, T20, T23: every response has the headers of its class', () => {
  it.each(ROWS)('%s %s → %i', async (method, path, status, headers) => {
    const response = await send(new Request(`https://loop.test${path}`, { method, redirect: 'manual' }))
    await response.body?.cancel()
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('set-cookie')).toEqual(
      path === '/login/check' && status === 200 ? FIRST_CSRF : null,
    )
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...EVERY,
      'content-security-policy': expect.stringMatching(/^default-src 'none';/),
      'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/),
    })
    // Nobody's own answers are for other origins.
    if (headers.vary === 'Cookie')
      expect([...response.headers.keys()].join(' ')).not.toContain('access-control')
  })
})

describe('a path with more than one reading is refused before any route (T17)', () => {
  const TRICKS = ['%2e%2e%2f', '..%2f', '%5c', '%00', '//', '%25%32%65', '%61', '%2D', '%7e']
  const PREFIXES = ['/embed/', '/v1/gifs/', '/media/']
  it.for(TRICKS)('%s', async (trick, { task }) => {
    tries(task, PREFIXES.length)
    for (const prefix of PREFIXES) {
      expect((await get(`${prefix}${trick}admin`)).status).toBe(400)
    }
  })
})

it.each(['/static/icon.svg', '/loopframe.js'])(
  'T28: %s has its policy when it is unchanged, too',
  async (path) => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    const response = await get(path, { 'If-None-Match': etag })
    expect(response.status).toBe(304)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...EVERY, ...CLOSED })
  },
)

it.each(['/?item=', '/v1/gifs/search?q=', '/embed/'])(
  'T37 %s and 60 KB are a 414 before any route',
  async (path) => {
    expect((await get(path + 'a'.repeat(60_000))).status).toBe(414)
  },
)

it('T37 the longest address that is taken costs no more than another', async () => {
  expect((await get(`/?item=${'a'.repeat(16_000)}!`)).status).toBe(200)
})

it('forged headers change nothing (T16)', async () => {
  const spoofed = {
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'http',
    'X-Original-URL': '/admin',
    'X-HTTP-Method-Override': 'DELETE',
    Forwarded: 'host=evil.test',
  }
  const plain = await (await get('/embed/golden1')).text()
  expect(await (await get('/embed/golden1', spoofed)).text()).toBe(plain)
})
