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

/** An item with one file of each name that clients show. */
const addItem = (
  id: string,
  { tags = [], type = 'gif', rating = 'g', heat = 10_000, hidden = false }: Item = {},
) =>
  env.DB.batch([
    env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, rating, tags, heat, is_hidden, import_datetime)
       VALUES (?1, ?1, ?1, ?2, ?3, ?4, ?5, ?6, '2026-11-22 10:00:00')`,
    ).bind(id, type, rating, JSON.stringify(tags), heat, hidden ? 1 : 0),
    env.DB.prepare(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       SELECT ?1, value, 'gif', 200, 100, 1000, 9, 'm/' || ?1 FROM json_each('["original","fixed_width","fixed_height"]')`,
    ).bind(id),
  ])

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

  it('one that takes the place of another has those behind it make room, on its own level alone', async () => {
    for (const slug of ['a', 'b', 'c']) await create({ slug, name: slug.toUpperCase() })
    for (const slug of ['x', 'y']) await create({ slug, name: slug.toUpperCase(), parent: 'a' })
    const paths = async () => (await listed()).map(({ path }) => path)
    expect((await call(`PUT ${CATEGORIES}/c`, { position: 0 })).body).toMatchObject({ position: 0 })
    expect(await paths()).toEqual(['c', 'a', 'a/x', 'a/y', 'b'])
    expect((await call(`PUT ${CATEGORIES}/a/y`, { position: 0 })).body).toMatchObject({ position: 0 })
    expect(await paths()).toEqual(['c', 'a', 'a/y', 'a/x', 'b'])
    // A place that is free moves nothing else.
    expect((await call(`PUT ${CATEGORIES}/c`, { position: 50 })).body).toMatchObject({ position: 50 })
    expect(await paths()).toEqual(['a', 'a/y', 'a/x', 'b', 'c'])
    expect((await acts()).filter(({ action }) => action === 'category.update')).toHaveLength(3)
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

/** What the product answers, past its own caches: each reader is a new one. */
const ask = async (path: string) => embeddedSite().visitor().call(`GET ${path}`)
const read = async <Body>(path: string): Promise<Body> => (await ask(path)).json<Body>()
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

describe('categories on every surface', () => {
  beforeEach(async () => {
    await addItem('wave0001', { tags: ['wave'], heat: 10_002 })
    await addItem('chosen01', { rating: 'pg', heat: 10_001 })
    await addItem('stick001', { type: 'sticker', tags: ['peel'] })
    const names = { de: 'Grüße', 'pt-BR': 'Oi' }
    await create({ slug: 'hi', name: 'Greetings', names, tags: ['wave'], gif_ids: ['chosen01'] })
    await create({ slug: 'glue', name: 'Glue', tags: ['peel'] })
    await create({ slug: 'empty', name: 'Empty' })
    await create({ slug: 'below', name: 'Below', parent: 'empty', tags: ['nobody has this'] })
  })

  it('what holds nothing is offered nowhere, and what holds something by its name in the language', async () => {
    const all = await read<{ data: { name: string; gif: { id: string } }[] }>('/v1/gifs/categories')
    expect(all.data.map(({ name, gif }) => [name, gif.id])).toEqual([
      ['Greetings', 'wave0001'],
      ['Glue', 'stick001'],
    ])
    const tenor = await read<{ tags: object[] }>('/v2/categories?key=k&locale=de_AT')
    expect(tenor.tags).toMatchObject([{ name: 'Grüße', searchterm: 'greetings' }])
    const stickers = await read<{ tags: object[] }>('/v2/categories?key=k&searchfilter=sticker')
    expect(stickers.tags).toMatchObject([{ name: 'Glue', searchterm: 'glue' }])
    type Klipy = { data: { categories: { category: string; query: string }[] } }
    const klipy = await read<Klipy>('/api/v1/key/gifs/categories?locale=pt_BR')
    expect(klipy.data.categories).toMatchObject([{ category: 'Greetings', query: 'greetings' }])
    expect((await read<Klipy>('/api/v1/key/stickers/categories')).data.categories).toMatchObject([
      { query: 'glue' },
    ])
    for (const path of ['/categories?lang=de', '/widgets/picker?lang=de', '/categories/hi?lang=de']) {
      const page = await (await ask(path)).text()
      expect(page).toContain('Grüße')
      expect(page).not.toMatch(/Empty|Below/)
    }
    expect(await (await ask('/sitemap.xml')).text()).not.toContain('/empty')
  })

  it.each([
    ['/v1/gifs/search?q=Greetings', ['wave0001', 'chosen01']],
    ['/v1/gifs/search?q=gr%C3%BC%C3%9Fe', ['wave0001', 'chosen01']],
    ['/v1/gifs/search?q=greetings&rating=g', ['wave0001']],
    ['/v1/stickers/search?q=greetings', []],
    ['/v1/stickers/search?q=glue', ['stick001']],
    ['/v1/gifs/search?q=greetings&limit=1&offset=1', ['chosen01']],
  ])('its name finds what it holds: %s', async (path, expected) => {
    expect(ids(await read(path))).toEqual(expected)
  })

  it('Tenor’s searchterm and KLIPY’s query find what it holds', async () => {
    const tenor = await read<{ results: { id: string }[] }>('/v2/search?key=k&q=greetings')
    expect(tenor.results.map(({ id }) => id)).toEqual(['wave0001', 'chosen01'])
    const klipy = await read<{ data: { data: { slug: string }[] } }>('/api/v1/key/gifs/search?q=greetings')
    expect(klipy.data.data).toHaveLength(2)
  })

  it('a parent finds what is below it', async () => {
    await create({ slug: 'more', name: 'More', parent: 'empty', gif_ids: ['wave0001'] })
    expect(ids(await read('/v1/gifs/search?q=empty'))).toEqual(['wave0001'])
    const { data } = await read<{ data: { name: string; subcategories: { name: string }[] }[] }>(
      '/v1/gifs/categories?limit=9',
    )
    expect(
      data.map(({ name, subcategories }) => [name, subcategories.map((sub) => sub.name)]),
    ).toContainEqual(['Empty', ['More']])
  })

  it('one without subcategories shows its items at its own address', async () => {
    const page = await (await ask('/categories/hi')).text()
    for (const id of ['wave0001', 'chosen01']) expect(page).toContain(id)
    expect((await ask('/categories/nowhere')).status).toBe(404)
  })
})

describe('featured items', () => {
  const FEATURED = '/api/v3/featured/'

  it('come first, in order, in Tenor’s featured, KLIPY’s trending and on the welcome page, and say so', async () => {
    for (const [at, id] of ['hot00001', 'hot00002', 'cold0001', 'cold0002'].entries())
      await addItem(id, { heat: 10_010 - at })
    await addItem('rated001', { rating: 'r' })
    await addItem('stick009', { type: 'sticker' })
    const gifs = ['cold0002', 'rated001', 'cold0001']
    const gif_ids = ['stick009', ...gifs]
    expect(await call(`PUT ${FEATURED}`, { gif_ids })).toEqual({ status: 200, body: { gif_ids } })
    expect(await call(`GET ${FEATURED}`)).toEqual({ status: 200, body: { gif_ids } })
    const tenor = await read<{ results: { id: string }[] }>('/v2/featured?key=k&contentfilter=high')
    expect(tenor.results.map(({ id }) => id)).toEqual(['cold0002', 'cold0001', 'hot00001', 'hot00002'])
    const next = await read<{ next: string }>('/v2/featured?key=k&limit=2')
    const rest = await read<{ results: { id: string }[] }>(`/v2/featured?key=k&limit=3&pos=${next.next}`)
    expect(rest.results.map(({ id }) => id)).toEqual(['cold0001', 'hot00001', 'hot00002'])
    const klipy = await read<{ data: { data: { slug: string }[] } }>('/api/v1/key/gifs/trending')
    expect(klipy.data.data.slice(0, 3).map(({ slug }) => slug.slice(-8))).toEqual(gifs)
    const page = await (await ask('/')).text()
    const [, block = ''] = page.split('data-block="featured"')
    expect(
      [...(block.split('</section>')[0]?.matchAll(/href="\/(?:gifs|stickers)\/[\w-]*-(\w+)/g) ?? [])].map(
        ([, id]) => id,
      ),
    ).toEqual([...gifs, 'stick009'])
    expect(page).toMatch(/\/embed\/cold0002-cold0002/)
    // What is trending is so by itself.
    expect(ids(await read('/v1/gifs/trending')).slice(0, 2)).toEqual(['hot00001', 'hot00002'])
    const one = await read<{ data: { is_featured: number } }>('/v1/gifs/cold0001')
    expect(one.data.is_featured).toBe(1)
    await call(`PUT ${FEATURED}`, { gif_ids: ['hot00002'] })
    expect(await env.DB.prepare('SELECT id FROM gifs WHERE is_featured = 1').first('id')).toBe('hot00002')
    expect((await acts()).map(({ action }) => action)).toEqual(['featured.update', 'featured.update'])
  })

  it('clips come first in KLIPY’s trending clips, each once', async () => {
    for (let n = 0; n < 12; n++) await addItem(`clip00${10 + n}`, { type: 'video', heat: 10_020 - n })
    await addItem('clip0099', { type: 'video', rating: 'r' })
    await call(`PUT ${FEATURED}`, { gif_ids: ['clip0099', 'clip0015', 'clip0011'] })
    const clips = async (page: number, more = '') => {
      const path = `/api/v1/key/clips/trending?per_page=8&page=${page}${more}`
      const found = await read<{ data: { data: { slug: string }[] } }>(path)
      return found.data.data.map(({ slug }) => slug.slice(-2))
    }
    const rest = ['10', '12', '13', '14', '16', '17', '18', '19', '20', '21']
    expect([...(await clips(1)), ...(await clips(2))]).toEqual(['99', '15', '11', ...rest])
    expect(await clips(1, '&rating=pg')).toEqual(['15', '11', ...rest.slice(0, 6)])
    const plain = await read<{ data: { id: string }[] }>('/v1/videos/trending?limit=3')
    expect(ids(plain)).toEqual(['clip0010', 'clip0011', 'clip0012'])
  })

  it.each<[string, object, RegExp]>([
    ['an item that is not there', { gif_ids: ['nothing1'] }, /no item has: nothing1/],
    ['51 ids', { gif_ids: Array.from({ length: 51 }, (_, n) => `g${n}`) }, /at most 50/],
    ['no list', {}, /gif_ids/],
  ])('T34: take no %s', async (_name, json, message) => {
    const response = await boss.call(`PUT ${FEATURED}`, { json })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
  })
})

describe('completions', () => {
  it('are those of items up to the rating', async () => {
    await addItem('edgy0001', { rating: 'r', tags: ['completed'] })
    await addItem('mild0001', { rating: 'pg', tags: ['completely'] })
    await addItem('stick001', { type: 'sticker', tags: ['completed'] })
    const names = async (query: string) =>
      (await read<{ data: { name: string }[] }>(`/v1/gifs/search/tags?q=complet&${query}`)).data.map(
        ({ name }) => name,
      )
    expect(await names('x=1')).toEqual(['completed', 'completely'])
    expect(await names('rating=pg')).toEqual(['completely'])
    expect(await names('rating=g')).toEqual([])
    expect(await names('rating=g&kind=stickers')).toEqual(['completed'])
    const tenor = await read('/v2/autocomplete?key=k&q=complet&contentfilter=medium')
    expect(tenor).toEqual({ results: ['completely'] })
  })
})

describe('synonyms', () => {
  const SYNONYMS = '/api/v3/synonyms'
  const make = (json: object) => call<{ id: string }>(`POST ${SYNONYMS}/`, json)

  beforeEach(async () => {
    await addItem('cat00001', { tags: ['cat'] })
    await addItem('party001', { tags: ['happy birthday'] })
    await addItem('stick001', { type: 'sticker', tags: ['cat'] })
  })

  it('a word also finds what it means, in lists, completion and all dialects', async () => {
    expect(ids(await read('/v1/gifs/search?q=flumpy'))).toEqual([])
    const made = await make({ words: ['Flumpy', 'mÏaou mIAOU'], means: ['cat'] })
    expect(made).toMatchObject({
      status: 201,
      body: { words: ['flumpy', 'mïaou miaou'], means: ['cat'], lang: '' },
    })
    expect(ids(await read('/v1/gifs/search?q=FLUMPY'))).toEqual(['cat00001'])
    expect(ids(await read('/v1/gifs/search?q=miaou%20miaou'))).toEqual(['cat00001'])
    expect(ids(await read('/v1/stickers/search?q=flumpy'))).toEqual(['stick001'])
    expect((await read<{ data: { id: string } }>('/v1/gifs/random?tag=flumpy')).data.id).toBe('cat00001')
    expect((await read<{ data: { id: string } }>('/v1/gifs/translate?s=flumpy')).data.id).toBe('cat00001')
    expect((await read<{ results: object[] }>('/v2/search?key=k&q=flumpy')).results).toHaveLength(1)
    expect(
      (await read<{ data: { data: object[] } }>('/api/v1/key/gifs/search?q=flumpy')).data.data,
    ).toHaveLength(1)
    const { data } = await read<{ data: { name: string }[] }>('/v1/gifs/search/tags?q=flumpy')
    expect(data.map(({ name }) => name)).toEqual(['cat'])
    expect(await read('/v2/autocomplete?key=k&q=flumpy')).toMatchObject({ results: ['cat'] })
    // It is one way.
    await addItem('flump001', { tags: ['flumpy'] })
    expect(ids(await read('/v1/gifs/search?q=cat'))).toEqual(['cat00001'])
  })

  it('without a meaning all words mean each other, and a language keeps them to itself', async () => {
    await make({ words: ['flumday', 'happy birthday'], lang: 'en-GB' })
    expect(ids(await read('/v1/gifs/search?q=flumday'))).toEqual(['party001'])
    expect(ids(await read('/v1/gifs/search?q=flumday&lang=en'))).toEqual(['party001'])
    expect(ids(await read('/v1/gifs/search?q=flumday&lang=de'))).toEqual([])
    await addItem('bday0001', { tags: ['flumday'] })
    expect(ids(await read('/v1/gifs/search?q=happy%20birthday')).toSorted()).toEqual(['bday0001', 'party001'])
  })

  it('are changed by what is given, and deleted with what makes them again', async () => {
    const { body } = await make({ words: ['flumpy'], means: ['cat'] })
    const changed = await call(`PUT ${SYNONYMS}/${body.id}`, { words: ['wibble'] })
    expect(changed).toEqual({
      status: 200,
      body: { id: body.id, words: ['wibble'], means: ['cat'], lang: '' },
    })
    expect(ids(await read('/v1/gifs/search?q=wibble'))).toEqual(['cat00001'])
    expect(ids(await read('/v1/gifs/search?q=flumpy'))).toEqual([])
    expect(await call(`GET ${SYNONYMS}/`)).toEqual({
      status: 200,
      body: { results: [changed.body], count: 1 },
    })
    expect(await call(`DELETE ${SYNONYMS}/${body.id}`)).toEqual(changed)
    expect(ids(await read('/v1/gifs/search?q=wibble&limit=9'))).toEqual([])
    expect((await call(`DELETE ${SYNONYMS}/${body.id}`)).status).toBe(404)
    expect((await call(`PUT ${SYNONYMS}/999999`, { lang: 'de' })).status).toBe(404)
    expect((await acts()).map(({ action }) => action)).toEqual([
      'synonym.create',
      'synonym.update',
      'synonym.delete',
    ])
  })

  it.each<[string, object, RegExp]>([
    ['no words', { means: ['cat'] }, /words/],
    ['one word that means nothing', { words: ['cat'] }, /two at least/],
    ['a word without letters', { words: ['cat', '!!'] }, /without letters/],
    ['21 words', { words: Array.from({ length: 21 }, (_, n) => `w${n}`) }, /at most 20/],
    ['a language that is none', { words: ['a', 'b'], lang: 'english' }, /language/],
  ])('T34: take no %s', async (_name, json, message) => {
    const response = await boss.call(`POST ${SYNONYMS}/`, { json })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
  })

  it('T30: their words are no operators', async () => {
    await make({ words: ['x" OR "y', 'NEAR(a b)'], means: ['title : cat*', '") OR ("'.concat('z')] })
    for (const q of ['x or y', 'near a b', 'NEAR(a b)'])
      expect((await ask(`/v1/gifs/search?q=${encodeURIComponent(q)}`)).status).toBe(200)
  })
})
