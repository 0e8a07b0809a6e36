import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import { pingOf } from '../fixtures/upstreams/pingback.ts'
import { countConnections, type FaultMode } from './fault-point.ts'
import { type Rig, startRig } from './rig.ts'
import { arrived, pingbacks } from './upstream-service.ts'

let rig: Rig

beforeAll(async () => {
  rig = await startRig({
    PROVIDER_URL: 'https://provider.test',
    PROVIDER_KEY: 'secret-key',
    PINGBACK_URL: 'https://pings.test',
  })
}, 120_000)

afterEach(() => {
  for (const point of Object.values(rig.points)) Object.assign(point, { mode: 'ok', only: undefined })
})

afterAll(() => rig?.stop())

const MODES: FaultMode[] = [429, 500, 'reset', 'hang']

/** Three pages that read the provider, of items that nobody has read. */
const pages = (run: string) => [`/embed/a-${run}1`, `/widgets/grid?q=${run}2`, `/gifs/a-cat-${run}3`]

/** The bound of a cache layer is 150 ms; the rest is for a busy machine. */
const SOON_MS = 1500

async function expectWell(path: string): Promise<void> {
  const { status, ms } = await rig.get(path)
  expect(status, path).toBe(200)
  expect(ms, path).toBeLessThan(SOON_MS)
}

it.for(['none', 'cut', 'sum'])(
  'F6: bad gzip (%s) of the provider is a failure, and nothing of it is kept',
  async (kind) => {
    const id = `badgzip${kind}`
    expect((await rig.get(`/embed/a-${id}`)).status).toBe(502)
    const { status, text } = await rig.get(`/v1/gifs/${id}`)
    expect(status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({ data: [], meta: { status: 502 } })
    await expectWell('/embed/a-after')
  },
)

it.for(MODES)('F9: KV reads: %s: 3 pages are whole, and soon', async (mode, { task }) => {
  Object.assign(rig.points.kv, { mode, only: 'GET' })
  const paths = pages(`get${mode}`)
  tries(task, paths.length)
  const before = rig.points.kv.requests
  for (const path of paths) await expectWell(path)
  expect(rig.points.kv.requests).toBeGreaterThanOrEqual(before + paths.length)
})

it.for(MODES)('F10: KV writes: %s: the page is whole, and the next one too', async (mode) => {
  Object.assign(rig.points.kv, { mode, only: 'PUT' })
  const path = `/embed/a-put${mode}`
  const before = rig.points.kv.requests
  await expectWell(path)
  // The read, and the write that failed.
  await expect.poll(() => rig.points.kv.requests, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2)
  await expectWell(path)
})

it.for(MODES)('F11: the Cache API: %s: a page is whole, and soon', async (mode) => {
  rig.points.cache.mode = mode
  const before = rig.points.cache.requests
  await expectWell(`/embed/a-cache${mode}`)
  expect(rig.points.cache.requests).toBeGreaterThan(before)
})

it.for(MODES)('F12: D1: %s: embeds of a provider’s items are not affected', async (mode) => {
  rig.points.d1.mode = mode
  await expectWell(`/embed/a-d1${mode}`)
})

it('F9, F11: KV and the Cache API hang together: the page is whole within 3 s', async () => {
  rig.points.kv.mode = 'hang'
  rig.points.cache.mode = 'hang'
  await expectWell('/embed/a-bothHang')
})

describe('F31: a queue that is down', () => {
  const send = (payload: string) =>
    rig.get('/v2/pingback', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: [pingOf({ analytics_response_payload: payload, ts: Date.now() })] }),
    })

  it.for(MODES)('%s: the events reach their upstream before the 204', async (mode) => {
    rig.points.queue.mode = mode
    const payload = `lost-${mode}`
    const { status, ms } = await send(payload)
    expect(status).toBe(204)
    expect(ms).toBeLessThan(4000)
    expect(pingbacks.filter((body) => body.includes(payload))).toHaveLength(1)
  })

  it.for(MODES)('%s, and a sick upstream: 503 leaves them with the page', async (mode) => {
    rig.points.queue.mode = mode
    rig.points.upstream.mode = 500
    const { status, headers } = await send(`kept-${mode}`)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
  })
})

it('F14: no page has more than six connections open at once', async ({ task }) => {
  const paths = [
    '/embed/a-slowSix',
    '/widgets/carousel?q=slow-six',
    '/widgets/grid?related=slowSeven',
    '/gifs/a-cat-slowEight',
    '/search/slow-six',
    '/',
  ]
  tries(task, paths.length)
  for (const path of paths) {
    const connections = countConnections()
    const { status } = await rig.get(path)
    expect(status, path).toBe(200)
    expect(connections.most, path).toBeGreaterThan(0)
    expect(connections.most, path).toBeLessThanOrEqual(6)
  }
})

it('F16: 500 visitors leave while their page is made: the next one has its flight, and nothing is logged', async ({
  task,
}) => {
  const ABORTS = 500
  tries(task, ABORTS)
  const before = rig.log()
  const leave = async (n: number) => {
    const path = `/embed/a-slow${n}`
    const visitor = new AbortController()
    const left = rig.get(path, { signal: visitor.signal }).catch(() => 'left')
    await expect
      .poll(() => arrived.includes(`/v1/gifs/slow${n}`), { interval: 2, timeout: 20_000 })
      .toBe(true)
    visitor.abort()
    expect(await left).toBe('left')
    const { status } = await rig.get(path)
    return status === 200 && arrived.filter((one) => one.endsWith(`/slow${n}`)).length === 1
  }
  const hits: boolean[] = []
  for (let n = 0; n < ABORTS; n += 25) {
    hits.push(...(await Promise.all(Array.from({ length: 25 }, (_, i) => leave(n + i)))))
  }
  expect(hits.filter(Boolean)).toHaveLength(ABORTS)
  expect(rig.log()).toBe(before)
})
