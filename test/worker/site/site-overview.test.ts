import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countEvents } from '../../../origin/counters.ts'
import { dropExpired } from '../../../origin/nightly.ts'
import { COUNT_WAITING } from '../../../origin/site/overview.ts'
import { storeLetters } from '../../../worker/pingbacks/dead-letters.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'

const site = embeddedSite()
let max: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'max', role: 'moderator' }])
  max = await signedIn(site, 'max')
})

const TABLES = [
  ...['gifs', 'stories', 'reports', 'moderation_queue', 'uploads', 'scheduled_gifs', 'trending_stories'],
  ...['dead_letters', 'outbox', 'counted', 'day_totals'],
]

beforeEach(() => env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`))))

const overview = async () => ownAnswer('overview', await max.call('GET /api/v3/overview/'))

const addGifs = (...ids: string[]) =>
  env.DB.batch(
    ids.map((id) =>
      env.DB.prepare(
        "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00')",
      ).bind(id),
    ),
  )

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

describe('what waits', () => {
  it('is nothing at first', async () => {
    expect((await overview()).waiting).toEqual({
      moderation: 0,
      reports: 0,
      claims: 0,
      schedule: 0,
      uploads: 0,
      pingbacks: 0,
      mails: 0,
    })
  })

  it('is counted without what is done', async () => {
    await addGifs('a', 'b', 'c')
    const now = new Date().toISOString()
    const run = (sql: string) => env.DB.prepare(sql).bind(now)
    const uploads = ['failed', 'failed', 'done']
    await env.DB.batch([
      run(`INSERT INTO reports (gif_id, reasons, anonymous, visitor, state, created_at)
           VALUES ('a', '["spam"]', 0, 'v', 'open', ?1), ('b', '["spam"]', 0, 'v', 'rejected', ?1)`),
      run(
        `INSERT INTO stories (id, slug, user_id, created_at, updated_at) VALUES ('s', 's', 'id-max', ?1, ?1)`,
      ),
      run(`INSERT INTO trending_stories (story_id, publish_at) VALUES ('s', ?1)`),
      run(`INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker, done_at)
           VALUES ('a', ?1, 'gif', 0, NULL), ('b', ?1, 'gif', 0, ?1)`),
      ...uploads.map((state, n) =>
        run(`INSERT INTO uploads (gif_id, user_id, sha256, file, state, created_at, updated_at)
             VALUES ('${'abc'[n]}', 'id-max', '${n}', 'f', '${state}', ?1, ?1)`),
      ),
      run(`INSERT INTO outbox (recipient, subject, text, created_at, sent_at)
           VALUES ('a', 's', 't', ?1, NULL), ('a', 's', 't', ?1, NULL), ('a', 's', 't', ?1, ?1)`),
      run("DELETE FROM moderation_queue WHERE gif_id = 'c' OR ?1 = ''"),
    ])
    await storeLetters(env.DB, [{ event: pingOf(), reason: 'refused' }])
    expect((await overview()).waiting).toEqual({
      moderation: 2,
      reports: 1,
      claims: 0,
      schedule: 2,
      uploads: 2,
      pingbacks: 1,
      mails: 2,
    })
  })

  it('is counted up to 1,000, each by an index', async () => {
    await storeLetters(
      env.DB,
      Array.from({ length: 1001 }, (_, ts) => ({ event: pingOf({ ts }), reason: 'refused' })),
    )
    expect((await overview()).waiting.pingbacks).toBe(1000)
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${COUNT_WAITING}`).all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail).join('\n')
    for (const index of [
      'reports_by_state',
      'scheduled_gifs_due',
      'trending_stories_due',
      'uploads_failed',
      'outbox_unsent',
    ]) {
      expect(plan).toContain(index)
    }
  })
})

describe('the last 30 days', () => {
  it('have what visitors did with all items, also with those that are gone, and no other day', async () => {
    await addGifs('a', 'b')
    const now = Date.now()
    const event = { gifId: 'a', action: 'SEEN', visitor: 'v', atMs: now } as const
    await countEvents(
      env.DB,
      [
        event,
        event,
        { ...event, visitor: 'w' },
        { ...event, gifId: 'b' },
        { ...event, action: 'CLICK' },
        { ...event, action: 'SHARE' },
        { ...event, gifId: 'nobody’s' },
      ],
      now,
    )
    await countEvents(env.DB, [event, { ...event, visitor: 'x' }], now)
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'b'").run()
    const add = env.DB.prepare("INSERT INTO day_totals (day, action, count) VALUES (?1, 'HOVER', 7)")
    await env.DB.batch([29, 30].map((ago) => add.bind(dayOf(now - ago * DAY_MS))))

    const { days } = await overview()
    expect(days.at(-1)).toEqual({ day: dayOf(now), SEEN: 4, HOVER: 0, CLICK: 1 })
    expect(days[0]).toEqual({ day: dayOf(now - 29 * DAY_MS), SEEN: 0, HOVER: 7, CLICK: 0 })
    expect(days.reduce((sum, { SEEN, HOVER, CLICK }) => sum + SEEN + HOVER + CLICK, 0)).toBe(12)
  })

  it('are kept for 400', async () => {
    const now = Date.now()
    const add = env.DB.prepare("INSERT INTO day_totals (day, action, count) VALUES (?1, 'SEEN', 1)")
    await env.DB.batch([400, 401].map((ago) => add.bind(dayOf(now - ago * DAY_MS))))
    await dropExpired(env.DB, now)
    const { results } = await env.DB.prepare('SELECT day FROM day_totals').all()
    expect(results).toEqual([{ day: dayOf(now - 400 * DAY_MS) }])
  })
})
