import { afterEach, describe, expect, it, vi } from 'vitest'
import { embeddedSite, HERE } from '../../fixtures/site/embedded-site.ts'
import { limiter } from '../../fixtures/upstreams/limiter.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const NAMES = ['PROVIDER_LIMIT', 'PROVIDER_WIDE_LIMIT', 'PROVIDER_TOTAL_LIMIT'] as const
const limits = () => Object.fromEntries(NAMES.map((name) => [name, limiter(name)]))

/** Keys outlive a test in the outer layers: each test has words of its own. */
const word = () => `w${crypto.randomUUID().slice(0, 8)}`

const healthy = (request: Request) =>
  Response.json(okJson(/\/(search|trending)$/.test(new URL(request.url).pathname) ? [catJson()] : catJson()))

/** The product on Cloudflare's network, read from an address. */
function product(vars: object = limits(), upstream = healthy) {
  const { send, calls } = withProvider(upstream, { ...vars })
  const read = (path: string, address = '192.0.2.1') => {
    const request = new Request(`https://loop.test${path}`, { headers: { 'CF-Connecting-IP': address } })
    return send(Object.defineProperty(request, 'cf', { value: { colo: 'FRA' } }))
  }
  return { read, calls }
}

async function statuses(paths: string[], read: (path: string) => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  for (const path of paths) found.push((await read(path)).status)
  return found
}

const countOf = (status: number, of: number[]) => of.filter((one) => one === status).length
const times = (count: number, path: (n: number) => string) => Array.from({ length: count }, (_, n) => path(n))

