import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPayloads } from '../../../origin/stored-key.ts'
import worker from '../../../worker/index.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())
let payload = ''
beforeAll(async () => {
  await fillLibrary(env.DB)
  payload = await createPayloads(env.DB).write('cat00001', Date.now())
})

const event = (fields: object = {}) => ({
  user_id: '0123456789abcdef',
  action_type: 'SEEN',
  attributes: { position: '{"top":0}' },
  analytics_response_payload: payload,
  ...fields,
})

const post = (body: unknown, type = 'application/json') =>
  new Request('https://loop.test/v2/pingback?apikey=k', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('POST /v2/pingback', () => {
  it('hands events to the queue', async () => {
    const { send, bindings } = withProvider(() => new Response('', { status: 500 }))
    const queued = vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    const response = await send(post({ events: [event(), event({ action_type: 'CLICK' })] }))
    expect(response.status).toBe(204)
    expect(queued).toHaveBeenCalledTimes(1)
    expect(queued.mock.calls[0]?.[0]).toMatchObject([{ action_type: 'SEEN' }, { action_type: 'CLICK' }])
  })

  it('F31 without a queue, forwards and tries once more; what fails stays with the sender', async () => {
    const { send, calls } = withProvider(() => new Response('', { status: 500 }), {
      PINGBACK_URL: 'https://provider.test',
      PINGBACKS: undefined,
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = await send(post({ events: [event()] }))
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30'])
    expect(calls).toHaveBeenCalledTimes(2)
    const [[request] = []] = calls.mock.calls
    expect((request as Request).url).toBe('https://provider.test/v2/pingback?apikey=secret-key')
    expect((request as Request).headers.get('x-giphy-sdk-platform')).toBe('web')
  })

  it.each([
    ['no JSON', '{', 400],
    ['no events', {}, 400],
    ['an empty list', { events: [] }, 400],
    ['an unknown action', { events: [event({ action_type: 'BUY' })] }, 400],
    ['a foreign user id', { events: [event({ user_id: '<script>' })] }, 400],
    ['101 events', { events: Array.from({ length: 101 }, () => event()) }, 400],
    ['more than 64 KB', { events: [event({ attributes: { x: 'y'.repeat(70_000) } })] }, 413],
  ])('T18, T26: refuses %s', async (_name, body, status) => {
    const { send } = withProvider(() => new Response(''))
    const response = await send(post(body))
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      data: [],
      meta: { status, msg: expect.any(String), response_id: response.headers.get('x-request-id') },
    })
  })

  it('T26: never forwards a user that the client chose for itself', async () => {
    const { send, bindings } = withProvider(() => new Response(''))
    const queued = vi.spyOn(bindings.PINGBACKS, 'send').mockResolvedValue({} as never)
    await send(post({ events: [event({ logged_in_user_id: '1', role: 'staff' })] }))
    expect(JSON.stringify(queued.mock.calls)).not.toMatch(/logged_in_user_id|role/)
  })
})

describe('F31 a queue that fails loses nothing', () => {
  const failures: [string, () => Promise<never>][] = [
    ['500', () => Promise.reject(new Error('Queue send failed: 500'))],
    ['429', () => Promise.reject(new Error('Queue send failed: Too Many Requests'))],
    ['reset', () => Promise.reject(new TypeError('Network connection lost.'))],
    ['hang', () => new Promise(() => {})],
  ]
  afterEach(() => void vi.useRealTimers())

  function stage(queueFails: () => Promise<never>, status: () => number) {
    const arrived: unknown[] = []
    const upstream = async (request: Request) => {
      arrived.push(await request.json())
      return new Response(null, { status: status() })
    }
    const provider = withProvider(upstream, { PINGBACK_URL: 'https://provider.test' })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(provider.bindings.PINGBACKS, 'send').mockImplementation(queueFails)
    return { ...provider, arrived }
  }

  /** Sends a batch of that time; a queue that hangs is given up after its 2 s. */
  async function sendWithin(send: (request: Request) => Promise<Response>, ts = Date.now()) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: ts })
    const response = send(post({ events: [event({ ts })] }))
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    return response
  }

  it.each(failures)('F31 %s: the events are sent on at once', async (_name, queueFails) => {
    const { send, arrived } = stage(queueFails, () => 204)
    expect((await sendWithin(send)).status).toBe(204)
    expect(arrived).toEqual([{ events: [expect.objectContaining({ action_type: 'SEEN' })] }])
  })

  it.each(failures)(
    'F31 %s, and a sick upstream: 503, and the second try counts',
    async (_name, queueFails) => {
      let status = 500
      const { send, calls } = stage(queueFails, () => status)
      const ts = Date.now()
      const refused = await sendWithin(send, ts)
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30'])
      status = 204
      expect((await sendWithin(send, ts)).status).toBe(204)
      expect(calls).toHaveBeenCalledTimes(2)
    },
  )
})

const QUEUE = 'loopframe-pingbacks'
const message = (id: string, body: unknown) => ({ id, timestamp: new Date(), attempts: 1, body })

/** Hands messages to the Worker as the queue does, and tells what it did with them. */
async function handOver(bindings: object, messages: ReturnType<typeof message>[]) {
  const batch = createMessageBatch(QUEUE, messages)
  const ctx = createExecutionContext()
  await worker.queue(batch as never, { ...env, ...bindings })
  return getQueueResult(batch, ctx)
}

it('the queue’s batch raises an item in the library’s trending list', async () => {
  const heat = async () =>
    await env.DB.prepare("SELECT heat FROM gifs WHERE id = 'cat00001'").first<number>('heat')
  const before = (await heat()) ?? 0
  const messages = [message('a', [event({ action_type: 'CLICK' })]), message('b', [event()])]
  const { explicitAcks } = await handOver({ PINGBACK_URL: '' }, messages)
  expect(explicitAcks).toEqual(['a', 'b'])
  expect(await heat()).toBeGreaterThan(before)
})

it('what the upstream refuses goes back to the queue, for another try', async () => {
  withProvider(() => new Response('', { status: 503 }))
  const { explicitAcks, retryMessages } = await handOver({ PINGBACK_URL: 'https://provider.test' }, [
    message('c', [event()]),
  ])
  expect(explicitAcks).toEqual([])
  expect(retryMessages).toEqual([expect.objectContaining({ msgId: 'c' })])
})
