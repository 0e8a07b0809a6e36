import type { Budget } from '../figure.ts'
import type { Question } from './load.ts'

/** What is measured against hello: its request, and the least ratio of CPU per request (`performance.md`). */
export type Target = Question & { name: string; budget?: Budget; tail?: boolean }

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

function request(method: string, path: string, body = ''): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `User-Agent: ${BROWSER}`,
    'Referer: https://blog.example.com/',
  ]
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const events = Array.from({ length: 5 }, (_, at) => ({
  ts: 1_790_000_000_000 + at,
  user_id: 'a1B2c3D4e5F6g7H8',
  action_type: 'SEEN',
  event_type: 'GIF_TRENDING',
  attributes: { position: JSON.stringify({ top: 120 * at, left: 0, width: 480, height: 270 }) },
  analytics_response_payload: 'eyJpZCI6IlRyZW5kMSIsImNhbGwiOiJ0cmVuZGluZyJ9',
}))

/** The question for an embed that nobody has asked before. */
export const coldEmbed = (id: string): Question => ({ request: request('GET', `/embed/${id}`), status: 200 })

export const HELLO: Target = {
  name: "Hono c.text('hi')",
  request: request('GET', '/'),
  status: 200,
  tail: true,
}

export const TARGETS: readonly Target[] = [
  {
    name: 'embed page, data at hand',
    request: request('GET', '/embed/Hot1'),
    status: 200,
    budget: { min: 0.22 },
    tail: true,
  },
  {
    name: 'carousel, 25 tiles',
    request: request('GET', '/widgets/carousel?limit=25'),
    status: 200,
    budget: { min: 0.1 },
  },
  {
    name: 'grid, 25 tiles',
    request: request('GET', '/widgets/grid?limit=25'),
    status: 200,
    budget: { min: 0.1 },
  },
  {
    name: 'cached JSON, one GIF',
    request: request('GET', '/v1/gifs/Hot1'),
    status: 200,
    budget: { min: 0.55 },
  },
  {
    name: 'cached JSON, trending (25)',
    request: request('GET', '/v1/gifs/trending'),
    status: 200,
    budget: { min: 0.55 },
    tail: true,
  },
  {
    name: 'pingback, 5 events',
    request: request('POST', '/v2/pingback', JSON.stringify({ events })),
    status: 204,
    budget: { min: 0.35 },
    tail: true,
  },
  { name: '404 of the API', request: request('GET', '/v1/nothing/here'), status: 404, budget: { min: 0.6 } },
  {
    name: '405 of the API',
    request: request('DELETE', '/v1/gifs/trending'),
    status: 405,
    budget: { min: 0.6 },
  },
  { name: '404 page', request: request('GET', '/nothing/here'), status: 404, budget: { min: 0.6 } },
]
