import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { isId } from '../../../shared/gif/item-path.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { GifSchema } from '../../../shared/schema/gif.ts'
import { maxOffsetOf } from '../page-grid.ts'
import { pageJson } from './item.ts'
import { idOf, type KlipyShelf, klipyItemSchema, locationOf } from './klipy-item.ts'
import { pageAnswer } from './shape.ts'
import { TenorItemSchema } from './tenor-item.ts'

const junk = fc.oneof(
  fc.anything({ maxDepth: 2 }).filter((value) => typeof value !== 'symbol'),
  fc.constantFrom(
    JSON.parse('{"__proto__":{"url":"https://a.test"}}'),
    '',
    -1,
    1e308,
    null,
    'a'.repeat(9000),
  ),
)
const or = <T>(expected: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: expected }, { weight: 1, arbitrary: junk })
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, or(value)])), {
    requiredKeys: [],
  })

const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('javascript:alert(1)', '//a.test/b', 'data:image/gif;base64,AA', ''),
)
const number = fc.oneof(fc.nat(), fc.double(), fc.constantFrom('480', '-1', 2 ** 60))
const tags = fc.array(or(fc.string()), { maxLength: 60 })

const TENOR_NAMES = [
  'gif',
  'tinygif',
  'nanogif',
  'mp4',
  'preview',
  'gif_transparent',
  '__proto__',
  'constructor',
]
const tenorItem = record({
  id: fc.oneof(fc.nat().map(String), fc.nat(), fc.string()),
  title: fc.string(),
  content_description: fc.string(),
  created: number,
  itemurl: url,
  url,
  tags,
  flags: fc.oneof(fc.string(), fc.array(fc.string()), fc.constant('sticker,static')),
  media_formats: fc.dictionary(
    fc.constantFrom(...TENOR_NAMES),
    record({ url, dims: fc.array(or(number), { maxLength: 4 }), size: number }),
  ),
})

const klipyFile = record({ url, width: number, height: number, size: number })
const klipyItem = record({
  slug: fc.oneof(fc.stringMatching(/^[\w-]{1,80}$/), fc.string()),
  title: fc.string(),
  type: fc.constantFrom('gif', 'sticker', 'clip', 'ad', 'else'),
  tags,
  file: fc.oneof(
    fc.dictionary(
      fc.constantFrom('hd', 'md', 'sm', 'xs', '__proto__'),
      fc.dictionary(fc.constantFrom('gif', 'webp', 'jpg', 'mp4', 'toString'), or(klipyFile)),
    ),
    fc.dictionary(fc.constantFrom('gif', 'mp4', 'webp'), url),
  ),
  file_meta: record({ width: number, height: number, gif: klipyFile, mp4: klipyFile, duration: number }),
})

const SHELVES: readonly KlipyShelf[] = ['gifs', 'stickers', 'clips', 'emojis']

/** What every item that a reader lets in must be, for readers of `/v1`. */
function expectGood(item: {
  id: string
  images: Record<string, Record<string, string>>
  tags: readonly string[]
}) {
  expect(isId(item.id)).toBe(true)
  expect(item.tags.length).toBeLessThanOrEqual(40)
  expect(Object.keys(item.images).length).toBeGreaterThan(0)
  for (const image of Object.values(item.images)) {
    for (const value of Object.values(image)) expect(value).toMatch(/^(https?:\/\/\S+|[1-9]\d*)$/i)
  }
  const gif = v.parse(GifSchema, item)
  expect(gif.id).toBe(item.id)
  expect(Object.values(gif.images).length).toBeGreaterThan(0)
  expect(JSON.parse(JSON.stringify(item))).toEqual(item)
  expect(pageJson({ data: [item] }, 'https://loop.test').data).toMatchObject([
    { embed_url: expect.stringMatching(/^https:\/\/loop\.test\/embed\/[\w-]+$/) },
  ])
}

describe('whatever an upstream sends', () => {
  it('T49: a reader of Tenor’s lets in good items alone, and never throws', () => {
    let taken = 0
    fc.assert(
      fc.property(or(tenorItem), (raw) => {
        const found = v.safeParse(TenorItemSchema, raw)
        if (!found.success) return
        taken++
        expectGood(found.output)
      }),
      { numRuns: 1500 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  it('T49: a reader of KLIPY’s likewise, and no advertising', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.constantFrom(...SHELVES), or(klipyItem), (shelf, raw) => {
        const found = v.safeParse(klipyItemSchema(shelf), raw)
        if (!found.success) return
        taken++
        expect((raw as { type: unknown }).type).not.toBe('ad')
        expectGood(found.output)
      }),
      { numRuns: 1500 },
    )
    expect(taken).toBeGreaterThan(100)
  })
})

describe('ids of KLIPY’s items', () => {
  it('lead back to their shelf and slug, and two items never share one', () => {
    const slug = fc.stringMatching(/^[\w-]{1,30}$/)
    fc.assert(
      fc.property(
        fc.constantFrom(...SHELVES),
        slug,
        fc.constantFrom(...SHELVES),
        slug,
        (shelf, a, other, b) => {
          const id = idOf(shelf, a)
          expect(id).toBeDefined()
          expect(isId(id ?? '')).toBe(true)
          expect(locationOf(id ?? '')).toEqual({ shelf, slug: a })
          if (shelf !== other || a !== b) expect(idOf(other, b)).not.toBe(id)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('T49: any other text leads nowhere', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[Zsceu_a-]{1,12}$/)), (text) => {
        const place = locationOf(text)
        if (place) expect(idOf(place.shelf, place.slug)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['gifs', 'happy-cat-8kX2', 'happy_cat_8kX2'],
    ['stickers', 'happy-cat', 'Zshappy_cat'],
    ['clips', 'a_b', 'ZcaZub'],
    ['emojis', 'Zoo', 'ZeZZoo'],
    ['gifs', 'sZ', 'sZZ'],
    ['gifs', 'a/b', undefined],
    ['gifs', 'zoë', undefined],
    ['gifs', '', undefined],
    ['gifs', 'a'.repeat(64), 'a'.repeat(64)],
    ['stickers', 'a'.repeat(63), undefined],
    ['gifs', 'Z'.repeat(33), undefined],
  ] as const)('%s %s: %s', (shelf, slug, id) => {
    expect(idOf(shelf, slug)).toBe(id)
  })
})

it('a page always says where the next one starts, and the last one where the list ends', () => {
  const page = fc.record({
    count: fc.integer({ min: 0, max: PROVIDER_PAGE.limit }),
    at: fc.integer({ min: 0, max: 199 }),
    more: fc.boolean(),
    name: fc.constantFrom('search' as const, 'trending' as const),
  })
  fc.assert(
    fc.property(page, ({ count, at, more, name }) => {
      const start = Math.min(
        at * PROVIDER_PAGE.limit,
        maxOffsetOf(providerCalls[name]) + 1 - PROVIDER_PAGE.limit,
      )
      const items = Array.from({ length: count }, (_, id) => ({ id }))
      const { pagination } = pageAnswer(name, { items, more, next: 'x' }, start)
      const { offset = 0, count: said = 0, total_count = 0, next_cursor } = pagination ?? {}
      const goesOn = more && start + PROVIDER_PAGE.limit <= maxOffsetOf(providerCalls[name])
      expect(said).toBe(count)
      expect(offset + said).toBe(goesOn ? start + PROVIDER_PAGE.limit : start + count)
      expect(offset + said === total_count).toBe(!goesOn)
      expect(next_cursor).toBe(goesOn ? 'x' : undefined)
    }),
  )
})
