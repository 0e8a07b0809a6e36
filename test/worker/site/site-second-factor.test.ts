import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, stepAt } from '../../../origin/people/totp.ts'
import { createIssuerAccounts } from '../../../origin/site/accounts/issuer-accounts.ts'
import { dropFactors } from '../../../tools/library/drop-factors.ts'
import { newAuthenticator } from '../../fixtures/site/authenticator.ts'
import {
  addPeople,
  embeddedSite,
  HERE,
  PASSWORD,
  signedIn,
  somebodyNew,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { issuerDeps } from '../../fixtures/site/issuer-deps.ts'
import { linkTo, mailsTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const strict = embeddedSite({ JOBS: undefined, MAIL: undefined, STAFF_2FA: 'required' })
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await addPeople([
    { username: 'ann' },
    { username: 'bea' },
    { username: 'cal' },
    { username: 'stan', role: 'staff' },
    { username: 'sue', role: 'staff' },
    { username: 'mo', role: 'moderator' },
  ])
})
afterAll(() => vi.useRealTimers())
// Each test begins with codes that were not used, without guesses, and with room for mails.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 120_000)
  await env.DB.batch(['guesses', 'outbox'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

/** What the answers of these calls have, as far as they have it. */
type Body = {
  recovery_codes: string[]
  results: { id: string; username: string; kind: string; has_second_factor: boolean }[]
  options: { challenge: string; user: { id: string }; allowCredentials: unknown }
  error?: { kind: string }
  token: string
  username: string
  is_required: boolean
}
type Answer = { status: number; body: Body }

async function ask(visitor: Visitor, what: string, form?: Record<string, string>): Promise<Answer> {
  const response = await visitor.call(what, form && { form })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
}

const code = (steps = 0) => codeOf(SECRET, stepAt(Date.now()) + steps)
const countOf = (table: string, username: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = 'id-' || ?1`)
    .bind(username)
    .first<number>('n')

/** Sets an app up. @returns the recovery codes */
async function setUp(visitor: Visitor): Promise<string[]> {
  const { status, body } = await ask(visitor, 'POST /api/v3/factors', { secret: SECRET, code: await code() })
  if (status !== 201) throw new Error(JSON.stringify(body))
  vi.setSystemTime(Date.now() + 60_000)
  return body.recovery_codes
}

const login = (visitor: Visitor, form: Record<string, string>) => ask(visitor, 'POST /api/v3/login', form)

/** Fills in a form of a page, as a browser without scripts does. */
async function post(visitor: Visitor, path: string, form: Record<string, string>) {
  const page = await (await visitor.call(`GET ${path}`)).text()
  const csrf = / name="csrf" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const response = await visitor.call(`POST ${path}`, {
    form: { csrf, ...form },
    headers: { 'X-CSRFToken': '' },
  })
  return { status: response.status, to: response.headers.get('Location') ?? '', text: await response.text() }
}

/** A visitor who has given the password, and is led to the second step. */
async function begun(username: string) {
  const visitor = site.visitor()
  const { to } = await post(visitor, '/login?next=/upload', { form: 'sign-in', username, password: PASSWORD })
  return { visitor, to }
}

describe('T72: a code besides the password', () => {
  it('T72: is asked for once an app has shown one, and ends other sessions', async () => {
    const [ann, other] = [await signedIn(site, 'ann'), await signedIn(site, 'ann')]
    const wrong = { secret: SECRET, code: '000000' }
    expect((await ask(ann, 'POST /api/v3/factors', wrong)).status).toBe(400)
    expect(await countOf('factors', 'ann')).toBe(0)
    const codes = await setUp(ann)
    expect(codes).toHaveLength(10)
    expect(new Set(codes.map((each) => /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(each)))).toEqual(new Set([true]))
    const listed = await ask(ann, 'GET /api/v3/factors')
    expect(listed.body).toMatchObject({ count: 1, recovery_codes: 10, is_required: false, is_missing: false })
    expect([
      await ask(ann, 'GET /api/v1/users/self/'),
      await ask(other, 'GET /api/v1/users/self/'),
    ]).toMatchObject([{ status: 200 }, { status: 401 }])
    // What is kept shows neither the key nor a code.
    const kept = JSON.stringify([
      (await env.DB.prepare('SELECT * FROM factors').all()).results,
      (await env.DB.prepare('SELECT * FROM recovery_codes').all()).results,
    ])
    for (const secret of [SECRET, ...codes, ...codes.map((each) => each.replaceAll('-', '').toUpperCase())])
      expect(kept).not.toContain(secret)
    const noted = await env.DB.prepare("SELECT action FROM audit WHERE target = 'user/id-ann'").first(
      'action',
    )
    expect([noted, (await mailsTo('ann@example.test')).at(-1)?.text]).toEqual([
      'factor.totp',
      expect.stringContaining('An authenticator app was set up.'),
    ])

    // Programs send it along.
    const asked = await login(site.visitor(), { username: 'ann', password: PASSWORD })
    expect(asked).toMatchObject({
      status: 403,
      body: {
        error: { kind: 'second-factor-needed', detail: { code: 'code is required', factors: 'totp' } },
      },
    })
    const right = { username: 'ann', password: PASSWORD, code: await code() }
    expect((await login(site.visitor(), { ...right, password: 'wrong password' })).status).toBe(401)
    expect((await login(site.visitor(), right)).status).toBe(200)
    // Each step counts once, also those before it.
    expect((await login(site.visitor(), right)).status).toBe(401)
    expect((await login(site.visitor(), { ...right, code: await code(-1) })).status).toBe(401)
    expect((await login(site.visitor(), { ...right, code: await code(1) })).status).toBe(200)
    const recovery = { ...right, code: ` ${codes[3]?.toUpperCase()} ` }
    expect((await login(site.visitor(), recovery)).status).toBe(200)
    expect((await login(site.visitor(), recovery)).status).toBe(401)
  })

  it('T72: the second step works without scripts, in the browser of the first one, for ten minutes, and opens nothing else', async () => {
    const { visitor, to } = await begun('ann')
    expect(to).toBe('/login?second=totp&next=%2Fupload')
    expect((await ask(visitor, 'GET /api/v1/users/self/')).status).toBe(401)
    expect((await ask(visitor, 'POST /api/v3/factors', { secret: SECRET, code: await code() })).status).toBe(
      401,
    )
    const cookie = visitor.cookies.get('__Host-second') ?? ''
    // As a session it is none.
    const thief = site.visitor()
    thief.cookies.set('__Host-session', cookie)
    expect((await ask(thief, 'GET /api/v1/users/self/')).status).toBe(401)
    expect(await post(visitor, to, { form: 'second', code: '000000' })).toMatchObject({
      status: 401,
      text: expect.stringContaining('This code is wrong or was already used.'),
    })
    expect((await login(site.visitor(), { code: await code() })).status).toBe(409)
    expect(await post(visitor, to, { form: 'second', code: await code() })).toMatchObject({
      status: 303,
      to: '/upload',
    })
    expect((await ask(visitor, 'GET /api/v1/users/self/')).status).toBe(200)
    expect(visitor.cookies.has('__Host-second')).toBe(false)
    // It is used up, and ends with time or with the password that it was begun with.
    vi.setSystemTime(Date.now() + 60_000)
    const again = site.visitor()
    again.cookies.set('__Host-second', cookie)
    expect((await login(again, { code: await code() })).status).toBe(409)
    const late = await begun('ann')
    const changed = await begun('ann')
    vi.setSystemTime(Date.now() + 601_000)
    expect((await login(late.visitor, { code: await code() })).status).toBe(409)
    vi.setSystemTime(Date.now() - 590_000)
    await env.DB.prepare("UPDATE users SET access_version = access_version + 1 WHERE id = 'id-ann'").run()
    expect((await login(changed.visitor, { code: await code(9) })).status).toBe(409)
    vi.setSystemTime(Date.now() + 600_000)
  })

  it('T59, T72: wrong codes wait as wrong passwords do, and right first steps are none', async () => {
    for (let n = 0; n < 8; n++) await begun('ann')
    const { visitor } = await begun('ann')
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await login(visitor, { code: '000000' })).status)
    expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401))
    expect(statuses.at(-1)).toBe(429)
    expect((await login(visitor, { code: await code() })).status).toBe(429)
  })

  it('T72: outlives a reset; its end wants a fresh sign-in, and is mailed', async () => {
    await ask(site.visitor(), 'POST /api/v3/password/reset', { email: 'ann@example.test' })
    const { token } = await linkTo('ann@example.test')
    expect(
      (await ask(site.visitor(), 'POST /api/v3/password/reset/confirm', { token, new: PASSWORD })).status,
    ).toBe(204)
    const right = { username: 'ann', password: PASSWORD }
    expect((await login(site.visitor(), right)).status).toBe(403)
    const ann = site.visitor()
    await login(ann, { ...right, code: await code() })
    const renewed = await ask(ann, 'POST /api/v3/factors/codes', {})
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const [factor] = (await ask(ann, 'GET /api/v3/factors')).body.results
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect(await ask(ann, `DELETE /api/v3/factors/${factor?.id}`)).toMatchObject({
      status: 403,
      body: { error: { kind: 'password-needed' } },
    })
    await ask(ann, 'POST /api/v3/session/confirm', { password: PASSWORD })
    const bea = await signedIn(site, 'bea')
    expect((await ask(bea, `DELETE /api/v3/factors/${factor?.id}`)).status).toBe(404)
    expect((await ask(ann, `DELETE /api/v3/factors/${factor?.id}`)).status).toBe(204)
    expect([await countOf('factors', 'ann'), await countOf('recovery_codes', 'ann')]).toEqual([0, 0])
    expect((await mailsTo('ann@example.test')).at(-1)?.text).toContain('An app or a passkey was removed.')
    expect((await login(site.visitor(), right)).status).toBe(200)
  })
})

describe('T73: passkeys', () => {
  const options = async (visitor: Visitor) =>
    (await ask(visitor, 'POST /api/v3/login/passkey', {})).body.options

  it('T73: sign in by themselves, once for each challenge, on our site, by their own person', async () => {
    const bea = await signedIn(site, 'bea')
    const key = await newAuthenticator(HERE)
    const asked = await options(bea)
    expect(asked).toMatchObject({ rp: { id: 'loop.test' }, user: { name: 'bea' }, excludeCredentials: [] })
    const add = async (credential: string) => ask(bea, 'POST /api/v3/factors', { name: 'Phone', credential })
    expect((await add(await key.create(asked, { origin: 'https://evil.test' }))).status).toBe(400)
    // That challenge is used up.
    expect((await add(await key.create(asked))).status).toBe(400)
    const made = await add(await key.create(await options(bea)))
    expect([made.status, made.body.recovery_codes.length]).toEqual([201, 10])
    expect((await add(await key.create(await options(bea)))).status).toBe(409)

    const alone = async (lie = {}) => {
      const visitor = site.visitor()
      const answer = await key.get(await options(visitor), lie)
      return { visitor, answer, status: (await login(visitor, { credential: answer })).status }
    }
    const good = await alone()
    expect(good.status).toBe(200)
    expect((await ask(good.visitor, 'GET /api/v1/users/self/')).body.username).toBe('bea')
    // The same again, in this browser and in another one.
    expect((await login(good.visitor, { credential: good.answer })).status).toBe(409)
    const lies = [
      { origin: 'https://evil.test' },
      { origin: 'https://staff.loop.test' },
      { rpId: 'evil.test' },
      { type: 'webauthn.create' },
      { challenge: 'another-challenge' },
      { counter: 1 },
      { userVerified: false },
    ]
    for (const lie of lies) expect([lie, (await alone(lie)).status]).toEqual([lie, 401])
    // What cannot be decoded is wrong too, and no failure of ours.
    for (const field of ['signature', 'authenticatorData', 'clientDataJSON']) {
      const visitor = site.visitor()
      const broken = JSON.parse(await key.get(await options(visitor)))
      broken.response[field] = 'A'
      const { status } = await login(visitor, { credential: JSON.stringify(broken) })
      expect([field, status]).toEqual([field, 401])
    }
    expect((await alone({ counter: 90 })).status).toBe(200)
    // Browsers use a host's passkey on the hosts below it too.
    const staffs = embeddedSite({ JOBS: undefined, MAIL: undefined, ADMIN_HOST: 'Staff.loop.test' }).visitor()
    const there = await key.get(await options(staffs), { origin: 'https://staff.loop.test', counter: 91 })
    expect((await login(staffs, { credential: there })).status).toBe(200)
    const stolen = site.visitor()
    const answer = await key.get(await options(stolen))
    expect((await login(site.visitor(), { credential: answer })).status).toBe(409)
    expect((await login(stolen, { credential: '{"id":"x"}' })).status).toBe(400)
    expect((await login(stolen, { credential: answer })).status).toBe(409)
  })

  it('T73: are a second step for their own person, with a touch alone', async () => {
    const cal = await signedIn(site, 'cal')
    const [own, foreign] = [await newAuthenticator(HERE), await newAuthenticator(HERE)]
    const credential = await own.create(await options(cal))
    expect((await ask(cal, 'POST /api/v3/factors', { credential })).status).toBe(201)
    const stan = await signedIn(site, 'stan')
    await ask(stan, 'POST /api/v3/factors', { credential: await foreign.create(await options(stan)) })
    const { visitor, to } = await begun('cal')
    expect(to).toBe('/login?second=passkey&next=%2Fupload')
    const asked = await options(visitor)
    expect(asked.allowCredentials).toEqual([{ type: 'public-key', id: own.id }])
    expect((await login(visitor, { credential: await foreign.get(asked) })).status).toBe(401)
    const touched = await own.get(await options(visitor), { userVerified: false })
    expect(await post(visitor, to, { form: 'passkey', credential: touched })).toMatchObject({
      status: 303,
      to: '/upload',
    })
  })
})

describe('T74: STAFF_2FA=required', () => {
  const kindOf = ({ body }: Answer) => body.error?.kind

  it('T74: lets who moderates do nothing of it without a second factor', async () => {
    const mo = strict.visitor()
    const entered = await login(mo, { username: 'mo', password: PASSWORD })
    expect(entered.body).toMatchObject({ needs_second_factor: true, role: 'moderator' })
    for (const what of ['GET /api/v3/reports/', 'GET /api/v3/cases/', 'GET /api/v3/overview/'])
      expect(kindOf(await ask(mo, what)), what).toBe('second-factor-needed')
    const page = await mo.call('GET /admin/moderation')
    expect([page.status, page.headers.get('Location')]).toEqual([
      303,
      '/account/second-factor?next=%2Fadmin%2Fmoderation',
    ])
    expect((await mo.call('GET /account')).status).toBe(200)
    const scopes = { name: 'a', scopes: 'read,moderate' }
    expect(kindOf(await ask(mo, 'POST /api/v3/tokens', scopes))).toBe('second-factor-needed')
    const { to } = await post(strict.visitor(), '/login?next=/admin', { username: 'mo', password: PASSWORD })
    expect(to).toBe('/account/second-factor?next=%2Fadmin')
    // Who an issuer has signed in, and tokens, go on.
    await env.DB.prepare("UPDATE sessions SET by_issuer = 1 WHERE user_id = 'id-mo'").run()
    expect((await ask(mo, 'GET /api/v3/reports/')).status).toBe(200)
    await env.DB.prepare("UPDATE sessions SET by_issuer = 0 WHERE user_id = 'id-mo'").run()
    const token = (await ask(await signedIn(site, 'mo'), 'POST /api/v3/tokens', scopes)).body.token
    expect((await strict.visitor().call('GET /api/v3/reports/', { token })).status).toBe(200)
    await setUp(mo)
    expect((await ask(mo, 'GET /api/v3/reports/')).status).toBe(200)
    expect((await ask(mo, 'GET /api/v3/factors')).body).toMatchObject({
      is_required: true,
      is_missing: false,
    })
    // The last one is only replaced.
    const first = (await ask(mo, 'GET /api/v3/factors')).body.results[0]?.id
    expect((await ask(mo, `DELETE /api/v3/factors/${first}`)).status).toBe(409)
    await setUp(mo)
    const results = (await ask(mo, 'GET /api/v3/factors')).body.results
    expect(results).toEqual([expect.objectContaining({ kind: 'totp' })])
    expect(results[0]?.id).not.toBe(first)
    expect(
      (await ask(await somebodyNew(strict, { username: 'pat' }), 'GET /api/v3/factors')).body.is_required,
    ).toBe(false)
  })

  it('T74: staff see who has one, and take off another’s, with a reason, a row, and a mail', async () => {
    const sue = await signedIn(site, 'sue')
    const listed = async () => {
      const { body } = await ask(sue, 'GET /api/v3/users/?search=mo')
      return body.results.find(({ username }) => username === 'mo')?.has_second_factor
    }
    expect(await listed()).toBe(true)
    const takeOff = (id: string, reason: string) => ask(sue, `DELETE /api/v3/users/${id}/factors`, { reason })
    expect((await takeOff('id-mo', ' ')).status).toBe(400)
    expect((await takeOff('id-sue', 'mine')).status).toBe(409)
    expect((await takeOff('id-mo', 'Lost the phone')).status).toBe(204)
    expect((await takeOff('id-mo', 'Lost the phone')).status).toBe(404)
    expect(await listed()).toBe(false)
    expect(await countOf('recovery_codes', 'mo')).toBe(0)
    const row = await env.DB.prepare(
      "SELECT actor, reason FROM audit WHERE action = 'factor.take-off'",
    ).first()
    expect(row).toEqual({ actor: 'sue', reason: 'Lost the phone' })
    expect((await mailsTo('mo@example.test')).at(-1)?.text).toContain('“Lost the phone”')
  })
})

it('T74: the operator takes all off by a command that names the person, which is noted and mailed', async () => {
  await env.DB.batch(
    [
      "UPDATE users SET language = 'de' WHERE username = 'bea'",
      "DELETE FROM factors WHERE user_id = 'id-bea'",
      "DELETE FROM recovery_codes WHERE user_id = 'id-bea'",
      `INSERT INTO factors (id, user_id, kind, name, secret, credential, created_at)
       VALUES ('p9', 'id-bea', 'passkey', '', '', 'c9', '2026-11-01T00:00:00.000Z')`,
      "INSERT INTO recovery_codes (hash, user_id) VALUES ('r9', 'id-bea')",
    ].map((sql) => env.DB.prepare(sql)),
  )
  const drop = async (confirm: string) => {
    const asked = { who: { email: 'bea@example.test' }, confirm, brand: 'Loops', url: 'https://loop.test' }
    const results = await env.DB.batch<{ factors: number }>(
      dropFactors(asked).map((sql) => env.DB.prepare(sql)),
    )
    return results[0]?.results[0]?.factors
  }
  const left = async () => [await countOf('factors', 'bea'), await countOf('recovery_codes', 'bea')]
  expect([await drop('ann'), await drop("'; --"), await left()]).toEqual([0, 0, [1, 1]])
  expect(await mailsTo('bea@example.test')).toEqual([])
  expect([await drop('Bea'), await left(), await drop('bea')]).toEqual([1, [0, 0], 0])
  const mails = await mailsTo('bea@example.test')
  expect(mails).toMatchObject([
    {
      subject: 'Die Anmeldung in zwei Schritten bei Loops ist ausgeschaltet',
      text: expect.stringContaining('Hallo bea,'),
    },
  ])
  expect(mails[0]?.text).toContain('https://loop.test/password')
  const { results } = await env.DB.prepare(
    "SELECT actor, reason FROM audit WHERE action = 'factor.take-off' AND target = 'user/id-bea'",
  ).all()
  expect(results).toEqual([{ actor: 'command line', reason: 'They were lost, and the operator was asked.' }])
})

it('T64, T71: a sign-in by an issuer in a new browser is mailed, and a role that a claim changes', async () => {
  const accounts = createIssuerAccounts(issuerDeps(env.DB))
  const signIn = (known: string, role: 'user' | 'moderator' = 'user') =>
    accounts.signIn(
      {
        ...{ issuer: 'https://id.test', subject: 's1', usernames: ['ida'], name: 'Ida' },
        ...{ email: 'ida@example.test', role },
      },
      {
        ...{
          network: '192.0.2.1',
          viewer: undefined,
          nowMs: Date.now(),
          registration: 'open',
          invite: undefined,
        },
        headers: new Headers({ 'Known-Browser': known, 'User-Agent': 'Firefox/1 Windows' }),
      },
    )
  const mails = async () => (await mailsTo('ida@example.test')).map(({ subject }) => subject)
  const cookies = await signIn('')
  const known =
    cookies
      .find((line) => line.startsWith('known='))
      ?.slice('known='.length)
      .split(';')[0] ?? ''
  await signIn(known)
  expect(await mails()).toEqual([])
  await signIn('')
  expect(await mails()).toEqual(['A new sign-in to your Loopframe account'])
  await signIn(known, 'moderator')
  expect(await mails()).toHaveLength(3)
  expect((await mailsTo('ida@example.test'))[1]?.text).toContain('Moderator')
})
