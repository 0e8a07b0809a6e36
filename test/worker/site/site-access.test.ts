import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ACCESS,
  ACCESS_EVENTS,
  ACCESS_KINDS,
  type AccessEvent,
  type AccessKind,
} from '../../../origin/people/access.ts'
import { createGuesses } from '../../../origin/people/guesses.ts'
import { hashOf, hashPassword } from '../../../origin/people/secrets.ts'
import { newSession } from '../../../origin/people/sessions.ts'
import { createIssuerAccounts } from '../../../origin/site/accounts/issuer-accounts.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { issuerDeps } from '../../fixtures/site/issuer-deps.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { linkTo, mailsTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const NEW = 'another good password'
const STRANGER = 'the intruder’s password'
let staff: Visitor
let password: string

beforeAll(async () => {
  await addPeople([
    { username: 'sue', role: 'staff' },
    { username: 'sam', role: 'staff' },
  ])
  staff = await signedIn(site, 'sue')
  password = await hashPassword(PASSWORD)
})

const statusOf = async (visitor: Visitor, what: string, options?: Parameters<Visitor['call']>[1]) => {
  const response = await visitor.call(what, options)
  await response.text()
  return response.status
}

async function bodyOf<T>(
  visitor: Visitor,
  what: string,
  options?: Parameters<Visitor['call']>[1],
): Promise<T> {
  const response = await visitor.call(what, options)
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  return response.json<T>()
}

/** A visitor whose browser has been at one of our pages. */
async function atHome(): Promise<Visitor> {
  const visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  return visitor
}

/** A link of the command line, or one that a person would have got earlier. */
async function giveLink(id: string, purpose: string, email: string | null = null): Promise<string> {
  const secret = `${purpose}-${id}`.padEnd(43, 'x')
  await env.DB.prepare(
    `INSERT INTO links (hash, user_id, purpose, expires_at, email, access_version)
     SELECT ?1, id, ?3, '2100-01-01T00:00:00.000Z', ?4, access_version FROM users WHERE id = ?2`,
  )
    .bind(await hashOf(secret), id, purpose, email)
    .run()
  return secret
}

/** A person, new for each cell, who is signed in. */
async function newPerson(name: string) {
  const id = `id-${name}`
  await env.DB.prepare(
    `INSERT INTO users (id, username, display_name, email, password) VALUES (?1, ?2, ?2, ?2 || '@example.test', ?3)`,
  )
    .bind(id, name, password)
    .run()
  return { id, name, email: `${name}@example.test`, own: await signedIn(site, name) }
}
type Person = Awaited<ReturnType<typeof newPerson>>

/** What tries an access afterwards: the status of the request that it would let in. */
type Try = () => Promise<number>

/** Each kind of access: it is made by the front door, and gives back what tries it. */
const MAKE: Record<AccessKind, (person: Person) => Promise<Try>> = {
  async session({ name }) {
    const other = await signedIn(site, name)
    return () => statusOf(other, 'GET /api/v1/users/self/')
  },
  async token({ own }) {
    const { token } = await bodyOf<{ token: string }>(own, 'POST /api/v3/tokens', { form: { name: 'a' } })
    return () => statusOf(site.visitor(), 'GET /api/v1/users/self/', { token })
  },
  async confirm({ id }) {
    const token = await giveLink(id, 'confirm')
    return async () =>
      statusOf(await atHome(), 'POST /api/v3/register/confirm', { form: { token, new: NEW } })
  },
  async reset({ email }) {
    await statusOf(site.visitor(), 'POST /api/v3/password/reset', { form: { email } })
    const { token } = await linkTo(email)
    return () =>
      statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form: { token, new: NEW } })
  },
  async 'sign-in'({ id }) {
    const token = await giveLink(id, 'sign-in')
    return () => statusOf(site.visitor(), 'POST /api/v3/login', { form: { token } })
  },
  async email({ own, name }) {
    const email = `${name}-2@example.test`
    await bodyOf(own, 'PUT /api/v1/users/self/', { form: { email }, headers: { Password: PASSWORD } })
    const { token } = await linkTo(email)
    return async () => statusOf(await atHome(), 'POST /api/v3/register/confirm', { form: { token } })
  },
  async 'take-back'({ own, name, email }) {
    await bodyOf(own, 'PUT /api/v1/users/self/', {
      form: { email: `${name}-3@example.test` },
      headers: { Password: PASSWORD },
    })
    const { token } = await linkTo(email)
    return () =>
      statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form: { token, new: NEW } })
  },
  async identity({ id, name }) {
    await env.DB.prepare(
      `INSERT INTO identities (issuer, subject, user_id, access_version, created_at, used_at)
       SELECT 'https://issuer.test', ?1, id, access_version, '', '' FROM users WHERE id = ?1`,
    )
      .bind(id)
      .run()
    return () => enterByIssuer(id, name)
  },
  // What it is worth: `test/worker/calls/account-guesses.test.ts`.
  async browser({ id }) {
    const guesses = createGuesses(env.DB as never)
    const cookie = /^known=([^;]+)/.exec((await guesses.remember(id)) ?? '')?.[1] ?? ''
    return async () => ((await guesses.browserOf(cookie)) ? 200 : 401)
  },
}

