import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CachedCopy } from '../../../shared/schema/own/staff.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { somebodyNew, Visitor } from '../../fixtures/site/embedded-site.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const CACHE = '/api/v3/cache/'
const START = Date.parse('2026-11-22T12:00:00Z')

let tests = 0
let id: string
let answer: (request: Request) => Response
let site: ReturnType<typeof withProvider>
let sue: Visitor

const page = (request: Request) => ({
  ...okJson([catJson(id)]),
  pagination: {
    total_count: 400,
    count: 25,
    offset: Number(new URL(request.url).searchParams.get('offset') ?? 0),
  },
})
const works = (request: Request) =>
  Response.json(/search|trending/.test(new URL(request.url).pathname) ? page(request) : okJson(catJson(id)))
const fails = () => new Response('', { status: 503 })

beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue())

beforeEach(async () => {
  // An hour and more apart: no copy of the test before is of use.
  vi.useFakeTimers({ toFake: ['Date'], now: START + ++tests * 10_000_000 })
  id = `cached${tests}`
  answer = works
  site = withProvider((request) => answer(request))
  sue = await somebodyNew(
    { visitor: () => new Visitor(site.send) },
    { username: `sue${tests}`, role: 'staff' },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const cached = async (query: Record<string, string>) =>
  ownAnswer('cached', await sue.call(`GET ${CACHE}?${new URLSearchParams(query)}`))
const refresh = (form: Record<string, string>) => sue.call(`POST ${CACHE}refresh`, { form })

/** Of each copy the state in memory, in the data centre and in the store of all. */
const states = (copies: readonly CachedCopy[]) =>
  copies.map(({ layers }) => layers.map(({ copy }) => copy?.state))

const upstreamCalls = () => site.calls.mock.calls.length

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

async function acts(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT target || ' ' || reason AS act FROM audit WHERE action = 'cache.refresh' AND actor_id = ?1 ORDER BY id",
  )
    .bind(`id-sue${tests}`)
    .all<{ act: string }>()
  return results.map(({ act }) => act)
}

describe('what the caches hold (docs/contract.md)', () => {
  it('of an item: nothing before it is read, which looking does not change; then a copy in each layer', async () => {
    for (const _ of [1, 2]) {
      const { call, copies } = await cached({ gif: id })
      expect([call, copies.map(({ address }) => address)]).toEqual(['gif', [`/v1/gifs/${id}`]])
      expect(copies[0]?.layers.map(({ layer, is_there }) => [layer, is_there])).toEqual([
        ['memory', true],
        ['edge', true],
        ['kv', true],
      ])
      expect(states(copies)).toEqual([[undefined, undefined, undefined]])
    }
    expect(upstreamCalls()).toBe(0)

    const text = await (await site.get(`/v1/gifs/${id}`)).text()
    const { copies } = await cached({ gif: id })
    expect(states(copies)).toEqual([['fresh', 'fresh', 'fresh']])
    expect(copies[0]?.layers[0]?.copy).toEqual({
      state: 'fresh',
      fetched_at: new Date().toISOString(),
      fresh_until: new Date(Date.now() + 60_000).toISOString(),
      kept_until: new Date(Date.now() + 3_600_000).toISOString(),
      bytes: text.length,
    })
    pass(60)
    expect(states((await cached({ gif: id })).copies)[0]?.[0]).toBe('stale')
    pass(3600)
    expect(states((await cached({ gif: id })).copies)[0]?.[0]).toBe('expired')
    expect(upstreamCalls()).toBe(1)
  })

  it('of a call: each page that a provider elsewhere is called for', async () => {
    const call = `/v1/gifs/search?limit=30&offset=10&q=${id}`
    await (await site.get(call)).text()
    const { call: name, copies } = await cached({ call: `https://loop.test${call}` })
    expect(name).toBe('search')
    expect(copies.map(({ address }) => address)).toEqual([
      `/v1/gifs/search?q=${id}&limit=25&offset=0`,
      `/v1/gifs/search?q=${id}&limit=25&offset=25`,
    ])
    expect(states(copies).map(([memory]) => memory)).toEqual(['fresh', 'fresh'])
  })

  it('of a failure: what it was, until it is over', async () => {
    answer = fails
    await (await site.get(`/v1/gifs/${id}`)).text()
    const [copy] = (await cached({ gif: id })).copies
    expect(copy?.layers[0]).toMatchObject({ copy: null, failure: { kind: 'upstream', status: 503 } })
    pass(7)
    expect((await cached({ gif: id })).copies[0]?.layers[0]?.failure).toBeNull()
  })

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['both', { gif: 'abc', call: '/v1/gifs/abc' }],
    ['no id', { gif: '../abc' }],
    ['no call', { call: '/v1/nothing' }],
    ['a call without a needed field', { call: '/v1/gifs/search' }],
    ['a call that is never cached', { call: '/v1/gifs/random' }],
    ['a path that cannot be read', { call: '/v1/gifs/categories/%E0%A4%A' }],
    ['a write', { call: '/v1/gifs/abc/cta' }],
    ['too long a text', { call: `/v1/gifs/search?q=${'x'.repeat(2000)}` }],
  ])('of %s: a 400 with the field, and a refresh is refused likewise', async (_, input) => {
    for (const response of [
      await sue.call(`GET ${CACHE}?${new URLSearchParams(input)}`),
      await refresh(input),
    ]) {
      expect(response.status).toBe(400)
      expect(Object.keys((await response.json<{ error: { detail: object } }>()).error.detail)).not.toEqual([])
    }
    expect([upstreamCalls(), await acts()]).toEqual([0, []])
  })
})

