import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { KeptBytes } from '../../../origin/media/kept-bytes.ts'
import { ShownFiles } from '../../../origin/media/shown-files.ts'
import { countedStores } from '../../fixtures/library/counted-stores.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { addPeople, embeddedSite, HERE, signedIn } from '../../fixtures/site/embedded-site.ts'

const BYTES = '0123456789abcdefghij'
const GIF = '/media/cat00001/original.gif'
const KEY = 'm/cat00001-original.gif'

let hour = 0

beforeAll(async () => {
  await fillLibrary(env.DB)
  const files = [KEY, 'm/cat00001-original.mp4', 'm/cat00002-original.gif', 'm/hide0001-original.gif']
  await Promise.all([...files, 'm/avatar-of-ann.png'].map((file) => env.MEDIA.put(file, BYTES)))
  await addPeople([{ username: 'mod', role: 'moderator' }])
})
beforeEach(() => {
  // An hour of its own: no copy of the test before is left.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_300_000 * ++hour })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Isolates of one data centre: they share the database, the bucket, and its cache, and no memory. */
function isolates(count: number) {
  const { asked, ...stores } = countedStores()
  const running: Promise<unknown>[] = []
  const waitUntil = (task: Promise<unknown>) => void running.push(task)
  const sites = Array.from({ length: count }, () => embeddedSite({ ...stores, JOBS: undefined }, waitUntil))
  const get = async (path: string, headers: Record<string, string> = {}, at = 0, method = 'GET') => {
    const response = await sites[at % count]?.send(new Request(HERE + path, { headers, method }))
    if (!response) throw new RangeError('There is no such isolate')
    const text = new TextDecoder().decode(await response.arrayBuffer())
    await Promise.allSettled(running.splice(0))
    const header = (name: string) => response.headers.get(name)
    return { status: response.status, text, header, state: header('x-cache'), age: header('age') }
  }
  return { asked, get, sites }
}

const setItem = (flags: string, id = 'cat00001') =>
  env.DB.prepare(`UPDATE gifs SET ${flags} WHERE id = ?1`).bind(id).run()

describe('what a hot picture asks of the stores', () => {
  it('is at most 0.05 of the database and of the bucket a view, over three isolates', async () => {
    const { asked, get } = isolates(3)
    for (let view = 0; view < 100; view++) {
      const { status, text } = await get(GIF, {}, view)
      expect([status, text]).toEqual([200, BYTES])
    }
    expect(asked.d1).toBeLessThanOrEqual(5)
    expect(asked.r2).toBeLessThanOrEqual(1)
  })

  it('is no more where all come at once to cold isolates', async () => {
    const { asked, get } = isolates(3)
    const views = Array.from({ length: 99 }, (_, view) => get('/media/cat00002/original.gif', {}, view))
    for (const { status, text } of await Promise.all(views)) expect([status, text]).toEqual([200, BYTES])
    expect(asked.d1).toBeLessThanOrEqual(6)
    expect(asked.r2).toBeLessThanOrEqual(3)
  })

  it('is one copy for queries, signed-in people, and HEAD', async () => {
    const { asked, get } = isolates(1)
    await get(GIF)
    const before = { ...asked }
    const answers = [
      await get(`${GIF}?x=1`),
      await get(GIF, { Cookie: '__Host-session=abc; csrftoken=x' }),
      await get(GIF, { Authorization: 'Token abc' }),
      await get(GIF, {}, 0, 'HEAD'),
      await get(GIF, { Range: 'bytes=0-3' }),
    ]
    expect(answers.map(({ status, state }) => [status, state])).toEqual([
      [200, 'hit'],
      [200, 'hit'],
      [200, 'hit'],
      [200, 'hit'],
      [206, 'hit'],
    ])
    expect(asked).toEqual(before)
  })

  it('is one read a time of what a user’s picture is', async () => {
    const { asked, get } = isolates(1)
    for (let view = 0; view < 20; view++) expect((await get('/media/user-1/avatar.png')).text).toBe(BYTES)
    expect(asked).toMatchObject({ d1: 2, r2: 1 })
    await env.DB.prepare("UPDATE users SET avatar_key = NULL WHERE id = '1'").run()
    pass(9000)
    expect((await get('/media/user-1/avatar.png')).status).toBe(404)
    await env.DB.prepare("UPDATE users SET avatar_key = 'm/avatar-of-ann.png' WHERE id = '1'").run()
  })
})

describe('a large file', () => {
  const FILM = '/media/cat00002/original.mp4'
  const film = async (bytes: number) => {
    await env.MEDIA.put('m/cat00002-original.mp4', new Uint8Array(bytes).fill(7))
    await env.DB.prepare("UPDATE renditions SET size = ?1 WHERE gif_id = 'cat00002' AND format = 'mp4'")
      .bind(bytes)
      .run()
  }

  it('of 3 MB keeps nobody waiting, and is kept beside the first view', async () => {
    await film(3_000_000)
    const { get, asked } = isolates(2)
    const first = await get(FILM)
    expect([first.status, first.text.length, first.state, asked.r2]).toEqual([200, 3_000_000, 'miss', 2])
    for (const at of [0, 1]) {
      const next = await get(FILM, {}, at)
      expect([next.text.length, next.state]).toEqual([3_000_000, 'hit'])
    }
    const part = await get(FILM, { Range: 'bytes=2999990-' })
    expect([part.status, part.text.length, part.state, asked.r2]).toEqual([206, 10, 'hit', 2])
  })

  it('of more than 20 MB is not kept', async () => {
    await film(21 * 1024 * 1024)
    const { get, asked } = isolates(1)
    for (const view of [1, 2]) {
      expect((await get(FILM, { Range: 'bytes=0-9' })).state).toBe('miss')
      expect(asked.r2).toBe(2 * view)
    }
  })
})

describe('x-cache and age', () => {
  it('say where the bytes came from, and for how long they have been there', async () => {
    const { get } = isolates(2)
    const first = await get(GIF)
    expect([first.state, first.age]).toEqual(['miss', '0'])
    pass(30_000)
    for (const at of [0, 1]) {
      const hit = await get(GIF, {}, at)
      expect([hit.state, hit.age, hit.text]).toEqual(['hit', '30', BYTES])
      expect(hit.header('cache-control')).toBe('public, max-age=86400, s-maxage=3600')
      expect([hit.header('content-type'), hit.header('content-length')]).toEqual(['image/gif', '20'])
      expect([hit.header('etag'), hit.header('last-modified')]).toEqual([
        first.header('etag'),
        first.header('last-modified'),
      ])
    }
  })

  it('are the same parts and conditions as without a cache', async () => {
    const { get } = isolates(1)
    const etag = (await get(GIF)).header('etag') ?? ''
    for (const [range, text, part] of [
      ['bytes=0-4', '01234', 'bytes 0-4/20'],
      ['bytes=15-', 'fghij', 'bytes 15-19/20'],
      ['bytes=-3', 'hij', 'bytes 17-19/20'],
      ['bytes=0-', BYTES, 'bytes 0-19/20'],
    ] as const) {
      const found = await get(GIF, { Range: range })
      expect([found.status, found.text, found.header('content-range'), found.state]).toEqual([
        206,
        text,
        part,
        'hit',
      ])
      expect(found.header('content-length')).toBe(String(text.length))
    }
    const beyond = await get(GIF, { Range: 'bytes=20-' })
    expect([beyond.status, beyond.header('content-range'), beyond.state]).toEqual([416, 'bytes */20', 'hit'])
    const known = await get(GIF, { 'If-None-Match': etag })
    expect([known.status, known.text, known.header('etag'), known.state]).toEqual([304, '', etag, 'hit'])
    const other = await get(GIF, { Range: 'bytes=0-1', 'If-Range': '"other"' })
    expect([other.status, other.text]).toEqual([200, BYTES])
  })

  it('fill the cache by a part too', async () => {
    const { asked, get } = isolates(1)
    const film = '/media/cat00001/original.mp4'
    expect(await get(film, { Range: 'bytes=0-1' })).toMatchObject({ status: 206, text: '01', state: 'miss' })
    const { r2 } = asked
    expect(await get(film, { Range: 'bytes=0-' })).toMatchObject({ status: 206, text: BYTES, state: 'hit' })
    expect(await get(film)).toMatchObject({ status: 200, text: BYTES, state: 'hit' })
    expect(asked.r2).toBe(r2)
  })
})

describe('T66: who may not see a file does not get it of the cache', () => {
  it.each([
    ['is_removed = 1', 410],
    ['is_hidden = 1', 404],
  ])('%s reaches every isolate within 10 s, and is taken back', async (flags, status) => {
    const { get } = isolates(3)
    for (const at of [0, 1, 2]) expect((await get(GIF, {}, at)).status).toBe(200)
    await setItem(flags)
    pass(9900)
    for (const at of [0, 1, 2]) {
      const gone = await get(GIF, {}, at)
      expect([gone.status, gone.text.includes(BYTES)]).toEqual([status, false])
      expect((await get(GIF, { Range: 'bytes=0-4' }, at)).status).toBe(status)
      expect((await get(GIF, {}, at, 'HEAD')).status).toBe(status)
      expect((await get(GIF, { 'If-None-Match': '*' }, at)).status).toBe(status)
    }
    await setItem(flags.replace('1', '0'))
    pass(9900)
    for (const at of [0, 1, 2]) expect((await get(GIF, {}, at)).status).toBe(200)
  })

  it('a deleted item is in no isolate after 10 s', async () => {
    await env.MEDIA.put('m/cat00003-original.gif', BYTES)
    const { get } = isolates(2)
    for (const at of [0, 1]) expect((await get('/media/cat00003/original.gif', {}, at)).status).toBe(200)
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'cat00003'").run()
    pass(9900)
    for (const at of [0, 1]) expect((await get('/media/cat00003/original.gif', {}, at)).status).toBe(404)
  })

  it('what few may see is neither read from it nor put there', async () => {
    const { get, sites, asked } = isolates(2)
    const [site] = sites
    if (!site) throw new RangeError('There is no isolate')
    const path = '/media/hide0001/original.gif'
    expect((await get(path)).status).toBe(404)
    const moderator = await signedIn(site, 'mod')
    const put = vi.spyOn(caches.default, 'put')
    const { r2 } = asked
    for (const _view of [1, 2]) {
      const seen = await moderator.call(`GET ${path}`)
      expect([seen.status, seen.headers.get('cache-control'), seen.headers.get('x-cache')]).toEqual([
        200,
        'private, no-store',
        'miss',
      ])
      expect(new TextDecoder().decode(await seen.arrayBuffer())).toBe(BYTES)
    }
    expect(asked.r2).toBe(r2 + 2)
    expect(put.mock.calls.filter(([url]) => String(url).includes('media.loopframe'))).toEqual([])
    for (const at of [0, 1]) expect((await get(path, {}, at)).status).toBe(404)
    put.mockRestore()
  })
})

describe('F38: a store that fails', () => {
  it('a database that is down for minutes blanks no picture that was seen, in old and new isolates, and no longer', async () => {
    const { get, asked, sites } = isolates(2)
    expect((await get(GIF)).status).toBe(200)
    asked.isD1Sick = true
    pass(100_000)
    expect(await get(GIF)).toMatchObject({ status: 200, text: BYTES, state: 'hit' })
    expect(await get(GIF, {}, 1)).toMatchObject({ status: 200, text: BYTES, state: 'hit' })
    pass(250_000)
    for (const at of [0, 1]) {
      const blind = await get(GIF, {}, at)
      expect([blind.status, blind.header('retry-after'), blind.text.includes('secret')]).toEqual([
        503,
        '6',
        false,
      ])
    }
    asked.isD1Sick = false
    pass(10_000)
    for (const at of sites.keys()) expect((await get(GIF, {}, at)).status).toBe(200)
  })

  it('a cache that throws, hangs, or keeps nothing is a miss', async () => {
    for (const match of [
      () => Promise.reject(new Error('Network connection lost.')),
      () => new Promise<never>(() => {}),
      async () => undefined,
    ]) {
      const spy = vi.spyOn(caches.default, 'match').mockImplementation(match)
      const { get, asked } = isolates(1)
      expect(await get(GIF)).toMatchObject({ status: 200, text: BYTES, state: 'miss' })
      const { r2 } = asked
      expect(await get(GIF)).toMatchObject({ status: 200, text: BYTES, state: 'miss' })
      // One that keeps nothing is not filled in vain.
      expect(asked.r2).toBe(r2 + 1)
      spy.mockRestore()
    }
  })

  it('bytes that break off are not kept', async () => {
    const { get, asked } = isolates(1)
    const whole = env.MEDIA.get.bind(env.MEDIA)
    const broken = vi.spyOn(env.MEDIA, 'get').mockImplementation((async (key: string) => {
      const object = await whole(key)
      if (!object) return null
      const { readable, writable } = new IdentityTransformStream()
      const writer = writable.getWriter()
      writer
        .write(new TextEncoder().encode('01234'))
        .then(() => writer.abort(new Error('Network connection lost.')))
        .catch(() => {})
      return Object.create(object, {
        body: { value: readable },
        size: { value: 20 },
        httpEtag: { value: object.httpEtag },
        uploaded: { value: object.uploaded },
      })
    }) as never)
    await get(GIF).catch(() => {})
    broken.mockRestore()
    const { r2 } = asked
    const next = await get(GIF)
    expect([next.status, next.text, next.state]).toEqual([200, BYTES, 'miss'])
    expect(asked.r2).toBeGreaterThan(r2)
  })

  it('a write that hangs keeps no other file out, but for as long as the platform lets it live', async () => {
    const put = vi.fn(() => new Promise<never>(() => {}))
    const cache = { match: async () => undefined, put, delete: async () => false }
    const bytes = new KeptBytes({ cache, bucket: env.MEDIA, waitUntil: () => {} })
    for (const _view of [1, 2]) {
      expect(await bytes.take(KEY, 20)).toBeUndefined()
      expect(await bytes.take('m/cat00002-original.gif', 20)).toBeUndefined()
      expect(await bytes.take('m/cat00001-original.mp4', 20)).toBeUndefined()
      expect(await bytes.take('m/avatar-of-ann.png', 20)).toBeUndefined()
    }
    expect(put).toHaveBeenCalledTimes(3)
    pass(31_000)
    expect(await bytes.take('m/avatar-of-ann.png', 20)).toBeUndefined()
    expect(put).toHaveBeenCalledTimes(4)
  }, 20_000)

  it('a read of the database that died with its request is begun again by the next', async () => {
    const log = { states: new Map(), readAt: Date.now(), coversFrom: -Infinity, renew: () => undefined }
    const shown = new ShownFiles({ log, cache: undefined, waitUntil: () => {} })
    const row = { is_removed: false, is_hidden: false, is_indexable: true, user_id: null, r2_key: KEY }
    const dead = shown.find({ name: 'a', item: 'a' }, () => new Promise(() => {})).catch((error) => error)
    const read = vi.fn(async () => row)
    expect(await shown.find({ name: 'a', item: 'a' }, read)).toEqual(row)
    expect(await dead).toMatchObject({ kind: 'unavailable' })
    expect(await shown.find({ name: 'a', item: 'a' }, read)).toEqual(row)
    expect(read).toHaveBeenCalledTimes(1)
  }, 20_000)
})