/** As the Worker does for whom the issuer has sent back (`test/clients/oidc.test.ts`); 401 for another account than theirs. */
async function enterByIssuer(subject: string, name: string): Promise<number> {
  const person = {
    issuer: 'https://issuer.test',
    subject,
    usernames: ['other'],
    name: '',
    email: undefined,
    role: undefined,
  }
  const request = {
    headers: new Headers(),
    network: subject,
    viewer: undefined,
    nowMs: Date.now(),
    registration: 'open' as const,
    invite: undefined,
  }
  const cookies = await createIssuerAccounts(issuerDeps(env.DB))
    .signIn(person, request)
    .catch(({ kind = 'refused' }: { kind?: string }) => kind)
  if (typeof cookies === 'string') return cookies === 'suspended' ? 403 : 401
  const visitor = site.visitor()
  visitor.cookies.set('__Host-session', /^sessionid=([^;]+)/.exec(cookies[0] ?? '')?.[1] ?? '')
  const { username } = await bodyOf<{ username: string }>(visitor, 'GET /api/v1/users/self/')
  return username === name ? 200 : 401
}

/** Each event, by the front door. */
const HAPPENS: Record<AccessEvent, (person: Person) => Promise<number>> = {
  password: ({ own }) =>
    statusOf(own, 'POST /api/v3/password', { form: { current: PASSWORD, new: STRANGER } }),
  async reset({ email }) {
    await statusOf(site.visitor(), 'POST /api/v3/password/reset', { form: { email } })
    const form = { token: (await linkTo(email)).token, new: STRANGER }
    return statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form })
  },
  role: ({ id }) => statusOf(staff, `PUT /api/v3/users/${id}/role`, { form: { role: 'artist' } }),
  async address({ own, name }) {
    const email = `${name}-4@example.test`
    await bodyOf(own, 'PUT /api/v1/users/self/', { form: { email }, headers: { Password: PASSWORD } })
    const form = { token: (await linkTo(email)).token }
    return statusOf(await atHome(), 'POST /api/v3/register/confirm', { form })
  },
  'sign-out': ({ id }) => statusOf(staff, `DELETE /api/v3/users/${id}/sessions`),
  suspension: ({ id }) =>
    statusOf(staff, `PUT /api/v3/users/${id}/state`, { form: { state: 'suspended', reason: 'stolen' } }),
  deletion: ({ own }) => statusOf(own, 'DELETE /api/v3/account', { form: { password: PASSWORD } }),
}

const versionOf = (id: string) =>
  env.DB.prepare('SELECT access_version FROM users WHERE id = ?1').bind(id).first<number>('access_version')

/** What stays, beside the table that the product reads: each has its reason there. */
const STAYS = [
  'session x address',
  'token x address',
  'confirm x role',
  'take-back x password',
  'take-back x reset',
  'take-back x role',
  'take-back x address',
  'identity x password',
  'identity x role',
  'identity x address',
  'identity x sign-out',
  'identity x suspension',
]

/** What happens to an account's row alone: the rows of its access stay as they are. */
const ROW_CHANGES: Record<string, string> = {
  'has another version': 'access_version = access_version + 1',
  'is suspended': "standing = 'suspended'",
}

