import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { countOf } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const nobody = site.visitor()
let ann: Visitor
let bob: Visitor
let staff: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'new', state: 'unconfirmed' },
    { username: 'sam', role: 'staff' },
    { username: 'zoe', role: 'artist' },
    { username: 'yan', role: 'artist' },
    { username: 'private', role: 'artist' },
    { username: 'later', role: 'artist', state: 'unconfirmed' },
  ])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  staff = await signedIn(site, 'sam')
  const gif = env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, rating, is_hidden)
     VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00', ?2, ?3, ?4)`,
  )
  const set = env.DB.prepare(
    'UPDATE users SET updated_at = ?2, is_freelance = ?3, is_public = ?4 WHERE username = ?1',
  )
  await env.DB.batch([
    gif.bind('a1', 'id-ann', 'g', 0),
    gif.bind('a2', 'id-ann', 'g', 0),
    gif.bind('a3', 'id-ann', 'g', 1),
    gif.bind('y1', 'id-yan', 'r', 0),
    env.DB.prepare(
      "INSERT INTO counters VALUES ('a1', 'SEEN', 7), ('a1', 'CLICK', 9), ('a2', 'SEEN', 5), ('a3', 'SEEN', 100)",
    ),
    set.bind('zoe', '2026-11-02T00:00:00Z', 1, 1),
    set.bind('yan', '2026-11-03T00:00:00Z', 0, 1),
    set.bind('private', '2026-11-04T00:00:00Z', 0, 0),
  ])
})

async function answer(who: Visitor, what: string, form?: Record<string, string>) {
  const response = await who.call(what, form ? { form } : {})
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const statusOf = async (who: Visitor, what: string) => (await answer(who, what)).status

describe('§7 follows', () => {
  it('follow and unfollow, once however often they are repeated', async () => {
    for (const _ of [1, 2]) {
      expect(await answer(ann, 'POST /users/id-bob/follows', {})).toEqual({
        status: 200,
        body: { id: 'id-bob', username: 'bob', following: true, follower_count: 1 },
      })
    }
    await answer(ann, 'POST /users/id-zoe/follows', {})
    await answer(bob, 'POST /users/id-zoe/follows', {})
    const own = await answer(ann, 'GET /users/self/follows')
    expect(own.body).toEqual({
      results: [
        { id: 'id-zoe', username: 'zoe', following: true, follower_count: 2 },
        { id: 'id-bob', username: 'bob', following: true, follower_count: 1 },
      ],
      count: 2,
    })
    // `following` is the caller's.
    expect((await answer(bob, 'GET /users/id-ann/follows')).body.results).toMatchObject([
      { username: 'zoe', following: true },
      { username: 'bob', following: false },
    ])
    for (const _ of [1, 2]) expect(await statusOf(ann, 'DELETE /users/id-bob/follows')).toBe(204)
    expect((await answer(ann, 'GET /users/self/follows')).body.count).toBe(1)
  })

  it('nobody follows themselves, nobody, or who has not confirmed', async () => {
    expect(await statusOf(ann, 'POST /users/self/follows')).toBe(400)
    expect(await statusOf(ann, 'POST /users/id-none/follows')).toBe(404)
    expect(await statusOf(ann, 'POST /users/id-new/follows')).toBe(404)
    expect(await statusOf(nobody, 'GET /users/id-ann/follows')).toBe(401)
  })

  it('T35: whom somebody follows who is not public, they and staff alone see', async () => {
    const hidden = await signedIn(site, 'private')
    await answer(hidden, 'POST /users/id-bob/follows', {})
    expect(await statusOf(ann, 'GET /users/id-private/follows')).toBe(404)
    for (const who of [hidden, staff]) expect(await statusOf(who, 'GET /users/id-private/follows')).toBe(200)
  })

  it('end at 1000', async () => {
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO users (id, username, display_name) SELECT 'many' || i, 'many' || i, '' FROM n`,
      ),
      env.DB.prepare(
        "INSERT INTO follows SELECT 'id-sam', id, '2026-11-01T00:00:00Z' FROM users WHERE id LIKE 'many%'",
      ),
    ])
    expect(await statusOf(staff, 'POST /users/id-bob/follows')).toBe(409)
    expect(await statusOf(staff, 'POST /users/many7/follows')).toBe(200)
    expect(await countOf("SELECT count(*) AS n FROM follows WHERE follower_id = 'id-sam'")).toBe(1000)
    await env.DB.exec("DELETE FROM users WHERE id LIKE 'many%'")
    expect(await countOf("SELECT count(*) AS n FROM follows WHERE follower_id = 'id-sam'")).toBe(0)
  })
})

describe('§7 artists', () => {
  it.each<[string, string[]]>([
    ['', ['zoe']],
    ['?rating=r', ['yan', 'zoe']],
    ['?rating=r&order=asc', ['zoe', 'yan']],
    ['?rating=r&sort=username', ['zoe', 'yan']],
    ['?rating=r&sort=username&order=asc', ['yan', 'zoe']],
    ['?rating=r&freelance=true', ['zoe']],
    ['?rating=r&freelance=0', ['yan']],
    ['?rating=r&filter=YA', ['yan']],
    [`?rating=r&filter=${'%25'.repeat(80)}`, []],
  ])('%s: who is confirmed, public, and shows something that fits, or nothing yet', async (query, names) => {
    const { body } = await answer(nobody, `GET /api/v3/artists/${query}`)
    expect(body.count).toBe(names.length)
    expect(body.results.map(({ username }: { username: string }) => username)).toEqual(names)
  })

  it('shows no address, and refuses an unknown order', async () => {
    expect((await answer(nobody, 'GET /api/v3/artists/')).body.results[0]).toMatchObject({
      email: '',
      role: '',
    })
    expect(await statusOf(nobody, 'GET /api/v3/artists/?sort=email')).toBe(400)
  })

  it('are read from an index in their default order', async () => {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT * FROM users WHERE role = 'artist' AND state = 'active' AND is_public = 1
        ORDER BY updated_at DESC, id DESC LIMIT 100`,
    ).all<{ detail: string }>()
    expect(results.map(({ detail }) => detail)).toEqual(['SCAN users USING INDEX artists'])
  })
})

describe('§7 a user’s own fields and views', () => {
  it('views are those of all listed items', async () => {
    const { body } = await answer(nobody, 'GET /api/v1/users/id-ann/view-count/')
    expect(body).toEqual({ viewCount: 12, view_count: 12 })
    expect(await answer(ann, 'GET /api/v1/users/self/view-count/')).toMatchObject({
      body: { view_count: 12 },
    })
    expect(await statusOf(nobody, 'GET /api/v1/users/self/view-count/')).toBe(401)
    expect(await statusOf(nobody, 'GET /api/v1/users/id-new/view-count/')).toBe(404)
  })

  it('whether somebody takes work is theirs to say', async () => {
    const { body } = await answer(bob, 'PUT /api/v1/users/self/', { is_freelance: 'true' })
    expect(body).toMatchObject({ username: 'bob', is_freelance: true, email: 'bob@example.test' })
    expect((await answer(ann, 'GET /api/v1/users/id-bob/')).body).toMatchObject({
      is_freelance: true,
      email: '',
    })
  })
})
