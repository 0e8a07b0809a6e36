import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, UpstreamError } from '../../shared/errors.ts'
import { type Actor, VISITOR } from '../../shared/server/origin.ts'
import { readConfig } from '../env.ts'
import { send } from './send.ts'
import { createUpstreams, type UpstreamRowName } from './upstreams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Origin = (request: Request, actor: Actor) => Response | Promise<Response>

const CONFIG = readConfig({ PROVIDER_URL: 'https://upstream.test/below', SITE_URL: 'https://site.test' })

/** An upstream of the table, with a function in the place of the network. */
function upstreamOf(name: UpstreamRowName, origin: Origin) {
  const transport = vi.fn(async (request: Request, actor: Actor) => origin(request, actor))
  return { transport, upstream: { ...createUpstreams(CONFIG, {})[name], failsAsOurs: false, transport } }
}

const request =
  (method = 'GET') =>
  (signal: AbortSignal) =>
    new Request('https://site.test/x', { method, signal })
const get = request()

const down = () => Promise.reject(new Error('connect ECONNREFUSED'))
const hangs = () => new Promise<Response>(() => {})

/** A body of so many bytes, without a declared length. */
const body = (bytes: number) => new Response(new Blob(['x'.repeat(bytes)]).stream())

describe('send', () => {
  it('returns status, headers and the whole body; a bad status is not a failure', async () => {
    const bad = () => new Response('no', { status: 418, statusText: 'Teapot', headers: { 'X-A': '1' } })
    const { ok, status, statusText, headers, bytes } = await send(upstreamOf('site', bad).upstream, get)
    expect([ok, status, statusText, headers.get('x-a')]).toEqual([false, 418, 'Teapot', '1'])
    expect(new TextDecoder().decode(bytes)).toBe('no')
  })

  it('passes the actor to an origin: by default a visitor', async () => {
    const { upstream, transport } = upstreamOf('site', () => new Response())
    const user: Actor = { role: 'user', id: '7', by: 'session' }
    await send(upstream, get)
    await send(upstream, get, { actor: user })
    expect(transport.mock.calls.map(([, actor]) => actor)).toEqual([VISITOR, user])
  })

  it('notes the time under the upstream’s name, also of a failure', async () => {
    const noteTime = vi.fn()
    await send(upstreamOf('gateway', () => new Response()).upstream, get, { noteTime })
    await expect(send(upstreamOf('vimeo', down).upstream, get, { noteTime })).rejects.toBeDefined()
    expect(noteTime.mock.calls).toEqual([
      ['gateway', 0],
      ['vimeo', 0],
    ])
  })

  it('is unavailable where nothing is configured', async () => {
    const { imaging } = createUpstreams(CONFIG, {})
    await expect(send(imaging, get)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'The imaging calls have no service here: IMAGING_URL is not configured',
    })
  })

  it('passes on an origin’s own failure', async () => {
    const own = new AppError('unavailable', 'There is no library here')
    await expect(send(upstreamOf('pingback', () => Promise.reject(own)).upstream, get)).rejects.toBe(own)
  })
})

describe('deadlines', () => {
  it.each<[UpstreamRowName, number, string]>([
    ['provider', 20_000, 'loopframe: The operation was aborted due to timeout'],
    ['pingback', 10_000, 'The pingback service did not answer in time'],
    ['site', 5_000, 'The site service did not answer in time'],
    ['gateway', 5_000, 'The gateway service did not answer in time'],
    ['imaging', 20_000, 'The imaging service did not answer in time'],
    ['vimeo', 3_000, 'The vimeo service did not answer in time'],
    ['capture', 5_000, 'The capture service did not answer in time'],
  ])('%s has %i ms to begin, and may ignore its signal', async (name, ms, message) => {
    const failed = vi.fn()
    const done = send(upstreamOf(name, hangs).upstream, get).catch(failed)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message, kind: 'upstream' }))
  })

  it('of an origin whose failures are ours: its store is sick, which passes', async () => {
    const upstream = { ...upstreamOf('site', hangs).upstream, failsAsOurs: true }
    const failure = { kind: 'unavailable', status: 503, retryAfter: expect.any(Number) }
    const late = expect(send(upstream, get)).rejects.toMatchObject(failure)
    await vi.advanceTimersByTimeAsync(5_000)
    await late
  })

  it('cover the body: one that never ends times out, and its signal aborts', async () => {
    let signal: AbortSignal | undefined
    const endless = (request: Request) => {
      signal = request.signal
      return new Response(new ReadableStream())
    }
    const late = expect(send(upstreamOf('site', endless).upstream, get)).rejects.toThrow('in time')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal?.aborted).toBe(true)
    await late
  })

  it('are shorter for reads of the gateway', async () => {
    const { upstream } = upstreamOf('gateway', hangs)
    const late = expect(send(upstream, get, { isRead: true })).rejects.toThrow('in time')
    await vi.advanceTimersByTimeAsync(2_500)
    await late
  })

  it('may be shorter for a caller', async () => {
    const late = expect(send(upstreamOf('site', hangs).upstream, get, { deadline: 100 })).rejects.toThrow(
      'in time',
    )
    await vi.advanceTimersByTimeAsync(100)
    await late
  })
})

