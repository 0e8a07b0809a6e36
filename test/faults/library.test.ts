import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tries } from '../fixtures/site/tries.ts'
import type { FaultMode } from './fault-point.ts'
import { FILE, r2 } from './r2-service.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
/** Items of the library; each fault takes other ones, so that no copy of an earlier one is there. */
let ids: string[]

beforeAll(async () => {
  rig = await startRig({})
  const { text } = await rig.get('/v1/gifs/trending?limit=50')
  ids = (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)
}, 120_000)

afterEach(() => {
  for (const point of Object.values(rig.points)) point.mode = 'ok'
  r2.stalls = false
})

afterAll(() => rig?.stop())

/** Every route that reads the library, but for its files: with words that nobody has used before. */
const routes = (run: string): string[] => [
  `/embed/a-${run}1`,
  `/widgets/carousel?q=${run}2`,
  `/widgets/grid?q=${run}3`,
  `/gifs/a-${run}4`,
  `/gifs/a-${run}5/related`,
  `/search/${run}6`,
  `/channels/${run}7`,
  `/create/gifmaker/decorate/stickers/search/${run}8`,
  `/services/oembed?url=${encodeURIComponent(`${rig.base}/gifs/a-${run}9`)}`,
  `/v1/gifs/${run}10`,
  `/v1/gifs/search?q=${run}11`,
  '/v1/gifs/random',
  `/stories/${run}12`,
  '/stories',
]

/** What a visitor may get of a sick library: in time, with the time to try again, and no word of the fault. */
async function expectUnavailable(path: string): Promise<void> {
  const { status, headers, text, ms } = await rig.get(path)
  expect(status, path).toBe(503)
  expect(Number(headers.get('retry-after')), path).toBeGreaterThanOrEqual(1)
  expect(Number(headers.get('retry-after')), path).toBeLessThanOrEqual(6)
  expect(ms, path).toBeLessThan(3000)
  expect(text, path).not.toMatch(/D1_|\bR2\b|SQLITE|sqlite|127\.0\.0\.1:\d+\/query/)
}

const sqlError = (error: string) => ({ json: { success: false, error } })

const D1_FAULTS: [name: string, mode: FaultMode][] = [
  ['is down', 500],
  ['is locked', sqlError('database is locked: SQLITE_BUSY')],
  ['hangs', 'hang'],
  ['names a constraint', sqlError('UNIQUE constraint failed: gifs.id: SQLITE_CONSTRAINT')],
]

it.for(D1_FAULTS)('F12: D1 %s: 14 routes are 503', async ([name, mode], { task }) => {
  rig.points.d1.mode = mode
  const paths = routes(name.replaceAll(' ', ''))
  tries(task, paths.length)
  await Promise.all(paths.map(expectUnavailable))
  // The fault itself is logged: a person has to find out.
  expect(rig.log()).toContain('library')
})

describe('F32: a store that hangs', () => {
  it('D1: 15 routes respond within 3 s', async ({ task }) => {
    rig.points.d1.mode = 'hang'
    const paths = [...routes('hanging'), `/media/${ids[0]}/original.gif`]
    tries(task, paths.length)
    await Promise.all(paths.map(expectUnavailable))
  })

  it('R2: its files are 503 within 3 s, in part and as a head too', async () => {
    rig.points.r2.mode = 'hang'
    await expectUnavailable(`/media/${ids[1]}/original.gif`)
    const part = await rig.get(`/media/${ids[1]}/original.gif`, { headers: { Range: 'bytes=2-5' } })
    const head = await rig.get(`/media/${ids[1]}/original.gif`, { method: 'HEAD' })
    expect([part.status, head.status]).toEqual([503, 503])
    expect(Math.max(part.ms, head.ms)).toBeLessThan(3000)
  })

  it('R2 in the middle of a file: it breaks off, and does not stand open', async () => {
    r2.stalls = true
    const start = performance.now()
    await expect(rig.get(`/media/${ids[2]}/original.gif`)).rejects.toThrow()
    expect(performance.now() - start).toBeLessThan(8000)
  })

  it('/healthz names it within 3 s, and a flood of requests is one question', async () => {
    rig.points.d1.mode = 'hang'
    // An isolate knows for 5 s how its bindings are.
    const states = async () => JSON.parse((await rig.get('/healthz')).text) as Health
    await expect.poll(states, { timeout: 10_000, interval: 500 }).toMatchObject({ status: 'failing' })
    const before = rig.points.d1.requests
    const responses = await Promise.all(Array.from({ length: 50 }, () => rig.get('/healthz')))
    expect(responses.every(({ status, ms }) => status === 200 && ms < 3000)).toBe(true)
    expect(JSON.parse(responses[0]?.text ?? '')).toMatchObject({
      bindings: { DB: 'failing', MEDIA: 'ok', CACHE: 'ok' },
    })
    expect(rig.points.d1.requests - before).toBeLessThanOrEqual(1)
  })
})

type Health = { status: string; bindings: Record<string, string> }

it.for<FaultMode>([429, 500, 'reset', 'hang'])('F13: R2 get: %s is 503', async (mode) => {
  rig.points.r2.mode = mode
  await expectUnavailable(`/media/${ids[3]}/original.gif`)
})

it('a store that is well again serves at once', async () => {
  const file = await rig.get(`/media/${ids[0]}/original.gif`)
  expect([file.status, file.text, file.headers.get('content-length')]).toEqual([
    200,
    FILE,
    String(FILE.length),
  ])
  const part = await rig.get(`/media/${ids[0]}/original.gif`, { headers: { Range: 'bytes=2-5' } })
  expect([part.status, part.text]).toEqual([206, FILE.slice(2, 6)])
})
