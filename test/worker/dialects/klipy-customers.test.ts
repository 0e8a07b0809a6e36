import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readGifBlocks } from '../../../origin/imaging/gif/gif-frames.ts'
import { dropExpired } from '../../../origin/nightly.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { keyedLibrary, partner } from '../../fixtures/site/partners.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(() => fillLibrary(env.DB))
beforeEach(() =>
  env.DB.batch(['recents', 'spent', 'blurs'].map((table) => env.DB.prepare(`DELETE FROM ${table}`))),
)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Item = {
  slug: string
  blur_preview: string
  file: Record<string, Record<string, { url: string; size: number }>>
}
type Page = { data: { data: Item[]; per_page: number; current_page: number; has_next: boolean } }

/** A client with a key of its own. */
function client(key = 'an-app-key', vars: object = {}) {
  const { send, bindings } = withProvider(() => new Response('', { status: 500 }), {
    PROVIDER_URL: '',
    ...vars,
  })
  vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
  const url = (path: string) => `https://loop.test/api/v1/${key}${path}`
  const json = { 'Content-Type': 'application/json' }
  return {
    read: async (path: string, headers = {}) => send(new Request(url(path), { headers })),
    use: async (
      path: string,
      body: unknown = { customer_id: 'c-42' },
      headers: Record<string, string> = json,
    ) =>
      send(
        new Request(url(path), {
          method: 'POST',
          headers,
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    drop: async (path: string) => send(new Request(url(path), { method: 'DELETE' })),
  }
}
type Client = ReturnType<typeof client>

const pageOf = async ({ read }: Client, path: string, headers = {}): Promise<Page['data']> =>
  ((await (await read(path, headers)).json()) as Page).data
const recent = async (own: Client, path = '/gifs/recent/c-42', headers = {}) =>
  (await pageOf(own, path, headers)).data.map(({ slug }) => slug.slice(slug.lastIndexOf('-') + 1))
const rows = async () => (await env.DB.prepare('SELECT * FROM recents').all()).results

describe('T50 docs/wire.md, KLIPY v1: what a customer has used', () => {
  it('is what they shared and viewed, the last first, by type', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const own = client()
    const acts = [
      'gifs/share/happy-cat-cat00001',
      'gifs/cat00002/view',
      'stickers/share/stik0001',
      'gifs/view/cat00001',
    ]
    for (const path of acts) {
      vi.setSystemTime(Date.now() + 1000)
      expect((await own.use(`/${path}`)).status).toBe(200)
    }
    const response = await own.read('/gifs/recent/c-42')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await recent(own)).toEqual(['cat00001', 'cat00002'])
    expect(await recent(own, '/stickers/recent/c-42')).toEqual(['stik0001'])
    expect(await recent(own, '/gifs/recent/c-43')).toEqual([])
    expect(await recent(own, '/gifs/recent/c-42?content_filter=high')).toEqual(['cat00001', 'cat00002'])
  })

  it.each<[string, string, unknown, Record<string, string>]>([
    [
      'a form',
      '/gifs/share/cat00001',
      'customer_id=c-42&q=cat',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
    ['the query', '/gifs/share/cat00001?customer_id=c-42', '', {}],
  ])('takes the customer from %s too', async (_, path, body, headers) => {
    const own = client()
    expect((await own.use(path, body, headers)).status).toBe(200)
    expect(await recent(own)).toEqual(['cat00001'])
  })

  it.each<[string, unknown]>([
    ['no customer', {}],
    ['an empty one', { customer_id: '' }],
    ['a number', { customer_id: 42 }],
    ['one that is too long', { customer_id: 'c'.repeat(201) }],
    ['no JSON', '{'],
    ['more than is read', `{"customer_id":"c-42","q":"${'x'.repeat(20_000)}"}`],
  ])('counts an act with %s, and keeps nothing', async (_, body) => {
    const own = client()
    const response = await own.use('/gifs/share/cat00001', body)
    expect([response.status, await response.json(), await rows()]).toEqual([200, { result: true }, []])
  })

  it('is the key’s own, and no row says whose it is', async () => {
    const own = client()
    await own.use('/gifs/share/cat00001')
    expect(await recent(client('another-key'))).toEqual([])
    expect(await rows()).toHaveLength(1)
    expect(
      JSON.stringify([await rows(), (await env.DB.prepare('SELECT * FROM spent').all()).results]),
    ).not.toMatch(/c-42|an-app-key/)
  })

  it('has pages, and 50 items at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const own = client()
    const insert = env.DB.prepare("INSERT INTO recents SELECT customer, 'gifs', ?1, ?2 FROM recents LIMIT 1")
    await own.use('/gifs/share/cat00001')
    const start = Date.now()
    await env.DB.batch(
      Array.from({ length: 60 }, (_, n) =>
        insert.bind(n < 30 ? `gone${n}` : `many${String(n - 30).padStart(4, '0')}`, start + n),
      ),
    )
    vi.setSystemTime(start + 1000)
    await own.use('/gifs/share/cat00002')
    expect(await rows()).toHaveLength(50)
    const first = await pageOf(own, '/gifs/recent/c-42?per_page=10')
    expect([first.data[0]?.slug, first.per_page, first.has_next]).toEqual([
      expect.stringMatching(/cat00002$/),
      10,
      true,
    ])
    const last = await pageOf(own, '/gifs/recent/c-42?per_page=10&page=4')
    expect([last.data.length, last.has_next]).toEqual([1, false])
  })

  it('is kept of a configured provider’s items too', async () => {
    const cat = catJson('cat1')
    const answer = ({ url }: Request) => Response.json(okJson(url.includes('/v1/gifs?') ? [cat] : cat))
    const { get, send, bindings } = withProvider(answer)
    vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"customer_id":"c-42"}',
    }
    expect((await send(new Request('https://loop.test/api/v1/k/gifs/share/cat1', request))).status).toBe(200)
    const { data } = ((await (await get('/api/v1/k/gifs/recent/c-42')).json()) as Page).data
    expect(data.map(({ slug }) => slug.split('-').at(-1))).toEqual(['cat1'])
  })

  it('is dropped by its slug, and as a whole', async () => {
    const own = client()
    for (const id of ['cat00001', 'cat00002', 'cat00003']) await own.use(`/gifs/share/${id}`)
    const dropped = await own.drop('/gifs/recent/c-42?slug=happy-cat-cat00001')
    expect([dropped.status, await dropped.json()]).toEqual([200, { result: true }])
    expect((await recent(own)).toSorted()).toEqual(['cat00002', 'cat00003'])
    await own.drop('/gifs/recent/c-41')
    expect(await rows()).toHaveLength(2)
    await own.drop('/gifs/recent/c-42')
    expect(await rows()).toEqual([])
  })

  it('is forgotten after 30 days, and its rows at night', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const own = client()
    await own.use('/gifs/share/cat00001')
    vi.setSystemTime(Date.now() + 29 * 86_400_000)
    expect(await recent(own)).toEqual(['cat00001'])
    vi.setSystemTime(Date.now() + 86_400_001)
    expect(await recent(own)).toEqual([])
    await dropExpired(env.DB, Date.now())
    expect(await rows()).toEqual([])
  })

  it.each<[string, object, Record<string, string>]>([
    ['TRACKING is off', { TRACKING: 'off' }, {}],
    ['Sec-GPC', {}, { 'Sec-GPC': '1' }],
    ['DNT', {}, { DNT: '1' }],
  ])('is not kept, nor shown, where %s', async (_, vars, headers) => {
    await client().use('/gifs/share/cat00001')
    const own = client(undefined, vars)
    const response = await own.use('/gifs/share/cat00002', undefined, {
      'Content-Type': 'application/json',
      ...headers,
    })
    expect([response.status, (await rows()).length]).toEqual([200, 1])
    expect(await recent(own, undefined, headers)).toEqual([])
  })

  it('has none of what was taken down or hidden, or is beyond a key', async () => {
    const own = client()
    await own.use('/gifs/share/edge0001')
    await own.use('/gifs/share/cat00003')
    expect(await recent(own, '/gifs/recent/c-42?rating=g')).toEqual(['cat00003'])
    await env.DB.prepare("UPDATE recents SET gif_id = 'gone0001' WHERE gif_id = 'cat00003'").run()
    expect(await recent(own)).toEqual(['edge0001'])
    const { get } = keyedLibrary()
    const key = await partner({ rating: 'g' })
    const keyed = client(key)
    await keyed.use('/gifs/share/edge0001')
    const response = await get(`/api/v1/${key}/gifs/recent/c-42`)
    expect(((await response.json()) as Page).data.data).toEqual([])
  })

  it('T60: a network keeps 5000 a day, and its acts are counted all the same', async () => {
    const own = client()
    await own.use('/gifs/share/cat00001')
    await env.DB.prepare("UPDATE spent SET amount = 5000 WHERE what = 'recents'").run()
    expect((await own.use('/gifs/share/cat00002')).status).toBe(200)
    expect(await recent(own)).toEqual(['cat00001'])
  })

  it('F12: where the database fails, the act is counted, and the list is empty', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const own = client()
    await own.use('/gifs/share/cat00001')
    const prepare = env.DB.prepare.bind(env.DB)
    vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
      if (/recents/.test(sql)) throw new Error('D1 is down')
      return prepare(sql)
    })
    expect((await own.use('/gifs/share/cat00002')).status).toBe(200)
    expect(await recent(own)).toEqual([])
  })
})

