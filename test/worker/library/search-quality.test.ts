import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { judge, NONSENSE, readQueries, SHELVES, type Shelf, scoresOf } from '../../../bench/search/judge.ts'
import tsv from '../../../bench/search/queries.tsv?raw'
import manifest from '../../../seed/library.json'
import { fillDemo } from '../../fixtures/library/demo-items.ts'
import { ask } from '../../fixtures/library/library-client.ts'
import { embeddedSite } from '../../fixtures/site/embedded-site.ts'

const QUERIES = readQueries(tsv)

beforeAll(() => fillDemo(env.DB))

async function find(text: string, shelf: Shelf): Promise<string[]> {
  const response = await ask(`/v1/${shelf}/search?limit=25&q=${encodeURIComponent(text)}`)
  return (await response.json<{ data: { id: string }[] }>()).data.map(({ id }) => id)
}

/** Of each class at least: the part of its queries that have what belongs among the first five, and their mean reciprocal rank. */
const FLOORS = { at5: 0.9, mrr: 0.85 }
const CLASSES = ['plain', 'sentence', 'language', 'form', 'typo', 'slang', 'emoji']

describe('§7 search: what people find (bench/search/queries.tsv)', () => {
  it('has queries of seven classes in five languages', () => {
    expect(QUERIES.length).toBeGreaterThan(250)
    expect([...new Set(QUERIES.map((query) => query.class))]).toEqual(CLASSES)
    expect(new Set(QUERIES.map(({ lang }) => lang)).size).toBe(5)
  })

  it.each(CLASSES)('finds what belongs among the first: %s', async (name) => {
    const judged = await judge(
      QUERIES.filter((query) => query.class === name),
      manifest.items,
      find,
    )
    const [score] = scoresOf(judged)
    expect(score?.at5).toBeGreaterThanOrEqual(FLOORS.at5)
    expect(score?.mrr).toBeGreaterThanOrEqual(FLOORS.mrr)
  })

  it.each(NONSENSE)('finds nothing for %s', async (text) => {
    const found = await Promise.all(SHELVES.map((shelf) => find(text, shelf)))
    expect(found.flat()).toEqual([])
  })
})

const ID_IN_LINK = /href="[^"]*\/gifs\/(?:[a-z0-9-]+-)?([A-Za-z0-9]{12})[?"]/g
// The page shows texts too, in a list of their own.
const TEXTS = new Set(manifest.items.filter(({ type }) => type === 'text').map(({ id }) => id))
const inHtml = (html: string) =>
  [...new Set([...html.matchAll(ID_IN_LINK)].map(([, id = '']) => id))].filter((id) => !TEXTS.has(id))

type Listed = { id: string }[]

/** The ids that each place has for the same words, and what its address is. */
const PLACES: Record<string, readonly [path: (q: string) => string, ids: (body: string) => string[]]> = {
  '/v2': [
    (q) => `/v2/search?key=k&limit=25&q=${q}`,
    (body) => (JSON.parse(body) as { results: Listed }).results.map(({ id }) => id),
  ],
  KLIPY: [
    (q) => `/api/v1/k/gifs/search?per_page=25&q=${q}`,
    (body) =>
      (JSON.parse(body) as { data: { data: { slug: string }[] } }).data.data.map(({ slug }) =>
        slug.slice(-12),
      ),
  ],
  grid: [(q) => `/widgets/grid?limit=25&q=${q}`, inHtml],
  carousel: [(q) => `/widgets/carousel?limit=25&q=${q}`, inHtml],
  picker: [(q) => `/widgets/picker?q=${q}`, inHtml],
  page: [(q) => `/search?q=${q}`, inHtml],
}

describe('§7 search: the same words find the same items everywhere', () => {
  const visitor = embeddedSite({ PUBLIC_URL: 'https://same-search.test' }).visitor()
  const read = async (path: string) => {
    const response = await visitor.call(`GET ${path}`)
    const { headers, status } = response
    const moved = status === 301 || status === 302 ? headers.get('location') : null
    if (!moved) return response.text()
    const { pathname, search } = new URL(moved, 'https://same-search.test')
    return (await visitor.call(`GET ${pathname}${search}`)).text()
  }

  it.each(QUERIES.filter((_, at) => at % 8 === 0).map(({ text }) => text))('%s', async (text) => {
    const q = encodeURIComponent(text)
    const { data } = JSON.parse(await read(`/v1/gifs/search?limit=25&q=${q}`)) as { data: Listed }
    const ids = data.map(({ id }) => id)
    for (const [name, [path, idsOf]] of Object.entries(PLACES)) {
      const there = idsOf(await read(path(q)))
      expect([name, there]).toEqual([name, ids])
    }
  })
})
