import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(async () => {
  await fillLibrary(env.DB)
  await env.DB.batch([
    // A banner, a tower, and a sticker that stands still.
    env.DB.prepare("UPDATE renditions SET width = 400, height = 100 WHERE gif_id = 'cat00001'"),
    env.DB.prepare("UPDATE renditions SET width = 100, height = 400 WHERE gif_id = 'cat00002'"),
    env.DB.prepare("UPDATE renditions SET frames = 1 WHERE gif_id = 'emoj0003'"),
    env.DB.prepare(
      "UPDATE gifs SET alt_text = 'A cat that purrs', import_datetime = '2026-03-01 10:00:00' WHERE id = 'cat00001'",
    ),
  ])
})
afterEach(() => vi.restoreAllMocks())

type Result = {
  id: string
  media_formats: Record<
    string,
    { url: string; dims: number[]; duration: number; size: number; preview: string }
  >
  [field: string]: unknown
}
type Body = { results: Result[]; next: string; tags: Record<string, string>[]; error: { details: unknown[] } }

const library = (vars: object = {}) =>
  withProvider(() => new Response('', { status: 500 }), { PROVIDER_URL: '', ...vars })

/** Reads of the embedded library. @throws Error unless the status is 200 */
async function read(path: string): Promise<Body> {
  const response = await library().get(path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Body
}

const idsOf = ({ results }: Body): string[] => results.map(({ id }) => id)
const ids = async (path: string) => idsOf(await read(path))

/** All pages of a list, each read by what `next` says, as `follow` sends it. */
async function walk(path: string, follow = (next: string) => `${path}&pos=${next}`): Promise<string[][]> {
  const pages: string[][] = []
  for (let body = await read(path); ; body = await read(follow(body.next))) {
    pages.push(idsOf(body))
    if (body.next === '') return pages
    expect(pages.length).toBeLessThan(60)
  }
}

describe('docs/wire.md, Tenor v2: a result', () => {
  it('has every field, with numbers as numbers and whole addresses', async () => {
    const { results } = await read('/v2/posts?key=k&ids=cat00001')
    expect(results).toHaveLength(1)
    const [{ media_formats, ...fields } = {} as Result] = results
    expect(fields).toEqual({
      id: 'cat00001',
      title: 'Happy Cat',
      created: Date.UTC(2026, 2, 1, 10) / 1000,
      content_description: 'A cat that purrs',
      itemurl: 'https://loop.test/gifs/happy-cat-cat00001',
      url: 'https://loop.test/gifs/cat00001',
      tags: ['cat', 'happy', 'animal'],
      flags: [],
      hasaudio: false,
      hascaption: false,
      bg_color: '',
    })
    expect(media_formats?.gif).toEqual({
      url: 'https://loop.test/media/cat00001/original.gif',
      dims: [400, 100],
      duration: 1.5,
      size: 1000,
      preview: '',
    })
    expect(Object.keys(media_formats ?? {}).sort()).toEqual([
      'gif',
      'gifpreview',
      'loopedmp4',
      'mediumgif',
      'mp4',
      'nanogif',
      'nanogifpreview',
      'nanomp4',
      'preview',
      'tinygif',
      'tinygifpreview',
      'tinymp4',
      'webp',
    ])
    expect(media_formats?.preview).toMatchObject({
      url: 'https://loop.test/media/cat00001/original_still.gif',
      duration: 0,
    })
  })

  it('names files that are there', async () => {
    const { results } = await read('/v2/posts?ids=stik0001')
    const { get } = library()
    for (const { url } of Object.values(results[0]?.media_formats ?? {})) {
      const { pathname } = new URL(url)
      // The library's rows have no bytes here: a name that it has no row of is a 404 of another kind.
      const known = await env.DB.prepare(
        "SELECT 1 AS known FROM renditions WHERE gif_id = 'stik0001' AND '/media/stik0001/' || name || '.' || format = ?1",
      )
        .bind(pathname)
        .first('known')
      expect(known, pathname).toBe(1)
    }
    expect((await get('/media/stik0001/nothing.gif')).status).toBe(404)
  })

  it('writes times with a point, for clients with strict types', async () => {
    const text = await (await library().get('/v2/posts?ids=cat00001,emoj0003')).text()
    expect(text.match(/"created":\d+\.\d+/g)).toHaveLength(2)
    expect(text).toContain('"duration":0.0')
  })

  it('says that a sticker is one, moves or stands still, and has transparent files', async () => {
    const { results } = await read('/v2/posts?ids=stik0001,emoj0003')
    expect(results.map(({ flags }) => flags)).toEqual([['sticker'], ['sticker', 'static']])
    expect(results[0]?.itemurl).toBe('https://loop.test/stickers/waving-cat-stik0001')
    expect(
      Object.keys(results[0]?.media_formats ?? {})
        .filter((name) => name.endsWith('_transparent'))
        .sort(),
    ).toEqual([
      'gif_transparent',
      'gifpreview_transparent',
      'nanogif_transparent',
      'nanowebp_transparent',
      'nanowebppreview_transparent',
      'tinygif_transparent',
      'tinywebp_transparent',
      'tinywebppreview_transparent',
      'webp_transparent',
      'webppreview_transparent',
    ])
  })

  it('says that a clip has sound', async () => {
    const { results } = await read('/v2/posts?ids=film0001')
    expect(results[0]).toMatchObject({
      hasaudio: true,
      media_formats: { mp4: { url: 'https://loop.test/media/film0001/hd.mp4', dims: [1280, 640] } },
    })
  })

  it('has gif and tinygif of an upload that has its own file alone, and no item without a picture', async () => {
    const images = { original: { url: 'https://media.test/a.webp', width: '10', height: '20' } }
    const gifs = [
      { ...catJson('fresh1'), images },
      { ...catJson('bare1'), images: {} },
      { ...catJson('odd1'), images: 7 },
    ]
    const { get } = withProvider(() => Response.json(okJson(gifs)))
    const { results } = (await (await get('/v2/search?q=odd-files')).json()) as Body
    expect(results.map(({ id }) => id)).toEqual(['fresh1'])
    const file = { url: 'https://media.test/a.webp', dims: [10, 20], duration: 0, size: 0, preview: '' }
    expect(results[0]?.media_formats).toEqual({ gif: file, tinygif: file, webp: file })
  })
})

describe('docs/wire.md, Tenor v2: paging', () => {
  it.each([
    ['search', '/v2/search?q=dot&limit=7', 30],
    ['featured', '/v2/featured?limit=4', 37],
    ['featured stickers', '/v2/featured?searchfilter=sticker&limit=1', 4],
    ['a random search', '/v2/search?q=dot&random=true&limit=7', 30],
    ['a search without hits', '/v2/search?q=nothing-at-all', 0],
  ])('%s has each item once, and "" at the end', async (_name, path, count) => {
    const all = (await walk(path)).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(count)
  })

  it('next alone gives the next page: query, filters and limit are in it', async () => {
    const path =
      '/v2/search?q=cat&contentfilter=high&ar_range=standard&media_filter=tinymp4&limit=1&locale=de'
    const alone = await walk(path, (next) => `/v2/search?key=k&client_key=c&pos=${next}`)
    expect(alone).toEqual(await walk(path))
    expect(alone.every((page) => page.length <= 1)).toBe(true)
    const first = await read(path.replace('ar_range=standard&', ''))
    const second = await read(`/v2/search?pos=${first.next}`)
    expect(Object.keys(second.results[0]?.media_formats ?? {}).sort()).toEqual(['gif', 'tinygif', 'tinymp4'])
  })

  it('an item that moved between two pages is there once', async () => {
    const { get } = withProvider((request) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const data = Array.from({ length: 25 }, (_, n) =>
        catJson(`moved${Math.max(offset + n - (offset && 1), 0)}`),
      )
      return Response.json({ ...okJson(data), pagination: { total_count: 60, count: 25, offset } })
    })
    const found = idsOf((await (await get('/v2/search?q=moved&limit=40')).json()) as Body)
    expect([found.length, new Set(found).size]).toEqual([40, 40])
  })

  it.each(['', '0', 'undefined', 'null'])('pos %j is the first page', async (pos) => {
    expect(await ids(`/v2/search?q=dot&pos=${pos}`)).toEqual(await ids('/v2/search?q=dot'))
  })

  it('what a request says counts before what its pos repeats', async () => {
    const { next } = await read('/v2/search?q=dot&limit=2')
    expect(await ids(`/v2/search?q=dot&limit=3&pos=${next}`)).toHaveLength(3)
  })

  it('a limit has 1 to 50 items, 20 where none is said', async () => {
    const counts = ['', '&limit=0', '&limit=50', '&limit=999', '&limit=']
    const found = await Promise.all(
      counts.map(async (limit) => (await ids(`/v2/featured?x=1${limit}`)).length),
    )
    expect(found).toEqual([20, 1, 37, 37, 20])
  })

  it('a random search has the order of its seed on all pages, and no cache keeps it', async () => {
    const { get } = library()
    const response = await get('/v2/search?q=dot&random=true&limit=10')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0')
    const { next } = (await response.json()) as Body
    expect(await ids(`/v2/search?pos=${next}`)).toEqual(await ids(`/v2/search?pos=${next}`))
    const orders = await Promise.all(Array.from({ length: 8 }, () => ids('/v2/search?q=dot&random=true')))
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
  })

  it.each([
    ['another call’s', async () => (await read('/v2/featured?limit=1')).next],
    ['no base64', async () => '%24%24'],
    ['no words', async () => 'AAAA'],
    ['a place beyond the end', async () => btoa('of=search&at=5000&q=dot')],
    ['a place before the start', async () => btoa('of=search&at=-1&q=dot')],
    ['a filter that is none', async () => btoa('of=search&at=1&q=dot&contentfilter=x').replaceAll('=', '')],
    ['a seed that is none', async () => btoa('of=search&at=1&q=dot&seed=x').replaceAll('=', '')],
    ['too long', async () => 'A'.repeat(15_000)],
  ])('T50: pos that is %s is a 400', async (_name, pos) => {
    const response = await library().get(`/v2/search?q=dot&pos=${await pos()}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        code: 400,
        message: 'pos must be the next of the page before',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'pos', description: 'pos must be the next of the page before' }],
          },
        ],
      },
    })
  })

  it('T50: any pos is answered, with a page or a 400', async () => {
    const { get } = library()
    const field = fc.tuple(
      fc.constantFrom('of', 'at', 'q', 'seed', 'limit', 'locale', 'ar_range', 'searchfilter', '__proto__'),
      fc.oneof(fc.constantFrom('search', 'featured', 'sticker', 'wide', '1', '499', 'de'), fc.string()),
    )
    const forged = fc
      .array(field, { maxLength: 8 })
      .map((fields) => btoa(String(new URLSearchParams(fields))).replaceAll('=', ''))
    const path = fc.constantFrom('/v2/search?q=dot', '/v2/search?', '/v2/featured?')
    await fc.assert(
      fc.asyncProperty(path, fc.oneof(forged, fc.string(), fc.base64String()), async (start, pos) => {
        const response = await get(`${start}&pos=${encodeURIComponent(pos)}`)
        expect([200, 400, 414]).toContain(response.status)
        await response.text()
      }),
      { numRuns: 150 },
    )
  })
})

describe('docs/wire.md, Tenor v2: filters', () => {
  it.each([
    ['off', ['cat00002', 'edge0001', 'cat00001', 'cat00003']],
    ['low', ['cat00002', 'cat00001', 'cat00003']],
  ])('contentfilter=%s', async (filter, found) => {
    expect((await ids(`/v2/search?q=cat&contentfilter=${filter}`)).sort()).toEqual([...found].sort())
  })

  it('contentfilter: medium is pg, high is g', async () => {
    expect(await ids('/v2/search?q=caf%C3%A9&contentfilter=medium')).toEqual(['cafe0001'])
    expect(await ids('/v2/search?q=caf%C3%A9&contentfilter=high')).toEqual([])
    expect(await ids('/v2/featured?contentfilter=high&limit=50')).not.toContain('cafe0001')
  })

  it.each([
    ['all', ['cat00001', 'cat00002', 'cat00003', 'edge0001']],
    ['wide', ['cat00003', 'edge0001']],
    ['standard', []],
  ])('ar_range=%s: a banner, a tower, and two of 2:1', async (range, found) => {
    expect((await ids(`/v2/search?q=cat&ar_range=${range}`)).sort()).toEqual(found)
  })

  it('a page is filled up behind what a filter leaves out', async () => {
    const found = await ids('/v2/featured?ar_range=wide&limit=20')
    expect(found).toHaveLength(20)
    expect(found).not.toContain('cat00002')
  })

  it('a page of a filter that leaves out nearly all has a bound of reads, and next goes on', async () => {
    const wide = { original: { url: 'https://media.test/a.gif', width: '900', height: '100' } }
    const { get, calls } = withProvider((request) => {
      const offset = Number(new URL(request.url).searchParams.get('offset'))
      const data = Array.from({ length: 25 }, (_, n) => ({ ...catJson(`wide${offset + n}`), images: wide }))
      return Response.json({ ...okJson(data), pagination: { total_count: 4000, count: 25, offset } })
    })
    const { results, next } = (await (await get('/v2/search?q=all-wide&ar_range=standard')).json()) as Body
    expect([results, calls.mock.calls.length]).toEqual([[], 6])
    const more = (await (await get(`/v2/search?pos=${next}`)).json()) as Body
    expect(more.next).not.toBe('')
    expect(
      calls.mock.calls.map(([request]) => new URL((request as Request).url).searchParams.get('offset')),
    ).toEqual(Array.from({ length: 12 }, (_, n) => String(n * 25)))
  })

  it.each([
    ['sticker', ['emoj0001', 'emoj0002', 'emoj0003', 'stik0001']],
    ['sticker,-static', ['emoj0001', 'emoj0002', 'stik0001']],
    ['sticker,static', ['emoj0003']],
  ])('searchfilter=%s', async (filter, found) => {
    expect((await ids(`/v2/featured?searchfilter=${filter}`)).sort()).toEqual(found)
  })

  it('searchfilter counts in searches too', async () => {
    expect(await ids('/v2/search?q=cat&searchfilter=sticker')).toEqual(['stik0001'])
  })

  it.each([
    ['gif,tinygif', ['gif', 'tinygif']],
    ['mp4', ['gif', 'mp4', 'tinygif']],
    ['minimal', ['gif', 'mp4', 'tinygif']],
    ['basic', ['gif', 'mp4', 'nanogif', 'nanomp4', 'tinygif', 'tinymp4']],
    ['gif_transparent', ['gif', 'tinygif']],
    ['webm', ['gif', 'tinygif']],
  ])('media_filter=%s', async (filter, names) => {
    const { results } = await read(`/v2/posts?ids=cat00001&media_filter=${filter}`)
    expect(Object.keys(results[0]?.media_formats ?? {}).sort()).toEqual(names)
  })

  it.each([
    ['de', 'de'],
    ['pt_BR', 'pt'],
    ['en-US', 'en'],
    ['zh_TW', 'zh-TW'],
    ['zh-Hant_HK', 'zh-TW'],
    ['', null],
  ])('locale %s asks for %s', async (locale, lang) => {
    const { get, calls } = withProvider(() => Response.json(okJson([catJson()])))
    expect((await get(`/v2/search?q=locale-${locale}&locale=${locale}`)).status).toBe(200)
    const [[request] = []] = calls.mock.calls
    expect(new URL((request as Request).url).searchParams.get('lang')).toBe(lang)
  })
})

describe('docs/wire.md, Tenor v2: posts, terms and categories', () => {
  it('posts: in their order, once, without unknown, hidden and removed ones', async () => {
    expect(await ids('/v2/posts?ids=stik0001,nothing,gone0001,hide0001,cat00001,stik0001,$')).toEqual([
      'stik0001',
      'cat00001',
    ])
    expect(await ids('/v2/posts?ids=$')).toEqual([])
    expect(await read('/v2/posts?ids=cat00001')).not.toHaveProperty('next')
  })

  it('autocomplete, search_suggestions and trending_terms are lists of words', async () => {
    expect((await read('/v2/autocomplete?q=ca')).results).toEqual(['cat'])
    expect((await read('/v2/autocomplete?q=ca&limit=1')).results).toEqual(['cat'])
    const suggested = (await read('/v2/search_suggestions?q=cat&limit=2')).results
    expect(suggested).toHaveLength(2)
    expect(suggested).toContain('animal')
    expect((await read('/v2/search_suggestions?q=coff')).results).toEqual(['coffee'])
    expect((await read('/v2/trending_terms?limit=50')).results).toEqual(
      expect.arrayContaining(['cat', 'ocean', 'dot']),
    )
    expect((await read('/v2/trending_terms?limit=1')).results).toHaveLength(1)
  })

  it('categories: the library’s, each with the address of its search', async () => {
    const { tags } = await read('/v2/categories?key=k%26y&locale=de&contentfilter=high&type=&x=1')
    expect(tags).toEqual([
      {
        searchterm: 'animals',
        name: 'Animals',
        image: 'https://loop.test/media/cat00001/fixed_width.gif',
        path: 'https://loop.test/v2/search?q=animals&key=k%26y&locale=de&contentfilter=high',
      },
      {
        searchterm: 'old times',
        name: 'Old Times',
        image: 'https://loop.test/media/many0029/fixed_width.gif',
        path: 'https://loop.test/v2/search?q=old+times&key=k%26y&locale=de&contentfilter=high',
      },
    ])
  })

  it('categories?type=trending: what people search for, with the picture of a hit', async () => {
    const { tags } = await read('/v2/categories?type=trending&contentfilter=high')
    expect(tags.map(({ searchterm }) => searchterm)).toEqual(expect.arrayContaining(['cat', 'dot']))
    for (const { image = '', path = '' } of tags) {
      expect(image).toMatch(/^https:\/\/loop\.test\/media\/\w+\/fixed_width\.gif$/)
      expect((await read(path.replace('https://loop.test', ''))).results.length).toBeGreaterThan(0)
    }
  })
})

describe('docs/wire.md, Tenor v2: registershare', () => {
  const shared = async (
    path: string,
    init: { headers?: Record<string, string>; method?: string; vars?: object } = {},
  ) => {
    const { send, bindings } = library(init.vars)
    const queued = vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    const request = new Request(`https://loop.test${path}`, {
      method: init.method ?? 'GET',
      headers: init.headers ?? {},
    })
    return { response: await send(request), queued }
  }

  it('answers an empty object, and counts a share', async () => {
    const { response, queued } = await shared('/v2/registershare?key=s3cret&id=cat00001&q=cat')
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      {},
      'no-store',
    ])
    expect(queued.mock.calls).toMatchObject([
      [[{ action_type: 'SHARE', user_id: expect.stringMatching(/^[0-9a-f]{16}$/) }]],
    ])
    expect(JSON.stringify(queued.mock.calls)).not.toContain('s3cret')
  })

  it('is counted by day, once for a network and hour, and raises nothing', async () => {
    const { send } = library({ PINGBACKS: undefined })
    const heat = () => env.DB.prepare("SELECT heat FROM gifs WHERE id = 'many0001'").first('heat')
    const before = await heat()
    for (let n = 0; n < 3; n++) await send(new Request('https://loop.test/v2/registershare?id=many0001'))
    const count = await env.DB.prepare(
      "SELECT sum(count) AS n FROM day_counts WHERE gif_id = 'many0001' AND action = 'SHARE'",
    ).first('n')
    expect([count, await heat()]).toEqual([1, before])
  })

  it('goes to a service elsewhere as GIPHY calls it', async () => {
    const bodies: unknown[] = []
    const { get } = withProvider(
      async (request) => {
        if (request.method === 'GET')
          return Response.json(okJson({ ...catJson('sent1'), analytics_response_payload: 'p' }))
        bodies.push(await request.json())
        return new Response(null, { status: 204 })
      },
      { PINGBACK_URL: 'https://provider.test', PINGBACKS: undefined },
    )
    expect((await get('/v2/registershare?id=sent1')).status).toBe(200)
    expect(bodies).toMatchObject([{ events: [{ action_type: 'SENT', analytics_response_payload: 'p' }] }])
  })

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a visitor who opts out', { headers: { 'Sec-GPC': '1' } }],
    ['an operator who does not track', { vars: { TRACKING: 'off' } }],
  ])('counts nothing of %s', async (_name, init) => {
    const { response, queued } = await shared('/v2/registershare?id=cat00001', init)
    expect(response.status).toBe(200)
    expect(queued).not.toHaveBeenCalled()
  })

  it.each([
    ['an unknown item', 'id=nothing', 404],
    ['a hidden item', 'id=hide0001', 404],
    ['a removed item', 'id=gone0001', 410],
    ['none', 'q=cat', 400],
  ])('counts nothing of %s', async (_name, query, status) => {
    const { response, queued } = await shared(`/v2/registershare?${query}`)
    expect(response.status).toBe(status)
    expect(queued).not.toHaveBeenCalled()
  })

  it('T26: is limited as pingbacks are', async () => {
    const { get } = library({ TOTAL_LIMIT: { limit: async () => ({ success: false }) } })
    const response = await get('/v2/registershare?id=cat00001')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await response.json()).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [] },
    })
  })
})

