import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const ODD: [string, unknown][] = [
  ['{}', {}],
  ['null', null],
  ['nothing', undefined],
  ['a text', 'x'],
  ['{ gifs: null }', { gifs: null }],
]

let fresh = 0
const id = () => `odd${++fresh}x${Date.now()}`

/** Every page and call that reads the provider, as the address of one that nobody has asked for yet. */
const ADDRESSES: Record<string, () => string> = {
  embed: () => `/embed/a-${id()}`,
  item: () => `/gifs/a-${id()}`,
  related: () => `/gifs/a-${id()}/related/page/1`,
  oembed: () => `/services/oembed?url=https://loop.test/gifs/${id()}`,
  carousel: () => `/widgets/carousel?q=${id()}`,
  grid: () => `/widgets/grid?related=${id()}`,
  search: () => `/search/${id()}`,
  channel: () => `/channels/${id()}`,
  stickers: () => `/create/gifmaker/decorate/stickers/search/${id()}`,
  'GIFs by the API': () => `/v1/gifs/search?q=${id()}`,
  'one GIF by the API': () => `/v1/gifs/${id()}`,
  'tags by the API': () => `/v1/gifs/search/tags?q=${id()}`,
  'channels by the API': () => `/v1/channels/search?q=${id()}`,
  'a category by the API': () => `/v1/gifs/categories/${id()}`,
}

/** No upstream can make these pages fail by themselves: not a 500, and no word of ours that says nothing. */
const isSound = (status: number, text: string) =>
  status < 500 && !/undefined|NaN|\[object /.test(text.replace(/<script[\s\S]*?<\/script>/g, ''))

let answer: (id: string) => unknown = () => undefined
let site: ReturnType<typeof withProvider>
beforeAll(() => {
  site = withProvider(({ url }) =>
    Response.json(okJson(answer(new URL(url).pathname.split('/').pop() ?? ''))),
  )
})
afterAll(() => vi.restoreAllMocks())

describe.each(ODD)('F8: a provider whose data is %s', (_what, data) => {
  it.each(Object.entries(ADDRESSES))('%s', async (_name, address) => {
    answer = () => data
    const response = await site.get(address())
    expect([response.status, isSound(response.status, await response.text())]).toEqual([
      response.status,
      true,
    ])
  })
})

const FIELDS = [
  'id',
  'slug',
  'url',
  'title',
  'tags',
  'user',
  'images',
  'external_media',
  'bottle_data',
  'video',
  'type',
]
const VALUES = [null, {}, 7, { original: { url: 7, width: {}, height: null } }]

describe.each(FIELDS)('F8: a GIF whose %s is of a wrong type', (field) => {
  it.each(['embed', 'item'])('%s', async (name) => {
    for (const value of VALUES) {
      answer = (own) => ({ ...catJson(own), [field]: value })
      const response = await site.get(ADDRESSES[name]?.() ?? '')
      const sound = isSound(response.status, await response.text())
      expect([value, response.status, sound]).toEqual([value, response.status, true])
    }
  })
})
