import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPayloads } from '../../../origin/stored-key.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { addPeople, signedIn, Visitor } from '../../fixtures/site/embedded-site.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'
import { type Health, type Stub, severalProviders } from '../../fixtures/upstreams/several-providers.ts'
import { shown, word } from '../../fixtures/upstreams/shaped-product.ts'
import { PROVIDER, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(async () => {
  await fillLibrary(env.DB)
  await addPeople([{ username: 'stan', role: 'staff' }])
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const TWO = [{ kind: 'giphy' }, { kind: 'giphy' }] as const

/** The first of several, which are there. */
function inOrder<T>(all: readonly T[]): [T, T, T] {
  const [one, two = all[0], three = all[0]] = all
  return [one as T, two as T, three as T]
}

const names = (stub: Stub, from: number, to: number, prefix = '') =>
  Array.from({ length: to - from }, (_, n) => `${prefix}${(stub as Stub & { name: string }).name}${from + n}`)

describe('a list', () => {
  it('is of the first provider, whose ids and offsets stay as they are', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const { ids, body } = await read(`/v1/gifs/search?q=${word()}&limit=25`)
    expect(ids).toEqual(names(one, 0, 25))
    expect(body.pagination).toMatchObject({ total_count: 60, count: 25, offset: 0 })
    expect(two.asked).toEqual([])
  })

  it.each<Health>(['gone', 500, 503, 429, 401, 302])(
    'is of the next one where the first is %s',
    async (health) => {
      const { read, stubs } = severalProviders(TWO)
      const [one, two] = inOrder(stubs)
      one.health = health
      const q = word()
      for (const path of [`/v1/gifs/search?q=${q}`, '/v1/gifs/trending?limit=25', '/v1/gifs/random?tag=a']) {
        const { status, ids } = await read(path)
        expect(status).toBe(200)
        expect(ids[0]).toBe(names(two, 0, 1, 'P2_')[0])
      }
    },
  )

  it('is of the next one within the time of one read where the first does not respond', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    one.health = 'late'
    const start = Date.now()
    const { ids } = await read(`/v1/gifs/search?q=${word()}&limit=3`)
    expect(ids).toEqual(names(two, 0, 3, 'P2_'))
    expect(Date.now() - start).toBeGreaterThan(1000)
  })

  it('fails as the first does where all fail', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    one.health = 429
    two.health = 500
    expect((await read(`/v1/gifs/search?q=${word()}`)).status).toBe(429)
  })

  it('of which the first says no more than that nothing is there is empty', async () => {
    const { read, stubs } = severalProviders([{ kind: 'giphy', count: 0 }, { kind: 'giphy' }])
    const [, two] = inOrder(stubs)
    const { ids } = await read(`/v1/gifs/search?q=${word()}&limit=25`)
    expect(ids).toEqual([])
    expect(two.asked).toEqual([])
  })

  it('T39: is asked of the second by its own key, and of nobody by another’s', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    one.health = 'gone'
    await read(`/v1/gifs/search?q=${word()}&limit=25`)
    expect(one.asked.join()).toContain('key-of-0')
    expect(two.asked.join()).toContain('key-of-1')
    expect(one.asked.join()).not.toContain('key-of-1')
    expect(two.asked.join()).not.toContain('key-of-0')
  })

  it('of an old copy comes before another provider’s', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const path = `/v1/gifs/search?q=${word()}&limit=25`
    await read(path)
    one.health = 'gone'
    vi.setSystemTime(Date.now() + 120_000)
    const { ids, response } = await read(path)
    expect(ids).toEqual(names(one, 0, 25))
    expect(response.headers.get('x-cache')).toBe('stale')
    expect(two.asked).toEqual([])
    vi.setSystemTime(Date.now() + 3_600_000)
    expect((await read(path)).ids).toEqual(names(two, 0, 25, 'P2_'))
  })

  it('skips a provider whose breaker is open, which decides by itself when it is asked again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const ids = async () => (await read(`/v1/gifs/search?q=${word()}&limit=1`)).ids
    one.health = 503
    for (let n = 0; n < 10; n++) await ids()
    const before = one.asked.length
    for (let n = 0; n < 5; n++) expect(await ids()).toEqual(names(two, 0, 1, 'P2_'))
    expect(one.asked.length).toBe(before)
    one.health = 'well'
    vi.setSystemTime(Date.now() + 7000)
    expect(await ids()).toEqual(names(one, 0, 1))
    expect(one.asked.length).toBe(before + 1)
  })

  it.each(['/v1/gifs/random?tag=a', '/v1/gifs/translate?s=a'])(
    'of which there are no copies skips a provider that responds to nothing: %s',
    async (path) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      const { read, stubs } = severalProviders(TWO)
      const [one, two] = inOrder(stubs)
      one.health = 'gone'
      // The same request again and again opens nothing by itself: one visitor could (T44).
      for (let n = 0; n < 12; n++) await read(path)
      const asked = () => one.asked.filter((url) => url.includes(path.split('?')[0] ?? '')).length
      expect(asked()).toBe(12)
      for (let n = 0; n < 10; n++) await read(`/v1/gifs/search?q=${word()}&limit=1`)
      for (let n = 0; n < 5; n++) expect((await read(path)).ids).toEqual(names(two, 0, 1, 'P2_'))
      expect(asked()).toBe(12)
      one.health = 'well'
      vi.setSystemTime(Date.now() + 7000)
      expect((await read(path)).ids).toEqual(names(one, 0, 1))
      expect(asked()).toBe(13)
    },
  )

  it('of random items has a breaker of its own, by what is asked', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one] = inOrder(stubs)
    one.health = 503
    for (let n = 0; n < 12; n++) await read(`/v1/gifs/random?tag=t${n}`)
    expect(one.asked.length).toBe(10)
  })

  it('T44: that a visitor may have no more of is refused by all', async () => {
    const { send, stubs } = severalProviders(TWO, { PROVIDER_LIMIT: limiter('PROVIDER_LIMIT') })
    const [, two] = inOrder(stubs)
    const read = (path: string) => {
      const headers = { 'CF-Connecting-IP': '192.0.2.7' }
      const request = new Request(`https://loop.test${path}`, { headers })
      return send(Object.defineProperty(request, 'cf', { value: { colo: 'FRA' } }))
    }
    const statuses: number[] = []
    for (let n = 0; n < 125; n++) statuses.push((await read(`/v1/gifs/search?q=${word()}`)).status)
    expect(statuses.slice(120)).toEqual(Array(5).fill(429))
    expect(two.asked).toEqual([])
  })
})

