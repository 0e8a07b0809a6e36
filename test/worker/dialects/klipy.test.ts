import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownPath } from '../../../shared/calls/call.ts'
import { proxiedCalls } from '../../../shared/calls/catalogue.ts'
import { numericId } from '../../../worker/dialects/klipy/item.ts'
import { SITE_WORDS } from '../../../worker/http/dialect-failures.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const STILLS = ['many0003', 'many0011']

beforeAll(async () => {
  await fillLibrary(env.DB)
  await env.DB.prepare("UPDATE gifs SET rating = 'pg' WHERE id = 'emoj0003'").run()
  await env.DB.prepare(`UPDATE renditions SET frames = 1 WHERE gif_id IN ('${STILLS.join("', '")}')`).run()
})
afterEach(() => vi.restoreAllMocks())

type Item = {
  id: number
  slug: string
  title: string
  type: string
  file: Record<string, Record<string, { url: string; width: number; height: number; size: number }>>
  [field: string]: unknown
}
type Body = {
  result: boolean
  message: string
  errors: Record<string, string[]>
  data: { data: Item[]; current_page: number; per_page: number; has_next: boolean } & Item
}

const BASE = '/api/v1/an-app-key'

const library = (vars: object = {}) =>
  withProvider(() => new Response('', { status: 500 }), { PROVIDER_URL: '', ...vars })

