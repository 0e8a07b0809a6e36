import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { type Body, type Item, keyedLibrary, partner } from '../../fixtures/site/partners.ts'

beforeAll(() => fillLibrary(env.DB))

const idsOf = (items: Item[]) => items.map(({ id }) => id)

describe('T51 a rating cap', () => {
  const capped = async (path: (key: string) => string, rating = 'g') =>
    keyedLibrary().get(path(await partner({ rating })))

  it.each([
    ['GIPHY', (key: string) => `/v1/gifs/search?q=cat&limit=50&api_key=${key}`],
    ['GIPHY, a rating above it', (key: string) => `/v1/gifs/search?q=cat&limit=50&rating=r&api_key=${key}`],
    ['GIPHY, by ids', (key: string) => `/v1/gifs?ids=cat00001,edge0001&api_key=${key}`],
    ['GIPHY, trending', (key: string) => `/v1/gifs/trending?api_key=${key}`],
    ['Tenor', (key: string) => `/v2/search?q=cat&contentfilter=off&key=${key}`],
    ['Tenor, by ids', (key: string) => `/v2/posts?ids=edge0001,cat00001&key=${key}`],
    ['Tenor, featured', (key: string) => `/v2/featured?key=${key}`],
  ])('leaves out of a list what is above it: %s', async (_, path) => {
    const open = (await keyedLibrary().read(path(await partner()))) as Body
    const bound = (await (await capped(path)).json()) as Body
    expect(idsOf(open.data ?? open.results)).toContain('edge0001')
    expect(idsOf(bound.data ?? bound.results)).not.toContain('edge0001')
    expect(idsOf(bound.data ?? bound.results)).toContain('cat00001')
  })

  it.each([
    ['GIPHY', (key: string) => `/v1/gifs/edge0001?api_key=${key}`],
    ['KLIPY', (key: string) => `/api/v1/${key}/gifs/edgy-cat-edge0001`],
    ['Tenor, a share', (key: string) => `/v2/registershare?id=edge0001&key=${key}`],
  ])('hides an item above it: %s', async (_, path) => {
    expect((await keyedLibrary().get(path(await partner()))).status).toBe(200)
    expect((await capped(path)).status).toBe(404)
    expect((await capped(path, 'r')).status).toBe(200)
  })

  it('KLIPY: a list, whatever the client says', async () => {
    const path = (key: string) => `/api/v1/${key}/gifs/search?q=cat&rating=r&content_filter=off`
    const slugs = async (response: Response) =>
      ((await response.json()) as { data: { data: Item[] } }).data.data.map(({ slug }) => slug)
    const open = await slugs(await keyedLibrary().get(path(await partner())))
    const bound = await slugs(await capped(path))
    expect(open.filter((slug) => slug?.includes('edge0001'))).toHaveLength(1)
    expect(bound.filter((slug) => slug?.includes('edge0001'))).toEqual([])
    expect(bound).toHaveLength(open.length - 1)
  })

  it('lets a client ask for less', async () => {
    const { read } = keyedLibrary()
    const key = await partner({ rating: 'pg' })
    const coffee = `/v1/gifs/search?q=coffee&api_key=${key}`
    expect(idsOf((await read(coffee)).data)).toEqual(['cafe0001'])
    expect(idsOf((await read(`${coffee}&rating=g`)).data)).toEqual([])
  })

  it('random gives nothing above it', async () => {
    const { read } = keyedLibrary()
    const key = await partner({ rating: 'g' })
    expect((await read(`/v1/gifs/random?tag=edgy&rating=r&api_key=${key}`)).data).toEqual([])
  })
})