describe('docs/wire.md, KLIPY v1: blurred pictures', () => {
  const keyOf = (id: string) =>
    env.DB.prepare(
      "SELECT r2_key FROM renditions WHERE gif_id = ?1 AND format = 'gif' ORDER BY substr(name, -6) <> '_still', width",
    )
      .bind(id)
      .first<string>('r2_key')
  const pictures = async (path = '/gifs/search?q=cat') =>
    new Map(
      (await pageOf(client(), path)).data.map(({ slug, blur_preview }) => [slug.slice(-8), blur_preview]),
    )

  it('are made of an item’s own still, once, and are small', async () => {
    await env.MEDIA.put((await keyOf('cat00001')) ?? '', sampleBytes('gif'))
    const get = vi.spyOn(env.MEDIA, 'get')
    const found = (await pictures()).get('cat00001') ?? ''
    const [, base64 = ''] = /^data:image\/gif;base64,([\w+/=]{40,1200})$/.exec(found) ?? []
    const { width, height, frames } = readGifBlocks(
      Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
    )
    expect([width, height, frames.length]).toEqual([12, 6, 1])
    expect(frames[0]?.colours.subarray(0, 3)).toEqual(Uint8Array.of(68, 68, 170))
    get.mockClear()
    expect((await pictures()).get('cat00001')).toBe(found)
    expect(get.mock.calls.flat()).not.toContain(await keyOf('cat00001'))
    expect((await pictures('/gifs/trending')).get('cat00002')).not.toBe(found)
  })

  it('of a file that is none is a transparent pixel, and is not tried again', async () => {
    await env.MEDIA.put((await keyOf('cat00002')) ?? '', 'GIF89a but no more')
    const one = (await pictures()).get('cat00002')
    expect(one).toMatch(/^data:image\/gif;base64,R0lGODlhAQABAIAAAAAAAP/)
    expect(await env.DB.prepare("SELECT picture FROM blurs WHERE gif_id = 'cat00002'").first('picture')).toBe(
      '',
    )
  })

  it('T56: go with an item that is taken down', async () => {
    await env.MEDIA.put((await keyOf('cat00003')) ?? '', sampleBytes('gif'))
    await pictures('/gifs/search?q=catapult')
    const there = () => env.DB.prepare("SELECT count(*) AS n FROM blurs WHERE gif_id = 'cat00003'").first('n')
    expect(await there()).toBe(1)
    await env.DB.prepare("UPDATE gifs SET is_removed = 1 WHERE id = 'cat00003'").run()
    expect(await there()).toBe(0)
    await env.DB.prepare("UPDATE gifs SET is_removed = 0 WHERE id = 'cat00003'").run()
  })

  it('F12: a list is there without them', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(env.MEDIA, 'get').mockRejectedValue(new Error('R2 is down'))
    expect((await pictures()).get('cat00001')).toMatch(/^data:image\/gif;base64,/)
  })
})

