import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { hasMailRoom } from '../../../origin/mail/mail-room.ts'
import { HOUR_MS, isoTime } from '../../../shared/time.ts'
import worker from '../../../worker/index.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const HERE = 'https://loop.test'
const NO_QUIET = { quiet_from: null, quiet_to: null, zone: '' }
let numbers = 0
let name = ''
let moderator: Visitor

beforeEach(async () => {
  await env.DB.batch(
    ['digests', 'outbox', 'reports', 'claims', 'moderation_queue', 'dead_letters'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  )
  name = `digest-${numbers++}`
  moderator = await somebodyNew(site, { username: name, role: 'moderator' })
})

async function choose(every: string, queue_over = '0', visitor = moderator): Promise<number> {
  const response = await visitor.call('PUT /api/v3/digest', { form: { every, queue_over } })
  await response.text()
  return response.status
}

/** The last digest was looked for so long ago. */
const ago = (hours: number) =>
  env.DB.prepare('UPDATE digests SET since = ?1')
    .bind(isoTime(Date.now() - hours * HOUR_MS))
    .run()

const report = () =>
  env.DB.prepare(
    `INSERT INTO reports (search_term, reasons, anonymous, visitor, created_at) VALUES ('cats', '["spam"]', 1, ?1, ?2)`,
  )
    .bind(`digest ${numbers++}`, isoTime(Date.now()))
    .run()

const minute = (bindings: object = {}) =>
  worker.scheduled({ cron: '* * * * *' }, {
    ...env,
    JOBS: undefined,
    MAIL: undefined,
    LOCAL_URL: HERE,
    ...bindings,
  } as never)

type Mail = { recipient: string; subject: string; text: string }
const mails = async () =>
  (await env.DB.prepare('SELECT recipient, subject, text FROM outbox ORDER BY id').all<Mail>()).results

describe('digests of moderators', () => {
  it('are off until they are chosen, by moderators and staff alone', async () => {
    expect(await (await moderator.call('GET /api/v3/digest')).json()).toEqual({
      every: 'off',
      queue_over: 50,
      ...NO_QUIET,
    })
    const person = await somebodyNew(site, { username: `${name}-person` })
    expect(await choose('day', '0', person)).toBe(403)
    expect(await choose('week')).toBe(400)
    expect(await choose('day', '10001')).toBe(400)
    expect(await choose('hour', '7')).toBe(200)
    expect(await (await moderator.call('GET /api/v3/digest')).json()).toEqual({
      every: 'hour',
      queue_over: 7,
      ...NO_QUIET,
    })
    await env.DB.prepare('UPDATE users SET email = NULL WHERE username = ?1').bind(name).run()
    expect([await choose('day'), await choose('off')]).toEqual([409, 200])
    expect(await (await moderator.call('GET /account')).text()).not.toContain('id="digest"')
    expect(await env.DB.prepare('SELECT count(*) AS n FROM digests').first('n')).toBe(0)
  })

  it('tell what is new in the person’s language, with links to our own address, once', async () => {
    await choose('hour')
    await env.DB.prepare("UPDATE users SET language = 'de' WHERE username = ?1").bind(name).run()
    await ago(2)
    await report()
    await report()
    await env.DB.exec(`INSERT INTO dead_letters (event, reason) VALUES ('{}', 'It answered 503')`)
    await env.DB.exec(
      `INSERT INTO moderation_queue (gif_id, job_id, queued_at) SELECT id, 'uploads', '2026' FROM gifs LIMIT 1`,
    )
    await Promise.all([minute(), minute()])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      recipient: `${name}@example.test`,
      subject: 'Neue Meldungen: 2 · Fehlgeschlagene Pingbacks: 1',
    })
    expect(mail?.text).toContain(`Neue Meldungen: 2\n${HERE}/admin/cases?kind=report`)
    expect(mail?.text).toContain(`Fehlgeschlagene Pingbacks: 1\n${HERE}/admin/overview`)
    expect(mail?.text).toContain(`${HERE}/account#digest`)
    await ago(2)
    await env.DB.exec("UPDATE reports SET created_at = '2026-01-01'")
    await env.DB.exec('DELETE FROM dead_letters')
    await env.DB.exec('DELETE FROM moderation_queue')
    await minute()
    expect(await mails()).toHaveLength(1)
  })

  it('wait for their time, and for a queue that is long', async () => {
    await choose('day', '1')
    await report()
    await ago(23)
    await minute()
    expect(await mails()).toEqual([])
    await env.DB.exec('DELETE FROM reports')
    await env.DB.exec(
      `INSERT INTO gifs (id, slug, title, type, import_datetime) SELECT value, value, value, 'gif', '2026-11-01 10:00:00' FROM json_each('["digesta","digestb"]') WHERE true ON CONFLICT DO NOTHING`,
    )
    const wait = (id: string) =>
      env.DB.prepare(
        "INSERT INTO moderation_queue (gif_id, job_id, queued_at) VALUES (?1, 'uploads', '2026')",
      )
        .bind(id)
        .run()
    await env.DB.exec('DELETE FROM moderation_queue')
    await wait('digesta')
    await ago(25)
    await minute()
    expect(await mails()).toEqual([])
    await wait('digestb')
    await ago(25)
    await minute()
    expect((await mails())[0]?.text).toContain('GIFs that wait for moderation: 2')
  })

  it('go to no one who moderates no more, and leave a day’s room to other mails', async () => {
    await choose('hour')
    for (let sent = 0; sent < 12; sent++) {
      await report()
      await ago(2)
      await minute()
    }
    expect(await mails()).toHaveLength(12)
    const room = await env.DB.prepare(`SELECT ${hasMailRoom('?1', '?2', 'anyone')} AS room`)
      .bind(`${name}@example.test`, isoTime(Date.now()))
      .first('room')
    expect(room).toBe(1)
    await env.DB.prepare("UPDATE users SET role = 'user' WHERE username = ?1").bind(name).run()
    await report()
    await ago(2)
    await minute()
    expect(await mails()).toHaveLength(12)
  })

  it('T80: tell staff of claims, objections, and mails that failed; moderators of mails alone', async () => {
    const boss = await somebodyNew(site, { username: `${name}-staff`, role: 'staff' })
    for (const who of [moderator, boss]) expect(await choose('hour', '0', who)).toBe(200)
    const at = isoTime(Date.now())
    await env.DB.batch([
      ...['privacy', 'objection'].map((kind) =>
        env.DB.prepare(
          `INSERT INTO claims (gif_id, kind, name, email, about, explanation, visitor, created_at)
           VALUES ('abc', ?1, '', '', iif(?1 = 'objection', ?2, NULL), 'It is about me.', ?2, ?3)`,
        ).bind(kind, `${name} ${kind}`, at),
      ),
      env.DB.prepare(
        "INSERT INTO outbox (recipient, subject, text, created_at, failure) VALUES ('a@b.test', '', '', ?1, 'refused')",
      ).bind(at),
    ])
    await ago(2)
    await minute()
    const texts = Object.fromEntries((await mails()).map(({ recipient, text }) => [recipient, text]))
    const told = (who: string) =>
      [
        `Claims: 1\n${HERE}/admin/cases?kind=claim`,
        `Objections: 1\n${HERE}/admin/cases?kind=objection`,
        'Emails that couldn’t be sent: 1',
        // The outbox is staff's.
        `${HERE}/admin/outbox?state=unsent`,
      ].map((line) => texts[`${who}@example.test`]?.includes(line))
    expect([told(`${name}-staff`), told(name)]).toEqual([
      [true, true, true, true],
      [false, false, true, false],
    ])
  })

  it('wait for the end of quiet hours, in the person’s own zone', async () => {
    const hour = (zone: string) =>
      Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format())
    const quiet = async (zone: string, from: number, to: number) => {
      const form = { every: 'hour', queue_over: '0', quiet_from: `${from}`, quiet_to: `${to}`, zone }
      const response = await moderator.call('PUT /api/v3/digest', { form })
      await response.body?.cancel()
      await ago(2)
      return response.status
    }
    await report()
    const now = hour('Asia/Tokyo')
    expect(await quiet('Asia/Tokyo', now, (now + 2) % 24)).toBe(200)
    await minute()
    // Over midnight, as most are.
    expect(await quiet('Asia/Tokyo', (now + 20) % 24, (now + 2) % 24)).toBe(200)
    await minute()
    expect(await mails()).toEqual([])
    expect(await quiet('America/New_York', now, (now + 2) % 24)).toBe(200)
    await minute()
    expect(await mails()).toHaveLength(1)
    expect(await quiet('Nowhere/Else', 1, 2)).toBe(400)
    expect(await quiet('', 24, 2)).toBe(400)
  })

  it('go by the queue, and leave by the mail service', async () => {
    await choose('hour')
    await report()
    await ago(2)
    const jobs: unknown[] = []
    await minute({ JOBS: { send: async (job: unknown) => void jobs.push(job) } })
    expect(jobs).toEqual([{ kind: 'digest', user: `id-${name}` }])
    const sent: { to: string }[] = []
    await minute({ MAIL: { send: async (mail: { to: string }) => void sent.push(mail) } })
    expect(sent.map(({ to }) => to)).toEqual([`${name}@example.test`])
  })

  it('are chosen on the account page, which works without scripts', async () => {
    const page = await (await moderator.call('GET /account')).text()
    expect(page).toContain('id="digest"')
    const csrf = moderator.cookies.get('csrftoken') ?? ''
    const saved = await moderator.call('POST /account', {
      form: { csrf, form: 'digest', every: 'day', queue_over: '9' },
    })
    expect(saved.headers.get('Location')).toBe('/account?done=saved')
    const wrong = await moderator.call('POST /account', {
      form: { csrf, form: 'digest', every: 'day', queue_over: 'many' },
    })
    expect([wrong.status, (await wrong.text()).includes('Enter a number from 0 to 10000.')]).toEqual([
      400,
      true,
    ])
    expect(await (await moderator.call('GET /api/v3/digest')).json()).toEqual({
      every: 'day',
      queue_over: 9,
      ...NO_QUIET,
    })
    const person = await somebodyNew(site, { username: `${name}-person` })
    expect(await (await person.call('GET /account')).text()).not.toContain('id="digest"')
  })
})
