import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPayloads } from '../../../origin/stored-key.ts'
import { type ProviderReadName, providerCalls } from '../../../shared/calls/provider.ts'
import { fillLibrary, NOW } from '../../fixtures/library/library.ts'
import { ask, type Body, idsOf, PUBLIC_URL, read } from '../../fixtures/library/library-client.ts'

beforeAll(() => fillLibrary(env.DB))

const names = ({ data }: Body): string[] => data.map(({ name }) => name)

/** One request for each call of the catalogue, and what its answer holds. */
const CALLS: Record<ProviderReadName, [path: string, check: (body: Body) => void]> = {
  categories: [
    '/v1/gifs/categories',
    (body) => {
      expect(names(body)).toEqual(['Animals', 'Old Times'])
      expect(body.data[0]).toMatchObject({
        name_encoded: 'animals',
        gif: { id: 'cat00001' },
        subcategories: [
          { name: 'Cats', name_encoded: 'cats' },
          { name: 'Dogs', name_encoded: 'dogs' },
        ],
      })
    },
  ],
  subcategories: [
    '/v1/gifs/categories/animals?limit=1',
    (body) => {
      expect(body.data).toMatchObject([{ name: 'Cats', gif: { id: 'cat00002' } }])
      expect(body.pagination).toEqual({ total_count: 2, count: 1, offset: 0 })
    },
  ],
  gifsByCategory: [
    '/v1/gifs/categories/Animals/cats',
    (body) => expect(idsOf(body)).toEqual(['cat00002', 'cafe0001', 'cat00001']),
  ],
  search: ['/v1/gifs/search?q=kitten', (body) => expect(idsOf(body)[0]).toBe('cat00002')],
  tagSearch: [
    '/v1/gifs/search/tags?q=ca',
    (body) => {
      // Fewer than four items are calm.
      expect(names(body)).toEqual(['cat'])
      expect(body.data).toMatchObject([{ name_encoded: 'cat', response_id: body.meta.response_id }])
      expect(body.pagination.total_count).toBe(1)
    },
  ],
  trending: [
    '/v1/stickers/trending',
    (body) => expect(idsOf(body)).toEqual(['emoj0001', 'stik0001', 'emoj0002', 'emoj0003']),
  ],
  random: ['/v1/stickers/random?tag=rocket', (body) => expect(body.data.id).toBe('emoj0003')],
  translate: ['/v1/stickers/translate?s=wave', (body) => expect(body.data.id).toBe('stik0001')],
  // 'happy' and 'animal' are rarer than 'cat'; the café shares no tag, but its category. Others follow.
  related: [
    '/v1/gifs/related?gif_id=cat00001',
    (body) => {
      expect(idsOf(body).slice(0, 3)).toEqual(['cat00002', 'edge0001', 'cafe0001'])
      expect(idsOf(body).length).toBeGreaterThanOrEqual(6)
    },
  ],
  videoTrending: [
    '/v1/videos/trending',
    (body) => {
      expect(idsOf(body)).toEqual(['film0001', 'film0002'])
      expect(body.pagination).toEqual({ total_count: 2, count: 2, offset: 0 })
    },
  ],
  videoSearch: ['/v1/videos/search?q=ocean', (body) => expect(idsOf(body)).toEqual(['film0001', 'film0002'])],
  videoRelated: ['/v1/videos/related?gif_id=film0001', (body) => expect(idsOf(body)).toEqual(['film0002'])],
  gifs: [
    '/v1/gifs?ids=stik0001,nothing,gone0001,cat00001',
    (body) => {
      expect(idsOf(body)).toEqual(['stik0001', 'cat00001'])
      expect(body.pagination).toEqual({ total_count: 2, count: 2, offset: 0 })
    },
  ],
  gif: ['/v1/gifs/cat00001', (body) => expect(body.data).toMatchObject({ id: 'cat00001', is_hidden: 0 })],
  associations: ['/v1/gifs/film0001/associations', (body) => expect(idsOf(body)).toEqual(['film0002'])],
  emoji: ['/v1/emoji', (body) => expect(idsOf(body)).toEqual(['emoj0001', 'emoj0002', 'emoj0003'])],
  emojiDefaultVariations: ['/v2/emoji', (body) => expect(idsOf(body)).toEqual(['emoj0001', 'emoj0003'])],
  emojiVariations: [
    '/v2/emoji/emoj0002/variations',
    (body) => {
      expect(idsOf(body)).toEqual(['emoj0001', 'emoj0002'])
      expect(body.pagination).toBeUndefined()
    },
  ],
  animate: ['/v1/text/animate?m=hello', (body) => expect(idsOf(body)).toEqual(['text0001'])],
  trendingSearches: ['/v2/trending/searches', (body) => expect(body.data).toEqual(['cat', 'ocean', 'dot'])],
  channelSearch: [
    '/v1/channels/search?q=sea',
    (body) => {
      expect(JSON.stringify(body.data)).not.toContain('"total"')
      expect(body.data).toMatchObject([
        {
          id: '2',
          parent: '1',
          slug: 'sea',
          display_name: 'The Sea',
          type: 'channel',
          featured_gif: { id: 'film0001' },
          user: { username: 'bob' },
        },
      ])
    },
  ],
  relatedTags: ['/v1/tags/related/cat?score=0.3', (body) => expect(names(body)).toEqual(['animal'])],
  gifRelatedTags: [
    '/v1/tags/related/gif/cat',
    (body) => {
      expect(names(body).slice(0, 1)).toEqual(['animal'])
      expect(names(body)).not.toContain('wave')
    },
  ],
}

