import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newSecret } from '../../../origin/people/secrets.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { addPeople, embeddedSite, signedIn } from '../../fixtures/site/embedded-site.ts'
import { keyedLibrary, partner } from '../../fixtures/site/partners.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'

beforeAll(() => fillLibrary(env.DB))
beforeEach(() => env.DB.prepare('DELETE FROM keys').run())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The same read in each dialect, by a key. */
const DIALECTS: Record<
  string,
  { path: (key: string) => string; form: (message: string, status: number) => unknown }
> = {
  'GIPHY v1': {
    path: (key) => `/v1/gifs/search?q=cat&api_key=${key}`,
    form: (msg, status) => ({ data: [], meta: { status, msg, response_id: expect.any(String) } }),
  },
  'GIPHY v2': {
    path: (key) => `/v2/emoji?api_key=${key}`,
    form: (msg, status) => ({ data: [], meta: { status, msg, response_id: expect.any(String) } }),
  },
  'Tenor v2': {
    path: (key) => `/v2/search?q=cat&key=${key}`,
    form: (message, code) => ({
      error: {
        code,
        message,
        status: { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 429: 'RESOURCE_EXHAUSTED' }[code],
        details: [],
      },
    }),
  },
  'KLIPY v1': {
    path: (key) => `/api/v1/${key || '-'}/gifs/search?q=cat`,
    form: (message) => ({ result: false, message, errors: { message: [message] } }),
  },
}
const each = Object.entries(DIALECTS).map(([name, dialect]) => ({ name, ...dialect }))

describe('without API_ACCESS', () => {
  it.each(each)('$name takes any key, and looks none up', async ({ path }) => {
    const { get } = keyedLibrary({ API_ACCESS: undefined })
    const prepare = vi.spyOn(env.DB, 'prepare')
    expect((await get(path('anything'))).status).toBe(200)
    expect(prepare.mock.calls.filter(([sql]) => /FROM keys|key_usage/.test(sql))).toEqual([])
  })
})

