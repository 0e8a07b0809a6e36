import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Shape,
  shapedProduct,
  shown,
  some,
  upstreamOf,
  word,
} from '../../fixtures/upstreams/shaped-product.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

/** Where an item is seen, by its id. */
const surfaces = (id: string) => [
  ...[`/embed/a-${id}`, `/gifs/a-${id}`, `/widgets/grid?ids=${id}`, '/widgets/carousel', '/widgets/picker'],
  ...['/search/cat', '/trending', `/gifs/a-${id}/related`, `/v1/gifs/${id}`, `/v1/gifs?ids=${id}`],
  ...[
    '/v1/gifs/trending',
    '/v1/gifs/search?q=cat',
    '/v2/search?q=cat',
    '/v2/featured',
    `/v2/posts?ids=${id}`,
  ],
  ...['/api/v1/key/gifs/search?q=cat', '/api/v1/key/gifs/trending', '/categories', '/v1/gifs/categories'],
  ...['json', 'xml'].map((format) => `/services/oembed?format=${format}&url=https://loop.test/gifs/a-${id}`),
]

const PICTURE = 'pictures.test'

type Get = (path: string) => Promise<Response>

async function bodies(get: Get, id: string) {
  const found = []
  for (const path of surfaces(id)) {
    const response = await get(path)
    found.push({ path, status: response.status, text: (await response.text()).replaceAll('\\/', '/') })
  }
  return found
}

async function expectSecure(get: Get, id: string) {
  const all = await bodies(get, id)
  for (const { path, status, text } of all) {
    expect([path, status < 500 || status === 501]).toEqual([path, true])
    expect([path, new RegExp(`http:/+[^"' ]{0,20}${PICTURE}`, 'i').exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ])
  }
  return all
}

/** GIPHY's shape: an item whose pictures are addressed so. */
function giphyOf(id: string, address: (name: string) => string) {
  const rendition = (name: string) => ({
    ...{ url: address(`${name}.gif`), webp: address(`${name}.webp`), mp4: address(`${name}.mp4`) },
    ...{ width: '480', height: '270' },
  })
  const names = [
    'original',
    'fixed_width',
    'fixed_height',
    'original_still',
    'fixed_width_still',
    'preview_gif',
  ]
  const user = { ...catJson().user, avatar_url: address('avatar.png'), banner_image: address('banner.png') }
  const images = Object.fromEntries(names.map((name) => [name, rendition(name)]))
  const video = { duration: 3, assets: { '360p': rendition('film') }, previews: images }
  return { ...catJson(id), user, images, video }
}

const providerOf = (item: { id: string }) => (request: Request) => {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/categories')) {
    return Response.json(okJson([{ name: 'cats', name_encoded: 'cats', gif: item, subcategories: [] }]))
  }
  return Response.json(okJson(pathname.endsWith(item.id) ? item : [item]))
}

describe('a provider’s picture by http', () => {
  it('is by https on every surface, whichever way it is written', async () => {
    const scheme = fc.constantFrom('http', 'HTTP', 'Http')
    const host = fc.constantFrom(PICTURE, `media3.${PICTURE}`, `${PICTURE}:80`, PICTURE.toUpperCase())
    const slashes = fc.constantFrom('//', '//', '/', '////')
    await fc.assert(
      fc.asyncProperty(scheme, host, slashes, async (a, b, c) => {
        const item = giphyOf(word(), (name) => `${a}:${c}${b}/${name}`)
        const { get } = withProvider(providerOf(item), { PROVIDER_URL: `https://provider.test/${word()}` })
        const all = await expectSecure(get, item.id)
        const text = all.map((each) => each.text).join('')
        if (c === '//') expect(text).toMatch(new RegExp(`https://(?:media\\d*\\.)?${PICTURE}`, 'i'))
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it.each<Shape>(['tenor', 'klipy'])('is by https in the shape %s', async (shape) => {
    const [item = {}] = some(1)[shape]
    const insecure = JSON.parse(
      JSON.stringify(item).replaceAll(/https:\/\/(?:media\.tenor|static\.klipy)\.test/g, `http://${PICTURE}`),
    )
    const { get } = shapedProduct(shape, upstreamOf(shape, [insecure]))
    const all = await expectSecure(get, shown(insecure))
    expect(all.map(({ text }) => text).join('')).toContain(`https://${PICTURE}`)
  })

  it('is nothing where it is no address', async () => {
    const item = giphyOf(word(), (name) => `http://[${PICTURE}/${name}`)
    const { get } = withProvider(providerOf(item), { PROVIDER_URL: `https://provider.test/${word()}` })
    await expectSecure(get, item.id)
  })

  it('stays as it is on a development host, and so do words', async () => {
    const item = giphyOf(word(), (name) => `http://localhost:9000/${name}`)
    const { get } = withProvider(providerOf({ ...item, title: 'http://cats' } as typeof item), {
      PROVIDER_URL: `https://provider.test/${word()}`,
    })
    const text = await (await get(`/v1/gifs/${item.id}`)).text()
    expect(text).toContain('"http://localhost:9000/original.gif"')
    expect(text).toContain('"http://cats"')
  })
})

/** Names that every object has, and values that JSON can give them. */
const name = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    1,
    '',
    'x',
    [],
    {},
    { url: 'https://a.test/a.gif', width: '9', height: '9' },
  ),
  fc.dictionary(name, fc.constantFrom<unknown>(null, 1, 'x', {}, { toString: 1 })),
)
/** JSON that has such names as fields of its own, also `__proto__`. */
const odd = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map(
    (fields) => `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`).join()}}`,
  )

describe('T63: an upstream’s item whose fields are named as those of every object', () => {
  it('is shown on every surface without a throw', async () => {
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, odd, async (item, images, user, video) => {
        const id = word()
        const cat = catJson(id)
        const within = (fields: object, more: string) =>
          `${JSON.stringify(fields).slice(0, -1)}${more === '{}' ? '' : `,${more.slice(1, -1)}`}}`
        const { images: files, user: person, ...rest } = cat
        const parts = `"images":${within(files, images)},"user":${within(person, user)},"video":${video},"tags":["__proto__",${item}]`
        const whole = within(rest, `{${parts}${item === '{}' ? '' : `,${item.slice(1, -1)}`}}`)
        const upstream = (request: Request) => {
          const isOne = new URL(request.url).pathname.endsWith(id)
          const meta = '"meta":{"status":200,"msg":"OK","response_id":"r1"}'
          return new Response(`{"data":${isOne ? whole : `[${whole}]`},${meta}}`)
        }
        const { get } = withProvider(upstream, { PROVIDER_URL: `https://provider.test/${word()}` })
        for (const { path, status } of await bodies(get, id))
          expect([path, status < 500 || status === 501]).toEqual([path, true])
        expect((await get(`/embed/a-${id}`)).status).toBe(200)
      }),
      { numRuns: 25 },
    )
  }, 90_000)
})