describe('T54: access has one end', () => {
  const table: string[] = []

  it.for(ACCESS_EVENTS)(
    'T54: every kind of access ends at %s, or says why it stays',
    async (event, { task }) => {
      tries(task, ACCESS_KINDS.length)
      const wrong: string[] = []
      for (const kind of ACCESS_KINDS) {
        const name = `${kind}-${event}`
        const person = await newPerson(name)
        const enter = await MAKE[kind](person)
        const happened = await HAPPENS[event](person)
        expect([name, happened < 300]).toEqual([name, true])
        const status = await enter()
        const fate = ACCESS[kind][event]
        table.push(`${kind} x ${event}: ${status}${fate === 'ends' ? '' : `, ${fate.stays}`}`)
        const isOver = [400, 401, 410].includes(status)
        const stays = STAYS.includes(`${kind} x ${event}`)
        if (isOver === stays || stays === (fate === 'ends')) wrong.push(table.at(-1) ?? '')
      }
      expect(wrong).toEqual([])
    },
  )

  it.for(Object.keys(ROW_CHANGES))(
    'T54: nothing of an account that %s lets in, were its rows left',
    async (what) => {
      const tried: string[] = []
      for (const kind of ACCESS_KINDS) {
        const person = await newPerson(`${kind}-${what.replaceAll(' ', '-')}`)
        const enter = await MAKE[kind](person)
        await env.DB.prepare(`UPDATE users SET ${ROW_CHANGES[what]} WHERE id = ?1`).bind(person.id).run()
        const isOver = [400, 401, 403].includes(await enter())
        // A browser that is known lets no one in by itself.
        if (!isOver && (kind !== 'browser' || what !== 'is suspended')) tried.push(kind)
      }
      expect(tried).toEqual([])
    },
  )

  it('T54: the table', () => {
    console.info(`access x event\n${table.sort().join('\n')}`)
    expect(table).toHaveLength(ACCESS_KINDS.length * ACCESS_EVENTS.length)
  })

  it('T54: a sign-in whose password was checked before a reset is worth nothing after it', async () => {
    const person = await newPerson('late')
    const version = Number(await versionOf(person.id))
    const { session, statements } = await newSession(env.DB as never, {
      userId: person.id,
      version,
      agent: '',
      nowMs: Date.now(),
    })
    await HAPPENS.reset(person)
    await env.DB.batch(statements as never)
    const late = site.visitor()
    late.cookies.set('__Host-session', session.secret)
    expect(await statusOf(late, 'GET /api/v1/users/self/')).toBe(401)
    const left = "SELECT count(*) AS n FROM sessions WHERE user_id = 'id-late'"
    expect(await env.DB.prepare(left).first('n')).toBe(0)
  })

  it('T54: each works where nothing has happened', async () => {
    for (const kind of ACCESS_KINDS) {
      const enter = await MAKE[kind](await newPerson(`works-${kind}`))
      expect([kind, (await enter()) < 300]).toEqual([kind, true])
    }
  })
})

