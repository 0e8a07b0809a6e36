import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  BOTH,
  number,
  type Shape,
  shapedProduct,
  shown,
  some,
  upstreamOf,
  word,
} from '../../fixtures/upstreams/shaped-product.ts'
import {
  KEY,
  klipyItem,
  klipyUpstream,
  tenorResult,
  tenorUpstream,
} from '../../fixtures/upstreams/stub-shapes.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers })
const plain =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status })

const LIST = {
  tenor: { results: [], next: '' },
  klipy: { result: true, data: { data: [], has_next: false } },
}

/** The key as it is, and as it travels. */
const SECRETS = [KEY, encodeURIComponent(KEY), new URLSearchParams({ k: KEY }).toString().slice(2)]

function expectNoSecret(text: string) {
  for (const secret of SECRETS) expect(text).not.toContain(secret)
}

type Row = [what: string, answer: () => Response, status: number, msg: RegExp]

const WORDS = /^loopframe: Error fetching$/
const PARSING = /^An error occurred parsing json for \/v1\/gifs\/search$/

const COMMON: Row[] = [
  ['500 with words', json({ message: 'at db.internal' }, 500), 502, WORDS],
  ['503', plain('', 503), 502, WORDS],
  ['an unknown list', plain('<h1>No</h1>', 404), 404, WORDS],
  ['a redirect', () => Response.redirect('https://evil.test/', 302), 502, WORDS],
  ['HTML', plain('<html>'), 502, PARSING],
  ['nothing', plain(''), 502, PARSING],
  ['half of it', plain('{"results":[{"id":"1"'), 502, PARSING],
  ['a text', plain('"no"'), 502, PARSING],
  ['null', plain('null'), 502, PARSING],
  ['a list', json([]), 502, PARSING],
  ['an empty object', json({}), 502, PARSING],
  ['too many levels', plain(`${'{"results":'.repeat(60)}1${'}'.repeat(60)}`), 502, PARSING],
  [
    '3 MB',
    plain(JSON.stringify({ results: [], data: { data: [] }, pad: 'x'.repeat(3e6) })),
    502,
    /more than is taken/,
  ],
]

const OWN: Record<Shape, Row[]> = {
  tenor: [
    ['results as an object', json({ results: { 0: tenorResult('1') }, next: '' }), 502, PARSING],
    ['results as null', json({ results: null }), 502, PARSING],
    [
      'a wrong key, which is a 400 there',
      json(
        { error: { code: 400, message: 'API key not valid', details: [{ reason: 'API_KEY_INVALID' }] } },
        400,
      ),
      502,
      /^loopframe: API key not valid$/,
    ],
    [
      'another 400',
      json({ error: { code: 400, message: 'Wrong locale' } }, 400),
      400,
      /^loopframe: Wrong locale$/,
    ],
    ['an error with the status 200', json({ error: { code: 429, message: 'Slow down' } }), 429, /Slow down/],
    ['an error without a code', json({ error: { message: 'Why' } }), 502, /Why/],
  ],
  klipy: [
    [
      'a result that is false',
      json({ result: false, message: 'No such app' }),
      502,
      /^loopframe: No such app$/,
    ],
    ['its words elsewhere', json({ result: false, error: 'Wrong page' }), 502, /Wrong page/],
    ['its words in data', json({ result: false, data: { message: 'Why' } }), 502, /Why/],
    ['data as a list', json({ result: true, data: [] }), 502, PARSING],
    ['data without a list', json({ result: true, data: { data: {}, has_next: true } }), 502, PARSING],
    ['data as null', json({ result: true, data: null }), 502, PARSING],
  ],
}