/** Reads of the embedded library. @throws Error unless the status is 200 */
async function read(path: string): Promise<Body> {
  const response = await library().get(BASE + path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Body
}

/** The ids of a list's items: what follows the last dash of their slugs. */
const idsOf = ({ data }: Body) => data.data.map(({ slug }) => slug.slice(slug.lastIndexOf('-') + 1))
const ids = async (path: string) => idsOf(await read(path))

async function walk(path: string): Promise<string[]> {
  const all: string[] = []
  for (let page = 1; ; page++) {
    const body = await read(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    expect(body.data.current_page).toBe(page)
    all.push(...idsOf(body))
    if (!body.data.has_next) return all
    expect(page).toBeLessThan(60)
  }
}

describe('docs/wire.md, KLIPY v1: an item', () => {
  it('has every field, and the files that are there', async () => {
    const { result, data } = await read('/gifs/happy-cat-cat00001?customer_id=1')
    expect(result).toBe(true)
    const { file, ...fields } = data
    expect(fields).toEqual({
      id: numericId('cat00001'),
      slug: 'happy-cat-cat00001',
      title: 'Happy Cat',
      type: 'gif',
      tags: ['cat', 'happy', 'animal'],
      blur_preview: expect.stringMatching(/^data:image\/gif;base64,/),
    })
    expect(Object.keys(file)).toEqual(['hd', 'md', 'sm', 'xs'])
    for (const size of Object.values(file)) expect(Object.keys(size).sort()).toEqual(['gif', 'mp4', 'webp'])
    const media = 'https://loop.test/media/cat00001'
    expect(file.hd?.gif).toEqual({ url: `${media}/original.gif`, width: 200, height: 100, size: 1000 })
    expect(file.md?.mp4?.url).toBe(`${media}/downsized.mp4`)
    expect(file.sm?.webp?.url).toBe(`${media}/fixed_width.webp`)
    expect(file.xs?.gif?.url).toBe(`${media}/fixed_width_small.gif`)
  })

  it('has a positive whole id of its own, the same everywhere', async () => {
    const all = Array.from({ length: 5000 }, (_, n) => numericId(`item${n}`))
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
    expect(numericId('cat00001')).toBe(numericId('cat00001'))
    const { data } = await read('/gifs/search?q=happy+cat')
    expect(data.data[0]?.id).toBe(numericId('cat00001'))
  })

  it('a clip has addresses, and their sizes beside', async () => {
    const { data } = await read('/clips/film0001')
    const media = 'https://loop.test/media/film0001'
    expect(data).toMatchObject({
      type: 'clip',
      file: { mp4: `${media}/hd.mp4`, gif: `${media}/original.gif`, webp: `${media}/original.webp` },
      file_meta: { mp4: { width: 1280, height: 640 }, gif: { width: 200, height: 100 } },
    })
  })

  it.each([
    ['by its slug', 'stickers', 'waving-cat-stik0001', 200],
    ['by our id', 'stickers', 'stik0001', 200],
    ['of another type', 'gifs', 'stik0001', 404],
    ['that is no film, as a clip', 'clips', 'cat00001', 404],
    ['that moves, as a meme', 'static-memes', 'cat00001', 404],
    ['that stands still, as a meme', 'static-memes', STILLS[0] ?? '', 200],
    ['that nobody knows', 'gifs', 'nothing', 404],
    ['that is hidden', 'gifs', 'hide0001', 404],
    ['that was removed', 'gifs', 'gone0001', 410],
    ['that is no id', 'gifs', 'a-$', 404],
  ])('is found %s', async (_name, type, slug, status) => {
    expect((await library().get(`${BASE}/${type}/${slug}`)).status).toBe(status)
  })

  it('T50: an upstream’s advertisement is an item like any other, without its markup', async () => {
    const ad = { ...catJson('ad1'), type: 'ad', content: '<script>1</script>', width: 1, height: 1 }
    const { get } = withProvider(() => Response.json(okJson([ad])))
    const text = await (await get(`${BASE}/gifs/search?q=an-ad`)).text()
    expect(text).not.toMatch(/script|"ad"/)
  })

  it('jpg: a still picture of the provider', async () => {
    const images = {
      original: { url: 'https://media.test/a.gif', width: '8', height: '4', size: '9' },
      original_still: { url: 'https://media.test/a_s.jpg', width: '8', height: '4', size: '3' },
    }
    const { get } = withProvider(() => Response.json(okJson([{ ...catJson('jpg1'), images }])))
    const { data } = (await (await get(`${BASE}/gifs/search?q=a-jpg`)).json()) as Body
    expect(data.data[0]?.file.hd).toEqual({
      gif: { url: 'https://media.test/a.gif', width: 8, height: 4, size: 9 },
      jpg: { url: 'https://media.test/a_s.jpg', width: 8, height: 4, size: 3 },
    })
  })
})

describe('docs/wire.md, KLIPY v1: lists', () => {
  it('have KLIPY’s envelope', async () => {
    const { result, data } = await read('/gifs/trending?per_page=8&customer_id=1&ad-min-width=50')
    expect(result).toBe(true)
    expect(data).toMatchObject({ current_page: 1, per_page: 8, has_next: true })
    expect(data.data).toHaveLength(8)
    expect(data).toHaveProperty('meta', { item_min_width: 50, ad_max_resize_percent: 0 })
  })

  it.each([
    ['gifs/trending', '/gifs/trending?per_page=9', 37],
    ['gifs/search', '/gifs/search?q=dot&per_page=8', 30],
    ['stickers/trending', '/stickers/trending', 4],
    ['clips/trending', '/clips/trending', 2],
    ['clips/search', '/clips/search?q=storm', 1],
    ['emojis/trending', '/emojis/trending', 3],
    ['emojis/search', '/emojis/search?q=hea', 2],
    ['emojis/search without hits', '/emojis/search?q=cat', 0],
    ['static-memes/trending', '/static-memes/trending', 2],
    ['static-memes/search', '/static-memes/search?q=dot&per_page=8', 2],
  ])('%s has each item once, to the end', async (_name, path, count) => {
    const all = await walk(path)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(count)
  })

  it('static memes stand still', async () => {
    expect((await walk('/static-memes/trending')).sort()).toEqual(STILLS)
  })

  it('items of a type without a list are looked for in 8 pages at most', async () => {
    const { get, calls } = withProvider((request) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const data = Array.from({ length: 25 }, (_, n) => catJson(`moving${offset + n}`))
      return Response.json({ ...okJson(data), pagination: { total_count: 4000, count: 25, offset } })
    })
    const { data } = (await (await get(`${BASE}/static-memes/search?q=none-is-still`)).json()) as Body
    expect([data.data, data.has_next, calls.mock.calls.length]).toEqual([[], false, 8])
  })

  it('per_page has 8 to 50 items, 24 where none is said; a page behind the end is empty', async () => {
    const counts = ['', '?per_page=1', '?per_page=50', '?per_page=999']
    const found = await Promise.all(
      counts.map(async (query) => (await read(`/gifs/trending${query}`)).data.per_page),
    )
    expect(found).toEqual([24, 8, 50, 50])
    const { data } = await read('/gifs/search?q=dot&page=999999999')
    expect([data.data, data.has_next]).toEqual([[], false])
  })

  it.each([
    ['content_filter=off', true],
    ['content_filter=low', false],
    ['content_filter=high', false],
    ['rating=r', true],
    ['rating=pg-13', false],
  ])('%s', async (filter, has) => {
    expect((await ids(`/gifs/search?q=cat&${filter}`)).includes('edge0001')).toBe(has)
  })

  it('content_filter counts where the provider’s call has none', async () => {
    expect(await ids('/emojis/search?q=rocket&content_filter=medium')).toEqual(['emoj0003'])
    expect(await ids('/emojis/search?q=rocket&content_filter=high')).toEqual([])
  })

  it('format_filter', async () => {
    const { data } = await read('/gifs/search?q=happy+cat&format_filter=webp,mp4,webm')
    expect(Object.keys(data.data[0]?.file.hd ?? {}).sort()).toEqual(['mp4', 'webp'])
    const clip = await read('/clips/film0001?format_filter=mp4')
    expect(Object.keys(clip.data.file)).toEqual(['mp4'])
  })

  it('locale asks the provider for its language', async () => {
    const { get, calls } = withProvider(() => Response.json(okJson([catJson()])))
    await get(`${BASE}/gifs/search?q=klipy-locale&locale=pt_BR`)
    const [[request] = []] = calls.mock.calls
    expect(new URL((request as Request).url).searchParams.get('lang')).toBe('pt')
  })

  it('categories are words to search for, each with a picture', async () => {
    expect(await read('/gifs/categories?locale=de_DE')).toEqual({
      result: true,
      data: {
        locale: 'de_DE',
        categories: [
          {
            category: 'Animals',
            query: 'animals',
            preview_url: 'https://loop.test/media/cat00001/fixed_width.gif',
          },
          {
            category: 'Old Times',
            query: 'old times',
            preview_url: 'https://loop.test/media/many0029/fixed_width.gif',
          },
        ],
      },
    })
  })

  it('a category is offered for the types that it has', async () => {
    for (const type of ['stickers', 'clips', 'emojis', 'static-memes'])
      expect(await read(`/${type}/categories`)).toMatchObject({ data: { categories: [] } })
  })
})

describe('docs/wire.md, KLIPY v1: acts', () => {
  const post = async (path: string, body: unknown = {}, vars: object = {}, type = 'application/json') => {
    const { send, bindings } = library(vars)
    const queued = vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'Content-Type': type, Origin: 'https://app.test', 'Sec-Fetch-Site': 'cross-site' }
    const request = new Request(`https://loop.test${BASE}${path}`, { method: 'POST', headers, body: text })
    return { response: await send(request), queued }
  }

  it.each([
    ['/gifs/share/happy-cat-cat00001', 'SHARE'],
    ['/gifs/happy-cat-cat00001/share', 'SHARE'],
    ['/gifs/view/cat00001', 'SEEN'],
    ['/gifs/cat00001/view', 'SEEN'],
  ])('POST %s counts a %s, in both orders', async (path, action_type) => {
    const { response, queued } = await post(path, { customer_id: 'c-42', q: 'cat' })
    expect([response.status, await response.json()]).toEqual([200, { result: true }])
    expect(queued.mock.calls).toMatchObject([[[{ action_type }]]])
    expect(JSON.stringify(queued.mock.calls)).not.toContain('c-42')
  })

  it.each([
    ['/gifs/share/nothing', 404],
    ['/gifs/view/hide0001', 404],
    ['/gifs/gone0001/share', 410],
    ['/gifs/report/nothing', 404],
  ])('POST %s is a %i', async (path, status) => {
    const { response, queued } = await post(path, { reason: 'spam' })
    expect([response.status, queued.mock.calls.length]).toEqual([status, 0])
    expect(await response.json()).toMatchObject({ result: false, errors: { message: [expect.any(String)] } })
  })

  const reportOf = (gif: string) =>
    env.DB.prepare('SELECT reasons, additional_info, reporter_id FROM reports WHERE gif_id = ?1')
      .bind(gif)
      .first()

  it.each([
    ['/gifs/report/many0005', 'Spam', 'application/json', { reasons: '["spam"]', additional_info: '' }],
    [
      '/gifs/many0006/report',
      'Not nice at all',
      'application/json',
      { reasons: '["other"]', additional_info: 'Not nice at all' },
    ],
    [
      '/gifs/report/many0007',
      'violence',
      'application/x-www-form-urlencoded',
      { reasons: '["violence"]', additional_info: '' },
    ],
  ])('POST %s reaches the moderators: %s', async (path, reason, type, row) => {
    const isJson = type === 'application/json'
    const body = isJson ? { customer_id: '1', reason } : `customer_id=1&reason=${reason}`
    const { response } = await post(path, body, {}, type)
    expect([response.status, await response.json()]).toEqual([200, { result: true }])
    expect(await reportOf(/many\d+/.exec(path)?.[0] ?? '')).toEqual({ ...row, reporter_id: null })
  })

  it('T19: a report names nobody, whatever cookies come with it', async () => {
    const { send } = library()
    const request = new Request(`https://loop.test${BASE}/gifs/report/many0008`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Cookie: '__Host-session=x; csrftoken=y',
        Authorization: 'Token x',
      },
      body: '{"reason":"spam"}',
    })
    expect((await send(request)).status).toBe(200)
    expect(await reportOf('many0008')).toMatchObject({ reporter_id: null })
  })

  it.each([
    ['no reason', '{}', 400],
    ['no JSON', '{', 400],
    ['17 KB', JSON.stringify({ reason: 'x'.repeat(17 * 1024) }), 413],
  ])('T18: a report with %s is refused', async (_name, body, status) => {
    const { response } = await post('/gifs/report/many0009', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ result: false })
    expect(await reportOf('many0009')).toBeNull()
  })

  it.each(['T26: share', 'T26: view', 'T44: report'])(
    '%s is limited, before anything of its body is read',
    async (name) => {
      const none = { limit: async () => ({ success: false }) }
      const act = name.split(' ')[1]
      const { response } = await post(`/gifs/${act}/cat00001`, '{', { TOTAL_LIMIT: none })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    },
  )

  it('with a site elsewhere nobody takes reports, and it says so', async () => {
    const { response } = await post(
      '/gifs/report/cat00001',
      { reason: 'spam' },
      { SITE_URL: 'https://provider.test' },
    )
    expect([response.status, await response.json()]).toMatchObject([501, { result: false }])
  })

  it.each([
    ['/gifs/report/nothing', 404],
    ['/gifs/report/cat00001', 503],
  ])('without a database, POST %s is a %i', async (path, status) => {
    const { send } = withProvider(
      ({ url }) =>
        url.includes('cat00001')
          ? Response.json(okJson(catJson('cat00001')))
          : Response.json({ meta: { status: 404, msg: 'Not Found', response_id: 'r1' } }, { status: 404 }),
      { DB: undefined },
    )
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"reason":"spam"}'
    const response = await send(
      new Request(`https://loop.test${BASE}${path}`, { method: 'POST', headers, body }),
    )
    expect([response.status, await response.json()]).toMatchObject([status, { result: false }])
  })
})

