import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { App } from '../app-types.ts'

/** One request, as it is logged and reported: nothing of its query, its cookies, or who made it. */
export type RequestLine = {
  id: string
  method: string
  /** The pattern that answered, not the address: `/embed/:slug`. */
  route: string
  status: number
  ms: number
  cache?: string
  upstreams?: Record<string, number>
}

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

/** `Server-Timing`, for who asked for it by `?debug`: https://w3c.github.io/server-timing/ */
export const serverTiming = ({ ms, cache, upstreams = {} }: RequestLine): string =>
  [
    `total;dur=${ms}`,
    ...(cache ? [`cache;desc=${cache}`] : []),
    ...Object.entries(upstreams).map(([name, took]) => `${name};dur=${took}`),
  ].join(', ')
