import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { providerOrigin } from '../../../origin/provider.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const CATEGORIES = '/api/v3/categories'
let boss: Visitor
let fay: Visitor

beforeAll(async () => {
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  fay = await somebodyNew(site, { username: 'fay' })
})

let acted = 0
const all = async () => (await env.DB.prepare('SELECT action, target FROM audit ORDER BY id').all()).results
/** What was noted in this test. */
const acts = async () => (await all()).slice(acted)

// A library as it is after its migrations: nothing in it.
beforeEach(async () => {
  for (const table of ['gifs', 'category_nodes', 'staff_terms', 'trending_terms', 'synonyms'])
    await env.DB.exec(`DELETE FROM ${table}`)
  acted = (await all()).length
})

type Item = { tags?: string[]; type?: string; rating?: string; heat?: number; hidden?: boolean }

const addItem = (
  id: string,
  { tags = [], type = 'gif', rating = 'g', heat = 10_000, hidden = false }: Item = {},
) =>
  env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, rating, tags, heat, is_hidden, import_datetime)
     VALUES (?1, ?1, ?1, ?2, ?3, ?4, ?5, ?6, '2026-11-22 10:00:00')`,
  )
    .bind(id, type, rating, JSON.stringify(tags), heat, hidden ? 1 : 0)
    .run()

async function call<Body = Record<string, unknown>>(what: string, json?: object, who = boss) {
  const response = await who.call(what, json && { json })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
}

type List = { results: { path: string; slug: string; items: number }[]; count: number }

const create = (json: object) => call(`POST ${CATEGORIES}/`, json)
const listed = async () => (await call<List>(`GET ${CATEGORIES}/`)).body.results
/** What a subcategory has, past the caches. */
const holds = async (path: string) => {
  const response = await providerOrigin({ db: env.DB })(
    new Request(`https://loop.test/v1/gifs/categories/${path}`),
  )
  const { data } = await response.json<{ data: { id: string }[] }>()
  return data.map(({ id }) => id)
}

