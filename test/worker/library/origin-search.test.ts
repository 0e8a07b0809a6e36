import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { ask, idsOf, read } from '../../fixtures/library/library-client.ts'

beforeAll(() => fillLibrary(env.DB))

const ids = async (path: string) => idsOf(await read(path))

describe('§7 search: what is found', () => {
  it('finds a word in title and tags, the start of a word, and words with their accents left out', async () => {
    expect((await ids('/v1/gifs/search?q=kitten'))[0]).toBe('cat00002')
    expect(await ids('/v1/gifs/search?q=medi')).toEqual(['cat00003'])
    expect(await ids('/v1/gifs/search?q=CAFE%20creme')).toEqual(['cafe0001'])
  })

  it('finds the shelf that the path names: gifs with videos, stickers, text', async () => {
    expect(await ids('/v1/gifs/search?q=ocean')).toEqual(['film0001', 'film0002'])
    expect(await ids('/v1/videos/search?q=ocean')).toEqual(['film0001', 'film0002'])
    expect(await ids('/v1/videos/search?q=cat')).toEqual([])
    expect(await ids('/v1/stickers/search?q=cat')).toEqual(['stik0001'])
    expect(await ids('/v1/text/search?q=hello')).toEqual(['text0001'])
  })

  it('never finds what is removed or hidden', async () => {
    expect(await ids('/v1/gifs/search?q=takendown')).toEqual([])
    expect(await ids('/v1/gifs/search?q=concealed')).toEqual([])
    expect(await ids('/v1/gifs/search?q=cat')).not.toContain('gone0001')
  })

  it('takes any of the words where no item has them all', async () => {
    expect(await ids('/v1/gifs/search?q=happy%20cat')).toEqual(['cat00001'])
    expect(await ids('/v1/gifs/search?q=kitten%20catapult')).toEqual(
      expect.arrayContaining(['cat00002', 'cat00003']),
    )
  })

  it('leaves dynamic text out when asked to', async () => {
    expect(await ids('/v1/text/search?q=night')).toEqual(['text0002'])
    expect(await ids('/v1/text/search?q=night&excludeDynamicResults=true')).toEqual([])
  })
})

describe('§7 search: order, rating, scope', () => {
  it('puts the whole word before the mere start of one, and what is popular before its equal', async () => {
    const found = await ids('/v1/gifs/search?q=cat')
    expect(found.at(-1)).toBe('cat00003')
    expect(await ids('/v1/gifs/search?q=heart')).toEqual([])
    expect(await ids('/v1/stickers/search?q=heart')).toEqual(['emoj0001', 'emoj0002'])
  })

  it('sorts by date when asked to', async () => {
    expect((await ids('/v1/gifs/search?q=cat&sort=recent'))[0]).toBe('cat00003')
  })

  it.each([
    ['g', ['cat00001', 'cat00002', 'cat00003']],
    ['pg-13', ['cat00001', 'cat00002', 'cat00003']],
    ['r', ['cat00001', 'cat00002', 'cat00003', 'edge0001']],
  ])('takes rating=%s as the highest that may come', async (rating, expected) => {
    expect((await ids(`/v1/gifs/search?q=cat&rating=${rating}`)).sort()).toEqual(expected)
  })

  it.each([
    ['@ann', ['cafe0001', 'cat00001']],
    ['@ANN cat', ['cat00001']],
    ['@nature', ['cat00001', 'film0001', 'film0002']],
    ['@sea storm', ['film0002']],
    ['@ann zzzz', []],
    ['@nobody', []],
    ['@nobody cat', []],
  ])('limits %s to a user, or a channel with those below it', async (q, expected) => {
    expect((await ids(`/v1/gifs/search?q=${encodeURIComponent(q)}`)).sort()).toEqual(expected)
  })

  it('takes a channel beside q', async () => {
    expect(await ids('/v1/gifs/search?q=ocean&channel=sea')).toEqual(['film0001', 'film0002'])
    expect(await ids('/v1/gifs/search?q=cat&channel=@bob')).toEqual(['cat00002'])
  })
})

describe('§7 search: paging', () => {
  it.each([
    ['search?q=dot', 30],
    ['trending?', 37],
  ])('gives every item of %s once, with a true total', async (path, total) => {
    const seen: string[] = []
    for (let offset = 0; offset < total; ) {
      const { data, pagination } = await read(`/v1/gifs/${path}&limit=7&offset=${offset}`)
      expect(pagination).toEqual({ total_count: total, count: data.length, offset })
      expect(data.length).toBeGreaterThan(0)
      seen.push(...data.map(({ id }) => id))
      offset += data.length
    }
    expect(new Set(seen).size).toBe(total)
    expect(seen.length).toBe(total)
  })

  it('knows the total past the end, gives 25 by default, and 50 at most', async () => {
    const past = await read('/v1/gifs/search?q=dot&offset=4999')
    expect(past.data).toEqual([])
    expect(past.pagination).toEqual({ total_count: 30, count: 0, offset: 4999 })
    expect((await read('/v1/gifs/search?q=dot')).data).toHaveLength(25)
    expect((await read('/v1/gifs/trending?limit=1000')).data).toHaveLength(37)
  })
})

describe('translate, random, animate', () => {
  it('translates to the best hit; weirdness goes further down, to the last one at most', async () => {
    const list = await ids('/v1/gifs/search?q=cat&rating=g')
    const one = async (query: string) => (await read(`/v1/gifs/translate?s=cat&rating=g${query}`)).data.id
    expect([await one(''), await one('&weirdness=1'), await one('&weirdness=10')]).toEqual([
      list[0],
      list[1],
      list.at(-1),
    ])
    expect((await read('/v1/gifs/translate?s=zzzz')).data).toEqual([])
  })

  it('picks by chance, within tag and rating', async () => {
    expect((await read('/v1/stickers/random?tag=rocket')).data.id).toBe('emoj0003')
    expect((await read('/v1/gifs/random?tag=edgy&rating=pg-13')).data).toEqual([])
    expect((await read('/v1/gifs/random')).data.id).toMatch(/^\w{8}$/)
    expect((await ask('/v1/gifs/random')).headers.get('cache-control')).toBe('no-store')
  })

  it('animates with texts that hold any of the words, else with the most popular ones', async () => {
    expect(await ids('/v1/text/animate?m=hello%20world')).toEqual(['text0001'])
    expect(await ids('/v1/text/animate?m=zzzz')).toEqual(['text0002', 'text0001'])
  })
})
