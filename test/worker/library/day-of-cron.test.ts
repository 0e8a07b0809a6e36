import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS, isoTime } from '../../../shared/time.ts'
import { isDue } from '../../../tools/steps/schedule.ts'
import worker from '../../../worker/index.ts'
import wrangler from '../../../wrangler.toml?raw'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { measuredDb } from '../../fixtures/library/measured-db.ts'
import { embeddedSite, somebodyNew } from '../../fixtures/site/embedded-site.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'

const MINUTE_MS = 60_000
const MIDNIGHT = Date.UTC(2026, 10, 28)
const CRONS = JSON.parse(/crons = (\[.*\])/.exec(wrangler)?.[1] ?? '[]') as string[]

beforeEach(() => void vi.useFakeTimers({ now: MIDNIGHT, toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const at = (ms: number) => isoTime(MIDNIGHT + ms)
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const count = (from: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>('n')

/** A GIF due each half hour, one mail that was left, sessions and pingbacks for the night, and a moderator with a digest an hour. */
async function fillDay(): Promise<void> {
  await fillLibrary(env.DB)
  const mod = await somebodyNew(embeddedSite({ JOBS: undefined, MAIL: undefined }), {
    username: 'mod',
    role: 'moderator',
  })
  await (await mod.call('PUT /api/v3/digest', { form: { every: 'hour', queue_over: '0' } })).text()
  const insert = (sql: string, rows: unknown[][]) =>
    env.DB.batch(rows.map((row) => env.DB.prepare(sql).bind(...row)))
  await env.DB.batch(['DELETE FROM outbox', 'DELETE FROM dead_letters'].map((sql) => env.DB.prepare(sql)))
  await insert(
    "INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker) VALUES ('many0001', ?1, 'gif', 0)",
    times(48, (n) => [at(n * 30 * MINUTE_MS + 1)]),
  )
  await insert(
    `INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, expires_at)
     SELECT ?1, ?1, id, ?2, ?2, ?2 FROM users WHERE username = 'mod'`,
    times(200, (n) => [`old ${n}`, at(-n * MINUTE_MS)]),
  )
  await insert(
    "INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('ann@example.test', 'left', '', ?1)",
    [[at(-HOUR_MS)]],
  )
  await insert(
    "INSERT INTO dead_letters (event, reason, resend) VALUES (?1, 'refused', 1)",
    times(20, (n) => [JSON.stringify(pingOf({ user_id: `letter ${n}` }))]),
  )
  await insert(
    `INSERT INTO reports (search_term, reasons, anonymous, visitor, created_at) VALUES ('cats', '["spam"]', 1, ?1, ?1)`,
    times(24, (n) => [at(n * HOUR_MS + 30 * MINUTE_MS)]),
  )
}

/** The mail service and the pingback service, with what came to them. */
function services() {
  const mails: string[] = []
  const events: string[] = []
  const MAIL = {
    send: async ({ to, subject }: { to: string; subject: string }) => void mails.push(`${to} ${subject}`),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { events: got } = await new Request(input, init).json<{ events: { user_id: string }[] }>()
    events.push(...got.map(({ user_id }) => user_id))
    return new Response(null, { status: 204 })
  })
  return { mails, events, MAIL }
}

it('a day of cron does each thing once, writes little, and has no errors', async () => {
  await fillDay()
  const { mails, events, MAIL } = services()
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { db, ran } = measuredDb(env.DB)
  const bindings = {
    ...env,
    DB: db,
    JOBS: undefined,
    MAIL,
    PUBLIC_URL: 'https://loop.test',
    PINGBACK_URL: 'https://pings.test',
  }
  const written = new Map<string, number>()
  const started = performance.now()
  for (let ms = 0; ms < DAY_MS; ms += MINUTE_MS) {
    vi.setSystemTime(MIDNIGHT + ms)
    for (const cron of CRONS.filter((each) => isDue(each, new Date()))) {
      const from = ran.length
      await worker.scheduled({ cron }, bindings as never)
      const rows = ran.slice(from).reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
      written.set(cron, (written.get(cron) ?? 0) + rows)
    }
    if (ms % (10 * MINUTE_MS) > 0) continue
    const body = [pingOf({ user_id: `user ${ms}` })]
    const batch = createMessageBatch('loopframe-pingbacks', [
      { id: `m${ms}`, timestamp: new Date(), attempts: 1, body },
    ])
    await worker.queue(batch as never, bindings as never)
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toHaveLength(1)
  }
  const figures = {
    statements: ran.length,
    seconds: (performance.now() - started) / 1000,
    ...Object.fromEntries(written),
  }
  console.log(JSON.stringify({ ...figures, mails: mails.length, events: events.length }))

  expect(errors.mock.calls).toEqual([])
  const { results } = await env.DB.prepare(
    `SELECT g.value ->> 'timestamp' AS due, at FROM scheduler_activity, json_each(gifs) AS g WHERE action = 'publish'`,
  ).all<{ due: string; at: string }>()
  expect(new Set(results.map(({ due }) => due)).size).toBe(48)
  expect(results).toHaveLength(48)
  expect(Math.max(...results.map((row) => Date.parse(row.at) - Date.parse(row.due)))).toBeLessThan(MINUTE_MS)
  expect(mails.filter((mail) => mail.endsWith(' left'))).toHaveLength(1)
  expect(mails).toHaveLength(1 + 23)
  expect(await count('outbox WHERE sent_at IS NULL')).toBe(0)
  expect(events.toSorted()).toEqual(
    [...times(144, (n) => `user ${n * 10 * MINUTE_MS}`), ...times(20, (n) => `letter ${n}`)].toSorted(),
  )
  expect(await count('dead_letters')).toBe(0)
  expect(await count("sessions WHERE hash LIKE 'old %'")).toBe(0)
  expect(written.get('* * * * *')).toBeLessThan(4000)
}, 300_000)
