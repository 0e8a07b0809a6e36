import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { ownRequest, type StubUpstream, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const READ = 'GET /ajax/gif/abc/metadata'
const WRITE = 'POST /users/42/follows'
const well = () => Response.json(ANY_RESPONSE)
const down = () => Promise.reject(new Error('connect ECONNREFUSED https://site.test/?token=us3r-token'))

const broken = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'))
        controller.error(new Error('Network connection lost.'))
      },
    }),
  )

type Shape = { error: { kind: string; message: string } }

describe('§8 the error that an upstream’s fault becomes', () => {
  it.each<[string, StubUpstream, number, string, string, number]>([
    ['refuses', down, 502, 'upstream', 'The site service could not be reached', 2],
    ['breaks off', broken, 502, 'upstream', 'The site service could not be reached', 1],
    [
      '500',
      () => new Response('<h1>stack', { status: 500 }),
      502,
      'upstream',
      'The site service answered 500',
      1,
    ],
    [
      '500 with words',
      () => Response.json({ message: 'at /srv/x.py' }, { status: 500 }),
      502,
      'upstream',
      'The site service answered 500',
      1,
    ],
    [
      'F4: HTML',
      () => new Response('<!doctype html>'),
      502,
      'upstream',
      'An error occurred parsing json for /ajax/gif/abc/metadata',
      1,
    ],
    [
      'F4: half of JSON',
      () => new Response('{"id":'),
      502,
      'upstream',
      'An error occurred parsing json for /ajax/gif/abc/metadata',
      1,
    ],
    [
      'F4: nothing',
      () => new Response(''),
      502,
      'upstream',
      'An error occurred parsing json for /ajax/gif/abc/metadata',
      1,
    ],
    [
      'F7: a redirect to itself',
      (r) => Response.redirect(r.url, 302),
      502,
      'upstream',
      'The site service answered 302',
      1,
    ],
    [
      'F7: a redirect elsewhere',
      () => Response.redirect('https://evil.test/?t=1', 307),
      502,
      'upstream',
      'The site service answered 307',
      1,
    ],
    [
      'F35: more than 4 MB',
      () => new Response('x'.repeat(5_000_000)),
      502,
      'upstream',
      'The site service answered with more than is taken',
      1,
    ],
    ['401', () => new Response('', { status: 401 }), 401, 'unauthorized', 'The site service answered 401', 1],
    [
      '404 as a page',
      () => new Response('<h1>', { status: 404 }),
      404,
      'not-found',
      'The site service answered 404',
      1,
    ],
    ['405', () => new Response('', { status: 405 }), 502, 'upstream', 'The site service answered 405', 1],
    ['409', () => Response.json({ detail: 'twice' }, { status: 409 }), 409, 'conflict', 'twice', 1],
    ['410', () => Response.json({}, { status: 410 }), 410, 'removed', 'The site service answered 410', 1],
  ])('%s', async (_name, upstream, status, kind, message, heardTimes) => {
    const { send, received } = withUpstreams(upstream)
    const response = await send(ownRequest(READ))
    expect([response.status, await response.json()]).toEqual([status, { error: { kind, message } }])
    expect(received).toHaveLength(heardTimes)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Token')
  })

  it.each([
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ])('a %i says how long to wait', async (status, kind) => {
    const { send } = withUpstreams(() => new Response('', { status, headers: { 'Retry-After': '30' } }))
    const response = await send(ownRequest(READ))
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '30'])
    expect(((await response.json()) as Shape).error.kind).toBe(kind)
  })

  it('its errors per field are passed on, in our shape', async () => {
    const said = { username: ['is taken', 'is short'], nested: { a: 1 }, '<b>': 'x' }
    const { send } = withUpstreams(() => Response.json(said, { status: 422 }))
    const response = await send(ownRequest(READ))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { kind: 'invalid-input', detail: { username: 'is taken' } },
    })
  })
})

