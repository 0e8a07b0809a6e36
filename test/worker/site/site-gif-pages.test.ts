import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }, { username: 'mia', role: 'moderator' }])
  const insert = env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, source, rating, tags, is_hidden, is_indexable, is_removed)
     VALUES (?1, ?1, 'A ' || ?1, 'gif', '2026-11-01 10:00:00', 'id-ann', 'https://a.example.com/', 'pg', ?2, ?3, ?4, ?5)`,
  )
  await env.DB.batch([
    insert.bind('cat', '["Cat","happy"]', 0, 1, 0),
    insert.bind('kitten', '["cat"]', 0, 1, 0),
    insert.bind('unlisted', '["cat"]', 0, 0, 0),
    insert.bind('hidden', '["cat","shy"]', 1, 1, 0),
    insert.bind('down', '["cat"]', 0, 1, 1),
    env.DB.prepare(
      `INSERT INTO language_tags (gif_id, lang, tag, position)
       VALUES ('cat', 'fr', 'chat', 0), ('cat', 'de', 'Kater', 1), ('cat', 'de', 'Katze', 0)`,
    ),
    env.DB.prepare("INSERT INTO counters VALUES ('cat', 'SEEN', 7), ('cat', 'CLICK', 2)"),
  ])
})

const KNOWN = {
  id: 'cat',
  title: 'A cat',
  source: 'https://a.example.com/',
  rating: 'pg',
  tags: ['Cat', 'happy'],
  view_count: 7,
  create_datetime: '2026-11-01 10:00:00',
}

const CALLS = [
  '/ajax/gif/{}/metadata',
  '/ajax/gif/{}/extended-metadata',
  '/ajax/gif/{}/tag-counts',
  '/api/v1/proxy-gif/{}/view-count/',
]

const read = async (visitor: Visitor, path: string) => {
  const response = await visitor.call(`GET ${path}`)
  return { status: response.status, body: await response.json<Record<string, unknown>>() }
}

describe('§7 what the embedded site knows of an item', () => {
  it.each<[string, object]>([
    ['/ajax/gif/cat/metadata', KNOWN],
    [
      '/ajax/gif/cat/extended-metadata',
      {
        ...KNOWN,
        username: 'ann',
        is_hidden: false,
        is_indexable: true,
        is_removed: false,
        languages: [
          { gif_id: 'cat', lang: 'de', tags: ['Katze', 'Kater'] },
          { gif_id: 'cat', lang: 'fr', tags: ['chat'] },
        ],
      },
    ],
    ['/api/v1/proxy-gif/cat/view-count/', { viewCount: 7, view_count: 7 }],
    ['/api/v1/proxy-gif/kitten/view-count/', { viewCount: 0, view_count: 0 }],
    [
      '/ajax/gif/cat/tag-counts',
      // What is hidden, unlisted or taken down does not count.
      {
        results: [
          { tag: 'cat', count: 2 },
          { tag: 'happy', count: 1 },
        ],
        count: 2,
        next: '',
      },
    ],
  ])('%s', async (path, body) => {
    expect(await read(site.visitor(), path)).toEqual({ status: 200, body })
  })

  it.each(CALLS)('T35: %s shows nothing of an item that the caller may not see', async (call) => {
    const of = (id: string) => call.replace('{}', id)
    const [ann, bob, mia] = await Promise.all(['ann', 'bob', 'mia'].map((name) => signedIn(site, name)))
    const cells: [Visitor | undefined, string, number][] = [
      [site.visitor(), 'hidden', 404],
      [bob, 'hidden', 404],
      [ann, 'hidden', 200],
      [mia, 'hidden', 200],
      [site.visitor(), 'unlisted', 200],
      [site.visitor(), 'unknown', 404],
      [mia, 'down', 410],
    ]
    for (const [who, id, status] of cells) {
      expect([id, (await read(who ?? site.visitor(), of(id))).status]).toEqual([id, status])
    }
  })

  it('returns which items are trending, and their place in the list; all others look alike', async () => {
    await env.DB.prepare("UPDATE gifs SET heat = 99 WHERE id = 'kitten'").run()
    const { data } = await (await site.visitor().call('GET /v1/gifs/trending?limit=50')).json<{
      data: { id: string }[]
    }>()
    expect(data.map(({ id }) => id)).toEqual(['kitten', 'cat'])
    const ids = ['cat', 'hidden', 'down', 'unlisted', 'unknown', 'kitten', 'cat']
    const none = (id: string) => ({ id, is_trending: false, rank: 0 })
    const ann = await signedIn(site, 'ann')
    for (const who of [site.visitor(), ann]) {
      expect(await read(who, `/ajax/gifs/trending?gif_ids=${ids}`)).toEqual({
        status: 200,
        body: {
          results: [
            { id: 'cat', is_trending: true, rank: 2 },
            none('hidden'),
            none('down'),
            none('unlisted'),
            none('unknown'),
            { id: 'kitten', is_trending: true, rank: 1 },
          ],
          count: 6,
        },
      })
    }
    expect((await read(ann, '/ajax/gifs/trending?gif_ids=')).status).toBe(400)
  })

  it('the count of a tag ends at 1000', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1010)
       INSERT INTO gifs (id, slug, title, type, import_datetime, tags)
       SELECT 'many' || i, 'many', 'Many', 'gif', '2026-11-01 10:00:00', '["many"]' FROM n`,
    ).run()
    const { body } = await read(site.visitor(), '/ajax/gif/many1/tag-counts')
    expect(body.results).toEqual([{ tag: 'many', count: 1000 }])
  })
})
