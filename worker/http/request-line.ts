import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { App } from '../app-types.ts'
import type { RequestLine } from '../report/request-line.ts'

/** The line of a request whose response is ready; `ms` is how long it took. */
export function requestLine(c: Context<App>, ms: number): RequestLine {
  const cache = c.res.headers.get('x-cache')
  const upstreams: Record<string, number> = {}
  for (const { name, ms: took } of c.get('times') ?? []) upstreams[name] = (upstreams[name] ?? 0) + took
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
