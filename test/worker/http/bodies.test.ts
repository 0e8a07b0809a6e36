import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { EXAMPLES } from '../../fixtures/calls/call-examples.ts'
import { readCallTable } from '../../fixtures/calls/call-table.ts'
import table from '../../fixtures/calls/calls.tsv?raw'
import { ownRequest, type StubUpstream, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const KB = 1024
const MB = 1024 * KB
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data; boundary=limit'

const well = () => Response.json(ANY_RESPONSE)
const login = (fields: object) => (request: Request) =>
  request.url.endsWith('/login/check') ? Response.json(fields) : well()
const full = { limit: async () => ({ success: false }) }

/** A body that counts what is read of it. Nothing is read ahead. */
function counted(next: () => Uint8Array | Promise<Uint8Array> | undefined) {
  const body = { read: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await next()
        if (!piece) return controller.close()
        body.read += piece.byteLength
        controller.enqueue(piece)
      },
      cancel: () => {
        body.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, stream }
}

const endless = () => counted(() => new Uint8Array(KB).fill(120))

function piecesOf(text: string, size = 64 * KB) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return counted(() => {
    const piece = bytes.subarray(at, at + size)
    at += size
    return piece.byteLength > 0 ? piece : undefined
  })
}

type Refusal = {
  what: string
  status: number
  headers?: Record<string, string>
  vars?: Record<string, unknown>
  upstream?: StubUpstream
}

const TRIM = 'POST /imaging/trim'
const FOREIGN = { Origin: 'https://evil.test' }

/** Every refusal that needs no byte of the body, in the order of its checks. */
const REFUSALS: Record<string, Refusal> = {
  'no such call': { what: 'POST /api/v3/nothing/', status: 404 },
  'no such method': { what: 'POST /login/check', status: 405 },
  'an ambiguous path': { what: 'POST /api/v3/%2fx/', status: 400 },
  'no service': { what: TRIM, status: 503, vars: { IMAGING_URL: '', MEDIA: undefined } },
  'no service, and a foreigner': {
    what: TRIM,
    status: 503,
    vars: { IMAGING_URL: '', MEDIA: undefined },
    headers: FOREIGN,
  },
  'no keys': { what: 'POST /gateway/trendingscheduler/schedule', status: 503, vars: { TAGGER_KEY: '' } },
  'another origin': { what: TRIM, status: 403, headers: FOREIGN },
  'another site': { what: TRIM, status: 403, headers: { 'Sec-Fetch-Site': 'cross-site' } },
  'no CSRF token': { what: TRIM, status: 403, headers: { 'X-CSRFToken': '' } },
  'a call without credentials, from elsewhere': {
    what: 'POST /gateway/analytics/share',
    status: 403,
    headers: FOREIGN,
  },
  'a query too long': { what: `POST /gateway/analytics/a?${'x'.repeat(3000)}`, status: 400 },
  'an address that is wrong': { what: 'DELETE /api/v3/channels/a.b/', status: 400 },
  nobody: { what: TRIM, status: 401, headers: { Cookie: 'csrftoken=t0ken' } },
  'a session that has ended': { what: TRIM, status: 401, upstream: login({ logged_in: false }) },
  'a lesser role': {
    what: 'POST /gateway/trendingscheduler/schedule',
    status: 403,
    upstream: login({ logged_in: true, user: { id: 7 } }),
  },
  'a site that is down': { what: TRIM, status: 502, upstream: () => Promise.reject(new Error('reset')) },
  'too many sessions': { what: TRIM, status: 429, vars: { SESSION_LIMIT: full } },
  'too many passwords': { what: 'PUT /api/v1/users/42/', status: 429, vars: { GUESS_WIDE_LIMIT: full } },
  'too many registrations': { what: 'POST /api/v3/register', status: 429, vars: { TOTAL_LIMIT: full } },
  'too many calls': {
    what: 'POST /gateway/analytics/share',
    status: 429,
    vars: { TOTAL_LIMIT: full },
  },
  'a declared length': { what: TRIM, status: 413, headers: { 'Content-Length': String(26 * MB) } },
  'a form’s declared length': {
    what: 'POST /ajax/gif/update',
    status: 413,
    headers: { 'Content-Length': String(17 * KB), 'Content-Type': FORM },
  },
  'a type that is none': {
    what: 'POST /ajax/gif/update',
    status: 400,
    headers: { 'Content-Length': '10', 'Content-Type': '__proto__' },
  },
  'a form without a boundary': {
    what: TRIM,
    status: 400,
    headers: { 'Content-Type': 'multipart/form-data' },
  },
  'pingbacks without a service': {
    what: 'POST /v2/pingback',
    status: 503,
    vars: { PINGBACK_URL: '', DB: undefined },
  },
  'too many pingbacks': { what: 'POST /v2/pingback', status: 429, vars: { TOTAL_LIMIT: full } },
  'pingbacks that are no JSON': { what: 'POST /v2/pingback', status: 400, headers: { 'Content-Type': FORM } },
  'pingbacks of a declared length': {
    what: 'POST /v2/pingback',
    status: 413,
    headers: { 'Content-Type': JSON_TYPE, 'Content-Length': String(65 * KB) },
  },
  'a browser error from elsewhere': { what: 'POST /browser-errors', status: 403, headers: FOREIGN },
  'too many browser errors': { what: 'POST /browser-errors', status: 429, vars: { TOTAL_LIMIT: full } },
  'a browser error of a declared length': {
    what: 'POST /browser-errors',
    status: 413,
    headers: { 'Content-Length': String(17 * KB) },
  },
  'a write to a page': { what: 'POST /embed/cat', status: 405 },
  'a write to the provider’s API': { what: 'POST /v1/gifs/search', status: 405 },
}