describe('the pages of a list', () => {
  /** What a client gets that goes on at `offset` + `count`, as GIPHY's and ours do. */
  async function walk(
    read: ReturnType<typeof severalProviders>['read'],
    path: string,
    before = (_page: number) => {},
  ) {
    const found: string[] = []
    let offset = 0
    for (let page = 0; page < 20; page++) {
      before(page)
      const { body, ids, status } = await read(`${path}&offset=${offset}`)
      if (status !== 200) return { found, status }
      found.push(...ids)
      offset = body.pagination.offset + body.pagination.count
      if (ids.length === 0 || offset === body.pagination.total_count) return { found, status }
    }
    throw new Error('a list without an end')
  }

  it.each([25, 10, 7])('of %i stay with the next provider, though the first is well again', async (limit) => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const { found } = await walk(read, `/v1/gifs/search?q=${word()}&limit=${limit}`, (page) => {
      one.health = page === 0 ? 'gone' : 'well'
    })
    expect(found).toEqual(names(two, 0, 60, 'P2_'))
    expect(one.asked.length).toBe(1)
  })

  it.each([25, 10])('of %i stay with the first, and fail with it', async (limit) => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const { found, status } = await walk(read, `/v1/gifs/search?q=${word()}&limit=${limit}`, (page) => {
      if (page * limit >= 50) one.health = 'gone'
    })
    expect(found).toEqual(names(one, 0, 50))
    expect(status).toBe(502)
    expect(two.asked).toEqual([])
  })

  it.each(['tenor', 'klipy'] as const)(
    'of a second provider of the shape %s have each item once',
    async (kind) => {
      const { read, stubs, items } = severalProviders([{ kind: 'giphy' }, { kind }])
      const [one] = inOrder(stubs)
      one.health = 503
      const { found } = await walk(read, `/v1/gifs/search?q=${word()}&limit=25`)
      expect(found).toEqual(items[kind].map((item) => `P2_${shown(item)}`))
    },
  )

  it('for Tenor’s clients go on where they began', async () => {
    const { get, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    one.health = 'gone'
    const q = word()
    const found: string[] = []
    let pos = ''
    do {
      const response = await get(`/v2/search?key=any&q=${q}&limit=20&pos=${pos}`)
      const body = (await response.json()) as { results: { id: string }[]; next: string }
      found.push(...body.results.map(({ id }) => id))
      pos = body.next
      one.health = 'well'
    } while (pos && found.length < 200)
    expect(found).toEqual(names(two, 0, 60, 'P2_'))
  })

  it.each([
    ['gone', 'P2_', 1],
    ['well', '', 0],
  ] as const)(
    'for KLIPY’s clients, by their numbers, are of who gives the first: the first is %s',
    async (health, prefix, at) => {
      const { get, stubs } = severalProviders(TWO)
      const [one] = inOrder(stubs)
      one.health = health
      const q = word()
      const found: string[] = []
      for (let page = 1; page <= 3; page++) {
        const response = await get(`/api/v1/any/gifs/search?q=${q}&per_page=25&page=${page}`)
        const { data } = (await response.json()) as { data: { data: { slug: string }[]; has_next: boolean } }
        found.push(...data.data.map(({ slug }) => slug.slice(slug.lastIndexOf('-') + 1)))
        expect(data.has_next).toBe(page < 3)
      }
      expect(found).toEqual(names(stubs[at] ?? one, 0, 60, prefix))
      expect(one.asked).toHaveLength(health === 'gone' ? 1 : 3)
    },
  )

  it('of no provider are a 404, and with one provider a 400', async () => {
    const { read } = severalProviders(TWO)
    expect((await read('/v1/gifs/search?q=cat&offset=2000000')).status).toBe(404)
    const single = severalProviders([{ kind: 'giphy' }])
    for (const offset of [5000, 1_000_000, 9_000_000]) {
      const { status, body } = await single.read(`/v1/gifs/search?q=cat&offset=${offset}`)
      expect([status, body.meta.msg]).toEqual([400, 'offset must be at most 4999'])
    }
    const library = withProvider(() => new Response(), { PROVIDER_URL: '' })
    expect((await library.get('/v1/gifs/search?q=cat&offset=1000000')).status).toBe(400)
  })
})

