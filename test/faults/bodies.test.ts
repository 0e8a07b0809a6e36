import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { type Rig, startRig } from './rig.ts'
import { uploads } from './upstream-service.ts'

let rig: Rig

beforeAll(async () => {
  rig = await startRig({
    LOGS: 'on',
    PINGBACK_URL: 'https://pings.test',
    SITE_URL: 'https://site.test',
    GATEWAY_URL: 'https://gateway.test',
    IMAGING_URL: 'https://imaging.test',
  })
}, 120_000)

afterAll(() => rig?.stop())

type Headers = Record<string, string>

const OWN: Headers = { Cookie: 'sessionid=s3ss10n; csrftoken=t0ken', 'X-CSRFToken': 't0ken' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' }

/** Every kind of route that reads a body. */
const ROUTES: [what: string, headers: Headers][] = [
  ['POST /v2/pingback', JSON_TYPE],
  ['POST /browser-errors', { Origin: 'null' }],
  ['PUT /api/v1/users/42/', { ...OWN, ...FORM }],
  ['POST /gateway/analytics/a', { ...OWN, ...JSON_TYPE }],
  ['POST /imaging/trim', { ...OWN, ...MULTIPART }],
]

/** A connection whose head is sent, and of the body nothing yet. `response` is all that came when it ended. */
function open(what: string, headers: Headers, length: number) {
  const socket = connect(Number(new URL(rig.base).port), '127.0.0.1')
  const start = performance.now()
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Content-Length': String(length) })
  socket.write(`${what} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  let text = ''
  const response = new Promise<{ status: number; ms: number }>((resolve) => {
    socket.on('data', (data) => {
      text += data
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      if (status) resolve({ status: Number(status), ms: performance.now() - start })
    })
    socket.on('error', () => {})
  })
  return { socket, response }
}

const SOON_MS = 2000

it('T18: a refusal comes before the first byte of a body has left', async ({ task }) => {
  const refusals: [status: number, what: string, headers: Headers][] = [
    [403, 'POST /imaging/trim', MULTIPART],
    [403, 'POST /imaging/trim', { ...OWN, ...MULTIPART, Origin: 'https://evil.test' }],
    [401, 'POST /imaging/trim', { ...MULTIPART, Cookie: 'csrftoken=t0ken', 'X-CSRFToken': 't0ken' }],
    [403, 'POST /gateway/analytics/a', JSON_TYPE],
    [403, 'PUT /api/v1/users/42/', FORM],
    [403, 'POST /browser-errors', {}],
    [400, 'POST /v2/pingback', FORM],
    [400, 'PUT /api/v1/users/42/', { ...OWN, 'Content-Type': '__proto__' }],
    [404, 'POST /api/v3/nothing/', JSON_TYPE],
    [405, 'POST /v1/gifs/search', JSON_TYPE],
  ]
  tries(task, refusals.length)
  for (const [status, what, headers] of refusals) {
    const { socket, response } = open(what, headers, 1000)
    const { status: is, ms } = await response
    expect(is, what).toBe(status)
    expect(ms, what).toBeLessThan(SOON_MS)
    socket.destroy()
  }
})

it('T42: a large file arrives as it was sent, and the next is taken', async ({ task }) => {
  tries(task, 2)
  const file = new Uint8Array(3 * 1024 * 1024)
  for (let at = 0; at < file.length; at += 65_536) crypto.getRandomValues(file.subarray(at, at + 65_536))
  file.set(new TextEncoder().encode('GIF89a'))
  for (const start of ['1', '2']) {
    const body = new FormData()
    body.append('start', start)
    body.append('file', new File([file], 'a.gif'))
    const { status } = await rig.get('/imaging/trim', { method: 'POST', headers: OWN, body })
    expect(status).toBe(200)
    const arrived = uploads.at(-1)
    expect(arrived?.includes(Buffer.from(file))).toBe(true)
    expect(arrived?.length).toBeLessThan(file.length + 1024)
  }
})

it('F33: a client that disconnects mid-body logs one line and no error', {
  timeout: 60_000,
}, async ({ task }) => {
  tries(task, ROUTES.length)
  const before = rig.log().length
  const lines = () => rig.log().slice(before)
  for (const [index, [what, headers]] of ROUTES.entries()) {
    const { socket } = open(what, headers, 1000)
    socket.write('--b\r\n')
    // A busy machine reads the head late, and a client that disconnects before that logs nothing.
    await new Promise((resolve) => socket.once('connect', resolve))
    setTimeout(() => socket.destroy(), 1500)
    await expect.poll(() => lines().match(/"status":408/g)?.length, { timeout: 6500 }).toBe(index + 1)
  }
  expect(lines()).not.toMatch(/unexpected|"status":5\d\d|Network connection lost|\bat /)
})

it('F34, F15: a drip is cut after 10 s, while an honest slow body goes on', { timeout: 60_000 }, async ({
  task,
}) => {
  tries(task, ROUTES.length + 1)
  const drips = ROUTES.map(async ([what, headers]) => {
    const { socket, response } = open(what, headers, 1000)
    const timer = setInterval(() => socket.write('x'), 250)
    const { status, ms } = await response
    clearInterval(timer)
    socket.destroy()
    return { what, status, ms }
  })
  // 4 KB/s for 14 s.
  const slow = open('POST /gateway/analytics/a', { ...OWN, ...JSON_TYPE }, 56 * 1024)
  const timer = setInterval(() => slow.socket.write('x'.repeat(1024)), 250)
  for (const { what, status, ms } of await Promise.all(drips)) {
    expect(status, what).toBe(408)
    expect(ms, what).toBeGreaterThan(9_000)
    expect(ms, what).toBeLessThan(12_000)
  }
  expect((await slow.response).status).toBe(200)
  clearInterval(timer)
  slow.socket.destroy()
})
