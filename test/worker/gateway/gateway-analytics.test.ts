import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropExpired } from '../../../origin/nightly.ts'
import { createPayloads } from '../../../origin/stored-key.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const EVENTS = '/gateway/analytics/events'
const SHARE = '/gateway/analytics/share'
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const NOON = Date.UTC(2026, 10, 22, 12)
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const CAT = 'cat00001'
const site = embeddedSite()
let ann: Visitor
let bob: Visitor
let boss: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  ann = await somebodyNew(site, { username: 'owner' })
  bob = await somebodyNew(site, { username: 'other' })
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  await env.DB.prepare(
    "UPDATE gifs SET user_id = 'id-owner' WHERE id IN ('cat00001', 'hide0001', 'gone0001')",
  ).run()
})

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  const tables = ['counted', 'tallies', 'counters', 'day_counts']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})
afterEach(() => void vi.useRealTimers())

/** An event about an item, as the site sends it. */
const eventOf = async (action_type: string, id = CAT, fields: object = {}) => ({
  ts: Date.now(),
  user_id: '0123456789abcdef',
  action_type,
  event_type: 'GIF_TRENDING',
  attributes: { position: '{"top":0}' },
  analytics_response_payload: await createPayloads(env.DB).write(id, Date.now()),
  ...fields,
})

const post = async (who: Visitor, json: unknown, path = EVENTS, headers: Record<string, string> = {}) => {
  const response = await who.call(`POST ${path}`, { json, headers: { ...BROWSER, ...headers } })
  return { status: response.status, text: await response.text() }
}

const days = async (who = ann, query = '') => {
  const answer = await who.call(`GET ${EVENTS}?gif_id=${CAT}${query}`)
  return (await ownAnswer('analytics', answer)).results.map(({ day, counts }) => [day, counts])
}

const share = async (shareType: string, gifId = CAT, headers = {}) =>
  (await post(site.visitor(), { shareType, gifId }, SHARE, headers)).status

/** An analytic of a visitor, who has been given a `csrftoken` before. */
async function analytic(type: string, id = CAT): Promise<number> {
  const visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  return (await visitor.call(`POST /ajax/gif/${id}/analytic/${type}/`, { headers: BROWSER })).status
}