describe('T44: the budget of requests with our key', () => {
  it.each([
    ['searches', 300, (w: string) => (n: number) => `/v1/gifs/search?q=${w}${n}`],
    ['random', 200, () => () => '/v1/gifs/random'],
    ['ids', 200, (w: string) => (n: number) => `/v1/gifs/${w}${n}`],
    ['embeds', 200, (w: string) => (n: number) => `/embed/${w}${n}`],
    ['lists of ids', 200, (w: string) => (n: number) => `/v1/gifs?ids=${w},a${n}`],
  ])('120 of %s from one address reach the provider', async (_name, count, path) => {
    const { read, calls } = product()
    const found = await statuses(times(count, path(word())), read)
    expect(calls).toHaveBeenCalledTimes(120)
    expect(countOf(429, found)).toBe(count - 120)
  })

  it('a refusal says when to come back, and nobody keeps it', async () => {
    const { read } = product()
    const q = word()
    await statuses(
      times(120, (n) => `/v1/gifs/search?q=${q}${n}`),
      read,
    )
    const refused = await read(`/v1/gifs/search?q=${q}-more`)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    expect(await refused.json()).toMatchObject({
      meta: { status: 429, msg: expect.stringMatching(/try again/) },
    })
    const page = await read(`/embed/${q}new`)
    expect([page.status, page.headers.get('Retry-After')]).toEqual([429, '60'])
    // The refusal is the visitor's own.
    expect((await read(`/v1/gifs/search?q=${q}-more`, '192.0.2.2')).status).toBe(200)
  })

  it('what a cache has is never refused and counts nothing', async () => {
    const { read } = product()
    const q = word()
    const path = `/v1/gifs/search?q=${q}`
    await statuses(
      times(200, () => path),
      read,
    )
    const misses = times(200, (n) => `${path}${n}`)
    expect(countOf(200, await statuses(misses, read))).toBe(119)
    expect(
      countOf(
        200,
        await statuses(
          times(200, () => path),
          read,
        ),
      ),
    ).toBe(200)
  })

  it('what the data centre has, and this isolate has not, is never refused', async () => {
    const q = word()
    await product({}).read(`/v1/gifs/search?q=${q}`)
    vi.restoreAllMocks()
    const none = { limit: async () => ({ success: false }) }
    const { read } = product({ PROVIDER_LIMIT: none })
    expect((await read(`/v1/gifs/search?q=${q}`)).status).toBe(200)
    expect((await read(`/v1/gifs/search?q=${q}0`)).status).toBe(429)
  })

  it('a visitor without a budget gets the copy of an hour at most, and another one a new copy', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== '192.0.2.1' }))
    const { read } = product({ PROVIDER_LIMIT: { limit } })
    const path = `/v1/gifs/search?q=${word()}`
    await read(path, '192.0.2.2')
    vi.setSystemTime(Date.now() + 120_000)
    const stale = await read(path)
    expect([stale.status, stale.headers.get('x-cache')]).toEqual([200, 'stale'])
    expect((await read(path, '192.0.2.2')).headers.get('x-cache')).toBe('miss')
  })

  it('visitors who wait for the flight of one without a budget lead their own', async () => {
    const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== '192.0.2.1' }))
    const { read, calls } = product({ PROVIDER_LIMIT: { limit } })
    const path = `/v1/gifs/search?q=${word()}`
    const addresses = ['192.0.2.1', '192.0.2.1', ...times(20, (n) => `192.0.2.${n + 2}`)]
    const found = await Promise.all(addresses.map(async (address) => (await read(path, address)).status))
    expect(found.slice(2).every((status) => status === 200)).toBe(true)
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['/64 of one household', (n: number) => `2001:db8:1:1::${n.toString(16)}`, 120],
    ['/48 of one customer', (n: number) => `2001:db8:2:${n.toString(16)}::1`, 240],
  ])('all addresses of a %s share one', async (_name, address, limit) => {
    const { read, calls } = product()
    const q = word()
    for (let n = 0; n < limit + 20; n++) await read(`/v1/gifs/search?q=${q}${n}`, address(n))
    expect(calls).toHaveBeenCalledTimes(limit)
  })

  it('all visitors share one', async () => {
    const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== 'all' }))
    const { read, calls } = product({ ...limits(), PROVIDER_TOTAL_LIMIT: { limit } })
    expect((await read(`/v1/gifs/search?q=${word()}`, '192.0.2.3')).status).toBe(429)
    expect((await read('/v1/gifs/random', '192.0.2.4')).status).toBe(429)
    expect(calls).not.toHaveBeenCalled()
  })

  it.each([
    ['throws', async () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('a limit that %s limits nothing', async (_name, limit) => {
    const { read } = product({ PROVIDER_LIMIT: { limit } })
    expect((await read(`/v1/gifs/search?q=${word()}`)).status).toBe(200)
  })

  it('the embedded library has none but for its searches', async () => {
    const limit = vi.fn(async () => ({ success: false }))
    const { read } = product({ PROVIDER_URL: '', PROVIDER_LIMIT: { limit } })
    await read('/v1/gifs/random')
    expect(limit).not.toHaveBeenCalled()
    expect((await read(`/v1/gifs/search?q=${word()}`)).status).toBe(429)
  })
})

it('T60: 120 searches of our own library that no cache has, from one network in a minute', async () => {
  const site = embeddedSite(limits())
  const read = async (path: string, address = '192.0.2.1') => {
    const request = new Request(`${HERE}${path}`, { headers: { 'CF-Connecting-IP': address } })
    const response = await site.send(Object.defineProperty(request, 'cf', { value: { colo: 'FRA' } }))
    await response.body?.cancel()
    return response.status
  }
  const found: number[] = []
  for (let n = 0; n < 130; n++) found.push(await read(`/v1/gifs/search?q=w${n}`))
  expect([countOf(200, found), countOf(429, found)]).toEqual([120, 10])
  // What a cache has, another list, and another network are not counted.
  expect([await read('/v1/gifs/search?q=w1'), await read('/v1/gifs/trending')]).toEqual([200, 200])
  expect(await read('/v1/gifs/search?q=one-more', '192.0.2.2')).toBe(200)
})