describe('T51 each dialect refuses in its own form', () => {
  it.each(each)('$name: no key, or one that is none', async ({ name, path, form }) => {
    const { get } = keyedLibrary()
    for (const key of ['', 'short', newSecret()]) {
      const response = await get(path(key))
      const isMissing = key === '' && name !== 'KLIPY v1'
      expect([key, response.status]).toEqual([key, 401])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      const message = isMissing ? 'This API needs a key' : 'This is no valid API key'
      expect(await response.json()).toEqual(form(message, 401))
    }
  })

  it.each(each)('$name: a key that is blocked', async ({ path, form }) => {
    const response = await keyedLibrary().get(path(await partner({ blocked: ['*'] })))
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual(form('This API key is blocked', 403))
  })

  it.each(each)('$name: a key over its rate, with Retry-After', async ({ path, form }) => {
    const { get } = keyedLibrary()
    const key = await partner({ rate: 2 })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await get(path(key))).status)
    expect(statuses).toEqual([200, 200, 429])
    const response = await get(path(key))
    const wait = Number(response.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('retry-after')
    expect(await response.json()).toEqual(form('This API key has 2 requests a minute', 429))
  })

  it('a rate is each key’s own, and begins anew after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { get } = keyedLibrary()
    const [one, other] = [await partner({ rate: 1 }), await partner({ rate: 1 })]
    const status = async (key: string) => (await get(`/v1/gifs/cat00001?api_key=${key}`)).status
    expect([await status(one), await status(one), await status(other)]).toEqual([200, 429, 200])
    vi.setSystemTime(Date.now() + 61_000)
    expect([await status(one), await status(one)]).toEqual([200, 429])
  })

  it('a burst of first requests has one rate', async () => {
    const { get } = keyedLibrary()
    const key = await partner({ rate: 3 })
    const all = await Promise.all(Array.from({ length: 8 }, () => get(`/v1/gifs/cat00001?api_key=${key}`)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

describe('whoever needs no key', () => {
  const { get } = keyedLibrary()

  it.each([
    ['an embed', '/embed/happy-cat-cat00001'],
    ['a widget', '/widgets/grid?q=cat'],
    ['the welcome page', '/'],
    ['an item’s page', '/gifs/happy-cat-cat00001'],
    ['oEmbed', '/services/oembed?url=https%3A%2F%2Floop.test%2Fgifs%2Fcat00001'],
  ])('%s', async (_, path) => expect((await get(path)).status).toBe(200))

  it('a preflight, and the site’s own calls, are let through', async () => {
    expect((await get('/v1/gifs/search', {}, 'OPTIONS')).status).toBe(204)
    expect((await get('/v2/search', {}, 'OPTIONS')).status).toBe(204)
    expect((await get('/api/v1/k/gifs/search', {}, 'OPTIONS')).status).toBe(204)
    expect((await get('/api/v1/users/self/gifs')).status).toBe(401)
    expect(await (await get('/api/v1/users/self/gifs')).json()).toHaveProperty('error.kind')
  })

  it('is counted as a visitor', async () => {
    const limited = keyedLibrary({ TRUST_PROXY: 'on', PROVIDER_LIMIT: limiter('PROVIDER_LIMIT') })
    const headers = { 'X-Forwarded-For': '192.0.2.1' }
    const path = `/v1/gifs?ids=cat00001${await limited.tokenOf('/favorites')}`
    let last = 200
    for (let n = 0; n < 121; n++) last = (await limited.get(path, headers)).status
    expect(last).toBe(429)
  })
})

describe('what a key costs, and where it shows', () => {
  const countStatements = () => {
    const prepare = vi.spyOn(env.DB, 'prepare')
    return () => ({
      reads: prepare.mock.calls.filter(([sql]) => sql.includes('FROM keys WHERE hash')).length,
      writes: prepare.mock.calls.filter(([sql]) => sql.includes('INTO key_usage')).length,
    })
  }

  it('is one read and one write a minute, however many requests', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { get } = keyedLibrary()
    const key = await partner({ rate: 20 })
    const count = countStatements()
    for (let n = 0; n < 25; n++) await get(`/v1/gifs/cat00001?api_key=${key}`)
    expect(count()).toEqual({ reads: 1, writes: 1 })
    vi.setSystemTime(Date.now() + 61_000)
    await get(`/v1/gifs/cat00001?api_key=${key}`)
    expect(count()).toEqual({ reads: 2, writes: 2 })
    const used = await env.DB.prepare(
      'SELECT sum(requests) AS requests, sum(refused) AS refused FROM key_usage',
    ).first()
    expect(used).toEqual({ requests: 26, refused: 5 })
  })

  it('texts that cannot be keys cost no read, others one, and guesses have a limit', async () => {
    const keyed = keyedLibrary({ TRUST_PROXY: 'on', GUESS_LIMIT: limiter('GUESS_LIMIT') })
    const get = (path: string) => keyed.get(path, { 'X-Forwarded-For': '192.0.2.1' })
    const count = countStatements()
    for (const text of ['x', 'y'.repeat(44), '*', "' OR 1=1 --"]) {
      expect((await get(`/v1/gifs/cat00001?api_key=${encodeURIComponent(text)}`)).status).toBe(401)
    }
    expect(count().reads).toBe(0)
    const same = newSecret()
    for (let n = 0; n < 5; n++) await get(`/v1/gifs/cat00001?api_key=${same}`)
    expect(count().reads).toBe(1)
    let last: Response | undefined
    for (let n = 0; n < 40; n++) last = await get(`/v1/gifs/cat00001?api_key=${newSecret()}`)
    expect([last?.status, last?.headers.get('Retry-After')]).toEqual([429, '60'])
    // The one that is too many is known by its look; no other is looked up until the minute is over.
    expect(count().reads).toBe(31)
  })

  it('a good key is no guess, in however many isolates it is new', async () => {
    const key = await partner()
    const GUESS_LIMIT = limiter('GUESS_LIMIT')
    const statuses = new Set<number>()
    for (let n = 0; n < 35; n++) {
      statuses.add((await keyedLibrary({ GUESS_LIMIT }).get(`/v1/gifs/cat00001?api_key=${key}`)).status)
    }
    expect([...statuses]).toEqual([200])
  })

  it('nobody who has no key gets what one has opened: no shared cache may keep a response', async () => {
    const { get, tokenOf } = keyedLibrary()
    const key = await partner({ blocked: ['cat00001'] })
    const kept = async (path: string) => (await get(path)).headers.get('Cache-Control')
    for (const { path } of each) expect(await kept(path(key))).toMatch(/^private, max-age=\d+$/)
    expect(await kept(`/v1/gifs/cat00001?api_key=${key}`)).toBe('private, max-age=6')
    expect(await kept(`/v1/gifs?ids=cat00001${await tokenOf('/favorites')}`)).toMatch(/^private, /)
    expect(await kept(`/v1/gifs/random?api_key=${key}`)).toBe('no-store')
    const open = await keyedLibrary({ API_ACCESS: undefined }).get('/v1/gifs/search?q=cat')
    expect(open.headers.get('Cache-Control')).toMatch(/^public, /)
  })

  it('a key that was deleted is refused within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { get } = keyedLibrary()
    const key = await partner()
    expect((await get(`/v1/gifs/cat00001?api_key=${key}`)).status).toBe(200)
    await env.DB.prepare('DELETE FROM keys').run()
    vi.setSystemTime(Date.now() + 61_000)
    expect((await get(`/v1/gifs/cat00001?api_key=${key}`)).status).toBe(401)
    expect((await env.DB.prepare('SELECT * FROM key_usage').all()).results).toEqual([])
  })

  it('without the database a known key goes on, and a new one is a 503', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const { get } = keyedLibrary()
    const [known, fresh] = [await partner(), await partner()]
    expect((await get(`/v1/gifs/cat00001?api_key=${known}`)).status).toBe(200)
    const prepare = env.DB.prepare.bind(env.DB)
    vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
      if (/FROM keys|key_usage/.test(sql)) throw new Error('D1 is down')
      return prepare(sql)
    })
    vi.setSystemTime(Date.now() + 61_000)
    expect((await get(`/v1/gifs/cat00001?api_key=${known}`)).status).toBe(200)
    const refused = await get(`/v1/gifs/cat00001?api_key=${fresh}`)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await keyedLibrary({ DB: undefined }).get(`/v1/gifs/cat00001?api_key=${known}`)).status).toBe(503)
  })

  it('T39 is in no log, body or header, and in no row', async () => {
    const lines: unknown[] = []
    for (const level of ['log', 'info', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(...line.map(String)))
    }
    const { get } = keyedLibrary({ LOGS: 'on' })
    const keys = [
      await partner(),
      await partner({ rate: 1 }),
      await partner({ blocked: ['*'] }),
      newSecret(),
      'not-a-key-but-secret',
    ]
    for (const key of keys) {
      for (const { path } of each) {
        for (const address of [
          path(key),
          path(key),
          path(key).replace('q=cat', 'q='),
          `/api/v1/${key}/gifs/a/b/c`,
        ]) {
          const response = await get(address)
          lines.push(await response.text(), ...[...response.headers].flat())
        }
      }
    }
    const { results } = await env.DB.prepare('SELECT * FROM keys LEFT JOIN key_usage ON key_id = id').all()
    const said = JSON.stringify([lines, results])
    expect(lines.length).toBeGreaterThan(300)
    for (const key of keys) expect(said).not.toContain(key)
  })

  it('partners with other keys share the copies', async () => {
    const { get } = keyedLibrary()
    const search = async (key: string) => get(`/v1/gifs/search?q=cat&rating=g&api_key=${key}`)
    expect((await search(await partner())).headers.get('x-cache')).toBe('miss')
    expect((await search(await partner({ rating: 'g' }))).headers.get('x-cache')).toBe('hit')
    expect((await search(await partner({ blocked: ['#cat'] }))).headers.get('x-cache')).toBe('hit')
  })
})