describe('§7 the base of the analytics calls', () => {
  it('counts batches of events, and tells them by item and day', async () => {
    const events = [await eventOf('SEEN'), await eventOf('CLICK'), await eventOf('COPY_LINK')]
    expect(await post(bob, { events })).toEqual({ status: 204, text: '' })
    vi.setSystemTime(NOON + DAY)
    expect((await post(bob, [await eventOf('SEEN')], '/gateway/analytics/any/other')).status).toBe(204)
    expect(await days()).toEqual([
      ['2026-11-23', { SEEN: 1 }],
      ['2026-11-22', { CLICK: 1, COPY_LINK: 1, SEEN: 1 }],
    ])
    expect(await days(boss, '&since=2026-11-23')).toEqual([['2026-11-23', { SEEN: 1 }]])
    expect(await days(boss, '&until=2026-11-22')).toHaveLength(1)
  })

  it('moves the counters and the heat that pingbacks move; what is no pingback’s action moves neither', async () => {
    const stateOf = async () => {
      const heat = await env.DB.prepare('SELECT heat FROM gifs WHERE id = ?1').bind(CAT).first('heat')
      const counters = await env.DB.prepare('SELECT action, count FROM counters WHERE gif_id = ?1')
        .bind(CAT)
        .all()
      return { heat, counters: counters.results }
    }
    const before = await stateOf()
    await post(bob, { events: [await eventOf('FAVORITE')] })
    expect(await stateOf()).toEqual(before)
    await post(bob, { events: [await eventOf('SEEN')] })
    const seen = await stateOf()
    expect(seen.counters).toEqual([{ action: 'SEEN', count: 1 }])
    expect(seen.heat).toBeGreaterThan(Number(before.heat))
    // In the hour of the other: it must not count that one's weight again.
    await post(bob, { events: [await eventOf('SHARE')] })
    expect(await stateOf()).toEqual(seen)
    expect(await days()).toEqual([['2026-11-22', { FAVORITE: 1, SEEN: 1, SHARE: 1 }]])
  })

  it('T26: a network counts once an hour for an item and action, whoever is signed in, however often it comes', async ({
    task,
  }) => {
    tries(task, 60)
    for (let n = 0; n < 20; n++) {
      for (const who of [ann, bob, boss]) {
        expect(
          (await post(who, { events: [await eventOf('CLICK', CAT, { ts: Date.now() + n })] })).status,
        ).toBe(204)
      }
    }
    expect(await days()).toEqual([['2026-11-22', { CLICK: 1 }]])
    vi.setSystemTime(NOON + HOUR)
    await post(bob, { events: [await eventOf('CLICK')] })
    expect(await days()).toEqual([['2026-11-22', { CLICK: 2 }]])
  })

  it.each<[string, object]>([
    ['a payload of somebody’s own making', { analytics_response_payload: `abc.def.${btoa(CAT)}` }],
    ['no payload', { analytics_response_payload: undefined }],
    ['a time of yesterday’s yesterday', { ts: NOON - 2 * DAY }],
    ['a time of tomorrow’s tomorrow', { ts: NOON + 2 * DAY }],
  ])('T26: leaves out an event with %s, and takes the others', async (_what, fields) => {
    const events = [await eventOf('SEEN', CAT, fields), await eventOf('CLICK')]
    expect((await post(bob, { events })).status).toBe(204)
    expect(await days()).toEqual([['2026-11-22', { CLICK: 1 }]])
  })

  it('T26: takes nobody’s word on who is signed in, and counts no bot', async () => {
    const forged = await eventOf('SEEN', CAT, { logged_in_user_id: 'id-boss' })
    expect((await post(bob, { events: [forged] }, EVENTS, { 'User-Agent': 'Googlebot/2.1' })).status).toBe(
      204,
    )
    expect(await days()).toEqual([])
    const run = vi.spyOn(env.DB, 'prepare')
    await post(bob, { events: [forged] })
    expect(JSON.stringify(run.mock.calls)).not.toContain('id-boss')
    run.mockRestore()
  })

  it.each<[string, unknown]>([
    ['no list', { any: 'thing' }],
    ['no events', { events: [] }],
    ['null', null],
    ['101 events', { events: Array.from({ length: 101 }, () => ({ action_type: 'SEEN' })) }],
    ['an unknown action', { events: [{ action_type: 'BUY' }] }],
    ['a time that is none', { events: [{ action_type: 'SEEN', ts: 'noon' }] }],
    ['an attribute of 1 KB', { events: [{ action_type: 'SEEN', attributes: { a: 'x'.repeat(1024) } }] }],
  ])('refuses %s with what is wrong', async (_what, body) => {
    const { status, text } = await post(bob, body)
    expect([status, Object.keys(JSON.parse(text).error.detail)]).toEqual([
      400,
      [expect.stringMatching(/^events/)],
    ])
  })

  it('refuses what is no JSON, more than 64 KB, strangers, and other methods', async () => {
    const raw = async (what: string, body?: string) =>
      (await bob.call(what, { ...(body && { body }), headers: { 'Content-Type': 'application/json' } }))
        .status
    expect(await raw(`POST ${EVENTS}`, '{')).toBe(400)
    expect(await raw(`POST ${EVENTS}`, 'x'.repeat(65 * 1024))).toBe(413)
    for (const method of ['PUT', 'DELETE']) {
      const response = await bob.call(`${method} ${EVENTS}`)
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, POST, HEAD'])
    }
    expect((await post(site.visitor(), { events: [await eventOf('SEEN')] })).status).toBe(403)
    expect((await site.visitor().call(`GET ${EVENTS}?gif_id=${CAT}`)).status).toBe(401)
  })

  it('T35: tells the owner and staff alone', async () => {
    const status = async (who: Visitor, id: string) => (await who.call(`GET ${EVENTS}?gif_id=${id}`)).status
    const cells: [Visitor, string, number][] = [
      [bob, CAT, 403],
      [bob, 'hide0001', 404],
      [ann, 'hide0001', 200],
      [ann, 'gone0001', 410],
      [boss, 'unknown', 404],
      [boss, 'cat00002', 200],
      [ann, 'cat00002', 403],
    ]
    for (const [who, id, expected] of cells) expect([id, await status(who, id)]).toEqual([id, expected])
  })

  it.each([
    ['', 'gif_id'],
    ['?gif_id=a/b', 'gif_id'],
    [`?gif_id=${CAT}&since=soon`, 'since'],
    [`?gif_id=${CAT}&since=2026-11-23&until=2026-11-22`, 'since'],
    [`?gif_id=${CAT}&since=2024-01-01`, 'since'],
    [`?gif_id=${CAT}&until=2026-02-30`, 'until'],
  ])('refuses to read %s', async (query, field) => {
    const response = await boss.call(`GET ${EVENTS}${query}`)
    const { error } = await response.json<{ error: { detail: object } }>()
    expect([response.status, Object.keys(error.detail)]).toEqual([400, [field]])
  })

  it('a day’s counts go with their item, and after 400 days', async () => {
    await env.DB.batch(
      ['2025-10-17', '2025-10-18'].map((day) =>
        env.DB.prepare("INSERT INTO day_counts VALUES (?1, ?2, 'SEEN', 1)").bind(CAT, day),
      ),
    )
    await dropExpired(env.DB, NOON)
    const left = await env.DB.prepare('SELECT day FROM day_counts').all()
    expect(left.results).toEqual([{ day: '2025-10-18' }])
    await env.DB.prepare("INSERT INTO day_counts VALUES ('many0001', '2026-11-01', 'SEEN', 1)").run()
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'many0001'").run()
    expect(await env.DB.prepare('SELECT count(*) AS n FROM day_counts').first('n')).toBe(1)
  })
})