describe('T54: the owner gets the account back', () => {
  /** The intruder knows the password: a session, a token, a pending address, and a form that is open. */
  async function intruded(name: string) {
    const owner = await newPerson(name)
    const intruder = await signedIn(site, name)
    const { token } = await bodyOf<{ token: string }>(intruder, 'POST /api/v3/tokens', {
      form: { name: 'mine', scopes: 'read,upload,edit' },
    })
    const theirs = `${name}-intruder@example.test`
    await bodyOf(intruder, 'PUT /api/v1/users/self/', {
      form: { email: theirs },
      headers: { Password: PASSWORD },
    })
    const page = await (await intruder.call('GET /account')).text()
    const [, csrf = ''] = / name="csrf" value="([\w-]+)"/.exec(page) ?? []
    return { ...owner, intruder, token, theirs, csrf }
  }
  type Intruded = Awaited<ReturnType<typeof intruded>>

  /** Everything that the intruder had, one after the other; the form leads to the sign-in. */
  async function triesOf({ intruder, token, theirs, csrf }: Intruded): Promise<number[]> {
    const pending = (await linkTo(theirs)).token
    return [
      await statusOf(site.visitor(), 'GET /api/v1/users/self/', { token }),
      await statusOf(await atHome(), 'POST /api/v3/register/confirm', { form: { token: pending } }),
      await statusOf(intruder, 'GET /api/v1/users/self/'),
      await statusOf(intruder, 'POST /account', {
        form: { csrf, form: 'password', current: PASSWORD, new: STRANGER },
        headers: { 'X-CSRFToken': '' },
      }),
    ]
  }

  const emailOf = (id: string) =>
    env.DB.prepare('SELECT email FROM users WHERE id = ?1').bind(id).first('email')
  const signIn = (username: string, given: string) =>
    statusOf(site.visitor(), 'POST /api/v3/login', { form: { username, password: given } })

  it('T54: by a reset, while the address is pending', async () => {
    const walk = await intruded('ines')
    await statusOf(site.visitor(), 'POST /api/v3/password/reset', { form: { email: walk.email } })
    const form = { token: (await linkTo(walk.email)).token, new: NEW }
    expect(await statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form })).toBe(204)
    expect(await triesOf(walk)).toEqual([401, 400, 401, 303])
    expect([await signIn('ines', PASSWORD), await signIn('ines', NEW)]).toEqual([401, 200])
    expect(await emailOf(walk.id)).toBe(walk.email)
    // A new token, a new address, the reset, the new password, and sign-ins by two browsers not seen before.
    expect(await mailsTo(walk.email)).toHaveLength(6)
  })

  it('T54: by the mail to the old address, when address and password are the intruder’s', async () => {
    const walk = await intruded('ilse')
    const { token } = await linkTo(walk.email)
    const confirm = { form: { token: (await linkTo(walk.theirs)).token } }
    expect(await statusOf(await atHome(), 'POST /api/v3/register/confirm', confirm)).toBe(200)
    // A second address, so that the mail to the first goes to the intruder.
    const second = 'ilse-second@example.test'
    await bodyOf(walk.intruder, 'PUT /api/v1/users/self/', {
      form: { email: second },
      headers: { Password: PASSWORD },
    })
    const theirTakeBack = (await linkTo(walk.theirs)).token
    const change = { form: { current: PASSWORD, new: STRANGER } }
    expect(await statusOf(walk.intruder, 'POST /api/v3/password', change)).toBe(204)

    const takeBack = { form: { token, new: NEW } }
    expect(await statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', takeBack)).toBe(204)
    expect(await emailOf(walk.id)).toBe(walk.email)
    expect([await signIn('ilse', STRANGER), await signIn('ilse', NEW)]).toEqual([401, 200])
    expect(await triesOf(walk)).toEqual([401, 400, 401, 303])
    for (const given of [token, theirTakeBack]) {
      const form = { token: given, new: STRANGER }
      expect(await statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form })).toBe(400)
    }
  })

  it('T54: also where the old address has another account by now', async () => {
    const walk = await intruded('ivo')
    const { token } = await linkTo(walk.email)
    await statusOf(await atHome(), 'POST /api/v3/register/confirm', {
      form: { token: (await linkTo(walk.theirs)).token },
    })
    await env.DB.prepare(
      "INSERT INTO users (id, username, display_name, email) VALUES ('id-ivo-2', 'ivo-2', '', ?1)",
    )
      .bind(walk.email)
      .run()
    const form = { token, new: NEW }
    expect(await statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form })).toBe(204)
    expect([await emailOf(walk.id), await signIn('ivo', NEW)]).toEqual([null, 200])
  })

  it('T54: the person is told in their own language', async () => {
    const owner = await newPerson('inga')
    await env.DB.prepare("UPDATE users SET language = 'de' WHERE id = ?1").bind(owner.id).run()
    const headers = { 'Accept-Language': 'ja', Password: PASSWORD }
    await bodyOf(owner.own, 'POST /api/v3/tokens', { form: { name: 'a' }, headers })
    await bodyOf(owner.own, 'PUT /api/v1/users/self/', { form: { email: 'inga-2@example.test' }, headers })
    const change = { form: { current: PASSWORD, new: NEW }, headers }
    expect(await statusOf(owner.own, 'POST /api/v3/password', change)).toBe(204)
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
      'Neues API-Token für dein Konto bei Loopframe',
      'Neue Adresse für dein Konto bei Loopframe',
      'Dein Passwort für Loopframe wurde geändert',
    ])
  })
})

