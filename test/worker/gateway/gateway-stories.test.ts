import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import {
  addPeople,
  embeddedSite,
  signedIn,
  somebodyNew,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { catJson, okJson, PROVIDER } from '../../fixtures/upstreams/stub-provider.ts'

const STORIES = '/gateway/stories'
const TODAY = Date.UTC(2026, 10, 22, 12)
const site = embeddedSite()
const people: Record<string, Visitor> = {}
const of = (name: string): Visitor => people[name] ?? site.visitor()

beforeAll(async () => {
  await fillLibrary(env.DB)
  for (const username of ['fay', 'gus']) people[username] = await somebodyNew(site, { username })
  people.art = await somebodyNew(site, { username: 'art', role: 'artist' })
  people.mod = await somebodyNew(site, { username: 'mod', role: 'moderator' })
  people.boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
})

beforeEach(async () => {
  vi.useFakeTimers({ now: TODAY, toFake: ['Date'] })
  await env.DB.batch([env.DB.prepare('DELETE FROM stories')])
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const GIFS = ['cat00001', 'stik0001', 'film0001']
const BASE = { slug: 'cats', title: 'Cats', caption: 'A day', tags: ['cat', 'day'], gifs: GIFS }
const PUBLISHED = { ...BASE, publish_datetime: '2026-11-22T10:00:00Z' }

const create = async (who: string, story: object = PUBLISHED) =>
  ownAnswer('createStory', await of(who).call(`POST ${STORIES}`, { json: story }))
const update = async (who: string, id: string, story: object) =>
  ownAnswer('updateStory', await of(who).call(`PUT ${STORIES}/${id}`, { json: story }))
const read = async (who: string, id: string) => ownAnswer('story', await of(who).call(`GET ${STORIES}/${id}`))
const statusOf = async (who: string, what: string, json?: object) =>
  (await of(who).call(what, json && { json })).status
const list = async (who: string, query: string) =>
  ownAnswer('userStories', await of(who).call(`GET ${STORIES}?${query}`))
const slugs = async (who: string, query: string) => (await list(who, query)).results.map(({ slug }) => slug)
const countOf = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')

describe('§7 a story', () => {
  it('is created with its GIFs in their order, and read by id and by slug', async () => {
    const made = await create('fay')
    expect(made).toMatchObject({
      ...BASE,
      username: 'fay',
      publish_datetime: '2026-11-22T10:00:00.000Z',
      is_published: true,
      gif_count: 3,
      gifs: GIFS.map((id) => ({ id })),
      cover_gif: { id: 'cat00001' },
      user: { username: 'fay' },
    })
    const bySlug = await of('nobody').call(`GET ${STORIES}/slug/CATS`)
    for (const found of [await ownAnswer('storyBySlug', bySlug), await read('nobody', made.story_id)]) {
      expect(found).toMatchObject({ story_id: made.story_id, gifs: GIFS.map((id) => ({ id })) })
    }
  })

  it('without a slug has one of its title', async () => {
    const { slug, story_id } = await create('fay', { title: 'Ein schöner Tag!' })
    expect(slug).toBe(`ein-schoner-tag-${story_id}`)
  })

  it('is the same one when its request comes again, also without a slug; an edited one is left alone', async () => {
    const [first, again] = [await create('fay'), await create('fay')]
    expect(again.story_id).toBe(first.story_id)
    const bare = [await create('fay', { title: 'b' }), await create('fay', { title: 'b' })]
    expect(bare[0]?.story_id).toBe(bare[1]?.story_id)
    await update('fay', bare[0]?.story_id ?? '', { title: 'c' })
    expect((await create('fay', { title: 'b' })).story_id).not.toBe(bare[0]?.story_id)
    expect(await countOf('stories')).toBe(3)
  })

  it('that two requests make at once is one', async () => {
    const both = await Promise.all([create('fay'), create('fay')])
    expect(new Set(both.map(({ story_id }) => story_id)).size).toBe(1)
    expect(await countOf('stories')).toBe(1)
  })

  it('has a slug that none other gets, also where two ask for it at once', async () => {
    const alike = await Promise.all([
      create('fay', { title: 'A day' }),
      create('gus', { title: 'A day' }),
      create('fay', { title: 'A day', caption: 'another' }),
    ])
    expect(new Set(alike.map(({ slug }) => slug)).size).toBe(3)
    const statuses = (responses: Promise<Response>[]) =>
      Promise.all(responses.map(async (response) => (await response).status))
    const story = { ...BASE, slug: 'wanted' }
    const made = ['fay', 'gus', 'art'].map((who) => of(who).call(`POST ${STORIES}`, { json: story }))
    expect((await statuses(made)).sort()).toEqual([200, 409, 409])
    const edited = alike.map(({ story_id, username }) =>
      of(username).call(`PUT ${STORIES}/${story_id}`, { json: { slug: 'edited' } }),
    )
    expect((await statuses(edited)).sort()).toEqual([200, 409, 409])
    const bySlug = await of('nobody').call(`GET ${STORIES}/slug/edited`)
    expect(bySlug.status).toBe(404)
    expect(await countOf('stories')).toBe(4)
  })

  it('is edited in what a request names, and keeps the rest', async () => {
    const { story_id } = await create('fay')
    const after = await update('fay', story_id, { caption: '', tags: 'a, b,a', cover_gif: 'stik0001' })
    expect(after).toMatchObject({
      title: 'Cats',
      caption: '',
      tags: ['a', 'b'],
      cover_gif: { id: 'stik0001' },
    })
    expect(await read('nobody', story_id)).toEqual(after)
    expect(await statusOf('fay', `PUT ${STORIES}/${story_id}`, { username: 'FAY', slug: 'cats' })).toBe(200)
  })

  it('is not changed over what somebody else has changed since it was seen', async () => {
    const { story_id } = await create('fay', { ...BASE, cover_gif: 'stik0001' })
    const edit = async (json: object) => {
      const response = await of('boss').call(`PUT ${STORIES}/${story_id}`, { json })
      return [response.status, await response.text()]
    }
    const overtaken = [409, expect.stringMatching(/Someone else has changed this story meanwhile/)]
    const seen = { title: 'Cats', tags: BASE.tags, gifs: GIFS, cover_gif: 'stik0001', publish_datetime: '' }
    expect(await edit({ title: 'Mine', was: seen })).toEqual([200, expect.anything()])
    for (const was of [
      { title: 'Cats' },
      { tags: ['day', 'cat'] },
      { gifs: GIFS.slice(1) },
      { cover_gif: 'cat00001' },
      { publish_datetime: '2026-11-22T10:00:00.000Z' },
    ])
      expect(await edit({ caption: 'Lost', was })).toEqual(overtaken)
    expect(await read('fay', story_id)).toMatchObject({ title: 'Mine', caption: 'A day' })
    // What was not seen may be another.
    expect(await edit({ tags: 'b', was: { tags: BASE.tags } })).toEqual([200, expect.anything()])
    expect(await edit({ title: 'x', was: { id: 'other' } })).toEqual([400, expect.stringMatching(/was/)])
    const notes = await env.DB.prepare("SELECT count(*) AS n FROM audit WHERE target = 'story/' || ?1")
      .bind(story_id)
      .first('n')
    expect(notes).toBe(2)
  })

  it('of two who have seen the same and write at once, one does', async () => {
    const { story_id } = await create('fay')
    const was = { title: 'Cats' }
    const both = ['One', 'Two'].map((title) => statusOf('fay', `PUT ${STORIES}/${story_id}`, { title, was }))
    expect((await Promise.all(both)).sort()).toEqual([200, 409])
  })

  it('is deleted once', async () => {
    const { story_id } = await create('fay')
    const remove = () => statusOf('fay', `DELETE ${STORIES}/${story_id}`)
    expect([await remove(), await remove()]).toEqual([204, 404])
  })

  it.each<[string, object, number, RegExp]>([
    [
      'a GIF that is unknown',
      { gifs: ['cat00001', 'nothing1'] },
      400,
      /gifs has an id that no GIF has: nothing1/,
    ],
    ['one that is hidden', { gifs: ['hide0001'] }, 400, /hide0001/],
    ['one that was taken down', { gifs: ['gone0001'] }, 400, /gone0001/],
    ['a hidden cover', { cover_gif: 'hide0001' }, 400, /cover_gif is the id of no GIF/],
    ['another’s name', { username: 'gus' }, 400, /username must be the name of whose story it is/],
    [
      'a day that is none',
      { publish_datetime: '2026-02-30' },
      400,
      /publish_datetime must be a date and time/,
    ],
    ['101 GIFs', { gifs: Array.from({ length: 101 }, (_, n) => `g${n}`) }, 400, /at most 100/],
    ['a slug that no address has', { slug: 'a/b' }, 400, /slug/],
    ['the slug of another', { slug: 'TAKEN' }, 409, /Another story has this slug/],
  ])('T34: takes no %s, made or edited', async (_name, fields, status, message) => {
    await create('gus', { slug: 'taken' })
    const { story_id } = await create('fay', { ...BASE, slug: 'mine' })
    const before = await read('fay', story_id)
    for (const what of [`POST ${STORIES}`, `PUT ${STORIES}/${story_id}`]) {
      const response = await of('fay').call(what, { json: fields })
      expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(message)])
    }
    expect(await read('fay', story_id)).toEqual(before)
    expect(await countOf('stories')).toBe(2)
  })

  it('T34: takes none of the fields that are not a person’s to write', async () => {
    const more = {
      is_partner: 1,
      user_id: 'id-gus',
      num: 7,
      is_published: true,
      created_at: '1999',
      made_from: 'x',
    }
    const { story_id } = await create('fay', { ...BASE, ...more })
    await update('fay', story_id, more)
    const row = await env.DB.prepare('SELECT * FROM stories WHERE id = ?1').bind(story_id).first()
    const own = { user_id: 'id-fay', is_partner: 0, made_from: null, created_at: '2026-11-22T12:00:00.000Z' }
    expect(row).toMatchObject(own)
    expect(row).not.toMatchObject({ num: 7 })
    expect(await read('fay', story_id)).toMatchObject({ is_published: false, username: 'fay' })
  })

  it('shows no GIF that was hidden since, and another cover', async () => {
    const { story_id } = await create('fay')
    await of('boss').call('POST /api/v3/content-takedown/takedown', {
      json: { takedowns: [{ gif_id: 'cat00001', reason: 'asked' }], send_email: false },
    })
    const after = await read('nobody', story_id)
    expect(after.gifs.map(({ id }) => id)).toEqual(['stik0001', 'film0001'])
    expect(after).toMatchObject({ cover_gif: { id: 'stik0001' }, gif_count: 3 })
    await of('boss').call('POST /api/v3/content-takedown/1/restore', { form: { reason: 'asked' } })
  })

  it('ends at 5,000 a person with a clear refusal', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO stories (id, slug, user_id, created_at, updated_at) SELECT 's' || i, 's' || i, 'id-fay', '', '' FROM n`,
    ).run()
    const refused = await of('fay').call(`POST ${STORIES}`, { json: BASE })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('5000 stories')])
    expect((await create('gus')).slug).toBe('cats')
  })
})

describe('§4 a story is published or unpublished', () => {
  it('by its time: none, ahead, past; null takes it back', async () => {
    const { story_id } = await create('fay', BASE)
    const seen = async () => [
      (await read('fay', story_id)).is_published,
      await statusOf('nobody', `GET ${STORIES}/${story_id}`),
    ]
    expect(await seen()).toEqual([false, 404])
    await update('fay', story_id, { publish_datetime: '2026-11-22T13:00:00Z' })
    expect(await seen()).toEqual([false, 404])
    vi.setSystemTime(TODAY + 3600_000)
    expect(await seen()).toEqual([true, 200])
    expect(await update('fay', story_id, { publish_datetime: null })).toMatchObject({ publish_datetime: '' })
    expect(await seen()).toEqual([false, 404])
  })

  it.each([
    ['nobody', 404, 401, 401],
    ['gus', 404, 404, 404],
    ['art', 404, 404, 404],
    ['mod', 200, 403, 403],
    ['fay', 200, 200, 204],
    ['boss', 200, 200, 204],
  ])(
    'T35: an unpublished one of somebody else for %s: read %i, edit %i, delete %i',
    async (who, ...expected) => {
      const { story_id } = await create('fay', BASE)
      const visitor = of(who)
      if (who === 'nobody') visitor.cookies.set('csrftoken', 'x')
      const statuses = [
        (await visitor.call(`GET ${STORIES}/${story_id}`)).status,
        (await visitor.call(`PUT ${STORIES}/${story_id}`, { json: { title: 'x' } })).status,
        (await visitor.call(`DELETE ${STORIES}/${story_id}`)).status,
      ]
      expect(statuses).toEqual(expected)
      expect((await visitor.call(`GET ${STORIES}/slug/cats`)).status).toBe(
        expected[2] === 204 ? 404 : expected[0],
      )
    },
  )

  it.each(['gus', 'art', 'mod'])(
    'T35: a published one is read by %s, and changed by its owner and staff',
    async (who) => {
      const { story_id } = await create('fay')
      expect(await statusOf(who, `GET ${STORIES}/${story_id}`)).toBe(200)
      expect(await statusOf(who, `PUT ${STORIES}/${story_id}`, { title: 'x' })).toBe(403)
      expect(await statusOf(who, `DELETE ${STORIES}/${story_id}`)).toBe(403)
    },
  )

  it('what staff do to it is in the audit, by name', async () => {
    const { story_id } = await create('fay')
    await update('boss', story_id, { title: 'Better' })
    await statusOf('boss', `DELETE ${STORIES}/${story_id}`)
    const { results } = await env.DB.prepare('SELECT actor, action FROM audit WHERE target = ?1 ORDER BY id')
      .bind(`story/${story_id}`)
      .all()
    expect(results).toEqual([
      { actor: 'boss', action: 'story.update' },
      { actor: 'boss', action: 'story.delete' },
    ])
  })
})

describe('§7 a user’s stories', () => {
  const daily = async (count: number, more: object = {}) => {
    for (let n = 1; n <= count; n++) {
      const day = `2026-11-${String(n).padStart(2, '0')}`
      await create('fay', { slug: `s${n}`, gifs: ['cat00001'], publish_datetime: day, ...more })
    }
  }

  it('come newest first, in pages by cursor, each once though others come between', async () => {
    await daily(5)
    const first = await list('nobody', 'username=FAY&limit=2')
    expect(first.results.map(({ slug }) => slug)).toEqual(['s5', 's4'])
    await create('fay', { slug: 'newer', publish_datetime: '2026-11-21' })
    const second = await list('nobody', `username=fay&limit=2&next_cursor=${first.next_cursor}`)
    expect(second.results.map(({ slug }) => slug)).toEqual(['s3', 's2'])
    const third = await list('nobody', `username=fay&limit=2&next_cursor=${second.next_cursor}`)
    expect([third.results.map(({ slug }) => slug), third.next_cursor]).toEqual([['s1'], ''])
  })

  it('of one time are paged too', async () => {
    for (const slug of ['a', 'b', 'c']) await create('fay', { slug, publish_datetime: '2026-11-01' })
    const { results, next_cursor } = await list('nobody', 'username=fay&limit=2')
    expect([
      ...results.map(({ slug }) => slug),
      ...(await slugs('nobody', `username=fay&next_cursor=${next_cursor}`)),
    ]).toEqual(['c', 'b', 'a'])
  })

  it('are at most 50 a page, 25 unless asked, and end before the story whose GIFs have no place', async () => {
    await daily(0)
    const rows = Array.from(
      { length: 60 },
      (_, n) => `('i${n}','i${n}','id-fay','2026-01-01T00:00:00.000Z','','')`,
    )
    await env.DB.exec(
      `INSERT INTO stories (id, slug, user_id, publish_at, created_at, updated_at) VALUES ${rows.join(',')}`,
    )
    const counts = ['', '&limit=50', '&limit=0', '&limit=999'].map(
      async (more) => (await slugs('gus', `username=fay${more}`)).length,
    )
    expect(await Promise.all(counts)).toEqual([25, 50, 1, 50])
    const many = JSON.stringify(
      Array.from({ length: 90 }, (_, n) => (n < 30 ? `many${String(n).padStart(4, '0')}` : `x${n}`)),
    )
    await env.DB.prepare('UPDATE stories SET gifs = ?1').bind(many).run()
    const page = await list('gus', 'username=fay')
    expect(page.results.map(({ gifs }) => gifs.length)).toEqual([30, 30])
    expect(await slugs('gus', `username=fay&limit=1&next_cursor=${page.next_cursor}`)).toEqual(['i57'])
    expect(await slugs('gus', 'username=fay&limit=50&gif_hydration_method=cover_only')).toHaveLength(50)
  })

  it('§3 have their covers alone when asked for those', async () => {
    await create('fay')
    const { results } = await list('nobody', 'username=fay&gif_hydration_method=cover_only')
    expect(results).toMatchObject([{ cover_gif: { id: 'cat00001' }, gifs: [], gif_count: 3 }])
  })

  it.each([
    ['nobody', ['out']],
    ['gus', ['out']],
    ['art', ['out']],
    ['mod', ['draft', 'ahead', 'out']],
    ['boss', ['draft', 'ahead', 'out']],
    ['fay', ['draft', 'ahead', 'out']],
  ])('T35: fetch_unpublished gives %s %j', async (who, expected) => {
    await create('fay', { slug: 'out', publish_datetime: '2026-11-01' })
    await create('fay', { slug: 'ahead', publish_datetime: '2026-12-01' })
    await create('fay', { slug: 'draft' })
    expect(await slugs(who, 'username=fay&fetch_unpublished=true')).toEqual(expected)
    expect(await slugs(who, 'username=fay')).toEqual(['out'])
  })

  it('of nobody, or of somebody without stories, are none', async () => {
    for (const name of ['gus', 'unknown']) {
      expect(await list('nobody', `username=${name}`)).toEqual({ results: [], next_cursor: '' })
    }
  })

  it.each(['c%3D', 'A.0', '2026-11-01T00:00:00.000Z', "2026-11-01T00:00:00.000Z.1'", '%00'])(
    'a cursor that no page has given is a 400: %s',
    async (cursor) => {
      expect(await statusOf('fay', `GET ${STORIES}?username=fay&next_cursor=${cursor}`)).toBe(400)
    },
  )
})

describe('§7 partner artist stories', () => {
  const partners = async (query = '') => {
    const response = await of('nobody').call(`GET ${STORIES}/partnerArtist${query}`)
    const { results } = await ownAnswer('partnerArtistStories', response)
    return results.map(({ slug }) => slug)
  }

  it('are those of artists, published, newest first, with covers, within since and until', async () => {
    await create('fay', { slug: 'no-artist', publish_datetime: '2026-11-01' })
    for (const day of ['01', '02', '03'])
      await create('art', { slug: `a${day}`, gifs: GIFS, publish_datetime: `2026-11-${day}` })
    await create('art', { slug: 'ahead', publish_datetime: '2026-12-01' })
    await create('art', { slug: 'draft' })
    expect(await partners()).toEqual(['a03', 'a02', 'a01'])
    expect(await partners('?limit=1')).toEqual(['a03'])
    expect(await partners('?since=2026-11-02')).toEqual(['a03', 'a02'])
    expect(await partners('?since=2026-11-02&until=1793577600')).toEqual(['a02'])
    expect(await partners('?until=2027-01-01')).toEqual(['a03', 'a02', 'a01'])
    const { results } = await ownAnswer(
      'partnerArtistStories',
      await of('gus').call(`GET ${STORIES}/partnerArtist`),
    )
    expect(results[0]).toMatchObject({ gifs: [], cover_gif: { id: 'cat00001' } })
  })

  it('follow the role of who made them', async () => {
    await create('fay', { slug: 'mine', publish_datetime: '2026-11-01' })
    await of('boss').call('PUT /api/v3/users/id-fay/role', { form: { role: 'artist' } })
    expect(await partners()).toEqual(['mine'])
    await of('boss').call('PUT /api/v3/users/id-fay/role', { form: { role: 'user' } })
    expect(await partners()).toEqual([])
  })

  it('are at most 50', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, n) => `('p${n}','p${n}','id-art','2026-01-01T00:00:00.000Z','','')`,
    )
    await env.DB.exec(
      `INSERT INTO stories (id, slug, user_id, publish_at, created_at, updated_at) VALUES ${rows.join(',')}`,
    )
    expect([(await partners()).length, (await partners('?limit=999')).length]).toEqual([50, 50])
  })
})

describe('whose account ends', () => {
  it.each([
    ['stays without a name', true, ['']],
    ['goes', false, []],
  ])('their story %s', async (_name, keep, names) => {
    await addPeople([{ username: `leaves-${keep}`, role: 'artist' }])
    people.leaves = await signedIn(site, `leaves-${keep}`)
    const { story_id } = await create('leaves')
    const form = { password: 'correct horse battery', keep_gifs: String(keep) }
    expect((await of('leaves').call('DELETE /api/v3/account', { form })).status).toBeLessThan(300)
    const { results } = await env.DB.prepare('SELECT id, user_id, is_partner FROM stories').all()
    expect(results).toEqual(keep ? [{ id: story_id, user_id: null, is_partner: 0 }] : [])
    if (keep) expect([(await read('nobody', story_id)).username]).toEqual(names)
  })
})

it('T44: GIFs of a configured provider are in stories, and count for who asks', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { searchParams } = new URL(new Request(input as Request, init).url)
    return Response.json(
      okJson(
        (searchParams.get('ids') ?? '')
          .split(',')
          .filter((id) => id !== 'left')
          .map(catJson),
      ),
    )
  })
  const keys: string[] = []
  const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) > 0 })
  const provided = embeddedSite({ PROVIDER_URL: PROVIDER, PROVIDER_KEY: 'k', PROVIDER_LIMIT: { limit } })
  const person = provided.visitor()
  for (const [name, value] of of('gus').cookies) person.cookies.set(name, value)
  const make = (gifs: string[]) => person.call(`POST ${STORIES}`, { json: { ...PUBLISHED, gifs } })
  const made = await ownAnswer('createStory', await make(['abc', 'def']))
  expect(made.gifs.map(({ id }) => id)).toEqual(['abc', 'def'])
  expect((await make(['abc', 'left'])).status).toBe(400)
  expect(new Set(keys)).toEqual(new Set(['person id-gus']))
})

describe('the embedded gateway', () => {
  it('F12: is a 503 without a database', async () => {
    const bare = embeddedSite({ DB: undefined }).visitor()
    expect((await bare.call(`GET ${STORIES}/partnerArtist`)).status).toBe(503)
  })

  it('T41: is a 503 with a site elsewhere, whose people it does not know', async () => {
    const elsewhere = embeddedSite({ SITE_URL: 'https://site.test' }).visitor()
    const response = await elsewhere.call(`GET ${STORIES}/partnerArtist`)
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('GATEWAY_URL is not configured'),
    ])
  })
})

describe('lists at scale', () => {
  const planOf = async (sql: string, ...values: unknown[]) => {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...values)
      .all<{ detail: string }>()
    return results.map(({ detail }) => detail).join('; ')
  }

  it.each([
    [
      'a user’s',
      'SELECT * FROM stories AS s JOIN users AS u ON u.id = s.user_id WHERE s.user_id = ?1 AND s.publish_at <= ?2 AND (s.publish_at, s.num) < (?3, ?4) ORDER BY s.publish_at DESC, s.num DESC LIMIT 25',
      ['a', 'b', 'c', 1],
      'stories_by_user',
    ],
    [
      'artists’',
      'SELECT * FROM stories AS s JOIN users AS u ON u.id = s.user_id WHERE s.is_partner = 1 AND s.publish_at >= ?1 AND s.publish_at <= ?2 ORDER BY s.publish_at DESC, s.num DESC LIMIT 25',
      ['a', 'b'],
      'partner_stories',
    ],
  ])('%s stories are a range of an index', async (_name, sql, values, index) => {
    const plan = await planOf(sql, ...values)
    expect(plan).toContain(index)
    expect(plan).not.toContain('TEMP B-TREE')
    expect(plan).not.toMatch(/SCAN s\b/)
  })
})