describe('docs/wire.md, Tenor v2: errors and headers', () => {
  it.each([
    ['/v2/search', 400, 'INVALID_ARGUMENT', 'q is required'],
    ['/v2/search?q=x&contentfilter=none', 400, 'INVALID_ARGUMENT', 'contentfilter'],
    ['/v2/search?q=x&ar_range=tall', 400, 'INVALID_ARGUMENT', 'ar_range'],
    ['/v2/search?q=x&searchfilter=cats', 400, 'INVALID_ARGUMENT', 'searchfilter'],
    ['/v2/search?q=x&locale=1', 400, 'INVALID_ARGUMENT', 'locale'],
    ['/v2/search?q=x&limit=many', 400, 'INVALID_ARGUMENT', 'limit'],
    ['/v2/search?q=x&random=maybe', 400, 'INVALID_ARGUMENT', 'random'],
    [`/v2/search?q=${'x'.repeat(51)}`, 414, 'INVALID_ARGUMENT', 'q'],
    ['/v2/posts', 400, 'INVALID_ARGUMENT', 'ids is required'],
    [
      `/v2/posts?ids=${Array.from({ length: 51 }, (_, n) => n)}`,
      400,
      'INVALID_ARGUMENT',
      'ids must be at most 50',
    ],
    ['/v2/categories?type=x', 400, 'INVALID_ARGUMENT', 'type'],
    ['/v2/autocomplete', 400, 'INVALID_ARGUMENT', 'q is required'],
    ['/v2/registershare?id=gone0001', 410, 'NOT_FOUND', 'taken down'],
  ])('%s is a %i', async (path, code, status, says) => {
    const response = await library().get(path)
    expect(response.status).toBe(code)
    expect(await response.json()).toMatchObject({
      error: { code, status, message: expect.stringContaining(says) },
    })
    expect(response.headers.get('cache-control')).toBe('public, max-age=6')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('a provider that is down is a 502 or 503 in Tenor’s shape', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = await withProvider(() => new Response('no', { status: 500 })).get('/v2/search?q=down-500')
    expect([broken.status, await broken.json()]).toEqual([
      502,
      { error: { code: 502, status: 'UNAVAILABLE', message: expect.any(String), details: [] } },
    ])
    vi.restoreAllMocks()
    const busy = await withProvider(
      () => new Response('{}', { status: 429, headers: { 'Retry-After': '9' } }),
    ).get('/v2/search?q=down-429')
    expect([busy.status, Number(busy.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await busy.json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
  })

  it('F12: a library whose database fails is what it is for /v1, in Tenor’s shape', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const DB = {
      prepare() {
        throw new Error('D1_ERROR: secret detail')
      },
    }
    const { get } = library({ DB })
    const [own, giphys] = [await get('/v2/search?q=no-database'), await get('/v1/gifs/search?q=no-db')]
    expect([own.status, own.headers.get('retry-after')]).toEqual([
      giphys.status,
      giphys.headers.get('retry-after'),
    ])
    expect([502, Number(own.headers.get('retry-after')) > 0]).toEqual([own.status, true])
    const text = await own.text()
    expect(JSON.parse(text)).toMatchObject({ error: { code: 502, status: 'UNAVAILABLE', details: [] } })
    expect(text).not.toContain('secret')
  })

  it('T44: a visitor without a budget gets a 429 that nobody keeps', async () => {
    const { get } = withProvider(() => Response.json(okJson([catJson()])), {
      PROVIDER_TOTAL_LIMIT: { limit: async () => ({ success: false }) },
    })
    const response = await get('/v2/search?q=no-budget')
    expect([
      response.status,
      response.headers.get('retry-after'),
      response.headers.get('cache-control'),
    ]).toEqual([429, '60', 'no-store'])
  })

  it('T25: keys, paging and unknown parameters make no copies of their own; /v1 shares them', async () => {
    const { get, calls } = withProvider((request) => {
      const data = Array.from({ length: 25 }, (_, n) => catJson(`shared${n}`))
      expect(request.url).not.toContain('visitors-key')
      return Response.json({ ...okJson(data), pagination: { total_count: 25, count: 25, offset: 0 } })
    })
    const first = await get('/v2/search?q=shared-copy&key=visitors-key')
    expect(first.headers.get('x-cache')).toBe('miss')
    const again = await get(
      '/v2/search?q=shared-copy&key=another&client_key=x&country=DE&limit=3&media_filter=gif',
    )
    expect([again.headers.get('x-cache'), again.headers.get('age')]).toEqual(['hit', '0'])
    expect((await get('/v1/gifs/search?q=shared-copy&limit=25')).headers.get('x-cache')).toBe('hit')
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('what was taken down is in no list and no post, and a copy from before is made again', async () => {
    const has = async (path: string) => (await (await library().get(path)).text()).includes('many0002')
    expect([await has('/v2/search?q=dot&limit=50'), await has('/v2/posts?ids=many0002')]).toEqual([
      true,
      true,
    ])
    await env.DB.prepare("UPDATE gifs SET is_removed = 1 WHERE id = 'many0002'").run()
    expect((await library().get('/v2/search?q=dot&limit=50')).headers.get('x-cache')).toBe('miss')
    expect([await has('/v2/search?q=dot&limit=50'), await has('/v2/posts?ids=many0002')]).toEqual([
      false,
      false,
    ])
    await env.DB.prepare("UPDATE gifs SET is_removed = 0 WHERE id = 'many0002'").run()
  })

  it('HEAD has the headers of GET, OPTIONS is a preflight, other methods a 405', async () => {
    const { send } = library()
    const ask = (method: string) => send(new Request('https://loop.test/v2/search?q=dot', { method }))
    const head = await ask('HEAD')
    expect([head.status, await head.text(), head.headers.get('x-cache')]).toEqual([
      200,
      '',
      expect.any(String),
    ])
    const options = await ask('OPTIONS')
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET'])
    const post = await ask('POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await post.json()).toMatchObject({ error: { code: 405, status: 'UNIMPLEMENTED' } })
  })
})
