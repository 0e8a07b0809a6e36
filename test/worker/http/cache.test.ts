import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UpstreamError } from '../../../shared/errors.ts'
import worker from '../../../worker/index.ts'
import type { WaitUntil } from '../../../worker/provider/cache/flights.ts'
import { LayeredCache } from '../../../worker/provider/cache/layered-cache.ts'
import { createEdgeStore, createKvStore, storedName } from '../../../worker/provider/cache/stores.ts'

afterEach(() => void vi.restoreAllMocks())

const realNow = Date.now

let keys = 0
/** The layers outlive a test: each has a key of its own. */
const freshKey = () => `cache-test|${keys++}|${Date.now()}`

/** An isolate's cache over the real Cache API and KV, with a clock that a test can move. */
function isolate(clock = { ahead: 0 }) {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + clock.ahead)
  const outer = [createEdgeStore(caches.default, () => {}), createKvStore(env.CACHE, () => {})]
  return new LayeredCache({ outer })
}

/** Makes a read as a request would, and waits for what it leaves behind. */
async function readFrom(cache: ReturnType<typeof isolate>, key: string, load: () => Promise<string>) {
  const context = createExecutionContext()
  try {
    return await cache.read(key, load, { waitUntil: (promise) => context.waitUntil(promise) })
  } finally {
    await waitOnExecutionContext(context)
  }
}

describe('F16: a flight between two requests (M1)', () => {
  type Handler = (path: string, waitUntil: WaitUntil) => Promise<string>

  /** Puts a handler in the Worker's place: each GET is a request of its own, with a context that ends. */
  function serving(handler: Handler) {
    vi.spyOn(worker, 'fetch').mockImplementation(async (request, _env, context) => {
      const waitUntil: WaitUntil = (promise) => context.waitUntil(promise)
      return new Response(await handler(new URL(request.url).pathname, waitUntil))
    })
    return async (path: string) => (await exports.default.fetch(`https://cache.test${path}`)).text()
  }
  const later = (text: string, ms = 50) => new Promise<string>((resolve) => setTimeout(resolve, ms, text))

  it('dies with the request that made it, if it is a promise alone', async () => {
    let promise: Promise<string> | undefined
    const get = serving(async (path) => {
      if (path === '/follow') {
        const dead = promise?.catch(() => 'rejected')
        return String(await Promise.race([dead, later('hangs', 200)]))
      }
      promise = later('data')
      return 'early'
    })
    expect(await get('/lead')).toBe('early')
    expect(await get('/follow')).toMatch(/rejected|hangs/)
  })

  it('lands for its followers though its leader has responded early', async () => {
    const [cache, key] = [isolate(), freshKey()]
    const load = vi.fn(() => later('data'))
    const get = serving(async (path, waitUntil) => {
      const read = cache.read(key, load, { waitUntil })
      return path === '/lead' ? 'early' : (await read).body
    })
    expect(await get('/lead')).toBe('early')
    expect(await Promise.all([get('/follow'), get('/follow')])).toEqual(['data', 'data'])
    expect(await get('/follow')).toBe('data')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('blocks no key even when its leader did die', async () => {
    const [clock, key] = [{ ahead: 0 }, freshKey()]
    const cache = isolate(clock)
    const get = serving(async (path, waitUntil) => {
      const dies = path === '/lead'
      const read = cache.read(key, () => later(path), { waitUntil: dies ? () => {} : waitUntil })
      return dies ? 'early' : (await read).body
    })
    expect(await get('/lead')).toBe('early')
    clock.ahead = 2500
    expect(await get('/follow')).toBe('/follow')
    expect(await get('/next')).toBe('/follow')
  })
})

describe('the real layers', () => {
  it('share a copy between isolates: by the Cache API, or without it by KV', async () => {
    const key = freshKey()
    const never = vi.fn(async () => 'other')
    await readFrom(isolate(), key, async () => 'data')
    expect(await readFrom(isolate(), key, never)).toMatchObject({ body: 'data', state: 'hit' })
    await caches.default.delete(`https://cache.loopframe.internal/${await storedName(key)}`)
    expect(await readFrom(isolate(), key, never)).toMatchObject({ body: 'data', state: 'hit' })
    expect(never).not.toHaveBeenCalled()
  })

  it('KV keeps a copy for 3660 s', async () => {
    const key = freshKey()
    await readFrom(isolate(), key, async () => 'data')
    const { keys } = await env.CACHE.list({ prefix: await storedName(key) })
    expect((keys[0]?.expiration ?? 0) - Date.now() / 1000).toBeCloseTo(3660, -1)
  })

  it('a failure is stored in spite of its status, and expires by its envelope', async () => {
    const [key, clock] = [freshKey(), { ahead: 0 }]
    const down = vi.fn(async () => {
      throw new UpstreamError('down', { status: 500 })
    })
    await expect(readFrom(isolate(), key, down)).rejects.toMatchObject({ state: 'miss' })
    await expect(readFrom(isolate(clock), key, down)).rejects.toMatchObject({ status: 500, state: 'error' })
    expect(down).toHaveBeenCalledTimes(1)
    clock.ahead = 6000
    expect(await readFrom(isolate(clock), key, async () => 'well')).toMatchObject({ body: 'well' })
    expect((await env.CACHE.list({ prefix: await storedName(key) })).keys).toHaveLength(1)
  })

  it('removed content vanishes from both', async () => {
    const [key, clock] = [freshKey(), { ahead: 0 }]
    const cache = isolate(clock)
    await readFrom(cache, key, async () => 'data')
    clock.ahead = 60_000
    const removed = async () => {
      throw new UpstreamError('removed', { status: 410 })
    }
    await expect(readFrom(cache, key, removed)).rejects.toMatchObject({ kind: 'removed' })
    const name = await storedName(key)
    expect(await caches.default.match(`https://cache.loopframe.internal/${name}`)).toBeUndefined()
    expect((await env.CACHE.list({ prefix: name })).keys).toEqual([])
  })
})
