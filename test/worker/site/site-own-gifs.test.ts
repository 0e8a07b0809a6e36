import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnItem } from '../../../shared/schema/own/items.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
let ann: Visitor
let bob: Visitor
let mia: Visitor
let stan: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'mia', role: 'moderator' },
    { username: 'stan', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  mia = await signedIn(site, 'mia')
  stan = await signedIn(site, 'stan')
})

let number = 0

type Flags = { owner?: string; hidden?: number; removed?: number }

/** An item that no other test has. */
async function item({ owner = 'ann', hidden = 0, removed = 0 }: Flags = {}): Promise<string> {
  const id = `own${number++}`
  await env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, tags, is_hidden, is_removed)
     VALUES (?1, ?1, 'A ' || ?1, 'gif', '2026-11-01 10:00:00', 'id-' || ?2, '["cat"]', ?3, ?4)`,
  )
    .bind(id, owner, hidden, removed)
    .run()
  return id
}

async function addFiles(id: string, ...files: [name: string, format: string, size: number][]) {
  const add = env.DB.prepare(
    "INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key) VALUES (?1, ?2, ?3, 200, 100, ?4, 3, 'm/' || ?1)",
  )
  await env.DB.batch(files.map((file) => add.bind(id, ...file)))
}

type Own = { results: OwnItem[]; count: number }

const list = async (visitor: Visitor, query = '') =>
  (await visitor.call(`GET /api/v1/users/self/gifs${query}`)).json<Own>()

const statusOf = async (visitor: Visitor, path: string) => {
  const response = await visitor.call(`GET ${path}`)
  await response.body?.cancel()
  return response.status
}

const edit = (visitor: Visitor, id: string, form: Record<string, string>) =>
  visitor.call(`PUT /api/v1/gifs/${id}/`, { form })

const acts = async (id: string) =>
  (
    await env.DB.prepare("SELECT actor, action FROM audit WHERE target = 'gif/' || ?1 ORDER BY id")
      .bind(id)
      .all()
  ).results

describe('the list of one’s own items (docs/contract.md)', () => {
  beforeEach(() => env.DB.prepare('DELETE FROM gifs').run())

  it('has hidden and unlisted ones, the newest first, and none of others or that were taken down', async () => {
    expect(await list(ann)).toEqual({ results: [], count: 0 })
    const first = await item()
    const hidden = await item({ hidden: 1 })
    await item({ removed: 1 })
    await item({ owner: 'bob' })
    const { results, count } = await list(ann)
    expect(results.map(({ id, is_hidden }) => [id, is_hidden])).toEqual([
      [hidden, true],
      [first, false],
    ])
    expect(count).toBe(2)
    expect(results[1]).toEqual({
      id: first,
      title: `A ${first}`,
      alt_text: '',
      type: 'gif',
      tags: ['cat'],
      rating: 'g',
      source_post_url: '',
      is_hidden: false,
      is_indexable: true,
      create_datetime: '2026-11-01 10:00:00',
      cta_link: '',
      cta_text: '',
      external_media: null,
      state: 'done',
      made: 0,
      planned: 0,
      reason: '',
      thumbnail: null,
      is_waiting: false,
    })
  })

  it('comes in parts, which are bounded', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift(await item())
    const part = await list(ann, '?limit=2&offset=2')
    expect(part.results.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect(part.count).toBe(5)
    expect((await list(ann, '?limit=100000')).results).toHaveLength(5)
    expect((await list(ann, '?offset=5')).results).toEqual([])
    expect(await statusOf(ann, '/api/v1/users/self/gifs?limit=-1')).toBe(400)
  })

  it('says how far the sizes are, and has a still for a thumbnail, else what is small', async () => {
    const [moving, still, film, large] = [await item(), await item(), await item(), await item()]
    await addFiles(moving, ['original', 'gif', 900], ['fixed_width', 'webp', 300], ['fixed_width', 'mp4', 10])
    await addFiles(
      still,
      ['original', 'gif', 9],
      ['original_still', 'webp', 90],
      ['fixed_width_still', 'webp', 50],
    )
    await addFiles(large, ['original', 'gif', 2 * 1024 * 1024])
    await addFiles(film, ['original', 'mp4', 900])
    await env.DB.prepare(
      `INSERT INTO uploads (gif_id, user_id, sha256, file, state, reason, created_at, updated_at)
       VALUES (?1, 'id-ann', ?1, 'm/a', 'failed', 'The image service is away', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`,
    )
      .bind(moving)
      .run()
    const { results } = await list(ann)
    const of = (id: string) => results.find((each) => each.id === id)
    expect(of(moving)).toMatchObject({
      state: 'failed',
      reason: 'The image service is away',
      thumbnail: { url: `${HERE}/media/${moving}/fixed_width.webp`, kind: 'moving' },
    })
    expect(of(still)?.thumbnail).toEqual({
      url: `${HERE}/media/${still}/fixed_width_still.webp`,
      kind: 'still',
    })
    expect(of(film)?.thumbnail).toEqual({ url: `${HERE}/media/${film}/original.mp4`, kind: 'film' })
    expect(of(large)?.thumbnail).toBeNull()
  })

  it('reads by an index, whoever has how much', async () => {
    const plan = async (sql: string) =>
      (await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind('id-ann').all<{ detail: string }>()).results
        .map(({ detail }) => detail)
        .join('\n')
    const sql = 'SELECT num FROM gifs AS g WHERE user_id = ?1 AND is_removed = 0 ORDER BY num DESC'
    expect(await plan(sql)).toMatch(/^SEARCH g USING INDEX gifs_of_owner \(user_id=\?\)$/)
    // A foreign key looks for children in the same way, when somebody leaves.
    expect(await plan('SELECT rowid FROM gifs WHERE user_id = ?1')).toContain('gifs_of_owner')
  })
})

describe('one item of one’s own (docs/contract.md)', () => {
  it('T35: is a 404 to everybody else, staff too, and a 410 once it was taken down', async () => {
    const id = await item({ hidden: 1 })
    const path = `/api/v1/users/self/gifs/${id}`
    expect(await statusOf(ann, path)).toBe(200)
    expect(await Promise.all([bob, mia, stan].map((who) => statusOf(who, path)))).toEqual([404, 404, 404])
    expect(await statusOf(site.visitor(), path)).toBe(401)
    expect(await statusOf(ann, '/api/v1/users/self/gifs/unknown')).toBe(404)
    const gone = await item({ removed: 1 })
    expect(await statusOf(ann, `/api/v1/users/self/gifs/${gone}`)).toBe(410)
    expect(await statusOf(bob, `/api/v1/users/self/gifs/${gone}`)).toBe(404)
  })
})

describe('an edit of several keys at once (docs/contract.md)', () => {
  it('changes what it names, at once, and nothing else', async () => {
    const id = await item()
    const form = {
      title: ' Two  words ',
      tags: 'One, two,,one',
      rating: 'pg',
      source_post_url: 'https://a.example.com/',
    }
    const response = await edit(ann, id, { ...form, is_indexable: 'false', alt_text: 'A cat waves' })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        id,
        title: 'Two  words',
        alt_text: 'A cat waves',
        tags: ['One', 'two', 'one'],
        rating: 'pg',
        source_post_url: 'https://a.example.com/',
        is_indexable: false,
        is_hidden: false,
      },
    ])
    const after = await (await edit(ann, id, { source_post_url: '', tags: '' })).json()
    expect(after).toMatchObject({ title: 'Two  words', source_post_url: '', tags: [], rating: 'pg' })
    const { data } = await (await site.visitor().call(`GET /v1/gifs/${id}`)).json<{ data: object }>()
    expect(data).toMatchObject({ title: 'Two  words', tags: [] })
    expect(await acts(id)).toEqual([])
  })

  it('without anything to change gives the item', async () => {
    const id = await item()
    expect(await (await edit(ann, id, {})).json()).toMatchObject({ id, title: `A ${id}` })
  })

  it.each<[string, Record<string, string>]>([
    ['title', { title: 'x'.repeat(141) }],
    ['alt_text', { alt_text: 'x'.repeat(501) }],
    ['tags', { tags: 'a,'.repeat(10) + 'x'.repeat(101) }],
    ['rating', { rating: 'x' }],
    ['source_post_url', { source_post_url: 'javascript:alert(1)' }],
    ['is_hidden', { is_hidden: 'maybe' }],
  ])('with a wrong %s changes nothing, and names it', async (field, wrong) => {
    const id = await item()
    const response = await edit(ann, id, { title: 'New', ...wrong })
    const { error } = await response.json<{ error: { detail: Record<string, string> } }>()
    expect([response.status, Object.keys(error.detail)]).toEqual([400, [field]])
    const { results } = await list(ann)
    expect(results.find((each) => each.id === id)?.title).toBe(`A ${id}`)
  })

  it('T34: takes no other key', async () => {
    const id = await item()
    await (await edit(ann, id, { title: 'New', user_id: 'id-bob', is_removed: '1', heat: '9' })).text()
    const row = await env.DB.prepare('SELECT title, user_id, is_removed, heat FROM gifs WHERE id = ?1')
      .bind(id)
      .first()
    expect(row).toEqual({ title: 'New', user_id: 'id-ann', is_removed: 0, heat: 0 })
  })

  it('hides and shows with the rest, and the log of acts has it', async () => {
    const id = await item()
    expect(await (await edit(ann, id, { is_hidden: 'true', title: 'Shy' })).json()).toMatchObject({
      is_hidden: true,
      title: 'Shy',
    })
    expect(await statusOf(site.visitor(), `/v1/gifs/${id}`)).toBe(404)
    await (await edit(ann, id, { is_hidden: 'false' })).text()
    expect(await statusOf(site.visitor(), `/v1/gifs/${id}`)).toBe(200)
    await (await edit(ann, id, { is_hidden: 'false' })).text()
    expect(await acts(id)).toEqual([
      { actor: 'ann', action: 'gif.hide' },
      { actor: 'ann', action: 'gif.show' },
    ])
  })

  it('what a moderator has hidden its owner does not show; the rest of the edit waits with it', async () => {
    const id = await item()
    await (
      await mia.call('POST /ajax/gif/update', { form: { gif_id: id, key: 'is_hidden', value: 'true' } })
    ).text()
    expect((await edit(ann, id, { is_hidden: 'false', title: 'New' })).status).toBe(403)
    expect(await (await edit(ann, id, { is_hidden: 'true', title: 'New' })).json()).toMatchObject({
      is_hidden: true,
      title: 'New',
    })
    await (await edit(stan, id, { is_hidden: 'false' })).text()
    // Shown by somebody else, and not hidden: the owner’s form names the same again.
    expect((await edit(ann, id, { is_hidden: 'false', title: 'Newer' })).status).toBe(200)
  })

  it('T35: is for its owner or staff, whose act is in the log; 404 and 410 as everywhere', async () => {
    const id = await item()
    const hidden = await item({ hidden: 1 })
    const gone = await item({ removed: 1 })
    expect((await edit(bob, id, { title: 'Mine' })).status).toBe(403)
    expect((await edit(mia, id, { title: 'Mine' })).status).toBe(403)
    expect((await edit(bob, hidden, { title: 'Mine' })).status).toBe(404)
    expect((await edit(ann, gone, { title: 'Mine' })).status).toBe(410)
    expect((await edit(ann, 'unknown', { title: 'Mine' })).status).toBe(404)
    expect((await edit(stan, id, { title: 'By staff', is_hidden: 'true' })).status).toBe(200)
    expect(await acts(id)).toEqual([{ actor: 'stan', action: 'gif.edit' }])
  })
})