describe('T18: the order is configured, origin, who, rate, body', () => {
  it.each(Object.entries(REFUSALS))('%s: 0 bytes read', async (_name, refusal) => {
    const { what, status, headers, vars, upstream = login({ logged_in: true, user: { id: 7 } }) } = refusal
    const { body, stream } = endless()
    const { send } = withUpstreams(upstream, vars)
    const response = await send(ownRequest(what, { body: stream, type: MULTIPART, headers: headers ?? {} }))
    expect([response.status, body.read]).toEqual([status, 0])
  })

  it('every write of the catalogue: 0 bytes read for another site, or without a service', async () => {
    const writes = readCallTable(table).filter(
      ({ upstream, method }) => /site|gateway|imaging/.test(upstream) && method !== 'GET',
    )
    expect(writes.length).toBeGreaterThan(35)
    for (const { name, method } of writes) {
      const what = `${method === 'ANY' ? 'POST' : method} ${EXAMPLES[name]?.path ?? '/imaging/trim'}`
      for (const [status, headers, vars] of [
        [403, FOREIGN, {}],
        [503, {}, { SITE_URL: '', GATEWAY_URL: '', IMAGING_URL: '', DB: undefined }],
      ] as const) {
        const { body, stream } = endless()
        const { send } = withUpstreams(well, vars)
        const response = await send(ownRequest(what, { body: stream, type: MULTIPART, headers }))
        expect([response.status, body.read], what).toEqual([status, 0])
      }
    }
  })

  it('what passes them is read', async () => {
    const { body, stream } = piecesOf('display_name=Ann')
    const { send } = withUpstreams(well)
    const response = await send(ownRequest('PUT /api/v1/users/42/', { body: stream, type: FORM }))
    expect([response.status, body.read]).toEqual([200, 16])
  })
})

describe('T18: parts are counted while they arrive', () => {
  const part = '--limit\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'

  it.each([100, 4096, 64 * KB])('stops at the bound, in pieces of %i bytes', async (size) => {
    const { body, stream } = piecesOf(part.repeat(20_000), size)
    const { send } = withUpstreams(well)
    const response = await send(ownRequest(TRIM, { body: stream, type: MULTIPART }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: 'At most 500 fields are taken' } })
    expect(body.cancelled).toBe(true)
    expect(body.read).toBeLessThanOrEqual(502 * part.length + size)
  })

  it('500 parts are taken', async () => {
    const { send } = withUpstreams(well)
    const text = `${part.repeat(500)}--limit--\r\n`
    const response = await send(ownRequest(TRIM, { body: piecesOf(text).stream, type: MULTIPART }))
    expect(await response.json()).toMatchObject({ error: { message: 'A trim needs a media URL or a file' } })
  })
})

describe('T42, T61: large bodies', () => {
  const file = (bytes: number) =>
    `--limit\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\nGIF89a${'x'.repeat(bytes)}\r\n--limit--\r\n`
  const upload = (body: BodyInit, headers = {}) => ownRequest(TRIM, { body, type: MULTIPART, headers })

  /** An upload whose last piece comes when it is let go on. */
  function stage(bytes: number) {
    const whole = new TextEncoder().encode(file(bytes))
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const pieces = [whole.subarray(0, -1), whole.subarray(-1)]
    const { stream } = counted(async () => {
      if (pieces.length === 1) {
        begun.resolve()
        await promise
      }
      return pieces.shift() as Uint8Array
    })
    // The last pull finds nothing.
    return { stream: endAfter(stream, whole.byteLength), goOn: resolve, begun: begun.promise }
  }

  const endAfter = (stream: ReadableStream<Uint8Array>, bytes: number) => {
    let seen = 0
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          seen += piece.byteLength
          controller.enqueue(piece)
          if (seen >= bytes) controller.terminate()
        },
      }),
    )
  }

  it('T61: one that is under way keeps no other of its size out, nor does one that only announces its length', async () => {
    const { send, received } = withUpstreams(well)
    const first = stage(2 * MB)
    const pending = send(upload(first.stream))
    await first.begun
    const silent = counted(() => new Promise(() => {}))
    void send(upload(silent.stream, { 'Content-Length': String(25 * MB) }))
    expect((await send(upload(piecesOf(file(2 * MB)).stream))).status).toBe(200)
    expect((await send(upload(file(10 * KB)))).status).toBe(200)
    first.goOn()
    expect((await pending).status).toBe(200)
    const sent = received.filter(({ to }) => to.includes('imaging.test')).map(({ body }) => body.length)
    expect(sent.map((length) => Math.floor(length / MB))).toEqual([2, 0, 2])
  })

  it.each<[string, () => ReadableStream, number]>([
    ['refused', () => piecesOf(`${file(2 * MB)}x`.replace('GIF89a', 'notgif')).stream, 400],
    ['broken off', () => breaking(2 * MB), 408],
    ['too long', () => endless().stream, 413],
  ])('one that is %s makes room', async (_name, stream, status) => {
    const { send } = withUpstreams(well)
    expect((await send(upload(stream()))).status).toBe(status)
    expect((await send(upload(file(2 * MB)))).status).toBe(200)
  })
})

