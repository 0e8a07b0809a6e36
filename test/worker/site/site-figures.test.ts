import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CountedEvent, countEvents } from '../../../origin/counters.ts'
import { dropExpired } from '../../../origin/nightly.ts'
import { createPayloads } from '../../../origin/stored-key.ts'
import type { QueuedEvent } from '../../../shared/schema/pingback.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { read } from '../../fixtures/site/forms.ts'

const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const NOON = Date.UTC(2026, 10, 22, 12)
const DAY = 86_400_000
const CAT = 'cat00001'
const OTHER = 'cat00002'
const site = embeddedSite()
let ann: Visitor
let bob: Visitor
let boss: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  ann = await somebodyNew(site, { username: 'owner' })
  bob = await somebodyNew(site, { username: 'other' })
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  await env.DB.prepare("UPDATE gifs SET user_id = 'id-owner' WHERE id = ?1").bind(CAT).run()
})
beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  const tables = ['counted', 'tallies', 'counters', 'day_counts', 'day_totals', 'site_counts', 'favorites']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})
afterEach(() => vi.useRealTimers())

const json = async (who: Visitor, path: string) => {
  const response = await who.call(`GET /api/v3/analytics/${path}`)
  return { status: response.status, body: await response.json<{ results: object[]; count: number }>() }
}

let visitor = 0
const event = (action: CountedEvent['action'], more: Partial<CountedEvent> = {}): CountedEvent => ({
  gifId: CAT,
  action,
  visitor: `v${visitor++}`,
  atMs: Date.now(),
  ...more,
})

/** Counts so many events of a kind on the way that pingbacks go. */
const count = (action: CountedEvent['action'], times: number, more: Partial<CountedEvent> = {}) =>
  countEvents(
    env.DB,
    Array.from({ length: times }, () => event(action, more)),
    more.atMs ?? Date.now(),
  )

describe('figures of one’s own items (docs/contract.md)', () => {
  it('are by item and day, the newest first, and one’s own alone', async () => {
    await count('SEEN', 3)
    await count('CLICK', 1)
    await count('SHARE_LINK', 2)
    await count('SEEN', 5, { atMs: NOON - DAY })
    await count('SEEN', 7, { gifId: OTHER })
    const { body } = await json(ann, 'gifs/')
    const none = { hovers: 0, clicks: 0, favorites: 0, shares: 0 }
    expect(body).toMatchObject({
      count: 2,
      results: [
        { gif_id: CAT, day: '2026-11-22', ...none, views: 3, clicks: 1, shares: 2 },
        { gif_id: CAT, day: '2026-11-21', ...none, views: 5 },
      ],
    })
    expect((await json(ann, 'gifs/?limit=1&offset=1')).body.results).toMatchObject([{ day: '2026-11-21' }])
    expect((await json(ann, 'gifs/?from=2026-11-21&to=2026-11-21')).body.results).toMatchObject([
      { views: 5 },
    ])
    expect((await json(ann, 'days/')).body.results).toMatchObject([{ views: 3 }, { views: 5 }])
    expect((await json(bob, 'gifs/')).body.count).toBe(0)
    expect((await json(site.visitor(), 'gifs/')).status).toBe(401)
  })

  it('a range is at most 366 days, and begins before it ends', async () => {
    expect((await json(ann, 'gifs/?from=2025-11-01&to=2026-11-22')).status).toBe(400)
    expect((await json(ann, 'gifs/?from=2026-11-23&to=2026-11-22')).status).toBe(400)
    expect((await json(ann, 'gifs/?from=yesterday')).status).toBe(400)
  })

  it('all items are for staff', async () => {
    await count('SEEN', 3)
    await count('SEEN', 7, { gifId: OTHER })
    for (const path of ['gifs/', 'days/', 'sites/', 'gifs/csv/'])
      expect((await ann.call(`GET /api/v3/analytics/${path}?all=true`)).status).toBe(403)
    expect((await json(boss, 'gifs/?all=true')).body.count).toBe(2)
    expect((await json(boss, 'days/?all=true')).body.results).toMatchObject([{ views: 10 }])
    expect((await json(boss, 'gifs/')).body.count).toBe(0)
  })

  it('a favorite counts on its day', async () => {
    expect((await bob.call(`PUT /api/v1/users/self/favorites/${CAT}`)).status).toBe(204)
    expect((await bob.call(`PUT /api/v1/users/self/favorites/${CAT}`)).status).toBe(204)
    expect((await json(ann, 'gifs/')).body.results).toMatchObject([{ favorites: 1, views: 0 }])
  })

  it('are a file without formulas', async () => {
    await env.DB.prepare("UPDATE gifs SET title = '=1+1' WHERE id = ?1").bind(CAT).run()
    await count('SEEN', 2)
    const text = await (await ann.call('GET /api/v3/analytics/gifs/csv/')).text()
    expect(text).toContain('"day","gif_id","title","views","hovers","clicks","favorites","shares"\r\n')
    expect(text).toContain(`"2026-11-22","${CAT}","'=1+1","2","0","0","0","0"\r\n`)
  })
})

