import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { fillDemo } from '../../fixtures/library/demo-items.ts'
import { embeddedSite } from '../../fixtures/site/embedded-site.ts'

/** A suggestion: where it is offered, and the list that it leads to. */
type Offer = { from: string; to: string }

type Named = { data: { name: string }[] }
type Props = { searches: { q?: string; types?: string[] }[] }

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/** A library's surfaces, past what caches have of another. */
function surfacesOf(name: string) {
  const visitor = embeddedSite({ PUBLIC_URL: `https://${name}.test` }).visitor()
  const text = async (path: string) => {
    const response = await visitor.call(`GET ${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return response.text()
  }
  const json = async <Body>(path: string): Promise<Body> => JSON.parse(await text(path))
  const offers: Offer[] = []
  const offer = (from: string, to: string) => offers.push({ from, to })
  const search = (q: string, type = 'gifs') => `/v1/${type}/search?${new URLSearchParams({ q })}`

  async function completions(): Promise<Set<string>> {
    const names = new Set<string>()
    for (const q of LETTERS) {
      for (const kind of ['gifs', 'stickers', 'text']) {
        const from = `/v1/gifs/search/tags?q=${q}&limit=50&kind=${kind}`
        for (const { name } of (await json<Named>(from)).data) {
          names.add(name)
          offer(from, search(name, kind))
        }
      }
      const tenor = `/v2/autocomplete?key=k&q=${q}&limit=50`
      for (const word of (await json<{ results: string[] }>(tenor)).results)
        offer(tenor, `/v2/search?${new URLSearchParams({ key: 'k', q: word })}`)
    }
    return names
  }

  async function relatedTo(tag: string): Promise<void> {
    for (const from of [
      `/v1/tags/related/${encodeURIComponent(tag)}`,
      `/v1/tags/related/gif/${encodeURIComponent(tag)}`,
    ])
      for (const { name } of (await json<Named>(from)).data) offer(from, search(name))
    const from = `/v2/search_suggestions?${new URLSearchParams({ key: 'k', q: tag.slice(0, 50), limit: '50' })}`
    for (const word of (await json<{ results: string[] }>(from)).results) offer(from, search(word))
  }

  async function terms(): Promise<void> {
    for (const from of ['/v1/trending/searches', '/v2/trending/searches'])
      for (const term of (await json<{ data: string[] }>(from)).data) offer(from, search(term))
    for (const term of (await json<{ results: string[] }>('/v2/trending_terms?key=k&limit=50')).results)
      offer('/v2/trending_terms', search(term))
    // It links to itself in other languages.
    for (const page of ['/', '/search/zzzzzz'])
      for (const [, path = ''] of (await text(page)).matchAll(/href="\/search\/([^"?#]+)/g))
        if (!page.endsWith(path)) offer(page, search(decodeURIComponent(path).replaceAll('-', ' ')))
  }

  async function categories(): Promise<void> {
    type Category = { name: string; name_encoded: string; subcategories: { name_encoded: string }[] }
    for (const category of (await json<{ data: Category[] }>('/v1/gifs/categories?limit=50')).data) {
      expect(category.subcategories.length).toBeGreaterThan(0)
      for (const sub of category.subcategories)
        offer('/v1/gifs/categories', `/v1/gifs/categories/${category.name_encoded}/${sub.name_encoded}`)
    }
    for (const more of ['', '&searchfilter=sticker', '&type=trending', '&contentfilter=high']) {
      const from = `/v2/categories?key=k${more}`
      for (const { path } of (await json<{ tags: { path: string }[] }>(from)).tags) {
        const { pathname, search: query } = new URL(path)
        offer(from, pathname + query)
      }
    }
    for (const type of ['gifs', 'stickers', 'clips', 'static-memes', 'emojis']) {
      const from = `/api/v1/key/${type}/categories`
      const { data } = await json<{ data: { categories: { query: string }[] } }>(from)
      for (const { query } of data.categories)
        offer(from, `/api/v1/key/${type}/search?${new URLSearchParams({ q: query })}`)
    }
    const [, props = ''] = /data-props="([^"]+)"/.exec(await text('/widgets/picker')) ?? []
    const { searches }: Props = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    for (const { q, types = ['gifs'] } of searches)
      if (q !== undefined) for (const type of types) offer('/widgets/picker', search(q, type))
  }

  return {
    async offers(): Promise<Offer[]> {
      for (const tag of await completions()) await relatedTo(tag)
      await terms()
      await categories()
      return offers
    },
    /** Those that lead to nothing. */
    async empty(all: readonly Offer[]): Promise<Offer[]> {
      const found = new Map<string, number>()
      for (const { to } of all) {
        if (found.has(to)) continue
        type Lists = { data?: unknown[] | { data: unknown[] }; results?: unknown[] }
        const { data = [], results = [] } = await json<Lists>(to)
        found.set(to, (Array.isArray(data) ? data : data.data).length + results.length)
      }
      return all.filter(({ to }) => found.get(to) === 0)
    },
  }
}

const fill = (...statements: string[]) => env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))

const EMPTY = [
  'gifs',
  'category_nodes',
  'staff_terms',
  'trending_terms',
  'synonyms',
  'term_days',
  'term_networks',
]

/** One item: its tags have one that no search takes, one that names a channel, and one that is too long. */
const one = (type: string) => [
  `INSERT INTO gifs (id, slug, title, type, tags, import_datetime)
   VALUES ('one00001', 'one', 'One', '${type}', '["alone","only","!!","@me too","${'b'.repeat(60)}"]', '2026-11-22')`,
  `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
   SELECT 'one00001', value, 'gif', 200, 100, 1000, 9, 'm/one' FROM json_each('["original","fixed_width","fixed_height"]')`,
  "INSERT INTO category_nodes (id, slug, name, term) VALUES (1, 'held', 'Held', 'held'), (2, 'empty', 'Empty', 'empty')",
  "INSERT INTO category_items (node, gif_id, chosen) VALUES (1, 'one00001', 0)",
  "INSERT INTO staff_terms (state, term, position) VALUES ('pinned', 'nothing', 0), ('pinned', 'alone', 1)",
]

describe('what is suggested leads to something, in every dialect', () => {
  it.for<[string, () => Promise<unknown>, number]>([
    ['empty', () => fill("INSERT INTO staff_terms (state, term, position) VALUES ('pinned', 'cat', 0)"), 0],
    ['one-gif', () => fill(...one('gif')), 20],
    ['one-sticker', () => fill(...one('sticker')), 4],
    ['demo', () => fillDemo(env.DB), 1000],
  ])('in a library that is: %s', { timeout: 120_000 }, async ([name, make, least]) => {
    await fill(...EMPTY.map((table) => `DELETE FROM ${table}`))
    await make()
    const surfaces = surfacesOf(name)
    const offers = await surfaces.offers()
    expect(offers.length).toBeGreaterThanOrEqual(least)
    if (least === 0) expect(offers).toEqual([])
    expect(await surfaces.empty(offers)).toEqual([])
  })
})

it('the welcome page of an empty library says so, and leads to the uploads', async () => {
  await fill(...EMPTY.map((table) => `DELETE FROM ${table}`))
  const response = await embeddedSite({ PUBLIC_URL: 'https://bare.test' }).visitor().call('GET /')
  const html = await response.text()
  expect(html).toMatch(/Nothing here yet\.(<!-- -->| )*<a href="\/upload">Upload<\/a>/)
  expect(html).not.toContain('The library isn’t responding.')
})