describe('GET /api/v3/keys/', () => {
  it('staff make a key, and see its use by day', async () => {
    const site = embeddedSite({ API_ACCESS: 'keys' })
    await addPeople([{ username: 'sally', role: 'staff' }])
    const staff = await signedIn(site, 'sally')
    const made = await staff.call('POST /api/v3/keys/', {
      form: { name: 'Partner', rate: '1', blocked: '#edgy' },
    })
    const { id, token } = (await made.json()) as { id: string; token: string }
    const read = async () => site.send(new Request(`https://loop.test/v1/gifs/edge0001?api_key=${token}`))
    expect([(await read()).status, (await read()).status]).toEqual([404, 429])
    const list = async () =>
      ((await (await staff.call('GET /api/v3/keys/')).json()) as { results: Record<string, unknown>[] })
        .results
    expect(await list()).toMatchObject([{ id, usage: [{ requests: 1, refused: 0 }] }])
    const insert = env.DB.prepare(
      'INSERT INTO key_usage (key_id, day, requests, refused) VALUES (?1, ?2, 5, 2)',
    )
    await env.DB.batch(['2020-01-01', '2999-01-01'].map((day) => insert.bind(id, day)))
    expect((await list())[0]?.usage).toEqual([
      { day: '2999-01-01', requests: 5, refused: 2 },
      { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), requests: 1, refused: 0 },
    ])
    const put = async (json: object) => (await staff.call(`PUT /api/v3/keys/${id}`, { json })).json()
    expect(await put({ name: 'Other', blocked: [] })).toMatchObject({
      id,
      name: 'Other',
      rate: 1,
      rating: 'r',
      blocked: [],
      usage: [{ requests: 5 }, { requests: 1 }],
    })
    expect(await put({ rate: 0, rating: 'pg', blocked: ['sticker', '*'] })).toMatchObject({
      name: 'Other',
      rate: 0,
      rating: 'pg',
      blocked: ['sticker', '*'],
    })
    expect(await put({ rating: 'x' })).toHaveProperty('error.detail.rating')
    expect((await staff.call('PUT /api/v3/keys/none', { json: { name: 'a' } })).status).toBe(404)
    const acts = await env.DB.prepare("SELECT action, reason FROM audit WHERE target = 'key/' || ?1")
      .bind(id)
      .all()
    expect(acts.results).toEqual([
      { action: 'key.create', reason: 'Partner' },
      { action: 'key.update', reason: 'name, blocked' },
      { action: 'key.update', reason: 'rate, rating, blocked' },
    ])
    expect((await staff.call(`DELETE /api/v3/keys/${id}`)).status).toBe(204)
    expect((await env.DB.prepare('SELECT * FROM key_usage').all()).results).toEqual([])
  })

  it.each([['a b,<x>'], [`#${'x'.repeat(101)}`], [Array.from({ length: 201 }, (_, n) => `a${n}`).join()]])(
    'refuses a block list that is none: %.20s',
    async (blocked) => {
      const site = embeddedSite()
      await addPeople([{ username: `s${blocked.length}`, role: 'staff' }])
      const staff = await signedIn(site, `s${blocked.length}`)
      const response = await staff.call('POST /api/v3/keys/', { form: { name: 'Partner', blocked } })
      expect(response.status).toBe(400)
      expect(await response.json()).toHaveProperty('error.detail.blocked')
    },
  )
})