describe('docs/contract.md: keys and the site’s own words', () => {
  const words = Object.values(proxiedCalls)
    .map((call) => ownPath(call))
    .filter((path) => path.startsWith('/api/v1/'))
    .map((path) => path.split('/')[3] ?? '')

  it('no word of the site is a key, and all are known by the catalogue', () => {
    expect([...SITE_WORDS].sort()).toEqual([...new Set(words)].sort())
    expect([...SITE_WORDS]).toEqual(expect.arrayContaining(['users', 'gifs', 'search-service']))
    // A placeholder would make every key a word.
    expect([...SITE_WORDS].every((word) => /^[\w-]+$/.test(word))).toBe(true)
  })

  it.each([...new Set(words)])(
    'T23: /api/v1/%s/gifs/trending is the site’s, private and without CORS',
    async (word) => {
      for (const path of ['gifs/trending', 'stickers/a', 'health-check']) {
        const response = await library().get(`/api/v1/${word}/${path}`)
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.headers.get('cache-control')).toBe('private, no-store')
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        expect(await response.json()).toHaveProperty('error.kind')
      }
    },
  )

  it.each(['k', 'a'.repeat(128), 'users2', 'Users', '%F0%9F%90%B1'])('%s is a key', async (key) => {
    expect((await library().get(`/api/v1/${key}/gifs/trending`)).status).toBe(200)
  })

  it('a key reaches neither the provider nor a name of a copy', async () => {
    const { get, calls } = withProvider(() => Response.json(okJson([catJson()])))
    await get('/api/v1/first-s3cret/gifs/search?q=key-of-klipy')
    const again = await get('/api/v1/other-s3cret/gifs/search?q=key-of-klipy&customer_id=7')
    expect(again.headers.get('x-cache')).toBe('hit')
    expect(calls).toHaveBeenCalledTimes(1)
    expect(calls.mock.calls.map(([request]) => (request as Request).url).join()).not.toMatch(
      /s3cret|customer/,
    )
  })

  it('T39: a key is in no line of the log', async () => {
    const lines: string[] = []
    for (const name of ['log', 'info', 'warn', 'error'] as const) {
      vi.spyOn(console, name).mockImplementation((...said) => void lines.push(said.join()))
    }
    const { get } = library({ LOGS: 'on' })
    for (const path of ['gifs/trending', 'gifs/nothing', 'nothing', 'gifs/a/b/c']) {
      await get(`/api/v1/s3cret-key/${path}?key=s3cret-key`)
    }
    await get('/v2/search?q=x&key=s3cret-key')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toContain('s3cret')
  })
})