describe('T55: no one of the staff gets into another’s account unseen', () => {
  const noted = async (id: string, since: number) =>
    (
      await env.DB.prepare(
        "SELECT action FROM audit WHERE id > ?2 AND (target = 'user/' || ?1 OR action = 'mail.reveal') ORDER BY id",
      )
        .bind(id, since)
        .all<{ action: string }>()
    ).results.map(({ action }) => action)

  /** What staff do to have a link that sets the password, each by the front door. */
  const WAYS: Record<string, (person: Person) => Promise<string>> = {
    async 'reveal the mail of a reset'({ email }) {
      await statusOf(site.visitor(), 'POST /api/v3/password/reset', { form: { email } })
      const id = (await mailsTo(email)).at(-1)?.id
      const form = { reason: 'They asked by phone' }
      const { text } = await bodyOf<{ text: string }>(staff, `POST /api/v3/outbox/${id}/reveal`, { form })
      return /\?token=(\S+)/.exec(text)?.[1] ?? ''
    },
    async 'change the address to their own'({ id, name }) {
      const email = `${name}-of-staff@example.test`
      await bodyOf(staff, `PUT /api/v1/users/${id}/`, { form: { email } })
      await statusOf(await atHome(), 'POST /api/v3/register/confirm', {
        form: { token: (await linkTo(email)).token },
      })
      await statusOf(site.visitor(), 'POST /api/v3/password/reset', { form: { email } })
      return (await linkTo(email)).token
    },
  }

  it.for(Object.keys(WAYS))('T55: to %s is two rows, and the person has mail', async (way) => {
    const person = await newPerson(`seen-${Object.keys(WAYS).indexOf(way)}`)
    const since = (await env.DB.prepare('SELECT max(id) AS id FROM audit').first<number>('id')) ?? 0
    const token = await WAYS[way]?.(person)
    const form = { token: token ?? '', new: STRANGER }
    expect(await statusOf(site.visitor(), 'POST /api/v3/password/reset/confirm', { form })).toBe(204)
    const signIn = { form: { username: person.name, password: STRANGER } }
    expect(await statusOf(site.visitor(), 'POST /api/v3/login', signIn)).toBe(200)
    expect(await noted(person.id, since)).toEqual([
      expect.stringMatching(/^(mail.reveal|user.update)$/),
      'user.password',
    ])
    expect((await mailsTo(person.email)).map(({ subject }) => subject).join()).toMatch(
      /opened an email|address/i,
    )
  })
})

describe('T54: a pending address', () => {
  const pendingOf = async (visitor: Visitor) =>
    (await bodyOf<{ pending_email: string }>(visitor, 'GET /api/v1/users/self/')).pending_email

  it('T54: is shown, replaced by the next, and can be cancelled; one that is taken is pending too', async () => {
    const { own, name } = await newPerson('petra')
    const ask = (email: string) =>
      bodyOf(own, 'PUT /api/v1/users/self/', { form: { email }, headers: { Password: PASSWORD } })
    expect(await pendingOf(own)).toBe('')
    await ask(`${name}-2@example.test`)
    const first = (await linkTo(`${name}-2@example.test`)).token
    await ask('sue@example.test')
    expect(await pendingOf(own)).toBe('sue@example.test')
    expect(await mailsTo('sue@example.test')).toEqual([])
    expect(await statusOf(await atHome(), 'POST /api/v3/register/confirm', { form: { token: first } })).toBe(
      400,
    )
    await ask(`${name}-3@example.test`)
    expect(await statusOf(own, 'DELETE /api/v3/account/email')).toBe(204)
    expect(await pendingOf(own)).toBe('')
    const { token } = await linkTo(`${name}-3@example.test`)
    expect(await statusOf(await atHome(), 'POST /api/v3/register/confirm', { form: { token } })).toBe(400)
  })
})

describe('T54: who registers a stranger’s address has nothing when the stranger opens the link', () => {
  async function registered(username: string) {
    const browser = await atHome()
    const form = { username, email: `${username}@example.test`, password: STRANGER }
    expect(await statusOf(browser, 'POST /api/v3/register', { form })).toBe(200)
    return { browser, email: form.email, token: (await linkTo(form.email)).token }
  }
  const signIn = (username: string, given: string) =>
    statusOf(site.visitor(), 'POST /api/v3/login', { form: { username, password: given } })

  it('T54: another browser chooses a password', async () => {
    const { token } = await registered('viktor')
    const stranger = await atHome()
    const refused = await stranger.call('POST /api/v3/register/confirm', { form: { token } })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { kind: 'invalid-input', detail: { new: expect.any(String) } } },
    ])
    expect(await signIn('viktor', STRANGER)).toBe(403)
    const form = { token, new: NEW }
    expect(await statusOf(stranger, 'POST /api/v3/register/confirm', { form })).toBe(200)
    // Who has the mail and has chosen the password is signed in.
    expect(await statusOf(stranger, 'GET /api/v1/users/self/')).toBe(200)
    expect([await signIn('viktor', STRANGER), await signIn('viktor', NEW)]).toEqual([401, 200])
  })

  it('T54: also by a link that the registering browser had sent again', async () => {
    const { browser, email } = await registered('vera')
    expect(await statusOf(browser, 'POST /api/v3/register/resend', { form: { email } })).toBe(200)
    const again = { form: { token: (await linkTo(email)).token } }
    expect(await statusOf(await atHome(), 'POST /api/v3/register/confirm', again)).toBe(400)
    expect(await statusOf(browser, 'POST /api/v3/register/confirm', again)).toBe(200)
    expect(await signIn('vera', STRANGER)).toBe(200)
  })

  it('T54: a link that another browser had sent again is no more than that', async () => {
    const { email } = await registered('vito')
    const other = await atHome()
    expect(await statusOf(other, 'POST /api/v3/register/resend', { form: { email } })).toBe(200)
    const again = { form: { token: (await linkTo(email)).token } }
    expect(await statusOf(other, 'POST /api/v3/register/confirm', again)).toBe(400)
  })
})