/** A body whose sender leaves after some bytes. */
function breaking(bytes: number): ReadableStream {
  let left = bytes
  return counted(() => {
    if (left <= 0) throw new Error('Network connection lost.')
    const piece = new Uint8Array(Math.min(left, 64 * KB))
    left -= piece.byteLength
    return piece
  }).stream
}

const ROUTES: [what: string, type: string][] = [
  ['POST /v2/pingback', JSON_TYPE],
  ['POST /browser-errors', 'text/plain'],
  ['PUT /api/v1/users/42/', FORM],
  ['POST /gateway/stories', JSON_TYPE],
  ['POST /gateway/analytics/a', JSON_TYPE],
  ['DELETE /api/v3/channels/7/', ''],
  [TRIM, MULTIPART],
]

describe('F33: a client that leaves in mid-body', () => {
  it.each(ROUTES)('%s: no 500, no stack, no report', async (what, type) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
    const vars = { LOGS: 'on', CAPTURE_DSN: 'https://key@capture.test/1' }
    const { send, received } = withUpstreams(well, vars)
    const response = await send(ownRequest(what, { body: breaking(100), type }))
    expect(response.status).toBe(408)
    expect([said.mock.calls, warned.mock.calls]).toEqual([[], []])
    expect(lines.mock.calls.map(([line]) => JSON.parse(line).status)).toEqual([408])
    expect(received.filter(({ to }) => !to.endsWith('/login/check'))).toEqual([])
  })
})

describe('F34, F15: a slow body', () => {
  /** Bytes that come one piece in each `ms`, by the faked clock. */
  const dripping = (piece: () => Uint8Array | undefined, ms: number) =>
    counted(() => new Promise((resolve) => setTimeout(() => resolve(piece() as Uint8Array), ms)))

  const fake = () =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

  it.each(ROUTES)('%s: a drip is cut after 10 s', async (what, type) => {
    const { app, bindings } = withUpstreams(well)
    fake()
    const { body, stream } = dripping(() => Uint8Array.of(120), 250)
    const ctx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} }
    let response: Response | undefined
    const pending = Promise.resolve(
      app.fetch(ownRequest(what, { body: stream, type }), bindings, ctx as never),
    ).then((r) => {
      response = r
    })
    await vi.advanceTimersByTimeAsync(9_500)
    expect(response).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_500)
    await pending
    expect(response?.status).toBe(408)
    const { read } = body
    await vi.advanceTimersByTimeAsync(2_000)
    expect(body.read).toBeLessThanOrEqual(read + 1)
  })

  it('an honest upload of 25 MB goes on for minutes', async () => {
    const { app, bindings } = withUpstreams(well)
    fake()
    const start = new TextEncoder().encode(
      '--limit\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\nGIF89a',
    )
    const end = new TextEncoder().encode('\r\n--limit--\r\n')
    const rest = Array.from({ length: 380 }, () => new Uint8Array(64 * KB))
    const pieces: (Uint8Array | undefined)[] = [start, ...rest, end, undefined]
    const { stream } = dripping(() => pieces.shift(), 2_000)
    const ctx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} }
    const pending = Promise.resolve(
      app.fetch(ownRequest(TRIM, { body: stream, type: MULTIPART }), bindings, ctx as never),
    )
    for (let n = 0; n < 400; n++) await vi.advanceTimersByTimeAsync(2_000)
    expect((await pending).status).toBe(200)
  })
})

it.each([
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__proto__; charset=utf-8',
  ';',
  ',',
])('T9, T18: Content-Type: %s is a 400', async (type) => {
  const { send, received } = withUpstreams(well)
  for (const what of ['POST /ajax/gif/update', 'PUT /api/v1/users/42/', TRIM, 'POST /v2/pingback']) {
    const response = await send(ownRequest(what, { body: 'gif_id=abc', headers: { 'Content-Type': type } }))
    expect(response.status, what).toBe(400)
  }
  expect(received.filter(({ to }) => !to.endsWith('/login/check'))).toEqual([])
})
