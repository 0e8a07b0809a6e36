import { expect, it } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const lists = new Set(['trending', 'search', 'searches', 'related', 'categories'])

const { get } = withProvider(
  (request) => {
    const id = new URL(request.url).pathname.split('/').pop() ?? ''
    if (id === 'unknown') return Response.json({ meta: { msg: 'Not Found' } }, { status: 404 })
    return Response.json(okJson(lists.has(id) ? [catJson('listed')] : catJson(id)))
  },
  { ANALYTICS_ID: 'G-TEST', DEBUG: 'on' },
)

const PLAIN = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: '*/*' }

/** What a visitor's headers could change a response by. */
const OTHERS: Record<string, string> = {
  Accept: 'application/xml, image/webp',
  'Accept-Encoding': 'br',
  'Accept-Language': 'de',
  Authorization: 'Token x',
  'CF-Connecting-IP': '203.0.113.9',
  'CF-IPCountry': 'DE',
  'Content-Type': 'text/xml',
  Cookie: '__Host-session=x; csrftoken=x; lang=de; theme=dark',
  DNT: '1',
  Forwarded: 'host=evil.test',
  Origin: 'https://host.test',
  Purpose: 'prefetch',
  Referer: 'https://host.test/page',
  'Save-Data': 'on',
  'Sec-CH-Prefers-Color-Scheme': 'dark',
  'Sec-CH-UA-Mobile': '?1',
  'Sec-Fetch-Dest': 'iframe',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-GPC': '1',
  'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148',
  'X-Forwarded-Host': 'evil.test',
  'X-Forwarded-Proto': 'http',
  'X-Requested-With': 'XMLHttpRequest',
}

// What differs from one request to the next, whoever makes it.
const PASSING = new Set(['x-request-id', 'x-cache', 'age', 'date', 'server-timing', 'cache-control'])

async function copyOf(path: string, headers: Record<string, string>) {
  const response = await get(path, headers)
  const id = response.headers.get('x-request-id') ?? '-'
  const kept = [...response.headers].filter(([name]) => !PASSING.has(name))
  const text = (await response.text()).replaceAll(id, 'ID')
  const stored = response.headers.get('cache-control') ?? ''
  return {
    shared: !/no-store|private/.test(stored),
    vary: (response.headers.get('vary') ?? '').toLowerCase().split(/,\s*/),
    content: JSON.stringify([response.status, kept, text]),
  }
}

it.each([
  '/embed/golden1',
  '/embed/unknown',
  '/embed/%24',
  '/widgets/grid?q=cat',
  '/widgets/carousel?q=cat',
  '/widgets/grid?columns=0',
  '/widgets/tower',
  '/',
  '/gifs/happy-cat-golden1',
  '/stickers/happy-cat-golden1',
  '/gifs/unknown',
  '/search/cat',
  '/search?q=cat',
  '/create/gifmaker/decorate/stickers',
  '/gifs/happy-cat-golden1/related/page/1',
  '/docs/api',
  '/docs/api.json',
  '/nowhere',
  '/%61dmin',
  '/v1/gifs/golden1',
  '/v1/gifs/search?q=cat',
  '/v1/gifs/unknown',
  '/v2/pingback',
  '/services/oembed?url=https://loop.test/gifs/golden1',
  '/services/oembed',
  '/video/vimeo?url=x',
  '/loopframe.js',
  '/static/icon.svg',
  '/static/nothing.js',
  '/media/nothing/original.gif',
  '/favicon.ico',
  '/.well-known/security.txt',
])('T22: Vary names every header that %s depends on', async (path) => {
  // Twice: the first response fills the caches.
  await copyOf(path, PLAIN)
  const plain = await copyOf(path, PLAIN)
  expect((await copyOf(path, PLAIN)).content).toBe(plain.content)
  for (const [name, value] of Object.entries(OTHERS)) {
    const other = await copyOf(path, { ...PLAIN, [name]: value })
    if (!plain.shared || other.content === plain.content) continue
    expect([name, plain.vary.includes(name.toLowerCase())]).toEqual([name, true])
    expect(other.vary).toEqual(plain.vary)
  }
})
