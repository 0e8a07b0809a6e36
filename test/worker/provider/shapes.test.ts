import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  BOTH,
  number,
  type Shape,
  type ShapedBody,
  shapedProduct,
  shown,
  some,
  upstreamOf,
  word,
} from '../../fixtures/upstreams/shaped-product.ts'
import {
  klipyAd,
  klipyClip,
  klipyItem,
  klipyUpstream,
  tenorResult,
  tenorSticker,
  tenorUpstream,
} from '../../fixtures/upstreams/stub-shapes.ts'

afterEach(() => vi.restoreAllMocks())

describe('what is asked', () => {
  it.each<[shape: Shape, path: (w: string) => string, asked: (w: string) => string]>([
    ['tenor', (w) => `/v1/gifs/search?q=${w}&limit=25`, (w) => `/search?q=${w}&limit=25`],
    [
      'tenor',
      (w) => `/v1/stickers/search?q=${w}&rating=pg&lang=pt-br`,
      (w) => `/search?q=${w}&searchfilter=sticker&contentfilter=medium&locale=pt_BR&limit=25`,
    ],
    ['tenor', (w) => `/v1/text/search?q=${w}`, (w) => `/search?q=${w} text&searchfilter=sticker&limit=25`],
    ['tenor', () => '/v1/gifs/trending?rating=g&limit=7', () => '/featured?contentfilter=high&limit=25'],
    [
      'tenor',
      () => '/v1/stickers/trending?rating=r',
      () => '/featured?searchfilter=sticker&contentfilter=off&limit=25',
    ],
    ['tenor', () => '/v1/emoji?limit=2', () => '/search?q=emoji&searchfilter=sticker&limit=25'],
    ['klipy', (w) => `/v1/gifs/search?q=${w}&limit=25`, (w) => `/gifs/search?q=${w}&page=1&per_page=25`],
    [
      'klipy',
      (w) => `/v1/stickers/search?q=${w}&rating=pg-13&lang=zh-Hant&offset=50`,
      (w) => `/stickers/search?q=${w}&content_filter=low&locale=zh&page=3&per_page=25`,
    ],
    ['klipy', (w) => `/v1/text/search?q=${w}`, (w) => `/stickers/search?q=${w} text&page=1&per_page=25`],
    ['klipy', () => '/v1/videos/trending', () => '/clips/trending?page=1&per_page=25'],
    ['klipy', (w) => `/v1/videos/search?q=${w}`, (w) => `/clips/search?q=${w}&page=1&per_page=25`],
    [
      'klipy',
      () => '/v1/gifs/trending?rating=y',
      () => '/gifs/trending?content_filter=high&page=1&per_page=25',
    ],
    ['klipy', () => '/v1/emoji?limit=3', () => '/emojis/trending?page=1&per_page=25'],
  ])('%s: %o', async (shape, path, asked) => {
    const w = word()
    const { read, asked: got, calls } = shapedProduct(shape, upstreamOf(shape, some(3)[shape]))
    const { status, body } = await read(path(w))
    expect(status).toBe(200)
    expect(body.meta.response_id).not.toBe('')
    expect(got()).toEqual([asked(w)])
    const [request] = calls.mock.calls[0] ?? []
    expect((request as Request).redirect).toBe('manual')
    expect(JSON.stringify([...(request as Request).headers])).not.toMatch(/giphy|cookie/i)
  })
})

