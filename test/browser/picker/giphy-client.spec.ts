import { type FetchError, GiphyFetch, gifPaginator, setServerUrl } from '@giphy/js-fetch-api'
import { expect } from '@playwright/test'
import { items } from '../library.ts'
import { test } from '../test.ts'

/** GIPHY's own client, unchanged, pointed at `/v1/`. */
const giphy = new GiphyFetch('any-key')

test.beforeAll(({ baseURL }) => setServerUrl(`${baseURL}/v1/`))

const idsOf = (list: readonly { id: string | number }[]) => list.map(({ id }) => id)

test('searches, and pages through to the end without a duplicate', async () => {
  const next = gifPaginator((offset) => giphy.search('happy', { offset, limit: 5 }))
  let all = await next()
  for (let before = 0; all.length > before; ) {
    before = all.length
    all = await next()
  }
  const { pagination } = await giphy.search('happy', { limit: 5 })
  expect(all.length).toBe(pagination.total_count)
  expect(all.length).toBeGreaterThan(5)
  expect(new Set(idsOf(all)).size).toBe(all.length)
})

test('searches stickers and text', async () => {
  const stickers = await giphy.search('cat', { type: 'stickers' })
  expect(stickers.data.length).toBeGreaterThan(0)
  expect(stickers.data.every((gif) => gif.is_sticker)).toBe(true)
  expect((await giphy.search('hello', { type: 'text' })).data.length).toBeGreaterThan(0)
})

test('fetches by id and by ids, in order', async () => {
  const { data } = await giphy.gif(items.gif.id)
  expect(data.title).toBe(items.gif.title)
  expect(data.images.original.width).toBeGreaterThan(0)
  expect(data.images.fixed_width_small.url).toMatch(/^http/)
  const wanted = [items.sticker.id, items.gif.id]
  expect(idsOf((await giphy.gifs(wanted)).data)).toEqual(wanted)
})

test('gets related, random, trending, emoji and categories', async () => {
  const related = await giphy.related(items.gif.id, { limit: 6 })
  expect(related.data.length).toBe(6)
  expect(idsOf(related.data)).not.toContain(items.gif.id)
  expect((await giphy.random({ tag: 'happy' })).data.id).toBeTruthy()
  expect((await giphy.trending({ limit: 10 })).data.length).toBe(10)
  expect((await giphy.emoji()).data.length).toBeGreaterThan(20)
  const { data: categories } = await giphy.categories()
  expect(categories.length).toBeGreaterThan(5)
  const [category] = categories
  const { data: subcategories } = await giphy.subcategories(category?.name_encoded ?? '')
  const within = await giphy.gifs(category?.name_encoded ?? '', subcategories[0]?.name_encoded ?? '')
  expect(within.data.length).toBeGreaterThan(0)
})

test('gets channels, animated text and the first page of trending searches', async ({ request }) => {
  expect((await giphy.channels('animals')).data).toBeInstanceOf(Array)
  expect((await giphy.animate('hello')).data.length).toBeGreaterThan(0)
  const searches = await (await request.get('/v2/trending/searches')).json()
  expect(searches.data.length).toBeGreaterThan(10)
})

test('gets typed failures', async () => {
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: FetchError) => error,
    )
  expect(await failure(giphy.gif('unknownid'))).toMatchObject({ status: 404 })
  expect(await failure(giphy.gif('does-not-exist'))).toMatchObject({ status: 404 })
  expect(await failure(giphy.search('x'.repeat(51)))).toMatchObject({ status: 414 })
})

test('a missing page of media is a 404, a range of it a 206', async ({ request }) => {
  const { data } = await giphy.gif(items.gif.id)
  const url = data.images.original.url
  const whole = await request.get(url)
  expect(whole.status()).toBe(200)
  const etag = whole.headers().etag ?? ''
  expect((await request.get(url, { headers: { 'If-None-Match': etag } })).status()).toBe(304)
  const part = await request.get(url, { headers: { Range: 'bytes=0-5' } })
  expect(part.status()).toBe(206)
  expect((await part.body()).toString()).toBe('GIF89a')
  expect((await request.get(url.replace('original', 'nothing'))).status()).toBe(404)
})
