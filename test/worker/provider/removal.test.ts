import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'

type Site = ReturnType<typeof embeddedSite>
// Two isolates of one installation: they share the database, KV and the data centre's cache, and no memory.
let here: Site
let there: Site

/** What is taken down; its page, and a list that has it alone. */
const ID = 'cat00003'
const SLUG = `catapult-${ID}`

const BY_ADDRESS = [
  `/embed/${ID}`,
  `/gifs/${SLUG}`,
  `/gifs/${SLUG}/related`,
  `/services/oembed?url=https://loop.test/gifs/${SLUG}`,
  `/services/oembed?format=xml&url=https://loop.test/gifs/${SLUG}`,
  `/v1/gifs/${ID}`,
  `/v1/gifs/${ID}/associations`,
  `/v1/gifs/related?gif_id=${ID}`,
  `/widgets/carousel?related=${ID}`,
  `/media/${ID}/original.gif`,
]

const LISTS = [
  '/',
  '/search/medieval',
  '/v1/gifs/search?q=medieval',
  '/v1/gifs/trending?limit=100',
  '/v1/gifs/random?tag=medieval',
  '/v1/gifs/translate?s=medieval',
  '/v1/gifs/related?gif_id=cat00001&limit=100',
  '/v1/gifs/categories',
  '/v1/gifs/categories/old-times/war',
  '/v1/channels/search?q=empty',
  '/v1/gifs/film0001/associations',
  '/widgets/carousel?q=medieval',
  '/widgets/grid?q=medieval',
  '/channels/empty',
]
/** Lists whose caller named each of their items. */
const BY_IDS = [`/v1/gifs?ids=${ID},cat00001`, `/widgets/grid?ids=${ID},cat00001`]

beforeAll(async () => {
  await fillLibrary(env.DB)
  await addPeople([
    { username: 'olga' },
    { username: 'otto' },
    { username: 'mona', role: 'moderator' },
    { username: 'stan', role: 'staff' },
  ])
  await env.DB.batch(
    [
      `UPDATE gifs SET user_id = 'id-olga', slug = 'catapult', heat = heat + 9 WHERE id = '${ID}'`,
      `UPDATE category_nodes SET cover = '${ID}' WHERE slug = 'old-times'`,
      `INSERT INTO category_items (node, gif_id, chosen) SELECT id, '${ID}', 9 FROM category_nodes WHERE slug IN ('war', 'cats')`,
      `INSERT INTO channel_gifs (channel_id, gif_id) VALUES (3, '${ID}'), (2, '${ID}')`,
    ].map((sql) => env.DB.prepare(sql)),
  )
  await env.MEDIA.put(`m/${ID}-original.gif`, new Uint8Array(1000))
})

// Each test has an hour of its own: no copy of the one before is left.
let hour = Date.now()
beforeEach(() => {
  hour += 7_300_000
  vi.useFakeTimers({ toFake: ['Date'], now: hour })
  here = embeddedSite()
  there = embeddedSite()
})
afterEach(() => vi.useRealTimers())
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const read = async (site: Site, path: string) => {
  const response = await site.send(new Request(`https://loop.test${path}`))
  return { path, status: response.status, headers: response.headers, text: await response.text() }
}
const statuses = async (site: Site, paths: readonly string[]) => {
  const found = new Map<string, number>()
  for (const path of paths) found.set(path, (await read(site, path)).status)
  return found
}
const all = (paths: readonly string[], status: number) => new Map(paths.map((path) => [path, status]))
/** The lists that have the item: its files or its page. */
const having = async (site: Site, paths: readonly string[]) => {
  const found: string[] = []
  for (const path of paths) {
    const { text } = await read(site, path)
    if (text.includes(`/media/${ID}/`) || text.includes(SLUG)) found.push(path)
  }
  return found
}

const takeDown = (staff: Visitor, ids: string[], more: object = {}) =>
  staff.call('POST /api/v3/content-takedown/takedown', {
    json: { takedowns: ids.map((gif_id) => ({ gif_id, reason: 'a claim' })), ...more },
  })
type Row = {
  id: number
  gif_id: string
  restored_at: string | null
  actor: string
  reason: string
  note: string
}
const rowsOf = async (staff: Visitor) =>
  (await (await staff.call('GET /api/v3/content-takedown/')).json<{ results: Row[]; count: number }>())
    .results
const restore = async (staff: Visitor, id: string) => {
  const row = (await rowsOf(staff)).find(({ gif_id, restored_at }) => gif_id === id && !restored_at)
  return staff.call(`POST /api/v3/content-takedown/${row?.id}/restore`, { form: { reason: 'a mistake' } })
}
const setFlag = (flag: string, value: number) =>
  env.DB.prepare(`UPDATE gifs SET ${flag} = ?1 WHERE id = ?2`).bind(value, ID).run()
