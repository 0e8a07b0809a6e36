/** One request, as it is logged and reported: nothing of its query, its cookies, or who made it. */
export type RequestLine = {
  id: string
  method: string
  /** The pattern of the path, not the path itself: `/embed/:slug`. */
  route: string
  status: number
  ms: number
  cache?: string
  upstreams?: Record<string, number>
}

/** `Server-Timing`, sent with `DEBUG=on` where the query has `debug`: https://w3c.github.io/server-timing/ */
export const serverTiming = ({ ms, cache, upstreams = {} }: RequestLine): string =>
  [
    `total;dur=${ms}`,
    ...(cache ? [`cache;desc=${cache}`] : []),
    ...Object.entries(upstreams).map(([name, took]) => `${name};dur=${took}`),
  ].join(', ')

/** How long an upstream took for this request, in whole ms. A service may be called more than once. */
export type UpstreamTime = { name: string; ms: number }
