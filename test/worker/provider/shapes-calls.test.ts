import { afterEach, describe, expect, it, vi } from 'vitest'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'
import {
  BOTH,
  number,
  type Shape,
  shapedProduct,
  shown,
  some,
  upstreamOf,
  word,
} from '../../fixtures/upstreams/shaped-product.ts'
import {
  klipyClip,
  klipyItem,
  klipyUpstream,
  tenorResult,
  tenorSticker,
  tenorUpstream,
} from '../../fixtures/upstreams/stub-shapes.ts'

afterEach(() => vi.restoreAllMocks())

describe('what a shape has no call for', () => {
  it.each(BOTH)('%s: related items are found by the first tags, without the item itself', async (shape) => {
    const all = some(30)[shape]
    const { read, asked } = shapedProduct(shape, upstreamOf(shape, all))
    const id = shown(all[3] ?? {})
    const { body } = await read(`/v1/gifs/related?gif_id=${id}&limit=25`)
    expect(body.data.map((item) => item.id)).toEqual(
      all
        .slice(0, 25)
        .map(shown)
        .filter((other) => other !== id),
    )
    expect(body.pagination).toEqual({ total_count: 26, count: 24, offset: 1, hasMoreGifs: true })
    expect(asked()[1]).toContain('search?q=cat happy')
    const next = await read(`/v1/gifs/related?gif_id=${id}&limit=25&offset=25`)
    expect(next.body.data.map((item) => item.id)).toEqual(all.slice(25).map(shown))
  })

  it.each(BOTH)('%s: associations are related items of the same kind', async (shape) => {
    const slug = `cat-${word()}`
    const id = number()
    const upstream = upstreamOf(shape, { tenor: [tenorSticker(id)], klipy: [klipyItem(slug)] }[shape])
    const { read, asked } = shapedProduct(shape, upstream)
    const ours = { tenor: id, klipy: `Zs${shown({ slug })}` }[shape]
    expect((await read(`/v1/gifs/${ours}/associations`)).status).toBe(200)
    expect(asked()[1]).toMatch(
      { tenor: /^\/search\?.*searchfilter=sticker/, klipy: /^\/stickers\/search/ }[shape],
    )
  })

  it('an item without tags has the related ones of its title, and one without words none', async () => {
    const [titled, mute] = [number(), number()]
    const { read, asked } = shapedProduct(
      'tenor',
      tenorUpstream([
        tenorResult(titled, {
          tags: [],
          content_description: 'A very happy cat that jumps over a fence of many, many colours',
        }),
        tenorResult(mute, { tags: [], content_description: '' }),
      ]),
    )
    await read(`/v1/gifs/related?gif_id=${titled}`)
    expect(asked()[1]).toMatch(/q=A very happy cat that jumps over a fence of many,&/)
    expect((await read(`/v1/gifs/related?gif_id=${mute}`)).body.data).toEqual([])
  })

  it.each([
    [['@ann', 'cat'], 'a title', 'ann cat'],
    [[], `a${'😀'.repeat(60)}`, `a${'😀'.repeat(24)}\ufffd`],
    [[], 'word '.repeat(20), Array(10).fill('word').join(' ')],
    [['@'], '', ''],
  ])('an item with the tags %j and the title %s has related ones', async (tags, title, q) => {
    const id = number()
    const item = tenorResult(id, { tags, title, content_description: '' })
    const { read, calls } = shapedProduct('tenor', tenorUpstream([item]))
    expect((await read(`/v1/gifs/related?gif_id=${id}`)).status).toBe(200)
    const searched = calls.mock.calls.map(([request]) =>
      new URL((request as Request).url).searchParams.get('q'),
    )
    expect(searched.slice(1)).toEqual(q ? [q] : [])
  })

  it('related clips of KLIPY’s are clips', async () => {
    const slug = `cat-${word()}`
    const { read, asked } = shapedProduct('klipy', klipyUpstream([klipyClip(slug)]))
    await read(`/v1/videos/related?gif_id=Zc${shown({ slug })}`)
    expect(asked()).toEqual([`/clips/${slug}`, '/clips/search?q=cat happy&page=1&per_page=25'])
  })

  it.each(BOTH)('%s: random is one of the first page, of a tag or of what is trending', async (shape) => {
    const all = some(30)[shape]
    const { read, asked } = shapedProduct(shape, upstreamOf(shape, all))
    const ids = all.slice(0, 25).map(shown)
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    expect((await read('/v1/gifs/random')).body.data).toMatchObject({ id: ids.at(-1) })
    vi.mocked(Math.random).mockReturnValue(0)
    expect((await read('/v1/gifs/random?tag=happy&rating=g')).body.data).toMatchObject({ id: ids[0] })
    expect(asked()[0]).toMatch(/featured|trending/)
    expect(asked()[1]).toMatch(/search\?q=happy&content_?filter=high/)
  })

  it.each(BOTH)('%s: random and translate without any item say so with an empty list', async (shape) => {
    const { read } = shapedProduct(shape, upstreamOf(shape, []))
    for (const path of ['/v1/stickers/random?tag=none', '/v1/gifs/translate?s=none']) {
      expect(await read(path)).toMatchObject({ status: 200, body: { data: [], meta: { status: 200 } } })
    }
  })

  it.each(BOTH)('%s: translate goes down the page with weirdness', async (shape) => {
    const all = some(25)[shape]
    const { read } = shapedProduct(shape, upstreamOf(shape, all))
    for (const [weirdness, at] of [
      ['', 0],
      ['&weirdness=5', 12],
      ['&weirdness=10', 24],
      ['&weirdness=99', 24],
    ] as const) {
      const { body } = await read(`/v1/gifs/translate?s=hello${weirdness}`)
      expect(body.data).toMatchObject({ id: shown(all[at] ?? {}) })
    }
  })

  it.each([
    ['tenor', '/v2/emoji/1/variations', 'variations of emoji'],
    ['tenor', '/v1/text/animate?m=hi', 'text made on demand'],
    ['tenor', '/v1/channels/search?q=hi', 'channels'],
    ['tenor', '/v1/gifs/search?q=@ann%20cat', 'channels'],
    ['tenor', '/v1/videos/trending', 'videos'],
    ['tenor', '/v1/videos/search?q=hi', 'videos'],
    ['tenor', '/v1/videos/related?gif_id=1', 'videos'],
    ['klipy', '/v2/emoji/1/variations', 'variations of emoji'],
    ['klipy', '/v1/text/animate?m=hi', 'text made on demand'],
    ['klipy', '/v1/channels/search?q=hi', 'channels'],
    ['klipy', '/v1/stickers/search?q=@ann', 'channels'],
  ] as const)('%s %s: 501, and nothing is asked', async (shape, path, what) => {
    const { read, calls } = shapedProduct(shape, upstreamOf(shape, []))
    const { status, body } = await read(path)
    expect(status).toBe(501)
    expect(body).toMatchObject({ data: [], meta: { status: 501, msg: `The provider has no ${what}` } })
    expect(calls).not.toHaveBeenCalled()
  })

  it.each(BOTH)('%s: a call to action is not passed on', async (shape) => {
    const { send, calls } = shapedProduct(shape, upstreamOf(shape, []), { DB: undefined })
    const request = new Request('https://loop.test/v1/gifs/1/cta', {
      method: 'PUT',
      headers: { Authorization: 'Token theirs', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'link=https://a.test/&text=Go',
    })
    expect((await send(request)).status).toBe(501)
    expect(calls).not.toHaveBeenCalled()
  })
})

describe('categories and terms', () => {
  const CATEGORIES = {
    tenor: {
      '/categories': () => ({
        tags: [
          {
            searchterm: 'happy',
            name: '#happy',
            path: 'https://x.test',
            image: 'https://media.tenor.test/c.gif',
          },
          { searchterm: 'good morning', name: 'good morning' },
          { searchterm: '../a', name: 'no path can have it' },
          { name: 'no term' },
          null,
        ],
      }),
      '/search_suggestions': () => ({ results: ['happy dance', 'happy', 7, null, ''] }),
    },
    klipy: {
      '/gifs/categories': () => ({
        result: true,
        data: {
          locale: 'en',
          categories: [
            { category: 'happy', query: 'happy' },
            { category: 'good morning', query: '' },
            { query: 'x' },
            3,
          ],
        },
      }),
    },
  } as const

  it.each(BOTH)('%s: a list, its pages, and what a category has', async (shape) => {
    const all = some(3)[shape]
    const { read, asked, get } = shapedProduct(shape, upstreamOf(shape, all, CATEGORIES[shape]))
    const { body } = await read('/v1/gifs/categories')
    expect(body.data).toEqual([
      { name: 'happy', name_encoded: 'happy', subcategories: [] },
      { name: 'good morning', name_encoded: 'good morning', subcategories: [] },
    ])
    const second = await read('/v1/gifs/categories?limit=1&offset=1')
    expect(second.body).toMatchObject({
      data: [{ name: 'good morning' }],
      pagination: { total_count: 2, count: 1, offset: 1 },
    })
    expect(asked().filter((path) => path.includes('categories'))).toHaveLength(1)

    const subs = (await read('/v1/gifs/categories/happy')).body.data as unknown as { name: string }[]
    expect(subs.map(({ name }) => name)).toEqual(
      { tenor: ['happy', 'happy dance', '7'], klipy: ['happy', 'cat'] }[shape],
    )
    const items = await read('/v1/gifs/categories/happy/happy%20dance?limit=25')
    expect(items.body.data.map(({ id }) => id)).toEqual(all.map(shown))
    expect(asked().at(-1)).toContain('search?q=happy dance')
    expect((await read('/v1/gifs/categories/none')).status).toBe(404)
    expect((await read('/v1/gifs/categories/none/x')).status).toBe(404)
    for (const path of ['/categories', '/categories/happy', '/categories/happy/happy']) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })

  it('KLIPY’s categories as a list of texts', async () => {
    const { read } = shapedProduct(
      'klipy',
      klipyUpstream([], { '/gifs/categories': () => ({ result: true, data: ['cats', 'dogs', null] }) }),
    )
    const { body } = await read('/v1/gifs/categories')
    expect(body.data).toMatchObject([{ name: 'cats' }, { name: 'dogs' }])
  })

  it('Tenor completes, suggests and says what is searched for', async () => {
    const results = () => ({ results: ['cat', 'cat dance', 'cat', {}] })
    const { read, asked } = shapedProduct(
      'tenor',
      tenorUpstream([], {
        '/autocomplete': results,
        '/search_suggestions': results,
        '/trending_terms': results,
      }),
    )
    const term = (name: string) => ({
      name,
      name_encoded: encodeURIComponent(name),
      analytics_response_payload: '',
    })
    for (const path of ['/v1/gifs/search/tags?q=ca', '/v1/tags/related/cat', '/v1/tags/related/gif/cat']) {
      expect((await read(path)).body.data).toEqual([term('cat'), term('cat dance')])
    }
    expect((await read('/v1/gifs/search/tags?q=ca&limit=1&offset=1')).body).toMatchObject({
      data: [{ name: 'cat dance' }],
      pagination: { total_count: 2, count: 1, offset: 1 },
    })
    expect((await read('/v2/trending/searches')).body.data).toEqual(['cat', 'cat dance', 'cat'])
    expect(asked()).toEqual([
      '/autocomplete?q=ca&limit=50',
      '/search_suggestions?q=cat&limit=50',
      '/search_suggestions?q=cat&limit=50',
      '/trending_terms?limit=50',
    ])
  })

  it('KLIPY’s are tags of what is found, the most frequent first', async () => {
    const tagged = (...tags: string[]) => klipyItem(`cat-${word()}`, { tags })
    const { read } = shapedProduct(
      'klipy',
      klipyUpstream([
        tagged('Cat', 'jump', 'cat dance'),
        tagged('cat', 'jump'),
        tagged('dog', 'jump', 'cat'),
      ]),
    )
    const names = async (path: string) =>
      ((await read(path)).body.data as unknown as { name: string }[]).map(({ name }) => name)
    expect(await names('/v1/gifs/search/tags?q=ca')).toEqual(['cat', 'cat dance'])
    expect(await names('/v1/tags/related/Cat')).toEqual(['jump', 'cat dance', 'dog'])
    expect((await read('/v2/trending/searches')).body.data).toEqual(['cat', 'jump', 'cat dance', 'dog'])
  })
})

describe('the product over each shape', () => {
  it.each(BOTH)('%s: embed, item’s page, oEmbed, widgets, lists', async (shape) => {
    const all = some(30)[shape]
    const [first = {}] = all
    const id = shown(first)
    const { get, read } = shapedProduct(shape, upstreamOf(shape, all), { PUBLIC_URL: 'https://loop.test' })
    const host = { tenor: 'media.tenor.test', klipy: 'static.klipy.test' }[shape]
    const pages = [
      `/embed/${id}`,
      '/widgets/grid',
      '/widgets/grid?q=cat',
      `/widgets/grid?related=${id}`,
      `/widgets/carousel?ids=${id}`,
      '/widgets/carousel?type=stickers',
      '/widgets/grid?type=text&q=hi',
      '/widgets/grid?type=emoji',
      '/search/cat',
      '/search/cat/page/2',
      '/trending',
    ]
    for (const path of pages) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('Content-Security-Policy') ?? '').toContain(host)
      expect([path, (await response.text()).includes(`https://${host}/`)]).toEqual([path, true])
    }
    const { body } = await read(`/v1/gifs/${id}`)
    const { url, embed_url, slug } = body.data as unknown as Record<'url' | 'embed_url' | 'slug', string>
    expect(embed_url).toBe(`https://loop.test/embed/${slug || id}`)
    expect(url).toBe({ tenor: first.itemurl, klipy: `https://loop.test/gifs/${id}` }[shape])

    const page = `/gifs/${slug || id}`
    expect((await get(page)).status).toBe(200)
    if (slug) expect((await get(`/gifs/${id}`)).headers.get('Location')).toBe(page)
    const oembed = await get(`/services/oembed?url=${encodeURIComponent(`https://loop.test${page}`)}`)
    expect(oembed.status).toBe(200)
    expect(await oembed.json()).toMatchObject({
      version: '1.0',
      title: expect.stringContaining('Happy Cat'),
      html: expect.stringContaining(`/embed/${slug || id}`),
    })
  })

  it.each(BOTH)('%s: a list of unknown length says what is known of it', async (shape) => {
    const [long, short] = [shapedProduct(shape, upstreamOf(shape, some(60)[shape])), some(3)[shape]]
    const page = await (await long.get('/search/cat')).text()
    expect(page).toMatch(/<small> 25\+<\/small>/)
    expect(page).toContain('Show all 25+')
    expect(await (await long.get('/search/cat/page/3')).text()).toMatch(/<small> 60<\/small>/)
    const { get, read } = shapedProduct(shape, upstreamOf(shape, short))
    expect(await (await get('/search/cat')).text()).toMatch(/<small> 3<\/small>/)
    expect((await read('/v1/gifs/search?q=cat&limit=2')).body.pagination).toEqual({
      total_count: 3,
      count: 2,
      offset: 0,
    })
  })

  it.each(BOTH)('%s: pingbacks go where they went, and not to the provider', async (shape) => {
    const { send, calls, bindings } = shapedProduct(shape, upstreamOf(shape, []))
    const queued = vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    const body = JSON.stringify({ events: [pingOf({ action_type: 'CLICK', ts: Date.now() })] })
    const headers = { 'Content-Type': 'application/json' }
    const posted = new Request('https://loop.test/v2/pingback', { method: 'POST', headers, body })
    expect((await send(posted)).status).toBe(204)
    expect(queued).toHaveBeenCalledTimes(1)
    expect(calls).not.toHaveBeenCalled()
  })

  it.each(BOTH)('%s: a sticker has its address among stickers', async (shape) => {
    const [id, slug] = [number(), `cat-${word()}`]
    const upstream = upstreamOf(shape, { tenor: [tenorSticker(id)], klipy: [klipyItem(slug)] }[shape])
    const ours = { tenor: id, klipy: `Zs${shown({ slug })}` }[shape]
    const { get } = shapedProduct(shape, upstream)
    const moved = await get(`/gifs/${ours}`)
    expect(moved.status).toBe(301)
    const path = moved.headers.get('Location') ?? ''
    expect(path).toMatch(new RegExp(`^/stickers/[\\w-]*${ours}$`))
    expect((await get(path)).status).toBe(200)
  })

  it('two shapes at one address have copies of their own', async () => {
    const PROVIDER_URL = `https://provider.test/${word()}`
    const [tenor, klipy] = [some(1).tenor, some(1).klipy]
    const ids = async (shape: Shape) => {
      const upstream = upstreamOf(shape, { tenor, klipy }[shape])
      const { read } = shapedProduct(shape, upstream, { PROVIDER_URL })
      return (await read('/v1/gifs/trending')).body.data.map(({ id }) => id)
    }
    expect(await ids('tenor')).toEqual(tenor.map(shown))
    expect(await ids('klipy')).toEqual(klipy.map(shown))
    expect(await ids('tenor')).toEqual(tenor.map(shown))
  })

  it('without a URL the shape says nothing: the library speaks GIPHY’s', async () => {
    const { get, calls } = shapedProduct('tenor', tenorUpstream([]), { PROVIDER_URL: '' })
    expect((await get('/v1/gifs/none')).status).toBe(404)
    expect(calls).not.toHaveBeenCalled()
  })
})
