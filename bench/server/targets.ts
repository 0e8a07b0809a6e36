import type { FigureBudget } from '../figure.ts'
import type { RequestSet } from './load.ts'

/** The product, the same with a queue for its pingbacks, a bare Hono hello, and bare Hono handlers. */
export type ServerName = 'product' | 'queued' | 'hello' | 'floors'

/** A target measured against hello: its request, and the minimum ratio of CPU per request (`docs/measurements.md`, M30). */
export type MeasuredTarget = RequestSet & {
  name: string
  server?: ServerName
  budget?: FigureBudget
  tail?: boolean
  /** The target that does the least of the same in a bare Hono, and the least ratio to it. */
  floor?: { name: string; budget?: FigureBudget }
}

/** The largest cached response. */
export const HEAVY = '/v1/gifs/trending'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

function request(method: string, path: string, body = '', host = '127.0.0.1', blog = 'blog'): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `User-Agent: ${BROWSER}`,
    `Referer: https://${blog}.example.com/`,
  ]
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

// Without a time: the same events with their times would be known as repeats, and never go on.
const events = Array.from({ length: 5 }, (_, at) => ({
  user_id: 'a1B2c3D4e5F6g7H8',
  action_type: 'SEEN',
  event_type: 'GIF_TRENDING',
  attributes: { position: JSON.stringify({ top: 120 * at, left: 0, width: 480, height: 270 }) },
  analytics_response_payload: 'eyJpZCI6IlRyZW5kMSIsImNhbGwiOiJ0cmVuZGluZyJ9',
}))

const BATCH = JSON.stringify({ events })

const FLOORS = {
  embed: 'bare Hono, the same bytes and headers',
  bytes: 'bare Hono, the same bytes',
  queue: 'bare Hono, the same parsing and queue',
  request: 'bare Hono, the same parsing and request',
}

/** What the floors send as it is: the page of an embed, and the largest list. */
export const EMBED = '/embed/Hot1'
/** How many sites a page is asked for from, in turn: the last one's tracking query is never the one that is wanted. */
const SITES = 20

/** A request for an embed that is not cached yet. */
export const coldEmbed = (id: string): RequestSet => ({
  requests: [request('GET', `/embed/${id}`)],
  status: 200,
})

export const HELLO: MeasuredTarget = {
  name: "Hono c.text('hi')",
  server: 'hello',
  requests: [request('GET', '/')],
  status: 200,
  tail: true,
}

/**
 * So many pages of one copy that, in rotation, each has left the memory before it is requested again
 * (`worker/memory.ts`). Pages differ by their host where no other option has so many values.
 */
const MORE_PAGES_THAN_KEPT = 300

const times = (count: number, make: (at: number) => Buffer) =>
  Array.from({ length: count }, (_, at) => make(at))

export const TARGETS: readonly MeasuredTarget[] = [
  {
    name: 'embed page, drawn before',
    requests: [request('GET', EMBED)],
    status: 200,
    budget: { min: 0.65 },
    tail: true,
    floor: { name: FLOORS.embed },
  },
  { name: FLOORS.embed, server: 'floors', requests: [request('GET', '/page')], status: 200 },
  {
    name: 'embed page, drawn before, for another site each time',
    requests: times(SITES, (at) => request('GET', EMBED, '', '127.0.0.1', `blog${at}`)),
    status: 200,
    budget: { min: 0.65 },
  },
  {
    name: 'embed page, data at hand',
    requests: times(MORE_PAGES_THAN_KEPT, (at) => request('GET', EMBED, '', `${at}.localhost`)),
    status: 200,
    budget: { min: 0.22 },
    tail: true,
  },
  {
    name: 'grid, 25 tiles, drawn before',
    requests: [request('GET', '/widgets/grid')],
    status: 200,
    budget: { min: 0.45 },
  },
  {
    name: 'carousel, 25 tiles, drawn before',
    requests: [request('GET', '/widgets/carousel')],
    status: 200,
    budget: { min: 0.45 },
  },
  {
    name: 'carousel, 25 tiles, data at hand',
    requests: times(MORE_PAGES_THAN_KEPT, (at) => request('GET', `/widgets/carousel?tabIndex=${at}`)),
    status: 200,
    budget: { min: 0.1 },
  },
  {
    name: 'grid, 25 tiles, data at hand',
    requests: times(MORE_PAGES_THAN_KEPT, (at) => request('GET', `/widgets/grid?tabIndex=${at}`)),
    status: 200,
    budget: { min: 0.1 },
  },
  {
    name: 'cached JSON, one GIF',
    requests: [request('GET', '/v1/gifs/Hot1')],
    status: 200,
    budget: { min: 0.6 },
  },
  {
    name: 'cached JSON, trending (25)',
    requests: [request('GET', HEAVY)],
    status: 200,
    tail: true,
    // A body of 150 KB costs bare Hono itself more than half of what a hello is of it, so the budget is a ratio to that.
    floor: { name: FLOORS.bytes, budget: { min: 0.85 } },
  },
  { name: FLOORS.bytes, server: 'floors', requests: [request('GET', '/bytes')], status: 200 },
  {
    name: 'pingback, 5 events, into a queue',
    server: 'queued',
    requests: [request('POST', '/v2/pingback', BATCH)],
    status: 204,
    budget: { min: 0.5 },
    tail: true,
    floor: { name: FLOORS.queue },
  },
  { name: FLOORS.queue, server: 'floors', requests: [request('POST', '/queue', BATCH)], status: 204 },
  {
    name: 'pingback, 5 events, sent on at once',
    requests: [request('POST', '/v2/pingback', BATCH)],
    status: 204,
    budget: { min: 0.35 },
    floor: { name: FLOORS.request },
  },
  { name: FLOORS.request, server: 'floors', requests: [request('POST', '/request', BATCH)], status: 204 },
  {
    name: '404 of the API',
    requests: [request('GET', '/v1/nothing/here')],
    status: 404,
    budget: { min: 0.65 },
  },
  {
    name: '405 of the API',
    requests: [request('DELETE', '/v1/gifs/trending')],
    status: 405,
    budget: { min: 0.65 },
  },
  { name: '404 page', requests: [request('GET', '/nothing/here')], status: 404, budget: { min: 0.45 } },
]