describe('§7 the share-analytics call', () => {
  it.each(['twitter', 'facebook', 'pinterest', 'link', 'embed'])('counts %s', async (type) => {
    expect([await share(type), await share(type)]).toEqual([204, 204])
    expect(await days()).toEqual([['2026-11-22', { [`SHARE_${type.toUpperCase()}`]: 1 }]])
  })

  it('counts nothing of a bot, an item that is not there, or another kind of sharing', async () => {
    expect(await share('link', CAT, { 'User-Agent': 'Googlebot/2.1' })).toBe(204)
    expect(await share('link', 'unknown')).toBe(204)
    expect(await share('mastodon')).toBe(400)
    expect(await share('link', CAT, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM day_counts').first('n')).toBe(0)
  })
})

describe('§7 a GIF’s analytic', () => {
  it('is counted by its type, as pingbacks are', async () => {
    for (const type of ['share', 'copy-link', 'SEEN', 'seen', 'share-twitter'])
      expect(await analytic(type)).toBe(204)
    expect(await days()).toEqual([['2026-11-22', { COPY_LINK: 1, SEEN: 1, SHARE: 1, SHARE_TWITTER: 1 }]])
  })

  it.each([
    ['an unknown type', 'buy', CAT, 400],
    ['an unknown item', 'share', 'unknown', 404],
    ['a hidden item', 'share', 'hide0001', 404],
    ['one that was taken down', 'share', 'gone0001', 410],
  ])('refuses %s', async (_what, type, id, status) => {
    expect(await analytic(type, id)).toBe(status)
  })

  it('T19: needs the csrftoken, also of a visitor, who may not come more often than others', async () => {
    expect((await site.visitor().call(`POST /ajax/gif/${CAT}/analytic/share/`)).status).toBe(403)
    const PINGBACK_LIMIT = { limit: async () => ({ success: false }) }
    const full = embeddedSite({ TRUST_PROXY: 'on', PINGBACK_LIMIT }).visitor()
    full.address = '192.0.2.1'
    await (await full.call('GET /login/check')).text()
    expect((await full.call(`POST /ajax/gif/${CAT}/analytic/share/`)).status).toBe(429)
  })
})
