import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { providerOrigin } from '../../worker/origin/provider.ts'
import { manyItems } from '../fixtures/many-items.ts'

const ITEMS = 2000

beforeAll(async () => {
  for (const statement of manyItems(ITEMS, 100_000, 1000)) await env.DB.prepare(statement).run()
}, 60_000)

const FIRST = 'many00000044'

/** What a filled library is asked. */
const CALLS = [
  '/v1/gifs/trending',
  '/v1/stickers/trending?offset=450',
  '/v1/gifs/random',
  '/v1/gifs/random?tag=word1',
  '/v1/gifs/search?q=word1',
  '/v1/gifs/search?q=word1%20word5&sort=recent',
  '/v1/gifs/search?q=@many%20word1',
  '/v1/gifs/search?q=@many',
  '/v1/videos/search?q=word1',
  `/v1/gifs/related?gif_id=${FIRST}`,
  `/v1/videos/related?gif_id=${FIRST}`,
  `/v1/gifs/${FIRST}/associations`,
  '/v1/gifs/search/tags?q=wo',
  '/v1/channels/search?q=many',
  '/v1/emoji',
  '/v1/gifs/categories',
  '/v1/gifs/categories/many/a',
  `/v1/gifs/${FIRST}`,
] as const

/** The statements of a call, with their values. */
async function statementsOf(path: string) {
  const seen: { sql: string; values: unknown[] }[] = []
  const db = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'prepare' ? (sql: string) => noted(sql) : Reflect.get(target, name, target),
  })
  function noted(sql: string) {
    const statement = env.DB.prepare(sql)
    return new Proxy(statement, {
      get(target, name) {
        if (name !== 'bind') return Reflect.get(target, name, target)?.bind?.(target)
        return (...values: unknown[]) => {
          seen.push({ sql, values })
          return statement.bind(...values)
        }
      },
    })
  }
  const response = await providerOrigin({ db })(new Request(`https://loop.test${path}`))
  expect([path, response.status]).toEqual([path, 200])
  await response.body?.cancel()
  return seen
}

/** Tables that grow with the library; the index of emoji has nothing else. What a statement has found may be scanned. */
const LARGE =
  /^SCAN (g|gifs|tags|t|theirs|renditions|r|channel_gifs|cg|category_gifs|tag_counts|users|u)\b(?! USING INDEX emoji_by_heat)/

describe('a library of any size (docs/decisions/2026-11-22-lists-are-bounded.md)', () => {
  it.each(CALLS)('%s reads by an index', async (path) => {
    const statements = await statementsOf(path)
    expect(statements.length).toBeGreaterThan(0)
    for (const { sql, values } of statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>()
      const scans = results.map(({ detail }) => detail).filter((line) => LARGE.test(line))
      expect([sql, scans]).toEqual([sql, []])
    }
  })

  it('counts a tag’s items, whatever is added, changed and deleted', async () => {
    const wrong = `
      SELECT count(*) AS n FROM (SELECT tag, count(*) AS items FROM tags GROUP BY tag) AS t
        FULL JOIN tag_counts AS c ON c.tag = t.tag WHERE c.items IS NOT t.items`
    const add = env.DB.prepare(
      "INSERT INTO gifs (id, slug, title, type, tags, import_datetime) VALUES ('counted', 'c', 'C', 'gif', ?1, '2026-11-22')",
    )
    const n = () => env.DB.prepare(wrong).first<number>('n')
    expect(await n()).toBe(0)
    await add.bind('["word1","new","new"]').run()
    await env.DB.prepare(`UPDATE gifs SET tags = '["word2"]' WHERE id = 'counted'`).run()
    expect(await n()).toBe(0)
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'counted'").run()
    expect(await n()).toBe(0)
    expect(await env.DB.prepare("SELECT count(*) AS n FROM tag_counts WHERE tag = 'new'").first('n')).toBe(0)
  })

  it('a random item is any item, within the rating', async () => {
    const origin = providerOrigin({ db: env.DB })
    const drawn = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const response = await origin(new Request('https://loop.test/v1/gifs/random?rating=g'))
      const { data } = await response.json<{ data: { id: string; rating: string } }>()
      expect(data.rating).toBe('g')
      drawn.add(data.id)
    }
    expect(drawn.size).toBeGreaterThan(5)
  })
})

describe('§7 related items', () => {
  const items: [id: string, title: string, tags: string[], category?: string][] = [
    ['hand0001', 'A wave of the hand', ['hello', 'hi', 'wave', 'greeting', 'hand'], 'people'],
    ['hand0002', 'Hello there', ['hello', 'wave', 'bye', 'hand', 'blob'], 'people'],
    ['hand0003', 'Hi', ['hi', 'smile', 'face', 'cute', 'dance'], 'people'],
    ['sea00001', 'A wave of the sea', ['wave', 'ocean', 'water', 'surf'], 'sea'],
    ['sea00002', 'Surf', ['surf', 'wave', 'ocean', 'board'], 'sea'],
    // Nobody has put these into a category.
    ['sea00003', 'Breaking', ['wave', 'ocean', 'foam', 'blue']],
    ['goes0001', 'Goodbye', ['wave', 'bye', 'leave', 'train', 'station']],
  ]

  const related = async (id: string) => {
    const path = `/v1/gifs/related?gif_id=${id}&limit=20`
    const response = await providerOrigin({ db: env.DB })(new Request(`https://loop.test${path}`))
    const { data } = await response.json<{ data: { id: string }[] }>()
    return data.map((gif) => gif.id)
  }

  beforeAll(async () => {
    const add = env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, tags, import_datetime) VALUES (?1, ?1, ?2, 'gif', ?3, '2026-11-22')`,
    )
    const place = env.DB.prepare(
      'INSERT INTO category_gifs (category, subcategory, gif_id) VALUES (?1, ?1, ?2)',
    )
    await env.DB.batch([
      ...['people', 'sea'].flatMap((name) => [
        env.DB.prepare('INSERT INTO categories (name_encoded, name) VALUES (?1, ?1)').bind(name),
        env.DB.prepare('INSERT INTO subcategories (category, name_encoded, name) VALUES (?1, ?1, ?1)').bind(
          name,
        ),
      ]),
      ...items.map(([id, title, tags]) => add.bind(id, title, JSON.stringify(tags))),
      ...items.flatMap(([id, , , category]) => (category ? [place.bind(category, id)] : [])),
    ])
  })

  it('a wave of the hand is not related to a wave of the sea', async () => {
    expect(await related('hand0001')).toEqual(['hand0002', 'hand0003'])
    expect(await related('sea00001')).toEqual(['sea00002', 'sea00003'])
  })

  it('without a category, two shared tags make a relation and one among many does not', async () => {
    expect(await related('goes0001')).toEqual(['hand0002'])
    expect((await related('sea00003')).toSorted()).toEqual(['sea00001', 'sea00002'])
  })
})
