import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshFile, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

type Site = ReturnType<typeof embeddedSite>

/** Two isolates: they share the database, KV and the data centre's cache, and no memory. */
let here: Site
let there: Site
let ann: Visitor
let words = 0

beforeEach(async () => {
  // An hour of its own: no copy of the test before is left.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_300_000 * ++words })
  here = embeddedSite({ JOBS: undefined })
  there = embeddedSite({ JOBS: undefined })
  await addPeople([{ username: `ann${words}` }])
  ann = await signedIn(here, `ann${words}`)
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Where a search of `q` shows what it finds. */
const searches = (q: string) => [
  `/v1/gifs/search?q=${q}`,
  `/v1/gifs/search?q=${q}&limit=7`,
  `/v2/search?q=${q}&key=k`,
  `/api/v1/k/gifs/search?q=${q}`,
  `/widgets/picker?q=${q}`,
  `/widgets/grid?q=${q}`,
  `/search/${q}`,
]

const read = async (site: Site, path: string) => {
  const response = await site.send(new Request(HERE + path))
  const text = await response.text()
  expect([path, response.status]).toEqual([path, 200])
  return { text, kept: response.headers.get('Cache-Control'), state: response.headers.get('x-cache') }
}

/** The searches that show the item, in both isolates. */
async function showing(q: string, id: string): Promise<string[]> {
  const shown: string[] = []
  for (const path of searches(q)) {
    for (const site of [here, there]) {
      const { text } = await read(site, path)
      if (text.includes(`/media/${id}/`)) shown.push(path)
    }
  }
  return shown
}

const everywhere = (q: string) => searches(q).flatMap((path) => [path, path])

describe('what a search finds, 5 s after it has changed, for who searched for it a moment before', () => {
  it('is what was uploaded, edited, tagged, hidden and shown again, in each dialect and page', async () => {
    const first = await upload(ann, freshFile(), { title: 'A zebra', tags: 'zebra' })
    for (const q of ['zebra', 'okapi', 'quagga']) await showing(q, first)
    pass(3000)
    const second = await upload(ann, freshFile(), { title: 'Another zebra', tags: 'stripes' })
    pass(5000)
    expect(await showing('zebra', second)).toEqual(everywhere('zebra'))
    expect(await showing('zebra', first)).toEqual(everywhere('zebra'))

    const edit = async (form: Record<string, string>) => {
      const response = await ann.call(`PUT /api/v1/gifs/${second}/`, { form })
      expect([response.status, await response.text()]).toEqual([200, expect.anything()])
      pass(5000)
    }
    await edit({ title: 'An okapi', tags: 'quagga' })
    expect(await showing('okapi', second)).toEqual(everywhere('okapi'))
    expect(await showing('quagga', second)).toEqual(everywhere('quagga'))
    expect(await showing('zebra', second)).toEqual([])
    await edit({ is_hidden: 'true' })
    expect(await showing('okapi', second)).toEqual([])
    await edit({ is_hidden: 'false' })
    expect(await showing('okapi', second)).toEqual(everywhere('okapi'))
  })

  it('is all of what was uploaded at once, however much that is', async () => {
    const id = await upload(ann, freshFile(), { title: 'A dik-dik' })
    for (const site of [here, there]) await read(site, '/v1/gifs/search?q=hartebeest')
    await env.DB.batch([
      env.DB.prepare("UPDATE gifs SET title = 'A hartebeest' WHERE id = ?1").bind(id),
      env.DB.prepare(
        `INSERT INTO gifs (id, slug, title, type, import_datetime)
         SELECT 'herd' || ?1 || value, 'h', 'A herd', 'gif', '2026-11-20' FROM json_each(?2)`,
      ).bind(words, JSON.stringify(Array.from({ length: 450 }, (_, n) => n))),
    ])
    pass(2500)
    await read(here, '/v1/gifs/search?q=hartebeest')
    pass(2500)
    expect(await showing('hartebeest', id)).toEqual(everywhere('hartebeest'))
  })

  it('is no copy that a browser keeps for longer; other pages stay for a minute', async () => {
    const id = await upload(ann, freshFile(), { title: 'A yak' })
    for (const path of searches('yak'))
      expect((await read(here, path)).kept).toMatch(/^public, max-age=[0-2]$/)
    expect((await read(here, `/gifs/a-yak-${id}`)).kept).toBe('public, max-age=60')
  })

  it('comes of the copy where nothing has changed, however hot items become', async () => {
    const id = await upload(ann, freshFile(), { title: 'A gnu' })
    await read(here, '/v1/gifs/search?q=gnu')
    pass(3000)
    await read(here, '/v1/gifs/search?q=gnu')
    await env.DB.prepare('UPDATE gifs SET heat = heat + 0.5 WHERE id = ?1').bind(id).run()
    pass(5000)
    expect(await read(here, '/v1/gifs/search?q=gnu')).toMatchObject({ state: 'hit' })
    expect(await read(there, '/v1/gifs/search?q=gnu')).toMatchObject({ state: 'hit' })
  })
})

describe('the version of the library', () => {
  /** A database that notes each read of the version. */
  function watched(act: () => void) {
    const prepare = vi.fn((sql: string) => {
      if (sql.includes('library_version')) act()
      return env.DB.prepare(sql)
    })
    const DB = new Proxy(env.DB, {
      get: (db, name) => {
        if (name === 'prepare') return prepare
        // Without sessions, all is asked here.
        if (name === 'withSession') return undefined
        const member: unknown = Reflect.get(db, name, db)
        return typeof member === 'function' ? member.bind(db) : member
      },
    })
    return embeddedSite({ DB, JOBS: undefined })
  }

  it('is read once in 2 s, however many lists are read, and not for an embed', async () => {
    const id = await upload(ann, freshFile(), { title: 'A kudu', tags: 'kudu' })
    let reads = 0
    const site = watched(() => reads++)
    await read(site, `/embed/${id}`)
    await read(site, `/v1/gifs/${id}`)
    expect(reads).toBe(0)
    await Promise.all([1, 2, 3, 4, 5].map((n) => read(site, `/v1/gifs/search?q=kudu&offset=${n}`)))
    expect(reads).toBe(1)
    pass(1900)
    await read(site, '/v1/gifs/search?q=kudu')
    expect(reads).toBe(1)
    pass(200)
    await Promise.all([1, 2, 3, 4, 5].map((n) => read(site, `/v1/gifs/search?q=kudu&offset=${n}`)))
    expect(reads).toBe(2)
  })

  it('is not waited for where it fails: lists come of their copies', async () => {
    await upload(ann, freshFile(), { title: 'A topi' })
    let isSick = false
    const site = watched(() => {
      if (isSick) throw new Error('D1_ERROR: no such thing')
    })
    await read(site, '/v1/gifs/search?q=topi')
    isSick = true
    pass(10_000)
    expect(await read(site, '/v1/gifs/search?q=topi')).toMatchObject({ state: 'hit' })
  })
})
