import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { heatOf } from '../../../origin/heat.ts'
import { NOW } from '../../fixtures/library/library.ts'
import { idsOf, read } from '../../fixtures/library/library-client.ts'

type Item = { id: string; title?: string; tags?: string[]; weight?: number; isNew?: boolean; rating?: string }

const add = ({ id, title = 'Untitled', tags = [], weight = 1, isNew = false, rating = 'g' }: Item) =>
  env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, rating, tags, heat, is_new, import_datetime)
     VALUES (?1, ?1, ?2, 'gif', ?3, ?4, ?5, ?6, '2026-11-20')`,
  ).bind(id, title, rating, JSON.stringify(tags), heatOf(weight, NOW), isNew ? 1 : 0)

const LISTED = 60
const NEW = ['new3', 'new2', 'new1']

/** Sixty popular lamps, and three new ones that no one has seen. */
const LAMPS: Item[] = [
  ...Array.from({ length: LISTED }, (_, n) => ({ id: `lamp${n}`, tags: ['lamp'], weight: 1000 - n })),
  ...NEW.toReversed().map((id) => ({ id, tags: ['lamp'], weight: 0.01, isNew: true })),
  { id: 'newother', tags: ['teapot'], weight: 0.01, isNew: true },
]

const ITEMS: Item[] = [
  { id: 'both', title: 'Whistle', tags: ['whistle'], weight: 1 },
  { id: 'tagged', tags: ['whistle'], weight: 1 },
  { id: 'hot', tags: ['whistle'], weight: 60 },
  { id: 'form', title: 'Whistling', tags: ['whistled'], weight: 500 },
  { id: 'start', tags: ['whistlestop'], weight: 900 },
  { id: 'pair', tags: ['whistle', 'kettle'], weight: 0.1 },
  { id: 'rated', tags: ['kettle'], rating: 'r', weight: 3 },
]

beforeAll(() => env.DB.batch([...LAMPS, ...ITEMS].map(add)))

const find = async (q: string) => idsOf(await read(`/v1/gifs/search?limit=50&q=${encodeURIComponent(q)}`))

describe('§7 search: ranking', () => {
  it('has words as typed before a form before a start, title and tags before tags, then the hotter', async () => {
    expect(await find('whistle')).toEqual(['both', 'hot', 'tagged', 'pair', 'form', 'start'])
  })

  it('has items with all words alone, those with some where none has all, the rarest word first', async () => {
    expect(await find('whistle kettle')).toEqual(['pair'])
    const some = await find('kettle teapot')
    expect(some[0]).toBe('newother')
    expect(some.toSorted()).toEqual(['newother', 'pair', 'rated'])
    expect(await find('kettle unheardof')).toEqual(['rated', 'pair'])
  })

  it('finds nothing where the library has none of the words', async () => {
    expect(await find('unheardof xqzvkj')).toEqual([])
  })

  it('keeps each eighth place for a new item, and pages have each item once', async () => {
    const pages = await Promise.all(
      [0, 20, 40, 60].map((at) => read(`/v1/gifs/search?q=lamp&limit=20&offset=${at}`)),
    )
    const ids = pages.flatMap(idsOf)
    expect(ids.flatMap((id, at) => (id.startsWith('new') ? [[id, at]] : []))).toEqual([
      ['new3', 7],
      ['new2', 15],
      ['new1', 23],
    ])
    expect(ids.filter((id) => id.startsWith('lamp'))).toEqual(
      Array.from({ length: LISTED }, (_, n) => `lamp${n}`),
    )
    expect(new Set(pages.map(({ pagination }) => pagination.total_count))).toEqual(
      new Set([LISTED + NEW.length]),
    )
  })

  it('finds at once what has changed, and not what was hidden or has lost its words', async () => {
    await env.DB.batch([
      add({ id: 'fresh', title: 'A marmalade' }),
      env.DB.prepare("UPDATE gifs SET is_hidden = 1 WHERE id = 'hot'"),
      env.DB.prepare("UPDATE gifs SET tags = '[\"flute\"]' WHERE id = 'tagged'"),
    ])
    expect(await find('marmalade')).toEqual(['fresh'])
    expect(await find('whistle')).toEqual(['both', 'pair', 'form', 'start'])
    expect(await find('flute')).toEqual(['tagged'])
  })
})
