import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createServices } from '../../../worker/services.ts'
import { addPeople, signedIn, Visitor } from '../../fixtures/site/embedded-site.ts'
import { partner } from '../../fixtures/site/partners.ts'
import { PROVIDER, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(() => addPeople([{ username: 'stan', role: 'staff' }]))
afterEach(() => vi.restoreAllMocks())

const refused = () => {
  throw new Error('The Worker called the provider')
}
const direct = (vars: Record<string, unknown> = {}) =>
  withProvider(refused, { PROVIDER_TERMS: 'direct', PROVIDER_KEY: 'public-key', ...vars })

const PATHS = [
  '/',
  '/embed/happy-cat-abc123',
  '/gifs/happy-cat-abc123',
  '/gifs/happy-cat-abc123/related',
  '/stickers/happy-cat-abc123',
  '/search/cats',
  '/search/cats/page/2',
  '/trending',
  '/create/gifmaker/decorate/stickers',
  '/create/gifmaker/decorate/stickers/search/cats',
  '/channels/ann',
  '/channel/ann/search/cats',
  '/favorites',
  '/docs',
  '/widgets/grid?q=cats',
  '/widgets/grid?ids=a,b',
  '/widgets/carousel',
  '/widgets/picker?q=cats',
  '/services/oembed?url=https://loop.test/gifs/happy-cat-abc123',
  '/services/oembed?format=xml&url=https://loop.test/embed/happy-cat-abc123',
  '/sitemap.xml',
  '/healthz',
]

describe('T53 a provider that the browser calls', () => {
  it('is never called by the Worker', async () => {
    const { get, calls } = direct()
    for (const path of PATHS) expect([path, (await get(path)).status]).toEqual([path, 200])
    for (const path of ['/categories', '/v2/search?q=a', '/v2/posts?ids=a', '/api/v1/key/gifs/trending'])
      expect([path, (await get(path)).status]).toEqual([path, 501])
    for (const path of ['/search?q=cats', '/v1/gifs/random', '/v1/gifs/trending', '/v1/gifs/abc123'])
      expect([302, 307]).toContain((await get(path)).status)
    expect(calls).not.toHaveBeenCalled()
  })

  it('T51 sends no partner there whose key has bounds, which nobody would keep to there', async () => {
    const { get } = direct({ API_ACCESS: 'keys' })
    const status = async (row: Parameters<typeof partner>[0]) =>
      (await get(`/v1/gifs/search?q=cat&api_key=${await partner(row)}`)).status
    expect(await status({})).toBe(307)
    expect(await status({ rating: 'g' })).toBe(501)
    expect(await status({ blocked: ['#cat'] })).toBe(501)
    expect((await get('/v1/gifs/search?q=cat')).status).toBe(401)
  })

  it.each([
    ['/v1/gifs/search?q=happy%20cat&limit=5&api_key=theirs', '/v1/gifs/search?q=happy+cat&limit=5'],
    ['/v1/gifs/abc123', '/v1/gifs/abc123?'],
    ['/v1/gifs?ids=a,b', '/v1/gifs?ids=a%2Cb'],
    ['/v2/emoji?limit=3', '/v2/emoji?limit=3'],
  ])('is where %s sends a client, with the public key', async (path, there) => {
    const { status, headers } = await direct().get(path)
    expect(status).toBe(307)
    const to = `${PROVIDER}${there}${there.endsWith('?') ? '' : '&'}api_key=public-key`
    expect(headers.get('Location')).toBe(to)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('gets no bad input', async () => {
    const { get } = direct()
    expect((await get('/v1/gifs/search')).status).toBe(400)
    expect((await get(`/v1/gifs/search?q=${'x'.repeat(600)}`)).status).toBe(414)
    expect((await get('/v1/gifs/trending?limit=many')).status).toBe(400)
    expect((await get('/embed/no%20id')).status).toBe(400)
  })

  it('is allowed by the policies of the pages that call it, and of no others', async () => {
    const { get } = direct()
    for (const path of ['/embed/a-abc123', '/widgets/grid', '/widgets/picker', '/favorites']) {
      const policy = (await get(path)).headers.get('Content-Security-Policy') ?? ''
      expect(policy).toMatch(new RegExp(`connect-src 'self'[^;]* ?${PROVIDER}`))
    }
    expect((await get('/login')).headers.get('Content-Security-Policy')).not.toContain(PROVIDER)
  })

  it('loads pictures and films from MEDIA_HOSTS alone, where they are set', async () => {
    const [listed, any] = [direct({ MEDIA_HOSTS: 'media.example.com' }), direct()]
    const sourcesOf = async ({ get }: typeof any, path: string, name: string) => {
      const policy = (await get(path)).headers.get('Content-Security-Policy') ?? ''
      return new RegExp(`(?:^|; )${name} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
    }
    const frames = ['/embed/a-abc123', '/widgets/grid', '/widgets/carousel', '/widgets/picker']
    for (const path of [...frames, '/favorites', '/gifs/happy-cat-abc123']) {
      expect([path, await sourcesOf(any, path, 'img-src')]).toEqual([
        path,
        expect.arrayContaining(['https:']),
      ])
      for (const name of ['img-src', 'media-src', 'connect-src'])
        expect([path, name, await sourcesOf(listed, path, name)]).toEqual([
          path,
          name,
          expect.not.arrayContaining(['https:']),
        ])
      const listedOnes = expect.arrayContaining(['media.example.com'])
      expect([path, await sourcesOf(listed, path, 'img-src')]).toEqual([path, listedOnes])
    }
  })

  it('is the one at GIPHY’s host unless an agreement allows a proxy', () => {
    const servicesOf = (vars: Record<string, string>) => createServices({ ...env, ...vars })
    const PROVIDER_URL = 'https://api.giphy.com'
    expect(servicesOf({ PROVIDER_URL }).direct).toBeDefined()
    expect(servicesOf({ PROVIDER_URL, PROVIDER_TERMS: 'proxy' }).direct).toBeUndefined()
    expect(servicesOf({ PROVIDER_URL: 'https://gifs.example' }).direct).toBeUndefined()
    expect(servicesOf({}).direct).toBeUndefined()
  })

  it.each([
    { PROVIDER_URL: '' },
    { PROVIDER_SHAPE: 'tenor' },
    { PROVIDER_2_URL: 'https://two.test' },
    { PROVIDERS: '1,library' },
  ])('stands alone: %j is refused', (vars) => {
    expect(() => direct(vars)).toThrow('Configuration: PROVIDER_TERMS')
  })

  it('has oEmbed of what the address says', async () => {
    const { get } = direct()
    const url = 'https://loop.test/gifs/happy-cat-abc123'
    const found = await (await get(`/services/oembed?url=${url}&maxwidth=240&theme=dark`)).json()
    expect(found).toMatchObject({ type: 'rich', title: 'Happy cat', width: 240, height: 180 })
    expect(found).toHaveProperty(
      'html',
      expect.stringContaining('src="https://loop.test/embed/happy-cat-abc123?theme=dark"'),
    )
    expect(found).not.toHaveProperty('thumbnail_url')
    expect((await get('/services/oembed?url=https://other.test/gifs/a-b')).status).toBe(400)
  })

  it('says which items were taken down, and shows them nowhere', async () => {
    const site = direct()
    const id = 'gone456'
    const removed = async () => (await site.get(`/v1/removed?ids=${id},abc123`)).json()
    expect(await removed()).toEqual({ data: [] })
    const staff = await signedIn({ visitor: () => new Visitor(site.send) }, 'stan')
    const json = { takedowns: [{ gif_id: id, reason: 'a claim' }], send_email: false }
    expect((await staff.call('POST /api/v3/content-takedown/takedown', { json })).status).toBe(200)
    expect(await removed()).toEqual({ data: [id] })
    const paths = [
      `/embed/happy-cat-${id}`,
      `/gifs/happy-cat-${id}`,
      `/gifs/happy-cat-${id}/related`,
      `/v1/gifs/${id}`,
      `/v1/gifs/related?gif_id=${id}`,
      `/v1/gifs?ids=${id}`,
      `/services/oembed?url=https://loop.test/gifs/happy-cat-${id}`,
    ]
    for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 410])
    const { headers } = await site.get(`/v1/gifs?ids=${id},abc123`)
    expect(headers.get('Location')).toContain('ids=abc123&')
    expect(site.calls).not.toHaveBeenCalled()
  })

  it('bounds what it is asked for', async () => {
    const { get } = direct()
    expect((await get('/v1/removed')).status).toBe(400)
    expect((await get('/v1/removed?ids=a%20b')).status).toBe(400)
    expect((await get(`/v1/removed?ids=${Array(101).fill('a')}`)).status).toBe(400)
    expect((await get(`/v1/removed?ids=${Array(100).fill('a')}`)).status).toBe(200)
  })
})

it('a provider that the Worker calls has no list of what was removed', async () => {
  expect((await withProvider(refused).get('/v1/removed?ids=a')).status).toBe(404)
})
