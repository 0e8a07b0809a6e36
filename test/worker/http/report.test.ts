import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERROR_MONITOR } from '../../../shared/limits.ts'
import { createApp } from '../../../worker/app.ts'
import { BUDGETS } from '../../../worker/report/capture.ts'
import { createServices } from '../../../worker/services.ts'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import {
  ownRequest,
  type StubUpstream,
  URLS,
  withUpstreams,
} from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const well = () => Response.json(ANY_RESPONSE)

/** The lines that a request leaves in the log. */
async function linesOf(request: Request, upstream: StubUpstream = well, vars = {}) {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { send } = withUpstreams(upstream, { LOGS: 'on', ...vars })
  const response = await send(request)
  return { response, lines: said.mock.calls.map(([line]) => JSON.parse(String(line)) as object) }
}

describe('one line of JSON per request', () => {
  it('T46: has the route, the cache state and the time', async () => {
    const { response, lines } = await linesOf(ownRequest('GET /v1/gifs/search?q=logged+secret'))
    expect(lines).toEqual([
      {
        id: response.headers.get('x-request-id'),
        method: 'GET',
        route: '/v1/gifs/search',
        status: 200,
        ms: expect.any(Number),
        cache: 'miss',
        upstreams: { provider: expect.any(Number) },
      },
    ])
  })

  it.each([
    ['GET /api/v3/channels/7/?x=secret', '/api/v3/channels/:id/', 200],
    ['GET /gateway/stories/slug/secret', '/gateway/stories/slug/:slug', 200],
    ['GET /ajax/secret', '/ajax/*', 404],
    ['GET /%61dmin/secret', '/*', 400],
    ['POST /ajax/gif/update', '/ajax/gif/update', 403],
  ])('%s is %s', async (what, route, status) => {
    const { lines } = await linesOf(ownRequest(what, { headers: { 'X-CSRFToken': '' } }))
    expect(lines).toMatchObject([{ route, status }])
    expect(JSON.stringify(lines)).not.toMatch(/secret|s3ss10n|t0ken/)
  })

  it('is not written when logs are off', async () => {
    expect((await linesOf(ownRequest('GET /healthz'), well, { LOGS: 'off' })).lines).toEqual([])
  })
})

describe('Server-Timing', () => {
  const DEBUG = { DEBUG: 'on' }

  it.each([{}, { DEBUG: 'off' }])(
    'T22: never leaves a deployment that does not ask for it: %j',
    async (vars) => {
      const { send } = withUpstreams(well, vars)
      for (const path of ['/api/v3/channels/7/?debug=1', '/embed/cat?giphy-debug', '/healthz?debug'])
        expect((await send(ownRequest(`GET ${path}`))).headers.get('server-timing')).toBeNull()
    },
  )

  it('is sent for a debug query alone', async () => {
    const { send } = withUpstreams(well, DEBUG)
    const timed = await send(ownRequest('GET /api/v3/channels/7/?debug=1'))
    expect(timed.headers.get('server-timing')).toMatch(/^total;dur=\d+, site;dur=\d+$/)
    expect((await send(ownRequest('GET /api/v3/channels/7/'))).headers.get('server-timing')).toBeNull()
  })

  it('has the state of the cache', async () => {
    const { send } = withUpstreams(well, DEBUG)
    await send(ownRequest('GET /v1/gifs/timed1?debug'))
    const again = await send(ownRequest('GET /v1/gifs/timed1?debug'))
    expect(again.headers.get('server-timing')).toMatch(/^total;dur=\d+, cache;desc=hit$/)
  })
})

