import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { catJson, okJson, PROVIDER } from '../../fixtures/upstreams/stub-provider.ts'

const FAVORITES = '/api/v1/users/self/favorites'
const site = embeddedSite()
let ann: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  await addPeople([{ username: 'fay' }, { username: 'gus' }, { username: 'mod', role: 'moderator' }])
})

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM favorites').run()
  ann = await signedIn(site, 'fay')
})

afterEach(() => vi.restoreAllMocks())

type List = {
  data: { id: string; images: object }[]
  pagination: { total_count: number; count: number; offset: number }
  meta: { response_id: string }
}

const statusOf = async (visitor: Visitor, what: string) => (await visitor.call(what)).status
const add = (visitor: Visitor, id: string) => statusOf(visitor, `PUT ${FAVORITES}/${id}`)
const remove = (visitor: Visitor, id: string) => statusOf(visitor, `DELETE ${FAVORITES}/${id}`)
const list = async (visitor: Visitor, query = '') =>
  (await visitor.call(`GET ${FAVORITES}${query}`)).json<List>()
const idsOf = async (visitor: Visitor, query = '') => (await list(visitor, query)).data.map(({ id }) => id)

/** Sets when a favorite was added, in minutes. */
const addedAt = (id: string, minute: number) =>
  env.DB.prepare('UPDATE favorites SET created_at = ?2 WHERE gif_id = ?1')
    .bind(id, new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString())
    .run()