const count = async (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n')

describe('an item that is taken down (docs/contract.md, Roles)', () => {
  it.each(['sticker', 'text'])('a %s leaves its own lists too, and its channel’s', async (type) => {
    const set = (value: string) =>
      env.DB.prepare('UPDATE gifs SET type = ?1 WHERE id = ?2').bind(value, ID).run()
    await set(type)
    const kind = type === 'sticker' ? 'stickers' : type
    const own = [
      `/v1/${kind}/search?q=medieval`,
      `/v1/${kind}/trending?limit=50`,
      ...(kind === 'stickers'
        ? ['/v1/stickers/random?tag=medieval', '/v1/stickers/translate?s=medieval']
        : []),
      `/widgets/carousel?type=${kind}&q=medieval`,
      `/widgets/grid?type=${kind}&q=medieval`,
      '/api/v3/channels/3/gifs/',
    ]
    const staff = await signedIn(here, 'stan')
    for (const site of [here, there]) expect(await having(site, own)).toEqual(own)
    expect((await takeDown(staff, [ID])).status).toBe(200)
    expect(await having(here, own)).toEqual([])
    pass(9)
    expect(await having(there, own)).toEqual([])
    await restore(staff, ID)
    await set('gif')
  })

  it('leaves an isolate that is visited all the time within 5 s, and no visitor waits', async () => {
    const staff = await signedIn(here, 'stan')
    await read(there, `/embed/${ID}`)
    await takeDown(staff, [ID])
    const seen: number[] = []
    for (let second = 0; second < 10; second++) {
      seen.push((await read(there, `/embed/${ID}`)).status)
      pass(1)
    }
    expect(seen.indexOf(410)).toBeLessThanOrEqual(5)
    expect(seen.slice(seen.indexOf(410))).not.toContain(200)
    await restore(staff, ID)
  })

  it('has totals as if it had never been there', async () => {
    const staff = await signedIn(here, 'stan')
    const page = async () =>
      JSON.parse((await read(there, '/v1/gifs/search?q=medieval%20zqx%20cat&limit=50')).text) as {
        data: unknown[]
        pagination: { total_count: number; count: number }
      }
    const before = await page()
    await takeDown(staff, [ID])
    pass(9)
    const after = await page()
    expect(after.data).toHaveLength(before.data.length - 1)
    expect(after.pagination).toMatchObject({
      count: before.pagination.count - 1,
      total_count: before.pagination.total_count - 1,
    })
    await restore(staff, ID)
  })

  it('is not kept alive by a database that fails afterwards (trap 25)', async () => {
    const failing = { on: false }
    const DB = new Proxy(env.DB, {
      get(target, name) {
        if (failing.on) throw new Error('D1_ERROR')
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const site = embeddedSite({ DB })
    const staff = await signedIn(site, 'stan')
    const paths = [`/embed/${ID}`, '/v1/gifs/search?q=medieval', '/widgets/grid?q=medieval']
    expect(await having(site, paths)).toEqual(paths)
    await takeDown(staff, [ID])
    failing.on = true
    for (const seconds of [0, 9, 70, 600]) {
      pass(seconds)
      expect(await having(site, paths), `${seconds} s later`).toEqual([])
      expect((await read(site, `/embed/${ID}`)).status).toBe(410)
    }
    // What was not taken down is served from the last copies.
    expect((await read(site, '/v1/gifs/search?q=medieval')).status).toBe(200)
    failing.on = false
    await restore(await signedIn(here, 'stan'), ID)
    vi.restoreAllMocks()
  })

  it('is one row, one act and one mail, however often it is taken down', async () => {
    const staff = await signedIn(here, 'stan')
    const before = [await count('removals'), await count('audit'), await count('outbox')]
    const first = await takeDown(staff, [ID, ID, 'unknown1'], { send_email: true, note: 'ticket 7' })
    expect(await first.json()).toEqual({
      takedowns: [
        ...[ID, ID].map((gif_id) => ({ gif_id, reason: 'a claim', status: 'removed' })),
        { gif_id: 'unknown1', reason: 'a claim', status: 'unknown' },
      ],
    })
    const again = await takeDown(staff, [ID], { send_email: true })
    expect(await again.json()).toMatchObject({ takedowns: [{ status: 'already removed' }] })
    const now = [await count('removals'), await count('audit'), await count('outbox')]
    expect(now).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 2, (before[2] ?? 0) + 1])
    const mail = await env.DB.prepare('SELECT * FROM outbox ORDER BY id DESC').first()
    expect(mail).toMatchObject({ recipient: 'olga@example.test' })
    expect(mail?.text).toMatch(/Catapult[\s\S]*“a claim”[\s\S]*\/object\?token=/)
    expect((await rowsOf(staff)).slice(0, 2)).toMatchObject([
      { gif_id: 'unknown1', actor: 'stan', reason: 'a claim', note: 'ticket 7', restored_at: null },
      { gif_id: ID, actor: 'stan' },
    ])
    for (const id of [ID, 'unknown1']) expect((await restore(staff, id)).status).toBe(200)
    const acts = await env.DB.prepare(
      'SELECT actor, action, target, reason FROM audit ORDER BY id DESC LIMIT 4',
    ).all()
    expect(acts.results).toEqual([
      { actor: 'stan', action: 'gif.restore', target: 'gif/unknown1', reason: 'a mistake' },
      { actor: 'stan', action: 'gif.restore', target: `gif/${ID}`, reason: 'a mistake' },
      { actor: 'stan', action: 'gif.takedown', target: 'gif/unknown1', reason: 'a claim' },
      { actor: 'stan', action: 'gif.takedown', target: `gif/${ID}`, reason: 'a claim' },
    ])
  })

  it('restoring twice changes nothing more, and an unknown row is 404', async () => {
    const staff = await signedIn(here, 'stan')
    await takeDown(staff, [ID])
    const [row] = await rowsOf(staff)
    const twice = [1, 2].map(() => `POST /api/v3/content-takedown/${row?.id}/restore`)
    const acts = await count('audit')
    for (const call of twice) expect((await staff.call(call, { form: {} })).status).toBe(200)
    expect(await count('audit')).toBe((acts ?? 0) + 1)
    for (const id of ['999999', 'abc', '1e3']) {
      const call = `POST /api/v3/content-takedown/${id}/restore`
      expect((await staff.call(call, { form: {} })).status).toBe(404)
    }
  })

  it('T35: is for staff alone', async () => {
    const calls = ['POST /api/v3/content-takedown/takedown', 'POST /api/v3/content-takedown/1/restore']
    for (const name of ['olga', 'otto', 'mona']) {
      const person = await signedIn(here, name)
      expect((await takeDown(person, [ID])).status, name).toBe(403)
      expect((await person.call(calls[1] ?? '', { form: {} })).status).toBe(403)
      expect((await person.call('GET /api/v3/content-takedown/')).status).toBe(403)
    }
    expect((await read(here, `/embed/${ID}`)).status).toBe(200)
  })

  it('stays so when its row is deleted, or comes again', async () => {
    const staff = await signedIn(here, 'stan')
    await env.DB.prepare(
      "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES ('back0001', 'back', 'Back', 'gif', '2026-11-21 00:00:00')",
    ).run()
    expect((await read(here, '/embed/back0001')).status).toBe(200)
    await takeDown(staff, ['back0001'])
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'back0001'").run()
    pass(9)
    expect((await read(here, '/embed/back0001')).status).toBe(410)
    await env.DB.prepare(
      "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES ('back0001', 'back', 'Back', 'gif', '2026-11-21 00:00:00')",
    ).run()
    pass(9)
    for (const site of [here, there, embeddedSite()]) {
      expect((await read(site, '/embed/back0001')).status).toBe(410)
    }
  })
})

describe('an item that is deleted', () => {
  it('goes with the account of its owner: here at once, elsewhere within 10 s', async () => {
    await addPeople([{ username: 'gus' }])
    const ids = ['leave001', 'leave002']
    await env.DB.batch(
      ids.map((id) =>
        env.DB.prepare(
          `INSERT INTO gifs (id, slug, title, type, import_datetime, tags, user_id)
           VALUES (?1, 'g', 'Goes', 'gif', '2026-11-21 00:00:00', '["goes"]', 'id-gus')`,
        ).bind(id),
      ),
    )
    const paths = ids.flatMap((id) => [`/embed/${id}`, `/v1/gifs/${id}`])
    const list = '/v1/gifs/search?q=goes'
    for (const site of [here, there]) {
      expect(await statuses(site, paths)).toEqual(all(paths, 200))
      expect((await read(site, list)).text).toContain(ids[1])
    }
    const gus = await signedIn(here, 'gus')
    const left = await gus.call('DELETE /api/v3/account', { form: { password: PASSWORD } })
    expect(left.status).toBe(204)
    for (const site of [here, there]) {
      expect(await statuses(site, paths)).toEqual(all(paths, 404))
      expect((await read(site, list)).text).not.toContain('leave00')
      pass(9)
    }
  })

  it('stays without its owner’s name, which no copy here has any more', async () => {
    await addPeople([{ username: 'ria' }])
    await env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       VALUES ('stay0001', 's', 'Stays', 'gif', '2026-11-21 00:00:00', 'id-ria')`,
    ).run()
    expect((await read(here, '/v1/gifs/stay0001')).text).toContain('ria')
    const form = { password: PASSWORD, keep_gifs: 'true' }
    const left = await (await signedIn(here, 'ria')).call('DELETE /api/v3/account', { form })
    expect(left.status).toBe(204)
    const { status, text } = await read(here, '/v1/gifs/stay0001')
    expect([status, text.includes('"ria"')]).toEqual([200, false])
  })

  it('is 404 within 10 s, and in no list', async () => {
    await env.DB.prepare(
      "INSERT INTO gifs (id, slug, title, type, import_datetime, tags) VALUES ('dele0001', 'd', 'Deleted', 'gif', '2026-11-21 00:00:00', '[\"deletable\"]')",
    ).run()
    expect((await read(there, '/embed/dele0001')).status).toBe(200)
    expect((await read(there, '/v1/gifs/search?q=deletable')).text).toContain('dele0001')
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'dele0001'").run()
    pass(9)
    expect((await read(there, '/embed/dele0001')).status).toBe(404)
    expect((await read(there, '/v1/gifs/search?q=deletable')).text).not.toContain('dele0001')
  })
})

describe('an item that is hidden', () => {
  it('is 404 for visitors, in no list, within 10 s everywhere', async () => {
    expect(await statuses(there, BY_ADDRESS)).toEqual(all(BY_ADDRESS, 200))
    await having(there, [...LISTS, ...BY_IDS])
    await setFlag('is_hidden', 1)
    pass(9)
    expect(await statuses(there, BY_ADDRESS)).toEqual(all(BY_ADDRESS, 404))
    expect(await having(there, [...LISTS, ...BY_IDS])).toEqual([])
    // Nobody read it here before.
    const fresh = embeddedSite()
    expect(await statuses(fresh, BY_ADDRESS)).toEqual(all(BY_ADDRESS, 404))
    expect(await having(fresh, [...LISTS, ...BY_IDS])).toEqual([])
  })

  it.each([
    ['olga', 200],
    ['otto', 404],
    ['mona', 200],
    ['stan', 200],
  ])('%s reads page, API and media: %i, and no cache keeps it', async (name, status) => {
    const person = await signedIn(there, name)
    const ids = `/v1/gifs?ids=${ID},cat00001`
    const { text: forAll } = await read(there, ids)
    const named = await person.call(`GET ${ids}`)
    const { data } = await named.json<{ data: { id: string; is_hidden: number }[] }>()
    expect(data.map(({ id }) => id)).toEqual(status === 200 ? [ID, 'cat00001'] : ['cat00001'])
    expect(named.headers.get('Cache-Control')).toBe('private, no-store')
    expect((await read(there, ids)).text).toBe(forAll)
    for (const path of [`/gifs/${SLUG}`, `/embed/${ID}`, `/v1/gifs/${ID}`, `/media/${ID}/original.gif`]) {
      const response = await person.call(`GET ${path}`)
      expect([path, response.status]).toEqual([path, status])
      const text = await response.text()
      if (status !== 200) continue
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      if (path.startsWith('/gifs')) {
        expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
        expect(text).toContain('name="robots" content="noindex')
      }
      expect((await read(there, path)).status).toBe(404)
    }
    // What other sites ask for their own pages is the same for all.
    const oembed = await person.call(`GET /services/oembed?url=https://loop.test/gifs/${SLUG}`)
    expect(oembed.status).toBe(404)
    await setFlag('is_hidden', name === 'stan' ? 0 : 1)
  })

  it('is there again for all', async () => {
    pass(9)
    expect(await statuses(there, BY_ADDRESS)).toEqual(all(BY_ADDRESS, 200))
  })
})

describe('an item that may not be listed', () => {
  it('is found by its address alone, with noindex, within 10 s', async () => {
    for (const path of [...BY_ADDRESS, ...LISTS]) await read(there, path)
    await setFlag('is_indexable', 0)
    pass(9)
    for (const site of [there, embeddedSite()]) {
      expect(await statuses(site, BY_ADDRESS)).toEqual(all(BY_ADDRESS, 200))
      expect(await having(site, LISTS)).toEqual([])
      expect(await having(site, BY_IDS)).toEqual(BY_IDS)
      const page = await read(site, `/gifs/${SLUG}`)
      expect(page.text).toContain('name="robots" content="noindex')
      for (const path of [`/gifs/${SLUG}`, `/embed/${ID}`, `/media/${ID}/original.gif`]) {
        expect([path, (await read(site, path)).headers.get('X-Robots-Tag')]).toEqual([path, 'noindex'])
      }
    }
    await setFlag('is_indexable', 1)
    pass(9)
    const page = await read(there, `/gifs/${SLUG}`)
    expect(page.headers.get('X-Robots-Tag')).toBeNull()
  })
})
