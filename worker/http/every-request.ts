import type { Handler, Next } from 'hono'
import { routePath } from 'hono/route'
import { AppError } from '../../shared/errors.ts'
import { type RequestLine, serverTiming, type UpstreamTime } from '../report/log-lines.ts'
import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'
import { type App, type AppContext, pathStart, requestOrigin, type Services } from './context.ts'

// Encoded dots, slashes, NULs and percent signs, and encoded letters or digits: a guard and a router could read such a path
// in different ways (`docs/threats.md`, T17).
const AMBIGUOUS = /%(?:2e|2f|5c|00|25|2d|5f|7e|3[0-9]|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])|\\|\/\//i

/** As the platform has it. Every pattern reads a part of the URL, so nothing reads a longer one. */
const URL_MAX_CHARS = 16_384

const DEBUG = /[?&](giphy-)?debug(?=[=&]|$)/

/** The pattern of what no route has, or may have. */
const NO_ROUTE = '/*'

/** @throws AppError for an address that no route may read */
function assertClear(c: AppContext): void {
  const { url } = c.req
  const isLong = url.length > URL_MAX_CHARS
  if (!isLong && !AMBIGUOUS.test(rawPath(url))) return
  c.set('route', NO_ROUTE)
  if (isLong) throw new AppError('query-too-long', 'The address is too long')
  throw new AppError('invalid-input', 'The path is written in a way that is not accepted')
}

/** Puts what every request has around a handler. */
export type Around = (handler: Handler<App>) => Handler<App>

/**
 * What every request has, around the first handler of its route: as middleware it would cost some turns more. It sets the
 * request's id, its services and the class of its response (`classOf`, by the path), rejects ambiguous paths before any route,
 * and responds to errors (`fail`).
 */
export const everyRequest = (
  services: Services,
  classOf: (path: string) => ResponseClass,
  fail: (error: unknown, c: AppContext) => Promise<Response>,
): Around => {
  const isTimed = services.config.DEBUG === 'on'

  async function respond(handler: Handler<App>, c: AppContext, next: Next): Promise<Response> {
    try {
      assertClear(c)
      const made = await handler(c, next)
      // Middleware may return what Hono's `next` gives, which is no response.
      return c.finalized || !made ? c.res : made
    } catch (error) {
      // Handled here and not by Hono's `onError`, so that errors are reported like every other response.
      c.error = error instanceof Error ? error : new Error('not an error')
      const response = await fail(error, c)
      if (c.finalized) c.res = response
      return c.finalized ? c.res : response
    }
  }

  return (handler) =>
    async function everyRequest(c, next) {
      // Another row has handed it on.
      if (c.get('requestId')) return handler(c, next)
      const start = Date.now()
      c.set('requestId', crypto.randomUUID())
      c.set('services', services)
      c.set('publicUrl', services.config.PUBLIC_URL || requestOrigin(c.req.url))
      c.set('responseClass', classOf(c.req.path))
      const response = await respond(handler, c, next)
      if (!isReplied(c, response) && !response.headers.has('x-request-id')) complete(response.headers, c.var)
      const ms = Date.now() - start
      if (isTimed && DEBUG.test(c.req.url))
        response.headers.set('Server-Timing', serverTiming(requestLine(c, response, ms)))
      services.monitor?.response(requestLine(c, response, ms), c.error, (work) =>
        c.executionCtx.waitUntil(work),
      )
      return response
    }
}

/** Adds our headers to a response that a library made. Headers that it has already are not replaced. */
function complete(headers: Headers, { responseClass, requestId }: App['Variables']): void {
  for (const [name, value] of Object.entries(CLASS_HEADERS[responseClass])) {
    if (!headers.has(name)) headers.set(name, value)
  }
  headers.set('x-request-id', requestId)
}

/** The line of a request whose response is ready; `ms` is how long it took. */
function requestLine(c: AppContext, response: Response, ms: number): RequestLine {
  const times = c.get('times')
  const cache = isReplied(c, response) ? c.get('replied')?.own['x-cache'] : response.headers.get('x-cache')
  return {
    id: c.get('requestId'),
    method: c.req.method,
    route: c.get('route') ?? (routePath(c) || NO_ROUTE),
    status: response.status,
    ms: Math.round(ms),
    ...(cache && { cache }),
    ...(times && { upstreams: sums(times) }),
  }
}

/** How long each upstream took in all. */
function sums(times: readonly UpstreamTime[]): Record<string, number> {
  const took = new Map<string, number>()
  for (const { name, ms } of times) took.set(name, (took.get(name) ?? 0) + ms)
  return Object.fromEntries(took)
}

/** Whether `reply` has made the response: to look at its headers would cost more than to know. */
const isReplied = (c: AppContext, response: Response): boolean => c.get('replied')?.response === response

function rawPath(url: string): string {
  const start = pathStart(url)
  const query = url.indexOf('?', start)
  return url.slice(start, query < 0 ? undefined : query)
}