describe('an item', () => {
  it('is found by the id that a list of any provider gave', async () => {
    const { get, read, stubs } = severalProviders([{ kind: 'giphy' }, { kind: 'tenor' }, { kind: 'klipy' }])
    const [one, two, three] = inOrder(stubs)
    const q = word()
    const all: string[] = []
    for (const down of [[], [one], [one, two]]) {
      for (const stub of stubs) stub.health = down.includes(stub) ? 'gone' : 'well'
      const { ids } = await read(`/v1/gifs/search?q=${q}${down.length}&limit=2`)
      all.push(...ids)
    }
    for (const stub of [one, two, three]) stub.health = 'well'
    expect(all.map((id) => /^P[23]_/.exec(id)?.[0] ?? '')).toEqual(['', '', 'P2_', 'P2_', 'P3_', 'P3_'])
    for (const id of all) {
      expect((await read(`/v1/gifs/${id}`)).ids).toEqual([id])
      const related = await read(`/v1/gifs/related?gif_id=${id}&limit=25`)
      expect(related.status).toBe(200)
      const prefix = /^P\d_/.exec(id)?.[0] ?? ''
      expect(related.ids.every((other) => (/^P\d_/.exec(other)?.[0] ?? '') === prefix)).toBe(true)
      const embed = await get(`/embed/some-words-${id}`)
      expect(embed.status).toBe(200)
      const html = await embed.text()
      expect(html).toContain(id)
      const page = await get(`/gifs/${id}`)
      expect((await get(page.headers.get('Location') ?? `/gifs/${id}`)).status).toBe(200)
    }
    const mixed = [all[4], all[0], all[2], all[5], all[1], all[3]].join(',')
    expect((await read(`/v1/gifs?ids=${mixed}`)).ids).toEqual(mixed.split(','))
    expect((await get(`/widgets/grid?ids=${mixed}`)).status).toBe(200)
  })

  it('that fails with its provider takes no other with it', async () => {
    const { read, stubs } = severalProviders(TWO)
    const [one, two] = inOrder(stubs)
    const [first = '', second = ''] = [...names(one, 0, 1), ...names(two, 0, 1, 'P2_')]
    two.health = 'gone'
    const { ids, response } = await read(`/v1/gifs?ids=${second},${first}`)
    expect(ids).toEqual([first])
    expect(response.headers.get('Cache-Control')).toContain('max-age=0')
    expect((await read(`/v1/gifs/${second}`)).status).toBe(502)
    one.health = 'gone'
    expect((await read(`/v1/gifs?ids=${names(one, 5, 6)},${names(two, 5, 6, 'P2_')}`)).status).toBe(502)
  })

  it('of an unknown provider is a 404', async () => {
    const { read } = severalProviders(TWO)
    for (const id of ['P3_abc', 'PL_abc', 'P1_abc']) expect((await read(`/v1/gifs/${id}`)).status).toBe(404)
  })

  it('of the first whose id begins like another’s has one of its own', async () => {
    const { read, stubs } = severalProviders([{ kind: 'klipy' }, { kind: 'giphy' }])
    const id = 'P1_P2_cat'
    await read(`/v1/gifs/${id}`)
    const [one, two] = inOrder(stubs)
    expect(one.asked.join()).toContain('P2-cat')
    expect(two.asked).toEqual([])
  })

  it('that is taken down is gone, of any provider', async () => {
    const site = severalProviders(TWO)
    const [one, two] = inOrder(site.stubs)
    const staff = await signedIn({ visitor: () => new Visitor(site.send) }, 'stan')
    const [first = '', second = ''] = [...names(one, 3, 4), ...names(two, 3, 4, 'P2_')]
    for (const gif_id of [first, second]) {
      expect((await site.read(`/v1/gifs/${gif_id}`)).status).toBe(200)
      const takedown = { takedowns: [{ gif_id, reason: 'a claim' }], send_email: false }
      expect((await staff.call('POST /api/v3/content-takedown/takedown', { json: takedown })).status).toBe(
        200,
      )
      for (const path of [`/v1/gifs/${gif_id}`, `/embed/happy-cat-${gif_id}`]) {
        expect((await site.get(path)).status).toBe(410)
      }
    }
    one.health = 'gone'
    const { ids } = await site.read(`/v1/gifs/search?q=${word()}&limit=25`)
    expect(ids).toHaveLength(24)
    expect(ids).not.toContain(second)
    expect((await site.read(`/v1/gifs?ids=${first},${second},P2_${names(two, 4, 5)}`)).ids).toEqual([
      `P2_${names(two, 4, 5)}`,
    ])
  })

  it('that its provider has removed is gone', async () => {
    const { read, stubs, taken } = severalProviders(TWO)
    const [, two] = inOrder(stubs)
    const [own = ''] = names(two, 9, 10)
    taken.add(own)
    expect((await read(`/v1/gifs/P2_${own}`)).status).toBe(410)
  })
})

