import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { AppError } from '../../shared/errors.ts'
import { type RequestLine, serverTiming } from '../report/log-lines.ts'
import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'
import { type App, type AppContext, pathStart, requestOrigin, type Services } from './context.ts'

// Encoded dots, slashes, NULs and percent signs, and encoded letters or digits: a guard and a router could read such a path
// in different ways (`docs/threats.md`, T17).
const AMBIGUOUS = /%(?:2e|2f|5c|00|25|2d|5f|7e|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])|\\|\/\//i

/** As the platform has it. Every pattern reads a part of the URL, so nothing reads a longer one. */
const URL_MAX_CHARS = 16_384

const DEBUG = /[?&](giphy-)?debug(?=[=&]|$)/

/**
 * The middleware of every request; it is one, because each costs a turn. It sets the request's id, its services and the
 * class of its response (`classOf`, by the path), rejects ambiguous paths before any route, and responds to errors (`fail`).
 */
export const everyRequest = (
  services: Services,
  classOf: (path: string) => ResponseClass,
  fail: (error: unknown, c: AppContext) => Promise<Response>,
) => {
  const isTimed = services.config.DEBUG === 'on'
  return createMiddleware<App>(async function everyRequest(c, next) {
    const start = Date.now()
    c.set('requestId', crypto.randomUUID())
    c.set('services', services)
    c.set('publicUrl', services.config.PUBLIC_URL || requestOrigin(c.req.url))
    c.set('responseClass', classOf(c.req.path))
    try {
      if (c.req.url.length > URL_MAX_CHARS) throw new AppError('query-too-long', 'The address is too long')
      if (AMBIGUOUS.test(rawPath(c.req.url))) {
        throw new AppError('invalid-input', 'The path is written in a way that is not accepted')
      }
      await next()
    } catch (error) {
      // Handled here and not by Hono's `onError`, so that errors are reported like every other response.
      c.error = error instanceof Error ? error : new Error('not an error')
      c.res = await fail(error, c)
    }
    if (!c.res.headers.has('x-request-id')) complete(c.res.headers, c.var)
    const ms = Date.now() - start
    if (isTimed && DEBUG.test(c.req.url)) c.res.headers.set('Server-Timing', serverTiming(requestLine(c, ms)))
    services.monitor?.response(requestLine(c, ms), c.error, (work) => c.executionCtx.waitUntil(work))
  })
}

/** Adds our headers to a response that a library made. Headers that it has already are not replaced. */
function complete(headers: Headers, { responseClass, requestId }: App['Variables']): void {
  for (const [name, value] of Object.entries(CLASS_HEADERS[responseClass])) {
    if (!headers.has(name)) headers.set(name, value)
  }
  headers.set('x-request-id', requestId)
}

/** The line of a request whose response is ready; `ms` is how long it took. */
function requestLine(c: AppContext, ms: number): RequestLine {
  const cache = c.res.headers.get('x-cache')
  const took = new Map<string, number>()
  for (const { name, ms } of c.get('times') ?? []) took.set(name, (took.get(name) ?? 0) + ms)
  const upstreams = Object.fromEntries(took)
  return {
    id: c.get('requestId'),
    method: c.req.method,
    route: c.get('route') ?? routePath(c),
    status: c.res.status,
    ms: Math.round(ms),
    ...(cache && { cache }),
    ...(c.get('times') && { upstreams }),
  }
}

function rawPath(url: string): string {
  const start = pathStart(url)
  const query = url.indexOf('?', start)
  return url.slice(start, query < 0 ? undefined : query)
}