describe('repetition', () => {
  it.each<[UpstreamRowName, string, number]>([
    ['site', 'GET', 2],
    ['gateway', 'GET', 2],
    ['imaging', 'GET', 2],
    ['site', 'POST', 1],
    ['provider', 'GET', 1],
    ['vimeo', 'GET', 1],
    ['pingback', 'POST', 1],
    ['capture', 'POST', 1],
  ])('%s: a %s that does not connect is made %i times', async (name, method, times) => {
    const { upstream, transport } = upstreamOf(name, down)
    await expect(send(upstream, request(method))).rejects.toBeInstanceOf(UpstreamError)
    expect(transport).toHaveBeenCalledTimes(times)
  })
})

describe('bodies', () => {
  const MB = 1024 * 1024

  it.each<[UpstreamRowName, number]>([
    ['provider', 2 * MB],
    ['site', 4 * MB],
    ['gateway', 4 * MB],
    ['imaging', 4 * MB],
    ['vimeo', 256 * 1024],
  ])('F35: %s: %i bytes and no more', async (name, max) => {
    const { bytes } = await send(upstreamOf(name, () => body(max)).upstream, get)
    expect(bytes).toHaveLength(max)
    await expect(send(upstreamOf(name, () => body(max + 1)).upstream, get)).rejects.toMatchObject({
      message: expect.stringContaining(`The ${name} service answered with more than is taken`),
      status: 200,
    })
  })

  it.each<[UpstreamRowName, number]>([
    ['pingback', 200],
    ['capture', 200],
    ['vimeo', 404],
  ])('F35: %s: the body of a %i is cancelled unread', async (name, status) => {
    const cancel = vi.fn()
    const stream = new ReadableStream({ cancel })
    const { bytes } = await send(upstreamOf(name, () => new Response(stream, { status })).upstream, get)
    expect([bytes.byteLength, cancel.mock.calls.length]).toEqual([0, 1])
  })
})

describe('breakers', () => {
  const call = (request: unknown, family = 'reads') => ({
    breakerCall: { family, request: String(request) },
  })

  it.each<[UpstreamRowName, number]>([
    ['site', 10],
    ['gateway', 10],
    ['imaging', 10],
    ['provider', 19],
    ['pingback', 19],
    ['vimeo', 19],
    ['capture', 19],
  ])('%s: of 19 different calls in a row %i are made', async (name, made) => {
    const { upstream, transport } = upstreamOf(name, () => new Response('', { status: 503 }))
    for (let n = 0; n < 19; n++) await send(upstream, get, call(n)).catch(() => {})
    expect(transport).toHaveBeenCalledTimes(made)
  })

  it('refuse with the time to wait', async () => {
    const { upstream } = upstreamOf('site', () => new Response('', { status: 503 }))
    for (let n = 0; n < 10; n++) await send(upstream, get, call(n))
    await expect(send(upstream, get, call('new'))).rejects.toMatchObject({
      kind: 'unavailable',
      status: 503,
      retryAfter: 6,
    })
  })

  it('T44 count connections and times, and a gateway’s 502 to 504, of one family', async () => {
    for (const origin of [
      () => Promise.reject(new AppError('unavailable', 'No')),
      () => new Response('', { status: 500 }),
    ]) {
      const { upstream, transport } = upstreamOf('site', origin)
      for (let n = 0; n < 19; n++) await send(upstream, request('POST'), call(n)).catch(() => {})
      expect(transport).toHaveBeenCalledTimes(19)
    }
    const { upstream } = upstreamOf('site', down)
    for (let n = 0; n < 10; n++) await send(upstream, get, call(n)).catch(() => {})
    await expect(send(upstream, get, call(1))).rejects.toMatchObject({ status: 503 })
    await expect(send(upstream, get, call(1, 'writes'))).rejects.not.toMatchObject({ status: 503 })
  })
})
