import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indexItems } from '../../../origin/search/index-items.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
let mia: Visitor
let stan: Visitor
let ann: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'mia', role: 'moderator' },
    { username: 'stan', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  mia = await signedIn(site, 'mia')
  stan = await signedIn(site, 'stan')
})
beforeEach(() => env.DB.prepare('DELETE FROM gifs').run())

type Given = {
  title?: string
  tags?: string[]
  type?: string
  rating?: string
  owner?: string | null
  hidden?: number
  indexable?: number
  removed?: number
}

let number = 0

async function item({ owner = 'ann', ...given }: Given = {}): Promise<string> {
  const id = `lib${number++}`
  const {
    title = id,
    tags = ['cat'],
    type = 'gif',
    rating = 'g',
    hidden = 0,
    indexable = 1,
    removed = 0,
  } = given
  await env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, tags, type, rating, user_id, is_hidden, is_indexable, is_removed, import_datetime)
     VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '2026-11-01 10:00:00')`,
  )
    .bind(id, title, JSON.stringify(tags), type, rating, owner && `id-${owner}`, hidden, indexable, removed)
    .run()
  return id
}

const list = async (query = '') =>
  ownAnswer('allGifs', await mia.call(`GET /api/v3/gifs/${query && `?${query}`}`))
const idsOf = async (query: string) => (await list(query)).results.map(({ id }) => id)

const edit = async (id: string, form: Record<string, string>) => {
  const response = await stan.call(`PUT /api/v1/gifs/${id}/`, { form })
  return { status: response.status, body: await response.json<Record<string, unknown>>() }
}

const acts = async (id: string) =>
  (
    await env.DB.prepare("SELECT actor, action FROM audit WHERE target = 'gif/' || ?1 ORDER BY id")
      .bind(id)
      .all()
  ).results

describe('all items, for moderators (docs/contract.md)', () => {
  it('has hidden and unlisted ones of everybody, the newest first, and none that were taken down', async () => {
    const first = await item({ owner: null })
    const hidden = await item({ hidden: 1 })
    const unlisted = await item({ indexable: 0, owner: 'mia' })
    await item({ removed: 1 })
    const { results, count, is_exact } = await list()
    expect(
      results.map(({ id, username, is_hidden, is_indexable }) => [id, username, is_hidden, is_indexable]),
    ).toEqual([
      [unlisted, 'mia', false, false],
      [hidden, 'ann', true, true],
      [first, '', false, true],
    ])
    expect([count, is_exact]).toEqual([3, true])
    expect((await ann.call('GET /api/v3/gifs/')).status).toBe(403)
    expect((await site.visitor().call('GET /api/v3/gifs/')).status).toBe(401)
  })

  it('finds words of listed items and of those that no index has', async () => {
    const plain = await item({ title: 'A Happy cat' })
    const hidden = await item({ title: 'So HAPPY', hidden: 1 })
    const tagged = await item({ title: 'None', tags: ['happy', 'dog'], indexable: 0 })
    await item({ title: 'Sad cat' })
    expect(await idsOf('q=happy')).toEqual([tagged, hidden, plain])
    expect(await idsOf('q=hap')).toEqual([tagged, hidden, plain])
    expect(await idsOf('q=happy+dog')).toEqual([tagged])
    expect(await idsOf('q=Happy&state=hidden')).toEqual([hidden])
    expect(await idsOf('q=mia')).toEqual([])
    expect(await idsOf('q=%22OR')).toEqual([])
    expect(await idsOf('q=!!!')).toEqual([])
  })

  it('is sorted by its time both ways, whatever the filter', async () => {
    const first = await item({ hidden: 1 })
    const second = await item({ rating: 'pg' })
    const third = await item({ hidden: 1, rating: 'pg', owner: 'mia' })
    expect(await idsOf('order=asc')).toEqual([first, second, third])
    expect(await idsOf('order=desc')).toEqual([third, second, first])
    expect(await idsOf('order=asc&limit=1&offset=1')).toEqual([second])
    expect(await idsOf('order=asc&q=cat')).toEqual([first, second, third])
    expect(await idsOf('order=asc&state=hidden')).toEqual([first, third])
    expect(await idsOf('order=asc&rating=pg')).toEqual([second, third])
    expect(await idsOf('order=asc&owner=ann&type=gif')).toEqual([first, second])
  })

  it('is filtered by owner, kind, rating, state and id, and by all of them at once', async () => {
    const sticker = await item({ type: 'sticker', rating: 'pg' })
    const mine = await item({ owner: 'mia', rating: 'pg' })
    const hidden = await item({ owner: 'mia', hidden: 1, indexable: 0, rating: 'r' })
    const unlisted = await item({ indexable: 0 })
    const failed = await item({ type: 'video' })
    await env.DB.prepare(
      `INSERT INTO uploads (gif_id, user_id, sha256, file, state, created_at, updated_at)
       VALUES (?1, 'id-ann', ?1, 'm/a', 'failed', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
    )
      .bind(failed)
      .run()
    expect(await idsOf('owner=MIA')).toEqual([hidden, mine])
    expect(await idsOf('owner=nobody')).toEqual([])
    expect(await idsOf('type=sticker')).toEqual([sticker])
    expect(await idsOf('rating=pg')).toEqual([mine, sticker])
    expect(await idsOf('rating=pg&type=gif')).toEqual([mine])
    expect(await idsOf('state=hidden')).toEqual([hidden])
    expect(await idsOf('state=unlisted')).toEqual([unlisted])
    expect(await idsOf('state=failed')).toEqual([failed])
    expect(await idsOf('state=failed&type=gif')).toEqual([])
    expect(await idsOf('state=hidden&owner=mia&rating=r&type=gif')).toEqual([hidden])
    expect(await idsOf(`gif=${hidden}`)).toEqual([hidden])
    expect(await idsOf(`gif=${hidden}&rating=g`)).toEqual([])
    for (const query of [
      'state=removed',
      'type=film',
      'rating=x',
      'owner=a%20b',
      `q=${'a'.repeat(101)}`,
      'limit=-1',
    ])
      expect([query, (await mia.call(`GET /api/v3/gifs/?${query}`)).status]).toEqual([query, 400])
  })

  it('comes in parts, and says where it has not counted all', async () => {
    await env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime)
       SELECT 'many' || value, 'many', 'Many', 'gif', '2026-11-01 10:00:00'
         FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 350) SELECT value FROM n)`,
    ).run()
    const first = await list('limit=2')
    expect([first.results.map(({ id }) => id), first.count, first.is_exact]).toEqual([
      ['many350', 'many349'],
      200,
      false,
    ])
    const later = await list('limit=2&offset=348')
    expect([later.results.map(({ id }) => id), later.count, later.is_exact]).toEqual([
      ['many2', 'many1'],
      350,
      true,
    ])
    expect((await list('offset=400')).results).toEqual([])
    await indexItems(env.DB)
    const words = await list('q=many&limit=2')
    expect([words.results.map(({ id }) => id), words.is_exact]).toEqual([['many350', 'many349'], false])
  })
})

describe('an edit of what somebody has seen (docs/contract.md)', () => {
  const was = (seen: object) => JSON.stringify(seen)

  it('is made where nobody has changed it, and else a conflict that changes nothing', async () => {
    const id = await item({ title: 'Old' })
    expect(
      await edit(id, { title: 'New', tags: 'a,b', was: was({ title: 'Old', tags: ['cat'] }) }),
    ).toMatchObject({
      status: 200,
      body: { title: 'New', tags: ['a', 'b'] },
    })
    expect((await edit(id, { title: 'Newer', rating: 'r', was: was({ title: 'Old' }) })).status).toBe(409)
    expect((await edit(id, { tags: 'c', was: was({ tags: ['cat'] }) })).status).toBe(409)
    expect((await list(`gif=${id}`)).results).toMatchObject([{ title: 'New', tags: ['a', 'b'], rating: 'g' }])
    expect(await acts(id)).toEqual([{ actor: 'stan', action: 'gif.edit' }])
    const seen = { title: 'New', alt_text: '', rating: 'g', source_post_url: '', is_indexable: true }
    expect(await edit(id, { is_indexable: 'false', was: was(seen) })).toMatchObject({
      status: 200,
      body: { is_indexable: false },
    })
  })

  it('of two at once one wins', async () => {
    const id = await item({ title: 'Old' })
    const both = await Promise.all(
      ['One', 'Two'].map((title) => edit(id, { title, was: was({ title: 'Old' }) })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await acts(id)).toHaveLength(1)
  })

  it.each([
    ['no JSON', { title: 'New', was: 'Old' }],
    ['another key', { title: 'New', was: was({ user_id: 'id-ann' }) }],
    ['another type', { title: 'New', was: was({ title: 7 }) }],
    ['hiding, which has no order', { is_hidden: 'true', was: was({ title: 'Old' }) }],
  ])('refuses %s', async (_name, form) => {
    const id = await item({ title: 'Old' })
    const { status, body } = await edit(id, form as unknown as Record<string, string>)
    expect([status, body]).toMatchObject([400, { error: { detail: { was: expect.any(String) } } }])
  })
})
