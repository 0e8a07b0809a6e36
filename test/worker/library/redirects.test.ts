import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { measuredDb } from '../../fixtures/library/measured-db.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
let stan: Visitor
let ann: Visitor
let number = 0

beforeAll(async () => {
  stan = await somebodyNew(site, { username: 'stan', role: 'staff' })
  ann = await somebodyNew(site, { username: 'ann' })
})
beforeEach(() => env.DB.prepare('DELETE FROM gifs').run())

/** An item, and an old id that no cache knows yet. */
async function item(flags: { type?: string; hidden?: number } = {}): Promise<{ id: string; old: string }> {
  const id = `new${number}x${Date.now()}`
  await env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, tags, rating, user_id, is_hidden, import_datetime)
     VALUES (?1, 'happy-cat', 'Happy Cat', ?2, '[]', 'g', 'id-ann', ?3, '2026-11-01 10:00:00')`,
  )
    .bind(id, flags.type ?? 'gif', flags.hidden ?? 0)
    .run()
  return { id, old: `old${number++}x${Date.now()}` }
}

type Row = { source: string; old_id: string; to: string }

const add = async (...redirects: Row[]) =>
  (await ownAnswer('addRedirects', await stan.call('POST /api/v3/redirects/', { json: { redirects } })))
    .results

const list = async (query = '') => ownAnswer('redirects', await stan.call(`GET /api/v3/redirects/${query}`))

const get = (path: string) => site.visitor().call(`GET ${path}`)

const dataOf = async (path: string) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: { id: string } }).data
}

describe('adding redirects', () => {
  it('takes an id, a slug, or the SHA-256 of a file, and says what became of each', async () => {
    const { id, old } = await item()
    const other = await item()
    const sha = 'ab'.repeat(32)
    await env.DB.prepare(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES (?1, 'original', 'gif', 1, 1, 1, 1, ?2)`,
    )
      .bind(id, `m/${sha.slice(0, 32)}.gif`)
      .run()
    const rows = [
      { source: 'giphy', old_id: old, to: id },
      { source: 'klipy', old_id: `${old}-3`, to: `happy-cat-${id}` },
      { source: 'own', old_id: old, to: sha },
      { source: 'tenor', old_id: '77', to: 'nosuchitem' },
      { source: 'giphy', old_id: old, to: other.id },
    ]
    expect((await add(...rows)).map(({ gif, state }) => [gif, state])).toEqual([
      [id, 'added'],
      [id, 'added'],
      [id, 'added'],
      ['', 'no-item'],
      [id, 'taken'],
    ])
    expect((await add(...rows.slice(0, 3))).map(({ state }) => state)).toEqual(['known', 'known', 'known'])
    const { results, count } = await list(`?gif=${id}&order=asc`)
    expect(count).toBe(3)
    expect(results.map((row) => row.id)).toEqual([`giphy-${old}`, `klipy-${old}-3`, `own-${old}`])
  })

  it('notes one act for a batch that added something, and none for its repetition', async () => {
    const acts = () =>
      env.DB.prepare("SELECT count(*) AS n FROM audit WHERE action = 'redirect.create'").first<number>('n')
    const before = Number(await acts())
    const { id, old } = await item()
    const rows = [1, 2, 3].map((n) => ({ source: 'giphy', old_id: `${old}${n}`, to: id }))
    await add(...rows)
    await add(...rows)
    expect(await acts()).toBe(before + 1)
  })

  it('is full at 250,000, and writes nothing then', async () => {
    const { id, old } = await item()
    await env.DB.prepare(
      "INSERT INTO redirects (num, source, old_id, gif_id, created_at) VALUES (249999, 'own', ?1, ?2, '')",
    )
      .bind(`${old}last`, id)
      .run()
    const [last, none] = await add(
      { source: 'own', old_id: `${old}a`, to: id },
      { source: 'own', old_id: `${old}b`, to: id },
    )
    expect([last?.state, none?.state]).toEqual(['added', 'full'])
  })

  it.each([
    ['no list', { redirects: 'x' }],
    ['an empty one', { redirects: [] }],
    ['more than 100', { redirects: Array(101).fill({ source: 'giphy', old_id: 'a', to: 'b' }) }],
    ['another service', { redirects: [{ source: 'imgur', old_id: 'a', to: 'b' }] }],
    ['an id of other signs', { redirects: [{ source: 'giphy', old_id: 'a/b', to: 'b' }] }],
    ['an id that is too long', { redirects: [{ source: 'giphy', old_id: 'a'.repeat(121), to: 'b' }] }],
    ['a field too many', { redirects: [{ source: 'giphy', old_id: 'a', to: 'b', more: 1 }] }],
  ])('refuses %s', async (_what, json) => {
    const response = await stan.call('POST /api/v3/redirects/', { json })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { kind: 'invalid-input' } })
  })
})