describe('repeating', () => {
  it('a read whose connection failed is sent once more', async () => {
    let first = true
    const { send, received } = withUpstreams(() => {
      if (!first) return well()
      first = false
      return down()
    })
    expect((await send(ownRequest(READ))).status).toBe(200)
    expect(received).toHaveLength(2)
  })

  it('a write is never repeated, nor is a read that got a response', async () => {
    const writing = withUpstreams(down)
    expect((await writing.send(ownRequest(WRITE))).status).toBe(502)
    expect(writing.received).toHaveLength(1)
    const { send, received } = withUpstreams(() => new Response('', { status: 500 }))
    await send(ownRequest(READ))
    expect(received).toHaveLength(1)
  })
})

describe('deadlines', () => {
  const given = async (what: string, upstream: StubUpstream, ms: number) => {
    const { app, bindings } = withUpstreams(upstream)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let response: Response | undefined
    const ctx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} }
    const done = Promise.resolve(app.fetch(ownRequest(what), bindings, ctx as never)).then(
      (r) => (response = r),
    )
    // The answering code is loaded by its first request.
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    // Waiting moved the clock on a little.
    await vi.advanceTimersByTimeAsync(ms - 500)
    expect(response).toBeUndefined()
    await vi.advanceTimersByTimeAsync(500)
    await done
    return response
  }
  const slow = { error: { kind: 'upstream', message: 'The site service did not answer in time' } }

  it('a response that does not begin within 5 s', async () => {
    const response = await given(READ, () => new Promise(() => {}), 5000)
    expect([response?.status, await response?.json()]).toEqual([502, slow])
  })

  it('nor is a read repeated then', async () => {
    await given(READ, () => new Promise(() => {}), 5000)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('a response that does not end within 10 s', async () => {
    const endless = ({ signal }: Request) =>
      new Response(
        new ReadableStream({ start: (c) => signal.addEventListener('abort', () => c.error(signal.reason)) }),
      )
    const response = await given(READ, endless, 10_000)
    expect([response?.status, await response?.json()]).toEqual([502, slow])
  })
})

describe('the breaker', () => {
  it('T44: opens for a call that is down for 6 s, lets probes through, and closes; others go on', async () => {
    let upstream: StubUpstream = down
    vi.useFakeTimers({ toFake: ['Date'] })
    const { send, received, forget } = withUpstreams((request) => {
      return request.url.startsWith('https://site.test') ? upstream(request) : well()
    })
    const read = (n: number) => send(ownRequest(`GET /ajax/gif/abc${n}/metadata`))
    for (let n = 0; n < 10; n++) expect((await read(n)).status).toBe(502)
    forget()
    const open = await read(10)
    expect([open.status, open.headers.get('retry-after'), received]).toEqual([503, '6', []])
    expect(await open.json()).toMatchObject({ error: { kind: 'unavailable' } })
    expect((await send(ownRequest('GET /gateway/stories/trending'))).status).toBe(200)

    vi.setSystemTime(Date.now() + 6000)
    upstream = well
    expect((await send(ownRequest(READ))).status).toBe(200)
    expect((await send(ownRequest(READ))).status).toBe(200)
  })

  it('T44: does not open for refusals, nor for malformed bodies', async () => {
    const { send, received } = withUpstreams(() => new Response('<h1>', { status: 404 }))
    for (let n = 0; n < 10; n++) await send(ownRequest(READ))
    expect(received).toHaveLength(10)
  })
})

it('T23: a fault leaves nothing behind: the next response is whole, and each visitor gets their own', async () => {
  const faults: StubUpstream[] = [
    down,
    down,
    broken,
    () => new Response('<h1>'),
    () => new Response('', { status: 500 }),
  ]
  const { send } = withUpstreams((request) => {
    const fault = faults.shift()
    return fault ? fault(request) : Response.json({ ...ANY_RESPONSE, title: request.headers.get('cookie') })
  })
  for (let n = 0; n < 4; n++) expect((await send(ownRequest(READ))).status).toBe(502)
  for (const session of ['one', 'two']) {
    const response = await send(ownRequest(READ, { headers: { Cookie: `__Host-session=${session}` } }))
    expect(await response.json()).toMatchObject({ title: `sessionid=${session}` })
  }
})