describe('categories', () => {
  it('are made of two levels, changed by what is given, and deleted with what makes them again', async () => {
    await addItem('wave0001', { tags: ['wave', 'hello'] })
    const made = await create({
      slug: 'feelings',
      name: 'Feelings',
      names: { de: 'Gefühle', 'pt-BR': 'Emoções' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        path: 'feelings',
        parent: null,
        names: { de: 'Gefühle', 'pt-br': 'Emoções' },
        tags: [],
        items: 0,
      },
    })
    const below = { slug: 'hello', name: 'Hello', parent: 'feelings', cover: 'wave0001', tags: ['Wave'] }
    expect(await create(below)).toMatchObject({
      status: 201,
      body: { path: 'feelings/hello', tags: ['wave'], gif_ids: [], cover: 'wave0001', items: 1, position: 0 },
    })
    const change = { name: 'Hi', gif_ids: ['wave0001'] }
    expect(await call(`PUT ${CATEGORIES}/hello`, change)).toMatchObject({
      status: 200,
      body: { path: 'feelings/hello', name: 'Hi', tags: ['wave'], gif_ids: ['wave0001'], items: 1 },
    })
    const before = await listed()
    const gone = await call<List>(`DELETE ${CATEGORIES}/feelings`)
    expect([gone.status, gone.body.results]).toEqual([200, before])
    expect(await listed()).toEqual([])
    for (const row of gone.body.results) expect((await create(row)).status).toBe(201)
    expect(await listed()).toEqual(before)
    expect((await acts()).map(({ action, target }) => `${action} ${target}`)).toEqual([
      'category.create category/feelings',
      'category.create category/feelings/hello',
      'category.update category/feelings/hello',
      'category.delete category/feelings',
      'category.create category/feelings',
      'category.create category/feelings/hello',
    ])
  })

  it('a taken slug is a 409, and one below another category is not', async () => {
    await create({ slug: 'nature', name: 'Nature' })
    await create({ slug: 'animals', name: 'Animals' })
    expect((await create({ slug: 'animals', name: 'Again' })).status).toBe(409)
    expect((await create({ slug: 'sea', name: 'Sea', parent: 'nature' })).status).toBe(201)
    expect((await create({ slug: 'sea', name: 'Sea', parent: 'nature' })).status).toBe(409)
    expect((await create({ slug: 'sea', name: 'Sea', parent: 'animals' })).status).toBe(201)
    // Which of the two is not said.
    expect((await call(`PUT ${CATEGORIES}/sea`, { name: 'Ocean' })).status).toBe(409)
    expect((await call(`PUT ${CATEGORIES}/animals/sea`, { name: 'Ocean' })).body).toMatchObject({
      name: 'Ocean',
    })
    expect((await call(`PUT ${CATEGORIES}/nature`, { slug: 'animals' })).status).toBe(409)
    expect((await call(`PUT ${CATEGORIES}/animals/sea`, { parent: 'nature' })).status).toBe(409)
    expect((await call(`PUT ${CATEGORIES}/nowhere`, { name: 'x' })).status).toBe(404)
    expect((await call(`DELETE ${CATEGORIES}/nowhere`)).status).toBe(404)
  })

  it('move with what they hold, and never to a third level', async () => {
    await addItem('wave0001')
    await create({ slug: 'a', name: 'A' })
    await create({ slug: 'b', name: 'B', parent: 'a', gif_ids: ['wave0001'] })
    expect((await create({ slug: 'c', name: 'C', parent: 'b' })).status).toBe(400)
    await create({ slug: 'd', name: 'D' })
    expect((await call(`PUT ${CATEGORIES}/a`, { parent: 'd' })).status).toBe(400)
    expect((await call(`PUT ${CATEGORIES}/d`, { parent: 'd' })).status).toBe(400)
    expect((await call(`PUT ${CATEGORIES}/a/b`, { parent: null, slug: 'e' })).body).toMatchObject({
      path: 'e',
      items: 1,
    })
    expect(await holds('e/e')).toEqual(['wave0001'])
    expect((await call(`PUT ${CATEGORIES}/e`, { parent: 'd' })).body).toMatchObject({ path: 'd/e' })
    expect(await holds('d/e')).toEqual(['wave0001'])
  })

  it.each<[string, object, RegExp]>([
    ['no name', { slug: 'a' }, /name/],
    ['a name of 51 characters', { name: 'x'.repeat(51) }, /name/],
    ['a slug with a slash', { name: 'a', slug: 'a/b' }, /slug/],
    ['a name without letters and no slug', { name: '猫' }, /slug is required/],
    ['a language that is none', { name: 'a', names: { __proto__x: 'b' } }, /language/],
    [
      '21 languages',
      {
        name: 'a',
        names: Object.fromEntries(
          Array.from({ length: 21 }, (_, n) => [`a${String.fromCharCode(97 + n)}`, 'x']),
        ),
      },
      /at most 20/,
    ],
    [
      'an item that is not there',
      { name: 'a', gif_ids: ['nothing1'] },
      /gif_ids has an id that no item has: nothing1/,
    ],
    ['a cover that is not there', { name: 'a', cover: 'nothing1' }, /cover/],
    ['501 ids', { name: 'a', gif_ids: Array.from({ length: 501 }, (_, n) => `g${n}`) }, /at most 500/],
    ['41 tags', { name: 'a', tags: Array.from({ length: 41 }, (_, n) => `t${n}`) }, /at most 40/],
    ['an unknown parent', { name: 'a', parent: 'nowhere' }, /parent/],
    ['a position below 0', { name: 'a', position: -1 }, /position/],
  ])('T34: take no %s', async (_name, json, message) => {
    const response = await boss.call(`POST ${CATEGORIES}/`, { json })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
    expect(await listed()).toEqual([])
    expect(await acts()).toEqual([])
  })

  it('T60: end at 500', async () => {
    await env.DB.exec(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO category_nodes (slug, name, term) SELECT 'n' || i, 'n', 'n' FROM n",
    )
    expect((await create({ name: 'One more' })).status).toBe(409)
    expect(await acts()).toEqual([])
  })

  it('T35: are for staff', async () => {
    expect((await call(`POST ${CATEGORIES}/`, { name: 'a' }, fay)).status).toBe(403)
    expect((await call(`GET ${CATEGORIES}/`, undefined, fay)).status).toBe(403)
  })

  it('hold what their tags find and their ids name, as items are tagged, hidden, shown, removed and deleted', async () => {
    await addItem('early001', { tags: ['wave'], heat: 10_001 })
    await addItem('chosen01', { heat: 10_003 })
    await addItem('unseen01', { tags: ['wave'], hidden: true })
    await create({ slug: 'hello', name: 'Hello', tags: ['wave', 'hi'], gif_ids: ['chosen01'] })
    const held = () => holds('hello/hello')
    expect(await held()).toEqual(['chosen01', 'early001'])
    await addItem('later001', { tags: ['Hi', 'wave'], heat: 10_002 })
    expect(await held()).toEqual(['chosen01', 'later001', 'early001'])
    // One of its tags is still one of the category's.
    await env.DB.exec(`UPDATE gifs SET tags = '["wave"]' WHERE id = 'later001'`)
    await env.DB.exec(`UPDATE gifs SET tags = '["other"]' WHERE id = 'early001'`)
    expect(await held()).toEqual(['chosen01', 'later001'])
    await env.DB.exec("UPDATE gifs SET is_hidden = 0 WHERE id = 'unseen01'")
    await env.DB.exec("UPDATE gifs SET heat = 10009 WHERE id = 'unseen01'")
    await env.DB.exec("UPDATE gifs SET is_removed = 1 WHERE id = 'later001'")
    expect(await held()).toEqual(['unseen01', 'chosen01'])
    await env.DB.exec("DELETE FROM gifs WHERE id = 'unseen01'")
    expect(await held()).toEqual(['chosen01'])
    // What is named no more and found by no tag goes.
    await call(`PUT ${CATEGORIES}/hello`, { gif_ids: [] })
    expect(await held()).toEqual([])
    await call(`PUT ${CATEGORIES}/hello`, { tags: ['other'] })
    expect(await held()).toEqual(['early001'])
  })
})