describe('§7: every reading call of the catalogue', () => {
  it.each(Object.entries(CALLS))('%s', async (name, [path, check]) => {
    const body = await read(path)
    check(body)
    expect(body.meta).toEqual({
      status: 200,
      msg: 'OK',
      response_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    // What our own client makes of it: nothing is lost or refused.
    const parsed = v.parse(providerCalls[name as ProviderReadName].response, body)
    expect(parsed.meta.response_id).toBe(body.meta.response_id)
    if (Array.isArray(body.data)) expect(parsed.data).toHaveLength(body.data.length)
  })
})

describe('§3: an item in the shape of GIPHY', () => {
  it('has the fields of docs/wire.md, every number of a rendition as text, and only files that exist', async () => {
    const { data } = await read('/v1/gifs/cat00001')
    expect(data).toMatchObject({
      type: 'gif',
      id: 'cat00001',
      slug: 'happy-cat-cat00001',
      url: `${PUBLIC_URL}/gifs/happy-cat-cat00001`,
      embed_url: `${PUBLIC_URL}/embed/cat00001`,
      bitly_url: `${PUBLIC_URL}/gifs/cat00001`,
      username: 'ann',
      rating: 'g',
      tags: ['cat', 'happy', 'animal'],
      trending_datetime: '0000-00-00 00:00:00',
      is_sticker: 0,
      user: {
        id: '1',
        display_name: 'Ann Artist',
        avatar_url: `${PUBLIC_URL}/media/user-1/avatar/avatar-o/80h.png`,
        profile_url: `${PUBLIC_URL}/channels/ann`,
        is_public: true,
      },
    })
    const images = data.images as Record<string, Record<string, string>>
    const media = `${PUBLIC_URL}/media/cat00001`
    expect(images.original).toEqual({
      url: `${media}/original.gif`,
      width: '200',
      height: '100',
      size: '1000',
      frames: '24',
      hash: expect.any(String),
      webp: `${media}/original.webp`,
      webp_size: '1000',
      mp4: `${media}/original.mp4`,
      mp4_size: '1000',
    })
    expect(images.fixed_height_downsampled).toEqual(images.fixed_height)
    expect(images.preview_gif).toEqual({
      url: `${media}/fixed_height_small.gif`,
      width: '200',
      height: '100',
      size: '1000',
    })
    expect(images.preview_webp?.url).toBe(`${media}/fixed_height_small.webp`)
    expect(images.looping).toEqual({
      mp4: `${media}/original.mp4`,
      mp4_size: '1000',
      width: '200',
      height: '100',
    })
    for (const name of [
      'downsized_medium',
      'downsized_small',
      'original_mp4',
      '480w_still',
      'original_still',
      'fixed_width_downsampled',
    ]) {
      expect(images[name], name).toBeDefined()
    }
    expect(await createPayloads(env.DB).read(String(data.analytics_response_payload), NOW)).toBe('cat00001')
  })

  it('has stickers under /stickers, and videos with their film and external media', async () => {
    expect((await read('/v1/gifs/stik0001')).data).toMatchObject({
      url: `${PUBLIC_URL}/stickers/waving-cat-stik0001`,
      is_sticker: 1,
    })
    expect((await read('/v1/gifs/film0001')).data).toMatchObject({
      type: 'video',
      external_media: {
        provider_name: 'youtube',
        asset_uid: 'abc123',
        start_time: 7,
        url: 'https://www.youtube.com/watch?v=abc123',
      },
      video: {
        duration: 1.5,
        assets: { '640p': { url: `${PUBLIC_URL}/media/film0001/hd.mp4`, width: '1280', height: '640' } },
        previews: { original: { mp4: `${PUBLIC_URL}/media/film0001/original.mp4` } },
      },
    })
  })

  it('takes the origin of the request where no public URL is configured', async () => {
    const { providerOrigin } = await import('../../../origin/provider.ts')
    const response = await providerOrigin({ db: env.DB })(
      new Request('https://here.test:8443/v1/gifs/cat00001'),
    )
    expect(await response.json()).toMatchObject({
      data: { embed_url: 'https://here.test:8443/embed/cat00001' },
    })
  })
})

describe('docs/contract.md, Errors: refusals', () => {
  it.each([
    ['an unknown id', '/v1/gifs/nothing', 404, 'No item'],
    ['a removed item', '/v1/gifs/gone0001', 410, 'taken down'],
    ['what is related to an unknown id', '/v1/gifs/related?gif_id=nothing', 404, 'No item'],
    ['what is related to a removed item', '/v1/gifs/related?gif_id=gone0001', 410, 'taken down'],
    ['variations of an unknown id', '/v2/emoji/nothing/variations', 404, 'No item'],
    ['associations of a removed item', '/v1/gifs/gone0001/associations', 410, 'taken down'],
    ['an unknown category', '/v1/gifs/categories/nothing', 404, 'category'],
    ['an unknown subcategory', '/v1/gifs/categories/animals/nothing', 404, 'category'],
    ['an unknown path', '/v1/nothing/search?q=a', 404, 'No such call'],
    ['a search without q', '/v1/gifs/search', 400, 'q'],
    ['a wrong rating', '/v1/gifs/search?q=a&rating=x', 400, 'rating'],
    ['a wrong limit', '/v1/gifs/trending?limit=many', 400, 'limit'],
    ['an offset beyond the end of trending', '/v1/gifs/trending?offset=500', 400, 'offset'],
    ['more ids than allowed', `/v1/gifs?ids=${Array.from({ length: 101 }, (_, n) => n).join()}`, 400, 'ids'],
    ['q over 50 characters', `/v1/gifs/search?q=${'x'.repeat(51)}`, 414, 'q'],
  ])('refuses %s', async (_name, path, status, says) => {
    const response = await ask(path)
    expect(response.status).toBe(status)
    const body = (await response.json()) as Body
    expect(body.data).toEqual([])
    expect(body.meta).toEqual({
      status,
      msg: expect.stringContaining(says),
      response_id: expect.stringMatching(/./),
    })
    expect(response.headers.get('cache-control')).toBe('public, max-age=6')
  })

  it('takes GET and HEAD alone, and says so', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask('/v1/gifs/trending', { init: { method } })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    const head = await ask('/v1/gifs/trending', { init: { method: 'HEAD' } })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('F12: is 503 without a word of the fault when the database fails', async () => {
    const { providerOrigin } = await import('../../../origin/provider.ts')
    const broken = {
      prepare: () => {
        throw new Error('D1_ERROR: secret detail')
      },
    } as never
    const response = await providerOrigin({ db: broken, publicUrl: '' })(
      new Request('https://origin.test/v1/gifs/trending'),
    )
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '6'])
    expect(await response.text()).not.toContain('secret')
  })
})

it('sends the headers of public reads', async () => {
  const { headers } = await ask('/v1/gifs/trending')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=60',
  })
})