describe('§7 error reporting to the capture service', () => {
  const DSN = 'https://publ1c@capture.test/base/42'

  type Envelope = {
    request: Request
    head: object
    event: Record<string, unknown> & { breadcrumbs: { values: object[] } }
  }

  const SAID = { message: 'nothing for SECRET\n    at SECRET (SECRET.js:1:1)' }

  const exceptionsOf = ({ event }: Envelope) =>
    (event.exception as { values: [{ stacktrace: { frames: object[] } }] }).values

  /** The product with a capture service that keeps what it gets. */
  function stage(upstream: StubUpstream = well, vars: Record<string, string> = {}) {
    const reports: Envelope[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input as Request, init)
      if (new URL(request.url).host !== 'capture.test') return upstream(request)
      const [head = '', , event = ''] = new TextDecoder()
        .decode(await request.clone().arrayBuffer())
        .split('\n')
      reports.push({ request, head: JSON.parse(head), event: JSON.parse(event) })
      return new Response('{}')
    })
    const bindings = { ...env, ...URLS, CAPTURE_DSN: DSN, PROVIDER_KEY: 'pr0vider-key', ...vars }
    const app = createApp(createServices(bindings))
    const send = async (request: Request) => {
      const ctx = createExecutionContext()
      const response = await app.fetch(request, bindings, ctx)
      await waitOnExecutionContext(ctx)
      return response
    }
    return { app, bindings, send, reports }
  }

  it('a response of status 400 and above, with its id and route', async () => {
    const { send, reports } = stage(() => new Response('', { status: 500 }))
    const response = await send(ownRequest('GET /api/v3/channels/7/?token=SECRET'))
    expect(reports).toHaveLength(1)
    const [{ request, head, event } = {} as Envelope] = reports
    const id = response.headers.get('x-request-id')
    expect(request.url).toBe('https://capture.test/base/api/42/envelope/')
    expect(request.headers.get('x-sentry-auth')).toBe(
      'Sentry sentry_version=7, sentry_client=loopframe/1.0, sentry_key=publ1c',
    )
    expect(head).toEqual({ event_id: id?.replaceAll('-', ''), sent_at: expect.stringMatching(/Z$/) })
    expect(event).toMatchObject({
      level: 'error',
      message: '502 from GET /api/v3/channels/:id/',
      tags: { status: 502, route: '/api/v3/channels/:id/', request_id: id, kind: 'upstream' },
      request: { method: 'GET', url: '/api/v3/channels/:id/' },
      exception: { values: [{ type: 'Refusal', value: 'upstream 500' }] },
    })
  })

  it('no success; but the next failure comes with the last 30', async () => {
    const { send, reports } = stage()
    for (let n = 0; n < 40; n++) await send(ownRequest('GET /healthz'))
    expect(reports).toEqual([])
    await send(ownRequest('GET /nowhere'))
    expect(reports[0]?.event.breadcrumbs.values).toHaveLength(30)
    expect(reports[0]?.event).toMatchObject({ level: 'warning', tags: { status: 404 } })
  })

  it('where an error was thrown, without its message', async () => {
    const { send, reports } = stage(() => Response.json(SAID, { status: 403 }))
    await send(ownRequest('GET /api/v3/channels/7/'))
    const [{ stacktrace, ...thrown }] = exceptionsOf(reports[0] as Envelope)
    expect(thrown).toEqual({ type: 'Refusal', value: 'forbidden 403' })
    expect(stacktrace.frames.at(-1)).toMatchObject({
      filename: expect.any(String),
      lineno: expect.any(Number),
      colno: expect.any(Number),
    })
  })

  it('an error of a browser, with what its page did before', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { send, reports } = stage()
    const said = {
      message: 'boom',
      url: 'https://loop.test/embed/cat?token=SECRET',
      entries: [{ at: 1, text: 'click' }],
    }
    const response = await send(
      new Request('https://loop.test/browser-errors', {
        method: 'POST',
        headers: { Origin: 'null' },
        body: JSON.stringify(said),
      }),
    )
    expect(response.status).toBe(204)
    expect(reports).toHaveLength(1)
    expect(reports[0]?.event).toMatchObject({
      logger: 'browser',
      message: 'boom',
      tags: { request_id: response.headers.get('x-request-id') },
      request: { url: '/embed/:slug' },
      breadcrumbs: { values: [{ message: 'click' }] },
    })
  })

  it('T39, T46: never a secret, of ours or of a visitor’s', async () => {
    const said = 'bad key pr0vider-key at https://provider.test/v1?api_key=pr0vider-key'
    const { send, reports } = stage((request) => {
      // An upstream repeats what it was shown.
      const shown = request.headers.get('authorization') ?? ''
      return Response.json({ message: `${said} for ${shown}` }, { status: 403 })
    })
    await send(ownRequest('GET /api/v3/channels/7/?password=SECRET'))
    await send(ownRequest('GET /v1/gifs/search?q=SECRET'))
    await send(ownRequest('POST /api/v3/register', { body: 'password=SECRET', type: 'application/json' }))
    expect(reports).toHaveLength(3)
    expect(JSON.stringify(reports.map(({ event }) => event))).not.toMatch(
      /SECRET|pr0vider-key|us3r-token|s3ss10n|t0ken|p4ssword/,
    )
  })

  it.each([
    '/search/SECRET',
    '/embed/SECRET',
    '/v1/gifs/search?q=SECRET',
    '/v1/gifs/SECRET',
    '/services/oembed?url=https://loop.test/gifs/SECRET',
    '/video/vimeo?url=SECRET',
    '/SECRET/SECRET',
    '/gateway/stories/slug/SECRET',
  ])('T39, T46: no word, id, query or referrer of a request: %s', async (path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { send, reports } = stage(() => Response.json(SAID, { status: 404 }))
    const headers = { Referer: 'https://SECRET.test/SECRET' }
    const { status } = await send(new Request(`https://loop.test${path}`, { headers }))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(reports).toHaveLength(1)
    expect(JSON.stringify(reports.map(({ event }) => event))).not.toContain('SECRET')
  })

  it('a capture service that fails changes nothing, and is not reported to itself', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send, reports } = stage(() => Promise.reject(new Error('down')), {
      CAPTURE_DSN: 'https://publ1c@elsewhere.test/1',
    })
    expect((await send(ownRequest('GET /nowhere'))).status).toBe(404)
    expect(reports).toEqual([])
  })

  it.each([
    '',
    'nonsense',
    'https://capture.test/42',
    'ftp://k@capture.test/42',
    'http://k@capture.test/42',
    'https://k@capture.test/',
  ])('nothing is sent to %j', async (CAPTURE_DSN) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { send, reports } = stage(well, { CAPTURE_DSN })
    expect((await send(ownRequest('GET /nowhere'))).status).toBe(404)
    expect(reports).toEqual([])
  })

  describe('T46: a flood hides nothing', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    const messages = (reports: Envelope[]) => reports.map(({ event }) => event.message)

    /** As `stage`, but a response does not wait for what is reported after it. */
    function flooded() {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { app, bindings, reports } = stage((request) =>
        new URL(request.url).host === 'site.test' ? new Response('', { status: 500 }) : well(),
      )
      const pending: Promise<void>[] = []
      const send = async (request: Request) => {
        const ctx = createExecutionContext()
        const response = await app.fetch(request, bindings, ctx)
        pending.push(waitOnExecutionContext(ctx))
        await vi.advanceTimersByTimeAsync(0)
        return response
      }
      const later = async (ms: number) => {
        await vi.advanceTimersByTimeAsync(ms)
        await Promise.all(pending)
      }
      return { send, reports, later, warned }
    }

    it('twelve 404s a second leave room for a 502, and their number is reported', async () => {
      const { send, reports, later, warned } = flooded()
      for (let n = 0; n < 12; n++) await send(ownRequest(`GET /nowhere/${n}`))
      expect((await send(ownRequest('GET /api/v3/channels/7/'))).status).toBe(502)
      await later(10_000)
      expect(messages(reports)).toEqual([
        '404 from GET /*',
        '404 from GET /*',
        '502 from GET /api/v3/channels/:id/',
        'Reports were dropped',
      ])
      const dropped = { 'warning: 404 from GET /*': 10 }
      expect(reports.at(-1)?.event.extra).toEqual({ dropped })
      expect(warned.mock.calls).toEqual([[JSON.stringify({ kind: 'reports-dropped', dropped })]])
    })

    it('nor can one failing route, or browsers, hide another failure', async () => {
      const { send, reports, later } = flooded()
      const posted = {
        method: 'POST',
        headers: { Origin: 'https://loop.test' },
        body: JSON.stringify({ message: 'x', url: 'https://loop.test/embed/a' }),
      }
      for (let n = 0; n < 12; n++) {
        await send(new Request('https://loop.test/browser-errors', posted))
        await send(ownRequest('GET /api/v3/artists/'))
      }
      await send(ownRequest('GET /api/v3/channels/7/'))
      await later(10_000)
      expect(messages(reports)).toEqual([
        'x',
        '502 from GET /api/v3/artists/',
        'x',
        '502 from GET /api/v3/artists/',
        '502 from GET /api/v3/channels/:id/',
        'Reports were dropped',
      ])
      expect(reports.at(-1)?.event).toMatchObject({
        level: 'error',
        extra: { dropped: { 'browser: /embed/:slug': 10, 'error: 502 from GET /api/v3/artists/': 10 } },
      })
    })

    it('§9: at most 10 a second in all; the next second has its own', async () => {
      const { send, reports } = flooded()
      for (let n = 0; n < 3; n++) {
        for (const path of [
          '/nowhere',
          '/embed/%24',
          '/widgets/tower',
          '/v1/gifs/search',
          '/api/v3/artists/',
        ])
          await send(ownRequest(`GET ${path}`))
      }
      const first = reports.length
      expect(first).toBe(5)
      vi.setSystemTime(Date.now() + 1001)
      await send(ownRequest('GET /nowhere'))
      expect(reports).toHaveLength(first + 1)
      const all = Object.values(BUDGETS).reduce((sum, { total }) => sum + total, 0)
      expect(all).toBe(ERROR_MONITOR.perSecond)
    })
  })
})