describe('where items are seen (docs/privacy.md)', () => {
  const send = async (embedding: string, headers: Record<string, string> = {}, at = site) => {
    const payload = await createPayloads(env.DB).write(CAT, Date.now())
    const ping = {
      user_id: '0123456789abcdef',
      action_type: 'SEEN',
      attributes: { site: embedding },
      analytics_response_payload: payload,
    }
    const response = await at.visitor().call('POST /v2/pingback', {
      json: { events: [ping] },
      headers: { ...BROWSER, ...headers },
    })
    expect(response.status).toBe(204)
  }
  const direct = embeddedSite({ PINGBACKS: undefined })
  const off = embeddedSite({ PINGBACKS: undefined, TRACKING: 'off' })

  it('is the origin alone, of a web page', async () => {
    await send('https://blog.test/private/page?token=1#x', {}, direct)
    expect((await json(ann, 'sites/')).body).toEqual({
      results: [{ site: 'https://blog.test', views: 1, hovers: 0, clicks: 0 }],
      count: 1,
    })
  })

  it.each([
    ['javascript:alert(1)', {}, direct],
    ['no address', {}, direct],
    ['https://blog.test', { 'Sec-GPC': '1' }, direct],
    ['https://blog.test', { DNT: '1' }, direct],
    ['https://blog.test', {}, off],
  ])('is not kept: %s %o', async (embedding, headers, at) => {
    await send(embedding, headers, at)
    expect((await json(ann, 'sites/')).body.count).toBe(0)
  })

  it('goes to no other service with the event', async () => {
    const queued = vi.spyOn(env.PINGBACKS, 'send').mockResolvedValue({} as never)
    await send('https://blog.test/page')
    const [sent] = (queued.mock.lastCall?.[0] ?? []) as QueuedEvent[]
    expect(sent?.attributes).toEqual({})
    expect(sent?.door).toMatchObject({ site: 'https://blog.test' })
    vi.restoreAllMocks()
  })

  it('T60: an item tells 100 sites of a day apart, and the list has 100', async () => {
    for (let at = 0; at < 105; at++) await count('SEEN', 1, { site: `https://s${at}.test` })
    await count('SEEN', 1, { site: 'https://s3.test' })
    const { body } = await json(ann, 'sites/')
    expect(body.count).toBe(100)
    expect(body.results.slice(0, 2)).toMatchObject([
      { site: '', views: 5 },
      { site: 'https://s3.test', views: 2 },
    ])
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM site_counts').first('n')
    expect(rows).toBe(101)
    await dropExpired(env.DB, NOON + 402 * DAY)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM site_counts').first('n')).toBe(0)
  })
})

describe('/account/figures without scripts (docs/contract.md)', () => {
  it('shows a chart, tables, and the way to the file', async () => {
    expect((await read(site.visitor(), '/account/figures')).status).toBe(303)
    expect((await read(bob, '/account/figures')).text).toContain('Nothing was counted on these days.')
    await count('SEEN', 3, { site: 'https://blog.test' })
    const { text } = await read(ann, '/account/figures')
    expect(text).toContain('aria-label="Views: 3"')
    expect(text.match(/<rect x=/g)).toHaveLength(30)
    expect(text).toContain('<bdi>https://blog.test</bdi>')
    expect(text).toContain('href="/api/v3/analytics/gifs/csv/?from=2026-10-24&amp;to=2026-11-22"')
    expect(
      (await read(ann, '/account/figures?from=2026-11-22&to=2026-11-22')).text.match(/<rect x=/g),
    ).toHaveLength(1)
    expect((await read(ann, '/account/figures?from=x&to=y')).status).toBe(200)
    expect((await read(ann, '/account/figures?page=x')).status).toBe(404)
  })
})
