import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEPT, OFF_AFTER, trimDeliveries, WAITS_S } from '../../../origin/webhooks/deliver.ts'
import type { NewWebhook } from '../../../shared/schema/own/webhooks.ts'
import worker from '../../../worker/index.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const URL_OF_HOOK = 'https://hooks.example.com/loopframe'
const MINUTE_MS = 60_000
let staff: Visitor

type Sent = { url: string; headers: Headers; body: string; redirect: string }
const sent: Sent[] = []
let respond: () => Response | Promise<Response>

beforeAll(async () => {
  staff = await somebodyNew(site, { username: 'hook-staff', role: 'staff' })
  await somebodyNew(site, { username: 'hook-gone', role: 'staff' })
  await env.DB.exec("UPDATE users SET standing = 'suspended' WHERE username = 'hook-gone'")
})

beforeEach(async () => {
  await env.DB.batch(
    ['webhooks', 'webhook_deliveries', 'outbox'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
  sent.length = 0
  respond = () => new Response('words of the other side', { status: 200 })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request
    const { url, headers, redirect } = request
    sent.push({ url, headers, redirect, body: await request.text() })
    return respond()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Options = Parameters<Visitor['call']>[1]

async function answer<T>(what: string, options?: Options, status = 200): Promise<T> {
  const response = await staff.call(what, options)
  const text = await response.text()
  expect([what, response.status, text.slice(0, 300)]).toEqual([what, status, text.slice(0, 300)])
  return (text ? JSON.parse(text) : undefined) as T
}

const create = (events: string[], url = URL_OF_HOOK) =>
  answer<NewWebhook>('POST /api/v3/webhooks/', { json: { url, events } }, 201)

type Delivery = {
  id: number
  event: string
  tries: number
  due_at: string | null
  status: number | null
  failure: string
}
const deliveriesOf = async ({ id }: { id: string }) =>
  (await answer<{ results: Delivery[] }>(`GET /api/v3/webhooks/${id}/deliveries`)).results

/** The signature as `docs/webhooks.md` has receivers make it. */
async function signatureOf(secret: string, body: string, t: number): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`${t}.${body}`)))
  return `t=${t},v1=${[...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What the platform does each minute, without a queue or by it. */
const minute = (bindings: object = {}) =>
  worker.scheduled({ cron: '* * * * *' }, {
    ...env,
    JOBS: undefined,
    MAIL: undefined,
    LOCAL_URL: 'https://loop.test',
    ...bindings,
  } as never)

let numbers = 0
const takeDown = () =>
  env.DB.prepare(
    `INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'A claim', 'id', '2026-11-27')`,
  )
    .bind(`hookgif${numbers++}`)
    .run()

/** Everything that waits is due. */
const makeDue = () =>
  env.DB.exec("UPDATE webhook_deliveries SET due_at = '2026-01-01' WHERE due_at IS NOT NULL")

describe('T65: webhooks', () => {
  it('T65: sends what happened, signed, without what a stranger wrote, and shows its status alone', async () => {
    const hook = await create(['takedown', 'report', 'upload-failed', 'dead-letter'])
    await takeDown()
    await env.DB.exec(
      `INSERT INTO reports (search_term, reasons, additional_info, anonymous, visitor, created_at) VALUES ('cats', '["spam"]', 'a stranger’s words', 1, 'hook', '2026')`,
    )
    await env.DB.exec(
      `INSERT INTO dead_letters (event, reason) VALUES ('{}', 'It answered 503'), ('{}', 'again')`,
    )
    await minute()
    expect(sent.map(({ body }) => (JSON.parse(body) as Delivery).event).sort()).toEqual([
      'dead-letter',
      'report',
      'takedown',
    ])
    for (const { url, headers, body, redirect } of sent) {
      expect([url, redirect]).toEqual([URL_OF_HOOK, 'manual'])
      const given = headers.get('X-Loopframe-Signature') ?? ''
      const t = Number(/^t=(\d+),v1=[\da-f]{64}$/.exec(given)?.[1])
      expect(Math.abs(t * 1000 - Date.now())).toBeLessThan(MINUTE_MS)
      expect(given).toBe(await signatureOf(hook.secret, body, t))
      expect(body).not.toContain('stranger')
    }
    const takedown = sent.map(({ body }) => JSON.parse(body)).find(({ event }) => event === 'takedown')
    expect(takedown).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event: 'takedown',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id: expect.any(Number), gif_id: expect.stringMatching(/^hookgif/), reason: 'A claim' },
    })
    const list = await deliveriesOf(hook)
    expect(list.map(({ status, tries: count, due_at, failure }) => [status, count, due_at, failure])).toEqual(
      Array(3).fill([200, 1, null, '']),
    )
    expect(JSON.stringify(list)).not.toContain('words of the other side')
    await minute()
    expect(sent).toHaveLength(3)
  })

  it('T65: has the news of a day sent at night, once, where there are any', async () => {
    await env.DB.batch(
      ['reports', 'claims', 'dead_letters'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    )
    const night = () => worker.scheduled(undefined, { ...env, JOBS: undefined, MAIL: undefined } as never)
    const { id } = await create(['digest'])
    await night()
    expect(sent).toEqual([])
    await env.DB.exec("INSERT INTO dead_letters (event, reason) VALUES ('{}', 'It answered 503')")
    await night()
    await night()
    const nothing = { reports: 0, claims: 0, objections: 0, queue: 0, uploads: 0, mails: 0 }
    expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'digest', data: { ...nothing, pingbacks: 1 } },
    ])
    expect((await deliveriesOf({ id })).map(({ event }) => event)).toEqual(['digest'])
  })

  it('T65: the secret is in the answer to its making, and nowhere else', async () => {
    const { secret, id } = await create(['report'])
    expect(secret).toMatch(/^[\w-]{43}$/)
    const seen = [
      await answer('GET /api/v3/webhooks/'),
      await answer(`PUT /api/v3/webhooks/${id}`, { json: { events: ['takedown'], is_active: false } }),
      await answer('GET /api/v3/audit/'),
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(seen[1]).toMatchObject({ events: ['takedown'], is_active: false, off_because: '' })
    await answer(`DELETE /api/v3/webhooks/${id}`, {}, 204)
    await answer(`GET /api/v3/webhooks/${id}/deliveries`, {}, 404)
  })

  it('T10, T65: takes public addresses by https alone', async ({ task }) => {
    const wrong = [
      ...[
        'http://hooks.example.com/',
        'https://localhost/',
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://10.0.0.1/',
      ],
      ...[
        'https://2130706433/',
        'https://hooks.internal/',
        'https://127.0.0.1.nip.io/',
        'https://a:b@example.com/',
      ],
      ...[
        'https://example.com:8443/',
        'ftp://example.com/',
        'https://169.254.169.254/latest',
        'javascript:alert(1)',
      ],
    ]
    tries(task, wrong.length)
    for (const url of wrong) {
      await answer('POST /api/v3/webhooks/', { json: { url, events: ['report'] } }, 400)
    }
    await answer('POST /api/v3/webhooks/', { json: { url: URL_OF_HOOK, events: ['everything'] } }, 400)
    // A row may be older than the rule.
    const hook = await create(['takedown'])
    await env.DB.exec("UPDATE webhooks SET url = 'https://127.0.0.1/'")
    await takeDown()
    await minute()
    expect(sent).toEqual([])
    expect((await deliveriesOf(hook))[0]?.failure).toBe('The address is not public')
  })

  it('T65: a redirect is followed nowhere, and is a failure', async () => {
    respond = () => new Response(null, { status: 302, headers: { Location: 'https://evil.test/' } })
    const hook = await create(['takedown'])
    await takeDown()
    await minute()
    expect(sent).toHaveLength(1)
    expect((await deliveriesOf(hook))[0]).toMatchObject({ status: 302, failure: 'It answered 302' })
  })

  it('T65: tries again later and later, then gives up', async () => {
    respond = () => new Response('no', { status: 500 })
    const hook = await create(['takedown'])
    await takeDown()
    const waits: number[] = []
    for (let tried = 0; tried <= WAITS_S.length; tried++) {
      await minute()
      const [delivery] = await deliveriesOf(hook)
      if (delivery?.due_at) waits.push(Math.round((Date.parse(delivery.due_at) - Date.now()) / 10_000) * 10)
      await makeDue()
    }
    expect(waits).toEqual([...WAITS_S])
    expect(await deliveriesOf(hook)).toMatchObject([{ tries: WAITS_S.length + 1, due_at: null, status: 500 }])
    await minute()
    expect(sent).toHaveLength(WAITS_S.length + 1)
  })

  it('T65: a dead address is switched off, and staff get a note', async () => {
    respond = () => Promise.reject(new TypeError('no such host'))
    const hook = await create(['takedown'])
    for (let at = 0; at < OFF_AFTER; at++) {
      await takeDown()
      await env.DB.exec(`UPDATE webhook_deliveries SET tries = ${WAITS_S.length} WHERE due_at IS NOT NULL`)
      await minute()
    }
    const [shown] = (await answer<{ results: object[] }>('GET /api/v3/webhooks/')).results
    expect(shown).toMatchObject({
      is_active: false,
      off_because: '5 deliveries in a row failed: The webhook service could not be reached',
    })
    const { results } = await env.DB.prepare('SELECT recipient, text FROM outbox').all<{
      recipient: string
      text: string
    }>()
    // Not to who is suspended.
    expect(results.map(({ recipient }) => recipient)).toEqual(['hook-staff@example.test'])
    const [mail] = results
    expect(mail?.text).toContain('The webhook to hooks.example.com was switched off')
    expect(mail?.text).toContain('https://loop.test/admin/webhooks')
    expect(JSON.stringify(await answer('GET /api/v3/audit/'))).toContain('webhook.off')
    await takeDown()
    expect(await deliveriesOf(hook)).toHaveLength(OFF_AFTER)
    await answer(`POST /api/v3/webhooks/${hook.id}/test`, {}, 409)
    const again = await answer(`PUT /api/v3/webhooks/${hook.id}`, { form: { is_active: 'true' } })
    expect(again).toMatchObject({ is_active: true, off_because: '' })
  })

  it('T65: one that is gone (410) is switched off at once', async () => {
    respond = () => new Response(null, { status: 410 })
    await create(['takedown'])
    await takeDown()
    await minute()
    const { results } = await answer<{ results: object[] }>('GET /api/v3/webhooks/')
    expect(results).toMatchObject([{ is_active: false, off_because: 'It answered 410: it is gone' }])
  })

  it('T65: a test is sent at once, and once', async () => {
    respond = () => new Response(null, { status: 503 })
    const hook = await create(['report'])
    expect(await answer(`POST /api/v3/webhooks/${hook.id}/test`, {}, 201)).toMatchObject({ event: 'test' })
    await expect.poll(async () => (await deliveriesOf(hook))[0]?.status).toBe(503)
    expect(sent).toHaveLength(1)
    expect(await deliveriesOf(hook)).toMatchObject([{ event: 'test', status: 503, tries: 1, due_at: null }])
  })

  it('T65: goes by the queue where there is one, and a job that comes twice sends once', async () => {
    await create(['takedown'])
    await takeDown()
    const jobs: unknown[] = []
    await minute({ JOBS: { send: async (job: unknown) => void jobs.push(job) } })
    expect([sent.length, jobs]).toEqual([0, [{ kind: 'webhook', id: expect.any(Number) }]])
    const messages = [jobs[0], jobs[0]].map((body) => ({ body, attempts: 1, ack: () => {}, retry: () => {} }))
    await worker.queue({ queue: 'loopframe-jobs', messages } as never, { ...env, MAIL: undefined } as never)
    expect(sent).toHaveLength(1)
  })

  it('T65: is bounded: 20 webhooks, 1000 that wait for each, 10000 and 30 days in all', async () => {
    const hook = await create(['takedown'])
    await env.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
       INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
       SELECT ?1, 'takedown', '{}', iif(n = 1, '2026-01-01', '2999-01-01'), '2999-01-01' FROM n`,
    )
      .bind(hook.id)
      .run()
    await takeDown()
    const count = () => env.DB.prepare('SELECT count(*) AS n FROM webhook_deliveries').first<number>('n')
    expect(await count()).toBe(1000)
    await trimDeliveries(env.DB as never, Date.now())
    expect(await count()).toBe(999)
    await env.DB.exec(
      `UPDATE webhook_deliveries SET id = id + ${KEPT.rows} WHERE id = (SELECT max(id) FROM webhook_deliveries)`,
    )
    await trimDeliveries(env.DB as never, Date.now())
    expect(await count()).toBe(1)
    for (let at = 1; at < 20; at++) await create(['report'])
    await answer('POST /api/v3/webhooks/', { json: { url: URL_OF_HOOK, events: ['report'] } }, 409)
  })
})