describe('favorites of a person (docs/contract.md)', () => {
  it('are added and removed, each as often as one likes', async () => {
    expect([await add(ann, 'cat00001'), await add(ann, 'cat00001')]).toEqual([204, 204])
    expect(await idsOf(ann)).toEqual(['cat00001'])
    expect([await remove(ann, 'cat00001'), await remove(ann, 'cat00001')]).toEqual([204, 204])
    expect(await idsOf(ann)).toEqual([])
  })

  it('say of one GIF whether it is among them', async () => {
    const isFavorite = async () => (await ann.call(`GET ${FAVORITES}/cat00001`)).json()
    expect(await isFavorite()).toEqual({ id: 'cat00001', favorite: false })
    await add(ann, 'cat00001')
    expect(await isFavorite()).toEqual({ id: 'cat00001', favorite: true })
  })

  it('are listed newest first, in the provider’s shape and in pages', async () => {
    for (const [at, id] of ['cat00002', 'stik0001', 'film0001'].entries()) {
      await add(ann, id)
      await addedAt(id, at)
    }
    const all = await list(ann)
    expect(all.data.map(({ id }) => id)).toEqual(['film0001', 'stik0001', 'cat00002'])
    expect(all.pagination).toEqual({ total_count: 3, count: 3, offset: 0 })
    expect(all.meta.response_id).toMatch(/^\w{32}$/)
    expect(all.data[0]?.images).toHaveProperty('original')
    expect(await idsOf(ann, '?limit=1&offset=1')).toEqual(['stik0001'])
    expect(await list(ann, '?offset=9')).toMatchObject({ data: [], pagination: { total_count: 3, count: 0 } })
  })

  it('keep their place when they are added again', async () => {
    for (const id of ['cat00002', 'stik0001']) await add(ann, id)
    await Promise.all([addedAt('cat00002', 1), addedAt('stik0001', 2)])
    await add(ann, 'cat00002')
    expect(await idsOf(ann)).toEqual(['stik0001', 'cat00002'])
  })

  it('leave out what was hidden or taken down since', async () => {
    await add(ann, 'many0001')
    await env.DB.prepare(
      `INSERT INTO favorites (user_id, gif_id, created_at)
       SELECT 'id-fay', value, '2026-01-01T00:00:00.000Z' FROM json_each('["gone0001","hide0001","nothing1"]')`,
    ).run()
    expect(await list(ann)).toMatchObject({ data: [{ id: 'many0001' }], pagination: { count: 1 } })
  })

  it.each([
    ['an unknown GIF', 'nothing0', 404],
    ['a hidden one', 'hide0001', 404],
    ['one that was taken down', 'gone0001', 410],
  ])('take none for %s', async (_name, id, status) => {
    expect(await add(ann, id)).toBe(status)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM favorites').first('n')).toBe(0)
  })

  it('end at 5,000 with a clear refusal, and take the next once one is removed', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO favorites (user_id, gif_id, created_at)
       SELECT 'id-fay', 'f' || i, '2026-01-01T00:00:00.000Z' FROM n`,
    ).run()
    const refused = await ann.call(`PUT ${FAVORITES}/cat00001`)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('5000 favorites')
    await remove(ann, 'f1')
    expect(await add(ann, 'cat00001')).toBe(204)
  })
})

describe('whose favorites they are', () => {
  it.each([
    ['GET', FAVORITES],
    ['GET', `${FAVORITES}/cat00001`],
    ['PUT', `${FAVORITES}/cat00001`],
    ['DELETE', `${FAVORITES}/cat00001`],
  ])(
    'T35: %s %s is refused to a visitor, and is the caller’s own for everybody else',
    async (method, path) => {
      await add(ann, 'cat00001')
      const visitor = site.visitor()
      // A write without any token is refused before anybody looks who it is.
      visitor.cookies.set('csrftoken', 'x')
      expect(await statusOf(visitor, `${method} ${path}`)).toBe(401)
      for (const name of ['gus', 'mod']) {
        expect(await statusOf(await signedIn(site, name), `${method} ${path}`)).toBeLessThan(300)
      }
      expect(await idsOf(ann)).toEqual(['cat00001'])
    },
  )

  it('T19: a write from another site, or without the token, changes nothing', async () => {
    const foreign = await ann.call(`PUT ${FAVORITES}/cat00001`, {
      headers: { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' },
    })
    const bare = await ann.call(`PUT ${FAVORITES}/cat00001`, { headers: { 'X-CSRFToken': '' } })
    expect([foreign.status, bare.status]).toEqual([403, 403])
    expect(await idsOf(ann)).toEqual([])
  })

  it('T23: no cache may store the list', async () => {
    const { headers } = await ann.call(`GET ${FAVORITES}`)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  })

  it('they go with the account', async () => {
    const gus = await signedIn(site, 'gus')
    await add(gus, 'cat00001')
    await env.DB.prepare("DELETE FROM users WHERE id = 'id-gus'").run()
    expect(await env.DB.prepare('SELECT count(*) AS n FROM favorites').first('n')).toBe(0)
  })
})

describe('with a configured provider', () => {
  const provided = (asked: string[], vars: Record<string, unknown> = {}) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input as Request, init).url)
      asked.push(pathname)
      const ids = searchParams.get('ids')?.split(',')
      if (ids) return Response.json(okJson(ids.filter((id) => id !== 'left').map(catJson)))
      if (pathname.endsWith('unknown')) return Response.json({ meta: { msg: 'No' } }, { status: 404 })
      return Response.json(okJson(catJson(pathname.split('/').pop())))
    })
    return embeddedSite({ PROVIDER_URL: PROVIDER, PROVIDER_KEY: 'secret-key', ...vars })
  }

  it('the GIFs are the provider’s, read once; one that it no longer has is left out', async () => {
    const asked: string[] = []
    const person = await signedIn(provided(asked), 'fay')
    for (const id of ['abc', 'left']) expect(await add(person, id)).toBe(204)
    await Promise.all([addedAt('abc', 1), addedAt('left', 2)])
    for (const _ of [1, 2]) expect(await idsOf(person)).toEqual(['abc'])
    expect(await add(person, 'unknown')).toBe(404)
    expect(asked).toEqual(['/v1/gifs/abc', '/v1/gifs/left', '/v1/gifs', '/v1/gifs/unknown'])
  })

  it('T44: what needs our key counts for the person', async () => {
    const keys: string[] = []
    const limit = async ({ key }: { key: string }) => {
      keys.push(key)
      return { success: keys.length < 3 }
    }
    const person = await signedIn(provided([], { PROVIDER_LIMIT: { limit } }), 'fay')
    expect([await add(person, 'k1'), await add(person, 'k2'), await add(person, 'k3')]).toEqual([
      204, 204, 429,
    ])
    expect(new Set(keys)).toEqual(new Set(['person id-fay']))
  })
})

it('F12: without a database the calls are a 503', async () => {
  const bare = embeddedSite({ DB: undefined }).visitor()
  expect(await statusOf(bare, `GET ${FAVORITES}`)).toBe(503)
})
