import { afterEach, describe, expect, it, vi } from 'vitest'
import { providerCalls } from '../../shared/calls/provider.ts'
import { readConfig } from '../env.ts'
import { createUpstreams } from '../upstreams/upstreams.ts'
import { LayeredCache } from './cache/layered-cache.ts'
import { ProviderCopies } from './cached.ts'
import { Gate, gated } from './gated.ts'

afterEach(() => void vi.useRealTimers())

const GOOD = { data: { id: 'a' }, meta: { status: 200, msg: 'OK', response_id: 'r1' } }

type Upstream = (request: Request) => Response | Error | Promise<Response>

/** A provider that is a function; an Error is a failed connection. */
function providerOf(upstream: Upstream) {
  const { provider } = createUpstreams(readConfig({ PROVIDER_URL: 'https://provider.test' }), {})
  const transport = async (request: Request) => {
    const response = await upstream(request)
    if (response instanceof Error) throw response
    return response
  }
  const gate = new Gate(undefined)
  const cache = new LayeredCache({ outer: [] })
  return gated(
    new ProviderCopies({ upstream: { ...provider, transport }, key: 'secret-key', cache, gate }),
    gate,
  )
}

const CONTEXT = { publicUrl: 'https://loop.test', waitUntil: () => {} }

async function read(upstream: Upstream): Promise<string> {
  const { body } = await providerOf(upstream).read(providerCalls.gif, { id: 'abc' }, CONTEXT)
  return new TextDecoder().decode(body.bytes)
}

describe('§8 what a provider responds', () => {
  it('a success is returned unchanged', async () => {
    await expect(read(() => Response.json(GOOD))).resolves.toBe(JSON.stringify(GOOD))
  })

  it.each([
    ['non-OK without a message', new Response('', { status: 500 }), 'loopframe: Error fetching', 'upstream'],
    [
      'F3: the server’s message',
      Response.json({ message: 'No' }, { status: 418 }),
      'loopframe: No',
      'upstream',
    ],
    [
      'T39 its message of a failure of its own',
      Response.json({ message: 'at 10.0.0.1' }, { status: 500 }),
      'loopframe: Error fetching',
      'upstream',
    ],
    [
      'T39 its message with an internal address and a key',
      Response.json({ message: 'no secret-key at db.internal:5432' }, { status: 403 }),
      'loopframe: no … at …',
      'upstream',
    ],
    [
      'F3: meta.msg over message',
      Response.json({ message: 'No', meta: { msg: 'Why' } }, { status: 403 }),
      'loopframe: Why',
      'upstream',
    ],
    ['unknown id', Response.json({}, { status: 404 }), 'loopframe: Error fetching', 'not-found'],
    ['a removed one', Response.json({}, { status: 410 }), 'loopframe: Error fetching', 'removed'],
    ['blocked here', Response.json({}, { status: 451 }), 'loopframe: Error fetching', 'removed'],
    ['over the limit', Response.json({}, { status: 429 }), 'loopframe: Error fetching', 'rate-limited'],
    [
      'F5: missing response_id',
      Response.json({ data: [], meta: {} }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'F5: null response_id',
      Response.json({ meta: { response_id: null } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'F5: empty response_id',
      Response.json({ meta: { response_id: '' } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'F5: zero as response_id',
      Response.json({ meta: { response_id: 0 } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    ['F4: HTML', new Response('<html>'), 'An error occurred parsing json for /v1/gifs/abc', 'upstream'],
    ['F4: no object', new Response('null'), 'An error occurred parsing json for /v1/gifs/abc', 'upstream'],
    ['a network failure', new Error('socket hang up'), 'loopframe: socket hang up', 'upstream'],
    [
      'a failure that tells URLs',
      new Error('at https://p.test/?api_key=secret-key'),
      'loopframe: at …',
      'upstream',
    ],
  ])('%s', async (_name, answer, message, kind) => {
    await expect(read(() => answer)).rejects.toMatchObject({ message, kind })
  })

  it('F3: carry status and status text, and how long to wait', async () => {
    const answer = new Response('', { status: 429, statusText: 'Too Many', headers: { 'Retry-After': '30' } })
    await expect(read(() => answer)).rejects.toMatchObject({
      status: 429,
      statusText: 'Too Many',
      retryAfter: 30,
    })
  })

  it('never contain the key', async () => {
    const answer = Response.json({ message: 'bad key secret-key' }, { status: 401 })
    await expect(read(() => answer)).rejects.toMatchObject({ message: 'loopframe: bad key …' })
  })

  it('F6: that break off are a network failure', async () => {
    const body = new ReadableStream({
      start: (stream) => stream.error(new Error('Network connection lost.')),
    })
    const failure = read(() => new Response(body))
    await expect(failure).rejects.toMatchObject({
      message: 'loopframe: Network connection lost.',
      status: undefined,
    })
  })
})

describe('a provider that does not respond', () => {
  const hangs = (signals: AbortSignal[]) =>
    providerOf(({ signal }) => {
      signals.push(signal)
      // It ignores its signal, too.
      return new Promise<Response>(() => {})
    })

  it('times out after 2.5 s for a call that is not cached', async () => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    const done = hangs(signals).read(providerCalls.random, { type: 'gifs' }, CONTEXT)
    const failed = expect(done).rejects.toMatchObject({
      kind: 'upstream',
      message: 'loopframe: The operation was aborted due to timeout',
    })
    await vi.advanceTimersByTimeAsync(2499)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await failed
  })

  it('is aborted after 20 s behind the cache, which gave up at 2.5 s', async () => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    const done = hangs(signals).read(providerCalls.gif, { id: 'abc' }, CONTEXT)
    const failed = expect(done).rejects.toMatchObject({ message: 'The provider did not answer in time' })
    await vi.advanceTimersByTimeAsync(2500)
    await failed
    await vi.advanceTimersByTimeAsync(17_499)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
