import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const USERS = '/api/v3/users/'
const ANN = `${USERS}id-ann/`
let sue: Visitor
let ann: Visitor
/** The last act of the test before: the log is append-only. */
let noted = 0

beforeAll(async () => {
  sue = await somebodyNew(site, { username: 'sue', role: 'staff' })
  ann = await somebodyNew(site, { username: 'ann' })
  await somebodyNew(site, { username: 'bob', role: 'artist' })
})

beforeEach(async () => {
  noted = (await env.DB.prepare('SELECT max(id) AS id FROM audit').first<number>('id')) ?? 0
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE users SET updated_at = '2026-11-0' || (CASE username WHEN 'ann' THEN 2 WHEN 'bob' THEN 3 ELSE 1 END) || 'T00:00:00.000Z'",
    ),
  ])
})

const people = async (query: string) => {
  const { results } = await ownAnswer('people', await sue.call(`GET ${USERS}${query}`))
  return results.map(({ username }) => username).join(' ')
}
const person = async () => ownAnswer('person', await sue.call(`GET ${ANN}`))
const update = (form: Record<string, string>) => sue.call(`PUT ${ANN}`, { form })
const acts = async () =>
  (
    await env.DB.prepare("SELECT action || ' ' || target || ' ' || reason AS act FROM audit WHERE id > ?1")
      .bind(noted)
      .all<{
        act: string
      }>()
  ).results.map(({ act }) => act)

describe('people, with the filters of the artists’ call (docs/contract.md)', () => {
  it('are found by a part of their name, as freelance, by rating, and sorted', async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE users SET is_freelance = username = 'bob'"),
      env.DB.prepare(
        `INSERT OR REPLACE INTO gifs (id, slug, title, type, import_datetime, rating, user_id)
         VALUES ('adult', 'adult', 'A', 'gif', '2026-11-01 10:00:00', 'r', 'id-ann')`,
      ),
    ])
    for (const [query, names] of [
      ['?sort=username&order=asc', 'ann bob sue'],
      ['?sort=username', 'sue bob ann'],
      ['?sort=updatetime', 'bob ann sue'],
      ['?filter=B', 'bob'],
      ['?freelance=true', 'bob'],
      ['?freelance=false&sort=username', 'sue ann'],
      ['?rating=pg&sort=username', 'sue bob'],
      ['?rating=r&sort=username', 'sue bob ann'],
      ['?filter=a&role=staff', ''],
    ] as const) {
      expect([query, await people(query)]).toEqual([query, names])
    }
    for (const query of ['?sort=email', '?order=up', '?rating=x', '?freelance=maybe']) {
      expect([query, (await sue.call(`GET ${USERS}${query}`)).status]).toEqual([query, 400])
    }
  })
})

describe('somebody’s profile, by staff', () => {
  it('is changed in part and may be emptied; it is noted once', async () => {
    const before = await person()
    const form = { display_name: ' Ann B. ', is_verified: 'true', twitter: '', was: before.updated_at }
    const after = await ownAnswer('updatePerson', await update(form))
    expect(after).toMatchObject({ display_name: 'Ann B.', is_verified: true, is_public: before.is_public })
    expect(after.updated_at).not.toBe(before.updated_at)
    expect(await acts()).toEqual(['user.update user/id-ann display_name, twitter, is_verified'])
    // The same once more, as a client repeats it: nothing happens.
    expect((await update(form)).status).toBe(200)
    expect(await acts()).toHaveLength(1)
    await (await update({ is_verified: 'false' })).text()
    expect((await person()).is_verified).toBe(false)
  })

  it('that somebody else has changed meanwhile stays as it is: a 409', async () => {
    const { updated_at } = await person()
    await (await update({ description: 'Theirs' })).text()
    expect((await update({ description: 'Mine', was: updated_at })).status).toBe(409)
    expect((await person()).description).toBe('Theirs')
    expect(await acts()).toHaveLength(1)
  })

  it.each<[string, Record<string, string>]>([
    ['no name', { display_name: ' ' }],
    ['an address that is none', { website_url: 'javascript:alert(1)' }],
    ['too long a text', { description: 'x'.repeat(1001) }],
    ['a flag that is none', { is_verified: 'perhaps' }],
  ])('%s is a 400 with the field', async (_, form) => {
    const response = await update(form)
    expect(response.status).toBe(400)
    const { error } = await response.json<{ error: { detail: object } }>()
    expect(Object.keys(error.detail)).toEqual(Object.keys(form))
  })

  it('a role that is not the one somebody has seen is a 409; nobody is a 404', async () => {
    const set = (form: Record<string, string>) => sue.call(`PUT ${USERS}id-ann/role`, { form })
    expect((await set({ role: 'artist', was: 'moderator' })).status).toBe(409)
    expect((await person()).role).toBe('user')
    for (const what of [`GET ${USERS}none/`, `PUT ${USERS}none/`, `DELETE ${USERS}none/sessions`]) {
      const form = what.startsWith('PUT') ? { form: { description: 'a' } } : {}
      expect([what, (await sue.call(what, form)).status]).toEqual([what, 404])
    }
  })
})

describe('somebody’s sessions, by staff', () => {
  it('T54: all end at once with their tokens, theirs alone, and each time is noted', async () => {
    await env.DB.prepare(
      "INSERT OR REPLACE INTO tokens (hash, id, user_id, name, created_at) VALUES ('h', 't', 'id-ann', 'a', '2026-11-01T00:00:00.000Z')",
    ).run()
    expect((await ann.call('GET /api/v3/sessions')).status).toBe(200)
    for (const _ of [1, 2]) expect((await sue.call(`DELETE ${ANN}sessions`)).status).toBe(204)
    expect((await ann.call('GET /api/v3/sessions')).status).toBe(401)
    expect((await sue.call('GET /api/v3/sessions')).status).toBe(200)
    expect(await acts()).toEqual(Array(2).fill('user.sign-out user/id-ann '))
    expect(await env.DB.prepare("SELECT count(*) AS n FROM tokens WHERE user_id = 'id-ann'").first('n')).toBe(
      0,
    )
  })
})

it('the audit log takes rows, and neither changes nor loses them', async () => {
  await env.DB.prepare(
    "INSERT INTO audit (actor_id, actor, action, target, created_at) VALUES ('1', 'ann', 'hide', 'gif', '2026-11-21T00:00:00Z')",
  ).run()
  for (const sql of ["UPDATE audit SET actor = 'bob'", 'DELETE FROM audit']) {
    await expect(env.DB.prepare(sql).run()).rejects.toThrow('append-only')
  }
})