describe.each(BOTH)('%s: F3, F4: what an upstream’s fault becomes', (shape) => {
  it.each([...COMMON, ...OWN[shape]])('%s', async (_what, answer, status, msg) => {
    const { read } = shapedProduct(shape, answer)
    const found = await read('/v1/gifs/search?q=cat&limit=25')
    expect(found.status).toBe(status)
    expect(found.body.data).toEqual([])
    expect(found.body.meta.msg).toMatch(msg)
    expectNoSecret(JSON.stringify(found.body))
  })

  it('T39: a refusal that repeats the key does not show it, nor does a log', async () => {
    const logged: unknown[] = []
    for (const name of ['log', 'warn', 'error', 'info'] as const) {
      vi.spyOn(console, name).mockImplementation((...line) => void logged.push(...line))
    }
    for (const [at, status] of [401, 403, 500].entries()) {
      for (const secret of SECRETS) {
        const body = { error: { code: status, message: `no ${secret} here` }, message: `no ${secret} here` }
        const { read } = shapedProduct(shape, json(body, status), { LOGS: 'on' })
        const found = await read(`/v1/gifs/search?q=cat${at}`)
        expect(found.status).toBe(502)
        expectNoSecret(JSON.stringify(found.body) + JSON.stringify([...found.response.headers]))
      }
    }
    const { read } = shapedProduct(shape, (request) =>
      Promise.reject(new Error(`cannot reach ${request.url}`)),
    )
    expectNoSecret(JSON.stringify((await read('/v1/gifs/search?q=cat')).body))
    expectNoSecret(logged.map(String).join('\n') + JSON.stringify(logged))
  })

  it('429 says when to come back', async () => {
    const { read } = shapedProduct(shape, json({ message: 'Slow' }, 429, { 'Retry-After': '17' }))
    const { status, response } = await read('/v1/gifs/search?q=cat')
    expect(status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('17')
  })

  it('F1: an old copy stands in for a failing upstream', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const all = some(3)[shape]
    const good = upstreamOf(shape, all)
    let isUp = true
    const { read } = shapedProduct(shape, (request) =>
      isUp ? good(request) : new Response('', { status: 500 }),
    )
    const ids = all.map(shown)
    const paths = [
      '/v1/gifs/search?q=cat&limit=25',
      `/v1/gifs/${ids[0]}`,
      `/v1/gifs/related?gif_id=${ids[0]}&limit=25`,
    ]
    const before = await Promise.all(paths.map(read))
    isUp = false
    vi.setSystemTime(Date.now() + 120_000)
    const after = await Promise.all(paths.map(read))
    expect(after.map(({ body }) => body.data)).toEqual(before.map(({ body }) => body.data))
    expect(after[0]?.response.headers.get('x-cache')).toBe('stale')
    // What is made of old copies is as old as they are, and is over when they are.
    for (const { response } of after) expect(Number(response.headers.get('Age'))).toBeGreaterThanOrEqual(119)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect((await Promise.all(paths.map(read))).map(({ status }) => status)).toEqual([502, 502, 502])
  })

  it('an item that is gone there is gone here', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const all = some(1)[shape]
    const { read } = shapedProduct(shape, upstreamOf(shape, all))
    const id = shown(all[0] ?? {})
    expect((await read(`/v1/gifs/${id}`)).status).toBe(200)
    all.length = 0
    vi.setSystemTime(Date.now() + 120_000)
    expect((await read(`/v1/gifs/${id}`)).status).toBe(404)
  })

  it('one that does not respond is left alone for a while', async () => {
    const { read, calls } = shapedProduct(shape, plain('', 503))
    for (let at = 0; at < 30; at++) await read(`/v1/gifs/search?q=cat${at}`)
    expect(calls.mock.calls.length).toBeLessThan(15)
  })

  it('T44: each request with our key is counted, also those that an answer is made of', async () => {
    const all = some(30)[shape]
    let left = 40
    const limits = { PROVIDER_TOTAL_LIMIT: { limit: async () => ({ success: left-- > 0 }) } }
    const { read, calls } = shapedProduct(shape, upstreamOf(shape, all), limits)
    const found: number[] = []
    for (let at = 0; at < 60; at++) found.push((await read(`/v1/gifs/random?tag=cat${at}`)).status)
    expect(found.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(found.slice(20)).toEqual(Array(40).fill(429))
    expect(calls).toHaveBeenCalledTimes(20)
  })

  it('F35: a page of 20,000 odd items is cut, and takes the good ones', async () => {
    const good = { tenor: tenorResult(number()), klipy: klipyItem(`cat-${word()}`) }[shape]
    const odd = [null, 1, [], {}, { id: {} }, { slug: '../a', file: {} }, { id: 'a-b' }]
    const items = [
      ...Array.from({ length: 20_000 }, (_, at) => odd[at % odd.length]),
      ...Array(100).fill(good),
    ]
    const body = {
      tenor: { results: items, next: '' },
      klipy: { result: true, data: { data: items, has_next: false } },
    }[shape]
    const { read } = shapedProduct(shape, json(body))
    const found = await read('/v1/gifs/search?q=cat&limit=25')
    expect(found.body.data).toHaveLength(25)
    expect(new Set(found.body.data.map(({ id }) => id))).toEqual(new Set([shown(good)]))
  })
})

it('Tenor may respond with 202', async () => {
  const { read } = shapedProduct('tenor', json(LIST.tenor, 202))
  expect((await read('/v1/gifs/search?q=cat')).status).toBe(200)
})

it('without a key nothing is asked of KLIPY', async () => {
  const { read, calls } = shapedProduct('klipy', klipyUpstream([]), { PROVIDER_KEY: '' })
  const { status, body } = await read('/v1/gifs/trending')
  expect([status, body.meta.msg]).toEqual([503, 'The provider needs a key: PROVIDER_KEY is not configured'])
  expect(calls).not.toHaveBeenCalled()
})

it('an item that Tenor gives in place of another is not that one', async () => {
  const { read } = shapedProduct(
    'tenor',
    tenorUpstream([], { '/posts': () => ({ results: [tenorResult('1')] }) }),
  )
  expect((await read('/v1/gifs/2')).status).toBe(404)
})

it('T49: an advertisement in place of an item is none', async () => {
  const { read } = shapedProduct(
    'klipy',
    klipyUpstream([], {
      '/gifs/cat': () => ({ result: true, data: { ...klipyItem('cat'), type: 'ad', content: '<b>' } }),
    }),
  )
  expect((await read('/v1/gifs/cat')).status).toBe(404)
})

it('T49: ids that look like paths or fields do not move a request', async () => {
  const klipy = shapedProduct('klipy', klipyUpstream([]))
  for (const id of ['..', 'Zs..', 'a%2Fb', 'a%3Fb=c', 'ZsZs', `Zs${'_'.repeat(3)}`])
    await klipy.get(`/v1/gifs/${id}`)
  expect(klipy.asked()).toEqual(['/stickers/---'])
})

it('T13: fields in a search, or of a visitor’s own, are no fields of Tenor’s', async () => {
  const tenor = shapedProduct('tenor', tenorUpstream([]))
  await tenor.get('/v1/gifs/search?q=cat%26key%3Dmine%26pos%3D9%23x&limit=25&pos=8&key=theirs')
  const [request] = tenor.calls.mock.calls[0] ?? []
  const { searchParams } = new URL((request as Request).url)
  expect([...searchParams]).toEqual([
    ['q', 'cat&key=mine&pos=9#x'],
    ['limit', '25'],
    ['key', KEY],
  ])
})