describe('docs/wire.md: WebM', () => {
  const images = {
    original: {
      url: 'https://media.test/a.gif',
      webm: 'https://media.test/a.webm',
      webm_size: '77',
      width: '10',
      height: '20',
    },
    fixed_width: {
      url: 'https://media.test/s.gif',
      webm: 'https://media.test/s.webm',
      width: '5',
      height: '10',
    },
  }
  const filmed = () => withProvider(() => Response.json(okJson([{ ...catJson('filmed1'), images }])))

  it('Tenor v2 has it in three sizes, where there is such a file', async () => {
    const { results } = (await (
      await filmed().get('/v2/search?q=webm-tenor&media_filter=webm,tinywebm,nanowebm')
    ).json()) as {
      results: { media_formats: Record<string, { url: string; size: number }> }[]
    }
    const { webm, tinywebm, nanowebm } = results[0]?.media_formats ?? {}
    expect([webm?.url, webm?.size]).toEqual(['https://media.test/a.webm', 77])
    expect([tinywebm?.url, nanowebm?.url]).toEqual(['https://media.test/s.webm', 'https://media.test/s.webm'])
  })

  it('KLIPY v1 has it as a format of each size', async () => {
    const page = (await (
      await filmed().get('/api/v1/k/gifs/search?q=webm-klipy&format_filter=webm')
    ).json()) as Page
    const { file = {} }: Partial<Item> = page.data.data[0] ?? {}
    expect(Object.values(file).map((formats) => Object.keys(formats))).toEqual(Array(4).fill(['webm']))
    expect(file.hd?.webm).toMatchObject({ url: 'https://media.test/a.webm', width: 10, height: 20, size: 77 })
  })
})