describe('the embedded library', () => {
  it('comes last: it answers what the provider does not', async () => {
    const { get, read, stubs } = severalProviders([{ kind: 'giphy' }], { PROVIDERS: '1, library' })
    const [one] = inOrder(stubs)
    expect((await read(`/v1/gifs/search?q=${word()}&limit=1`)).ids).toEqual(names(one, 0, 1))
    one.health = 'gone'
    const { body, ids } = await read('/v1/gifs/search?q=dot&limit=25')
    expect(ids).toHaveLength(25)
    for (const id of ids) expect(id).toMatch(/^PL_many\d{4}$/)
    expect(body.pagination).toMatchObject({ total_count: 1_000_030, count: 25, offset: 1_000_000 })
    const rest = await read('/v1/gifs/search?q=dot&limit=25&offset=1000025')
    expect(new Set([...ids, ...rest.ids]).size).toBe(30)
    const cat = await read('/v1/gifs/PL_cat00001')
    expect(cat.body.data).toMatchObject({
      id: 'PL_cat00001',
      slug: expect.stringMatching(/-PL_cat00001$/),
      url: expect.stringMatching(/^https:\/\/loop\.test\/gifs\/.*PL_cat00001$/),
      embed_url: expect.stringMatching(/^https:\/\/loop\.test\/embed\/.*PL_cat00001$/),
    })
    expect(JSON.stringify(cat.body)).toContain('/media/cat00001/')
    // A pingback counts for the library's item: its payload names that one.
    const payload = String(
      Object.getOwnPropertyDescriptor(cat.body.data, 'analytics_response_payload')?.value,
    )
    expect(await createPayloads(env.DB).read(payload, Date.now())).toBe('cat00001')
    expect((await get('/embed/happy-cat-PL_cat00001')).status).toBe(200)
    expect((await read('/v1/gifs/PL_gone0001')).status).toBe(410)
    expect((await read('/v1/gifs/PL_hide0001')).status).toBe(404)
  })

  it('comes first, by its own word or by the empty address', async () => {
    const { read, stubs } = severalProviders([{ kind: 'giphy' }], { PROVIDERS: 'library,1' })
    const [one] = inOrder(stubs)
    expect((await read('/v1/gifs/search?q=dot&limit=1')).ids[0]).toMatch(/^PL_/)
    expect(one.asked).toEqual([])
    expect((await read(`/v1/gifs/${names(one, 0, 1)}`)).status).toBe(200)

    const plain = severalProviders([{ kind: 'giphy' }, { kind: 'giphy' }], { PROVIDER_URL: '' })
    const [, two] = inOrder(plain.stubs)
    expect((await plain.read('/v1/gifs/search?q=dot&limit=1')).ids[0]).toMatch(/^many/)
    const mixed = `P2_${names(two, 0, 1)},cat00001`
    expect((await plain.read(`/v1/gifs?ids=${mixed}`)).ids).toEqual(mixed.split(','))
    const last = severalProviders([{ kind: 'giphy' }, { kind: 'giphy' }], {
      PROVIDER_URL: '',
      PROVIDERS: '2,library',
    })
    const [, after] = inOrder(last.stubs)
    after.health = 'gone'
    expect((await last.read('/v1/gifs/search?q=dot&limit=1')).ids[0]).toMatch(/^many/)
  })
})