describe('§9 forced refresh', () => {
  it('calls the upstream although all layers are fresh, renews them, and is noted', async () => {
    await (await site.get(`/v1/gifs/${id}`)).text()
    pass(5)
    const { copies } = await ownAnswer('refreshCached', await refresh({ gif: id }))
    const now = new Date().toISOString()
    for (const [copy] of [copies, (await cached({ gif: id })).copies]) {
      expect(copy?.layers.map((layer) => layer.copy?.fetched_at)).toEqual([now, now, now])
    }
    expect(upstreamCalls()).toBe(2)
    expect(await acts()).toEqual([`gif/${id} `])
  })

  it('of a call reads each page of it', async () => {
    const call = `/v1/gifs/search?q=${id}&limit=50`
    const { copies } = await ownAnswer('refreshCached', await refresh({ call }))
    expect(states(copies).map(([memory]) => memory)).toEqual(['fresh', 'fresh'])
    expect([upstreamCalls(), await acts()]).toEqual([2, [`cache ${call}`]])
  })

  it('that fails leaves the copy, and says what failed', async () => {
    await (await site.get(`/v1/gifs/${id}`)).text()
    pass(5)
    answer = fails
    const { copies } = await ownAnswer('refreshCached', await refresh({ gif: id }))
    expect(copies[0]?.layers[0]).toMatchObject({ copy: { state: 'fresh' }, failure: { status: 503 } })
  })
})

describe('the health of the service', () => {
  const health = async () => ownAnswer('health', await sue.call('GET /api/v3/health/'))
  const provider = async () => (await health()).upstreams.find(({ name }) => name === 'provider')

  it('names where each upstream is, and what the caches did', async () => {
    await (await site.get(`/v1/gifs/${id}`)).text()
    await (await site.get(`/v1/gifs/${id}`)).text()
    const { started_at, upstreams, caches, reads } = await health()
    expect(started_at).toBe(new Date(START + tests * 10_000_000).toISOString())
    const places = Object.fromEntries(upstreams.map(({ name, place }) => [name, place]))
    expect(places).toMatchObject({ provider: 'elsewhere', site: 'embedded', capture: 'missing' })
    expect(caches.map(({ layer, is_there, faults }) => [layer, is_there, faults])).toEqual([
      ['memory', true, 0],
      ['edge', true, 0],
      ['kv', true, 0],
    ])
    expect(caches[0]?.copies).toBe(1)
    expect(reads).toMatchObject({ hit: 1, miss: 1, load: 1 })
    expect(upstreams.find(({ name }) => name === 'provider')).toMatchObject({
      breaker: 'closed',
      since: null,
      answered_at: new Date().toISOString(),
      failed: null,
    })
  })

  it('says when a breaker opens, waits for probes, and closes, and what failed last', async () => {
    answer = fails
    const read = async (n: number) => (await site.get(`/v1/gifs/${id}x${n}`)).text()
    for (let n = 0; n < 12; n++) await read(n)
    const opened = new Date().toISOString()
    expect(await provider()).toMatchObject({
      breaker: 'open',
      since: opened,
      answered_at: null,
      failed: { reason: 'status', status: 503, at: opened },
    })
    pass(6)
    expect(await provider()).toMatchObject({ breaker: 'half-open', since: new Date().toISOString() })
    answer = works
    await read(20)
    expect(await provider()).toMatchObject({
      breaker: 'closed',
      since: new Date().toISOString(),
      failed: { at: opened },
    })
  })
})