describe('an item', () => {
  it('of Tenor has our renditions, alt text, address and time', async () => {
    const id = number()
    const { read } = shapedProduct('tenor', tenorUpstream([tenorResult(id)]))
    const { body } = await read(`/v1/gifs/${id}`)
    expect(body.data).toMatchObject({
      type: 'gif',
      id,
      slug: `happy-cat-gif-${id}`,
      url: `https://tenor.test/view/happy-cat-gif-${id}`,
      bitly_url: `https://tenor.test/${id}.gif`,
      title: `Happy Cat ${id}`,
      alt_text: `Happy Cat ${id}`,
      import_datetime: '2020-09-13 12:26:40',
      is_sticker: 0,
      tags: ['cat', 'happy'],
      images: {
        original: {
          url: `https://media.tenor.test/${id}/a.gif`,
          webp: `https://media.tenor.test/${id}/a.webp`,
          mp4: `https://media.tenor.test/${id}/a.mp4`,
          width: '498',
          height: '280',
          size: '1000',
        },
        original_still: { url: `https://media.tenor.test/${id}/a.png` },
        fixed_width: {
          url: `https://media.tenor.test/${id}/t.gif`,
          mp4: `https://media.tenor.test/${id}/t.mp4`,
        },
        fixed_width_small: { url: `https://media.tenor.test/${id}/n.gif`, width: '124' },
        downsized_medium: { url: `https://media.tenor.test/${id}/m.gif` },
        looping: { mp4: `https://media.tenor.test/${id}/l.mp4` },
      },
    })
  })

  it('of Tenor that is a sticker is cut out', async () => {
    const id = number()
    const { read } = shapedProduct('tenor', tenorUpstream([tenorSticker(id)]))
    const { body } = await read(`/v1/gifs/${id}`)
    expect(body.data).toMatchObject({
      type: 'sticker',
      is_sticker: 1,
      images: {
        original: {
          url: `https://media.tenor.test/${id}/cut.gif`,
          webp: `https://media.tenor.test/${id}/cut.webp`,
        },
        fixed_width: { url: `https://media.tenor.test/${id}/tcut.gif` },
      },
    })
  })

  it('of KLIPY is named by its slug, in an id that a path of ours can end in', async () => {
    const slug = `happy-cat_of-Zoë-${word()}`.replace('ë', 'e')
    const id = slug.replace(/[-_Z]/g, (letter) => ({ '-': '_', _: 'Zu', Z: 'ZZ' })[letter] ?? '')
    const { read, get, asked } = shapedProduct('klipy', klipyUpstream([klipyItem(slug)]))
    const found = await read(`/v1/gifs/search?q=${word()}`)
    expect(found.body.data.map((item) => item.id)).toEqual([id])
    expect(found.body.data[0]).toMatchObject({
      type: 'gif',
      title: `Happy Cat ${slug}`,
      images: {
        original: { url: `https://static.klipy.test/${slug}/hd.gif`, width: '498' },
        original_still: { url: `https://static.klipy.test/${slug}/hd.jpg` },
        fixed_width: { url: `https://static.klipy.test/${slug}/sm.gif`, width: '220' },
        fixed_width_small: { webp: `https://static.klipy.test/${slug}/xs.webp` },
      },
    })
    for (const path of [`/embed/${id}`, `/embed/any-words-${id}`, `/gifs/${id}`]) {
      const page = await get(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(await page.text()).toContain(`https://static.klipy.test/${slug}/hd.gif`)
    }
    expect(asked()).toContain(`/gifs/${slug}`)
  })

  it('of KLIPY that is a sticker, a clip or an emoji is found again on its shelf', async () => {
    const slug = `cat-${word()}`
    const { read, asked } = shapedProduct('klipy', klipyUpstream([klipyClip(slug)]))
    for (const [path, shelf, type] of [
      [`/v1/stickers/search?q=${slug}`, 'stickers', 'sticker'],
      [`/v1/videos/search?q=${slug}`, 'clips', 'video'],
      ['/v1/emoji?limit=1', 'emojis', 'sticker'],
    ] as const) {
      const { body } = await read(path)
      const one = await read(`/v1/gifs/${body.data[0]?.id}`)
      expect(one.body.data).toMatchObject({ id: body.data[0]?.id, type })
      expect(asked()).toContain(`/${shelf}/${slug}`)
    }
  })

  it('of KLIPY that is a clip has a film', async () => {
    const slug = `cat-${word()}`
    const { read } = shapedProduct('klipy', klipyUpstream([klipyClip(slug)]))
    const { body } = await read(`/v1/videos/search?q=${word()}`)
    expect(body.data[0]).toMatchObject({
      type: 'video',
      images: { original: { mp4: `https://static.klipy.test/${slug}/clip.mp4`, width: '320' } },
      video: { assets: { source: { url: `https://static.klipy.test/${slug}/clip.mp4` } } },
    })
  })

  it.each(BOTH)('%s: one that is not there is a 404, in the API and as a page', async (shape) => {
    const { get } = shapedProduct(shape, upstreamOf(shape, []))
    const id = number()
    for (const path of [`/v1/gifs/${id}`, `/embed/cat-${id}`, `/gifs/cat-${id}`]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })

  it('an id that cannot be KLIPY’s is not asked for', async () => {
    const { read, calls } = shapedProduct('klipy', klipyUpstream([]))
    for (const id of ['Zz', 'aZ', 'Zx12', 'a-b']) expect((await read(`/v1/gifs/${id}`)).status).toBe(404)
    expect(calls).not.toHaveBeenCalled()
  })

  it.each(BOTH)('%s: ids give items in their order, without those that are not there', async (shape) => {
    const all = some(3)[shape]
    const ids = all.map(shown)
    const { read } = shapedProduct(shape, upstreamOf(shape, all))
    const { body } = await read(`/v1/gifs?ids=${ids[2]},${number()},${ids[0]},${ids[2]}`)
    expect(body.data.map(({ id }) => id)).toEqual([ids[2], ids[0]])
  })

  it('100 ids are two requests to Tenor', async () => {
    const all = some(100).tenor
    const { read, calls } = shapedProduct('tenor', tenorUpstream(all))
    const { body } = await read(`/v1/gifs?ids=${all.map(shown).join(',')}`)
    expect(body.data).toHaveLength(100)
    expect(calls).toHaveBeenCalledTimes(2)
  })
})

describe('paging', () => {
  /** As unchanged clients go on: at `offset` + `count`, until that is `total_count`. */
  async function allPages(
    read: (path: string) => Promise<{ body: ShapedBody }>,
    path: string,
    limit: number,
  ) {
    const ids: string[] = []
    for (let offset = 0, turns = 0; turns < 300; turns++) {
      const { body } = await read(`${path}&limit=${limit}&offset=${offset}`)
      ids.push(...body.data.map(({ id }) => id))
      const next = body.pagination.offset + body.pagination.count
      if (next === body.pagination.total_count) return ids
      expect(next).toBeGreaterThan(offset)
      offset = next
    }
    throw new Error('the list has no end')
  }

  it.each(
    BOTH.flatMap((shape) =>
      [7, 25, 50].flatMap((limit) => [0, 1, 24, 25, 26, 50, 130].map((n) => [shape, limit, n] as const)),
    ),
  )('%s by %i: %i items come once each, and then it ends', async (shape, limit, count) => {
    const all = some(count)[shape]
    const { read } = shapedProduct(shape, upstreamOf(shape, all))
    const found = await allPages(read, `/v1/gifs/search?q=${word()}`, limit)
    expect(found).toEqual(all.map(shown))
  })

  it.each([1, 3, 7, 25, 50])(
    'by %i: advertising and what has no file are left out, and the list goes on',
    async (limit) => {
      const items = some(60).klipy
      const all = items.flatMap((item, at) =>
        at % 4 === 0 ? [klipyAd(), item] : at % 7 === 0 ? [{ ...item, file: null }, item] : [item],
      )
      const { read } = shapedProduct('klipy', klipyUpstream(all))
      const found = await allPages(read, `/v1/gifs/search?q=${word()}`, limit)
      expect(found).toEqual(items.map(shown))
      const page = await read(`/v1/gifs/search?q=${word()}`)
      expect(JSON.stringify(page.body)).not.toContain('evil')
    },
  )

  it.each([1, 25, 50])('by %i: pages of advertising alone are passed over', async (limit) => {
    const items = some(30).klipy
    const all = [
      ...Array.from({ length: 60 }, klipyAd),
      ...items,
      ...Array.from({ length: 600 }, klipyAd),
      ...items,
    ]
    const { read, calls } = shapedProduct('klipy', klipyUpstream(all))
    const first = await read(`/v1/gifs/search?q=cat&limit=${limit}`)
    expect(first.body.data[0]).toMatchObject({ id: shown(items[0] ?? {}) })
    expect(first.body.pagination.offset + first.body.pagination.count).toBeGreaterThan(50)
    calls.mockClear()
    // Not without end: after three such pages a read says where the list is.
    const later = await read(`/v1/gifs/search?q=cat&limit=${limit}&offset=100`)
    expect(later.body.data).toEqual([])
    expect(calls.mock.calls.length).toBeLessThanOrEqual(8)
  })

  it('a list of Tenor’s that never ends ends at the last offset', async () => {
    const trending = tenorUpstream([], {
      '/featured': () => ({ results: some(25).tenor, next: number() }),
    })
    const { read, calls } = shapedProduct('tenor', trending)
    const found = await allPages(read, '/v1/gifs/trending?rating=pg-13', 25)
    expect(found).toHaveLength(500)
    expect(calls).toHaveBeenCalledTimes(20)
  })

  it.each([
    ['0', 'the end of version 1'],
    ['', 'the end of version 2'],
    [null, 'nothing'],
    [{ pos: 1 }, 'an object'],
    ['x'.repeat(5000), 'a text without bounds'],
  ])('Tenor’s next as %j is the end: %s', async (next, _what) => {
    const { read } = shapedProduct(
      'tenor',
      tenorUpstream([], { '/search': () => ({ results: some(25).tenor, next }) }),
    )
    const { body } = await read(`/v1/gifs/search?q=${word()}&limit=25`)
    expect(body.pagination).toEqual({ total_count: 25, count: 25, offset: 0 })
  })

  it('a number as Tenor’s next is a place', async () => {
    const q = word()
    const search = (url: URL) =>
      url.searchParams.get('pos') === '25.5'
        ? { results: some(1).tenor, next: '' }
        : { results: some(25).tenor, next: 25.5 }
    const { read } = shapedProduct('tenor', tenorUpstream([], { '/search': search }))
    expect(await allPages(read, `/v1/gifs/search?q=${q}`, 25)).toHaveLength(26)
  })

  it('a page of Tenor’s that nobody led to is reached through those before it', async () => {
    const all = some(200).tenor
    const { read, calls } = shapedProduct('tenor', tenorUpstream(all))
    const { body } = await read(`/v1/gifs/search?q=${word()}&limit=25&offset=150`)
    expect(body.data.map(({ id }) => id)).toEqual(all.slice(150, 175).map(shown))
    expect(calls).toHaveBeenCalledTimes(7)
  })

  it('one that is too far ahead is refused, and nothing is asked', async () => {
    const { read, calls } = shapedProduct('tenor', tenorUpstream(some(500).tenor))
    const { status, body } = await read(`/v1/gifs/search?q=${word()}&limit=25&offset=450`)
    expect(status).toBe(400)
    expect(body.meta.msg).toMatch(/offset is too far ahead/)
    expect(calls).not.toHaveBeenCalled()
  })

  it('after a minute the next page costs one request: old copies know where it begins', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const q = word()
      const { read, calls } = shapedProduct('tenor', tenorUpstream(some(200).tenor))
      for (const offset of [0, 25, 50, 75]) await read(`/v1/gifs/search?q=${q}&limit=25&offset=${offset}`)
      vi.setSystemTime(Date.now() + 10 * 60_000)
      calls.mockClear()
      const { body } = await read(`/v1/gifs/search?q=${q}&limit=25&offset=100`)
      expect(body.data).toHaveLength(25)
      expect(calls).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