describe('T54: suspension', () => {
  const setState = (id: string, form: Record<string, string>) =>
    staff.call(`PUT /api/v3/users/${id}/state`, { form })

  it('T54: no sign-in, until staff end it; noted with the reason', async () => {
    const { id, name, own } = await newPerson('sara')
    const suspended = await setState(id, { state: 'suspended', reason: 'stolen account' })
    expect(await suspended.json()).toMatchObject({ state: 'suspended', state_reason: 'stolen account' })
    expect(await statusOf(own, 'GET /api/v1/users/self/')).toBe(401)
    const refused = await site
      .visitor()
      .call('POST /api/v3/login', { form: { username: name, password: PASSWORD } })
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { kind: 'suspended' } }])
    expect(
      await statusOf(site.visitor(), 'POST /api/v3/login', { form: { username: name, password: 'x' } }),
    ).toBe(401)
    expect(
      await statusOf(site.visitor(), 'POST /api/v3/password/reset', {
        form: { email: `${name}@example.test` },
      }),
    ).toBe(200)
    // No link: the one mail says that the account is suspended.
    const mails = await mailsTo(`${name}@example.test`)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Loopframe account is suspended'])
    expect(await (await setState(id, { state: 'active' })).json()).toMatchObject({
      state: 'active',
      state_reason: '',
    })
    await signedIn(site, name)
    const acts = await env.DB.prepare(
      "SELECT actor, reason FROM audit WHERE action = 'user.state' AND target = ?1 ORDER BY id",
    )
      .bind(`user/${id}`)
      .all()
    expect(acts.results).toEqual([
      { actor: 'sue', reason: 'suspended: stolen account' },
      { actor: 'sue', reason: 'active' },
    ])
  })

  it('T54: limited stays signed in, and is shown', async () => {
    const { id, own } = await newPerson('selma')
    expect((await setState(id, { state: 'limited', reason: 'spam' })).status).toBe(200)
    expect(await statusOf(own, 'GET /api/v1/users/self/')).toBe(200)
    const person = await bodyOf<{ state: string }>(staff, `GET /api/v3/users/${id}/`)
    expect(person.state).toBe('limited')
  })

  it.each<[Record<string, string>, string, number]>([
    [{ state: 'gone', reason: 'x' }, 'id-sam', 400],
    [{ state: 'suspended' }, 'id-sam', 400],
    [{ state: 'suspended', reason: 'x' }, 'id-sue', 409],
    [{ state: 'suspended', reason: 'x' }, 'id-none', 404],
  ])('refuses %o for %s', async (form, id, status) => {
    expect((await setState(id, form)).status).toBe(status)
  })

  it('T54: the last of the staff who can sign in stays', async () => {
    expect((await setState('id-sam', { state: 'suspended', reason: 'left' })).status).toBe(200)
    const form = { role: 'user' }
    expect(await statusOf(staff, 'PUT /api/v3/users/id-sue/role', { form })).toBe(409)
    expect(await statusOf(staff, 'DELETE /api/v3/account', { form: { password: PASSWORD } })).toBe(409)
    expect((await setState('id-sam', { state: 'active' })).status).toBe(200)
    // Two who suspend each other at once.
    const sam = await signedIn(site, 'sam')
    const suspend = (who: Visitor, id: string) =>
      statusOf(who, `PUT /api/v3/users/${id}/state`, { form: { state: 'suspended', reason: 'x' } })
    const statuses = await Promise.all([suspend(staff, 'id-sam'), suspend(sam, 'id-sue')])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})