describe('what the first has no call for', () => {
  it('the next one answers', async () => {
    const { read, stubs } = severalProviders([{ kind: 'tenor' }, { kind: 'klipy' }])
    const [one] = inOrder(stubs)
    const { status, ids } = await read('/v1/videos/trending?limit=25')
    expect([status, ids.length > 0]).toEqual([200, true])
    expect(one.asked).toEqual([])
    const lacking = severalProviders([{ kind: 'tenor' }, { kind: 'tenor' }])
    expect((await lacking.read('/v1/videos/trending?limit=25')).status).toBe(501)
  })
})

describe('copies', () => {
  it('of two providers at one address are each its own', async () => {
    const url = `${PROVIDER}/${word()}`
    const asked: string[] = []
    const product = withProvider(
      (request) => {
        asked.push(new URL(request.url).searchParams.get('api_key') ?? '')
        if (asked.at(-1) === 'bad') return Response.json({}, { status: 403 })
        return Response.json({ data: [], meta: { status: 200, msg: 'OK', response_id: 'r' } })
      },
      { PROVIDER_URL: url, PROVIDER_KEY: 'bad', PROVIDER_2_URL: url, PROVIDER_2_KEY: 'good' },
    )
    const path = `/v1/gifs/search?q=${word()}&limit=25`
    for (let n = 0; n < 2; n++) expect((await product.get(path)).status).toBe(200)
    expect(asked).toEqual(['bad', 'good'])
  })
})