describe('an old id', () => {
  it('is answered with the item by the API, under its own new id', async () => {
    const { id, old } = await item()
    const other = await item()
    await add({ source: 'giphy', old_id: old, to: id })
    expect((await dataOf(`/v1/gifs/${old}`)).id).toBe(id)
    expect((await dataOf(`/v1/gifs/giphy-${old}`)).id).toBe(id)
    const found = (await dataOf(`/v1/gifs?ids=${other.id},${old},nosuch,${id}`)) as unknown as {
      id: string
    }[]
    expect(found.map((each) => each.id)).toEqual([other.id, id])
    expect((await get(`/v1/gifs/tenor-${old}`)).status).toBe(404)
  })

  it('shows the embed where it always was, with its query', async () => {
    const { id, old } = await item()
    await add({ source: 'giphy', old_id: old, to: id }, { source: 'klipy', old_id: `cat-${old}-3`, to: id })
    for (const path of [
      `/embed/${old}`,
      `/embed/any-words-${old}`,
      `/embed/giphy-${old}`,
      `/embed/cat-${old}-3`,
    ]) {
      const response = await get(`${path}?autoplay=0`)
      expect([path, response.status]).toEqual([path, 200])
      const html = await response.text()
      expect(html).toContain(`happy-cat`)
      expect(html).toContain('data-paused')
    }
  })

  it.each([
    ['gif', '/gifs/', '/gifs/'],
    ['sticker', '/gifs/', '/stickers/'],
  ])('is redirected to the page of the %s', async (type, from, to) => {
    const { id, old } = await item({ type })
    await add({ source: 'own', old_id: `${old}-a-b`, to: id })
    const response = await get(`${from}${old}-a-b?utm_source=x`)
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toMatch(new RegExp(`^${to}[^?]*${id}\\?utm_source=x$`))
  })

  it.each([
    ['giphy', (old: string) => `https://giphy.com/gifs/happy-cat-${old}`],
    ['giphy', (old: string) => `https://media.giphy.com/media/${old}/giphy.gif`],
    ['tenor', () => `https://tenor.com/view/happy-cat-gif-${9_000_000 + number}`],
    ['klipy', (old: string) => `https://klipy.com/gifs/happy-${old}`],
  ])('in an address of %s has an oEmbed, and is found by the builder', async (source, addressOf) => {
    const { id, old } = await item()
    const address = addressOf(old)
    const old_id = address.includes('tenor')
      ? String(9_000_000 + number)
      : source === 'klipy'
        ? `happy-${old}`
        : old
    const query = `/services/oembed?url=${encodeURIComponent(address)}`
    await add({ source, old_id, to: id })
    const oembed = await get(query)
    expect(oembed.status).toBe(200)
    expect(((await oembed.json()) as { html: string }).html).toContain(id)
    const welcome = await (await get(`/?item=${encodeURIComponent(address)}`)).text()
    expect([welcome.includes(`/embed/happy-cat-${id}`), welcome.includes('aria-invalid')]).toEqual([
      true,
      false,
    ])
  })

  it('that nobody added is told as before: 404, 400 for oEmbed, an explanation in the builder', async () => {
    const { old } = await item()
    const address = encodeURIComponent(`https://giphy.com/gifs/cat-${old}`)
    for (const path of [`/embed/${old}`, `/embed/cat-${old}`, `/gifs/${old}`, `/v1/gifs/${old}`]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    expect((await get(`/services/oembed?url=${address}`)).status).toBe(400)
    // A read that was too slow is told in other words, and forgotten after some seconds.
    const explains = async () => {
      const welcome = await (await get(`/?item=${address}`)).text()
      return welcome.includes('This link is from GIPHY') && welcome.includes('aria-invalid')
    }
    await expect.poll(explains, { timeout: 20_000, interval: 500 }).toBe(true)
  })

  it('of one service says nothing of another, and no item loses its own id', async () => {
    const { id, old } = await item()
    const other = await item()
    await add(
      { source: 'tenor', old_id: old, to: id },
      { source: 'own', old_id: old, to: other.id },
      { source: 'giphy', old_id: id, to: other.id },
    )
    expect((await dataOf(`/v1/gifs/${old}`)).id).toBe(other.id)
    expect((await dataOf(`/v1/gifs/tenor-${old}`)).id).toBe(id)
    expect((await dataOf(`/v1/gifs/${id}`)).id).toBe(id)
    expect((await dataOf(`/v1/gifs/giphy-${id}`)).id).toBe(other.id)
  })

  it('of a removed item stays removed, also where a copy is cached', async () => {
    const { id, old } = await item()
    await add({ source: 'giphy', old_id: old, to: id })
    expect((await get(`/embed/${old}`)).status).toBe(200)
    const json = { takedowns: [{ gif_id: id, reason: 'copyright' }], send_email: false, note: '' }
    const removed = await stan.call('POST /api/v3/content-takedown/takedown', { json })
    expect(removed.status, await removed.text()).toBeLessThan(300)
    for (const path of [`/embed/${old}`, `/gifs/${old}`, `/v1/gifs/${old}`, `/v1/gifs/giphy-${old}`]) {
      expect([path, (await get(path)).status]).toEqual([path, 410])
    }
  })

  it('is what a claim may name: the item is taken down, and comes back at all its addresses', async () => {
    const { id, old } = await item()
    await add({ source: 'giphy', old_id: old, to: id })
    const json = { takedowns: [{ gif_id: old, reason: 'copyright' }], send_email: false, note: '' }
    const removed = await stan.call('POST /api/v3/content-takedown/takedown', { json })
    expect(await removed.json()).toEqual({
      takedowns: [{ gif_id: id, reason: 'copyright', status: 'removed' }],
    })
    const statuses = async () =>
      Promise.all(
        [`/embed/${id}`, `/embed/${old}`, `/v1/gifs/${id}`].map(async (path) => (await get(path)).status),
      )
    expect(await statuses()).toEqual([410, 410, 410])
    const row = await env.DB.prepare('SELECT max(id) AS id FROM removals').first<number>('id')
    await stan.call(`POST /api/v3/content-takedown/${row}/restore`, { form: {} })
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('is found by what is related to it', async () => {
    const { id, old } = await item()
    const other = await item()
    await env.DB.prepare(`UPDATE gifs SET tags = '["rare"]'`).run()
    await add({ source: 'giphy', old_id: old, to: id }, { source: 'klipy', old_id: `cat-${old}-3`, to: id })
    const json = async (path: string) => {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      return response.json()
    }
    for (const path of [`/v1/gifs/related?gif_id=${old}`, `/v1/videos/related?gif_id=${old}`])
      expect(await json(path)).toEqual({
        ...((await json(path.replace(old, id))) as object),
        meta: expect.anything(),
      })
    expect(await dataOf(`/v1/gifs/related?gif_id=giphy-${old}`)).toMatchObject([{ id: other.id }])
    expect((await get(`/v1/gifs/related?gif_id=nosuch${old}`)).status).toBe(404)
    expect((await get(`/v1/gifs/nosuch${old}/associations`)).status).toBe(404)
  })

  it('of a hidden item is not there', async () => {
    const { id, old } = await item({ hidden: 1 })
    await add({ source: 'giphy', old_id: old, to: id })
    expect((await get(`/embed/${old}`)).status).toBe(404)
  })

  it('goes with its item, or alone', async () => {
    const { id, old } = await item()
    await add({ source: 'giphy', old_id: old, to: id }, { source: 'tenor', old_id: '1', to: id })
    expect((await get(`/v1/gifs/${old}`)).status).toBe(200)
    expect((await stan.call(`DELETE /api/v3/redirects/giphy-${old}`)).status).toBe(204)
    expect((await get(`/v1/gifs/${old}`)).status).toBe(404)
    expect((await stan.call(`DELETE /api/v3/redirects/giphy-${old}`)).status).toBe(404)
    expect((await list()).count).toBe(1)
    await env.DB.prepare('DELETE FROM gifs WHERE id = ?1').bind(id).run()
    expect((await list()).count).toBe(0)
  })

  it('is no name for a favourite: that is the item’s own', async () => {
    const { id, old } = await item()
    await add({ source: 'giphy', old_id: old, to: id })
    expect((await ann.call(`PUT /api/v1/users/self/favorites/${old}`)).status).toBe(404)
    expect((await ann.call(`PUT /api/v1/users/self/favorites/${id}`)).status).toBe(204)
  })

  it.each([
    'https://evil.test/',
    '//evil.test/x',
    '/\\evil.test',
    'javascript:alert(1)',
    `happy-cat-x\r\nLocation: https://evil.test`,
  ])('T52: leads to no address, but to an item of ours: %s is refused', async (to) => {
    const { id, old } = await item()
    for (const target of [to, `${to}-${id}`]) {
      const redirects = [{ source: 'own', old_id: old, to: target }]
      const response = await stan.call('POST /api/v3/redirects/', { json: { redirects } })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { detail: { 'redirects.0.to': expect.any(String) } } },
      ])
    }
    await add({ source: 'own', old_id: old, to: id })
    const query = new URLSearchParams({ next: to, url: to })
    const response = await get(`/gifs/${old}?${query}`)
    expect(response.headers.get('Location')).toBe(`/gifs/happy-cat-${id}?${query}`)
  })

  it('T52: is written by staff alone, and read by them alone', async () => {
    const { id, old } = await item()
    const redirects = [{ source: 'own', old_id: old, to: id }]
    for (const person of [ann, site.visitor()]) {
      for (const [call, json] of [
        ['POST /api/v3/redirects/', { redirects }],
        ['GET /api/v3/redirects/', undefined],
        [`DELETE /api/v3/redirects/own-${old}`, undefined],
      ] as const) {
        expect([401, 403]).toContain((await person.call(call, { json })).status)
      }
    }
    expect((await get(`/embed/${old}`)).status).toBe(404)
  })

  it('costs nothing for ids that are there, and one statement for all that are not', async () => {
    const { id } = await item()
    const other = await item()
    const { db, ran } = measuredDb(env.DB)
    const { visitor } = embeddedSite({ DB: db, CACHE: undefined })
    const reads = () => ran.filter(({ sql }) => sql.includes('redirects')).length
    const text = async (path: string) => (await visitor().call(`GET ${path}`)).text()
    await text(`/v1/gifs?ids=${id},${other.id}`)
    await text(`/v1/gifs/${id}`)
    expect(reads()).toBe(0)
    await text(`/v1/gifs?ids=${Array.from({ length: 50 }, (_, n) => `none${n}x${id}`)}`)
    expect(reads()).toBe(1)
    await text(`/v1/gifs/none${id}`)
    await text(`/v1/gifs/none${id}`)
    await text(`/embed/none${id}`)
    expect(reads()).toBe(2)
  })
})