describe('T51 a block list', () => {
  it.each([
    ['an id', 'cat00001', ['cat00001'], ['cat00002']],
    ['a tag, whatever its case', '#CAT', ['cat00001', 'cat00002', 'edge0001'], ['many0000']],
    ['a user', '@Ann', ['cat00001', 'cafe0001'], ['cat00002']],
    ['a type', 'video', ['film0001', 'film0002'], ['cat00002']],
    ['a type as lists name it', 'stickers', ['stik0001'], ['cat00002']],
  ])('leaves out %s: lists, ids and single items in each dialect', async (_, entry, gone, there) => {
    const { get, read } = keyedLibrary()
    const key = await partner({ blocked: [entry] })
    const all = [...gone, ...there].join()
    expect(idsOf((await read(`/v1/gifs?ids=${all}&api_key=${key}`)).data)).toEqual(there)
    expect(idsOf((await read(`/v2/posts?ids=${all}&key=${key}`)).results)).toEqual(there)
    for (const id of [...gone, ...there]) {
      const status = gone.includes(id) ? 404 : 200
      expect([id, (await get(`/v1/gifs/${id}?api_key=${key}`)).status]).toEqual([id, status])
      expect([id, (await get(`/api/v1/${key}/gifs/x-${id}`)).status]).toEqual([id, status])
    }
    const lists = [
      ...(await read(`/v1/gifs/trending?limit=50&api_key=${key}`)).data,
      ...(await read(`/v2/featured?limit=50&key=${key}`)).results,
    ]
    expect(lists.length).toBeGreaterThan(20)
    for (const id of gone) expect(idsOf(lists)).not.toContain(id)
  })

  it('an item that is named for its relations is blocked too', async () => {
    const { get } = keyedLibrary()
    const key = await partner({ blocked: ['cat00001'] })
    expect((await get(`/v1/gifs/related?gif_id=cat00001&api_key=${key}`)).status).toBe(404)
    expect((await get(`/v1/gifs/related?gif_id=cat00002&api_key=${key}`)).status).toBe(200)
  })

  it('no page has an item twice, and all pages have the rest', async () => {
    const { read } = keyedLibrary()
    const key = await partner({ blocked: ['#even'] })
    const giphy: string[] = []
    for (let offset = 0; ; ) {
      const { data, pagination } = await read(`/v1/gifs/search?q=dot&limit=5&offset=${offset}&api_key=${key}`)
      giphy.push(...idsOf(data))
      offset += Number(pagination.count)
      if (offset >= Number(pagination.total_count)) break
      expect(pagination.hasMoreGifs).toBe(true)
    }
    const tenor: string[] = []
    for (let next = ''; ; ) {
      const page = await read(`/v2/search?q=dot&limit=5&key=${key}&pos=${next}`)
      tenor.push(...idsOf(page.results))
      next = page.next
      if (next === '') break
    }
    const klipy: string[] = []
    for (let page = 1; ; page++) {
      const { data } = (await read(
        `/api/v1/${key}/gifs/search?q=dot&per_page=8&page=${page}`,
      )) as unknown as {
        data: { data: { slug: string }[]; has_next: boolean }
      }
      klipy.push(...data.data.map(({ slug }) => slug.split('-').at(-1) ?? ''))
      if (!data.has_next) break
    }
    const odd = Array.from({ length: 15 }, (_, n) => `many${String(2 * n + 1).padStart(4, '0')}`)
    for (const found of [giphy, tenor, klipy]) expect(found.toSorted()).toEqual(odd)
  })

  it('categories of a blocked name are in no response', async () => {
    const { read } = keyedLibrary()
    const [key, open] = [await partner({ blocked: ['#ANIMALS', '#war'] }), await partner()]
    const names = async (key: string) =>
      JSON.stringify([
        await read(`/v1/gifs/categories?api_key=${key}`),
        await read(`/v1/gifs/categories/old-times?api_key=${key}`),
        await read(`/v2/categories?key=${key}`),
        await read(`/api/v1/${key}/gifs/categories`),
      ]).match(/"(?:Animals|War|Old Times)"/g)
    expect(new Set(await names(open))).toEqual(new Set(['"Animals"', '"War"', '"Old Times"']))
    expect(new Set(await names(key))).toEqual(new Set(['"Old Times"']))
  })

  it('words that are blocked are suggested nowhere', async () => {
    const { read } = keyedLibrary()
    const [key, open] = [await partner({ blocked: ['#cat'] }), await partner()]
    const terms = async (key: string) => [
      ...(await read(`/v1/gifs/search/tags?q=ca&api_key=${key}`)).data.map((term) => JSON.stringify(term)),
      ...(await read(`/v2/autocomplete?q=ca&key=${key}`)).results.map(String),
    ]
    const isCat = (term: string) => term === 'cat' || term.includes('"cat"')
    expect((await terms(open)).filter(isCat)).toHaveLength(2)
    expect((await terms(key)).filter(isCat)).toEqual([])
  })
})