describe('docs/wire.md, KLIPY v1: errors and headers', () => {
  it.each([
    ['/gifs/search', 400, 'q'],
    ['/gifs/trending?page=0', 400, 'page'],
    ['/gifs/trending?content_filter=x', 400, 'content_filter'],
    ['/gifs/trending?rating=x', 400, 'rating'],
    ['/gifs/trending?locale=1', 400, 'locale'],
    ['/gifs/nothing', 404, 'message'],
    ['/gifs/a/b/c', 404, 'message'],
    ['/gifs/gone0001', 410, 'message'],
  ])('%s is a %i', async (path, status, field) => {
    const response = await library().get(BASE + path)
    const body = (await response.json()) as Body
    expect([response.status, body.result]).toEqual([status, false])
    expect(body.errors.message).toEqual([body.message])
    expect(body.errors[field]?.[0]).toMatch(/./)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('T50: any address and query is answered, with what there is or a 4xx', async () => {
    const { get } = library()
    const type = fc.constantFrom('gifs', 'stickers', 'clips', 'static-memes', 'emojis')
    const rest = fc.oneof(fc.constantFrom('trending', 'search', 'categories', 'recent/1'), fc.string())
    const name = fc.constantFrom(
      'q',
      'page',
      'per_page',
      'content_filter',
      'rating',
      'locale',
      'format_filter',
    )
    const value = fc.oneof(fc.constantFrom('dot', '1', '99', 'off', 'pg', 'de', 'gif'), fc.string())
    const query = fc.array(fc.tuple(name, value), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(type, rest, query, async (of, path, fields) => {
        const address = path.split('/').map(encodeURIComponent).join('/')
        const response = await get(`${BASE}/${of}/${address}?${new URLSearchParams(fields)}`)
        expect(response.status).toBeLessThan(500)
        await response.text()
      }),
      { numRuns: 150 },
    )
  })

  it('a provider that is down is a 502 in KLIPY’s shape', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { get } = withProvider(() => new Response('no', { status: 500 }))
    const response = await get(`${BASE}/gifs/search?q=klipy-down`)
    expect([response.status, await response.json()]).toMatchObject([502, { result: false }])
  })

  it('health-check, HEAD, OPTIONS and methods that are not there', async () => {
    const { send } = library()
    const ask = (method: string, path: string) =>
      send(new Request(`https://loop.test${BASE}${path}`, { method }))
    const health = await ask('GET', '/health-check?customer_id=1')
    expect([health.status, await health.json()]).toEqual([200, { result: true }])
    expect((await ask('POST', '/health-check')).status).toBe(405)
    const head = await ask('HEAD', '/gifs/trending')
    expect([head.status, await head.text(), head.headers.get('x-cache')]).toEqual([
      200,
      '',
      expect.any(String),
    ])
    const options = await ask('OPTIONS', '/gifs/share/a')
    expect(options.status).toBe(204)
    expect(Object.fromEntries(options.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'content-type, x-requested-with',
    })
    const put = await ask('PUT', '/gifs/trending')
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await put.json()).toMatchObject({ result: false })
  })
})
