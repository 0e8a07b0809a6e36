import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addPeople,
  embeddedSite,
  HERE,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { linkTo, mailsTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })

const NEW = 'another good password'

const json = async (response: Response) => (response.status === 204 ? undefined : response.json<never>())

/** The status of a call, and its body where it has one. */
async function did(visitor: Visitor, what: string, options?: Parameters<Visitor['call']>[1]) {
  const response = await visitor.call(what, options)
  return { status: response.status, body: (await json(response)) as Record<string, unknown> | undefined }
}

/** A visitor whose browser has been at one of our pages. */
async function visitor() {
  const somebody = site.visitor()
  await (await somebody.call('GET /login/check')).text()
  return somebody
}

const login = async (username: string, password: string) =>
  (await did(site.visitor(), 'POST /api/v3/login', { form: { username, password } })).status

const isIn = async (somebody: Visitor) => (await did(somebody, 'GET /login/check')).body?.logged_in

beforeEach(() => env.DB.exec('DELETE FROM outbox'))

it('an account from an empty database: register, confirm, sign in, token, password, reset, delete', async () => {
  const form = { username: 'zoe', email: 'zoe@example.test', password: PASSWORD, display_name: 'Zoë' }
  const zoe = await visitor()
  expect((await did(zoe, 'POST /api/v3/register', { form })).body).toMatchObject({ status: 'sent' })
  expect(await login('zoe', PASSWORD)).toBe(403)
  const confirm = await linkTo('zoe@example.test')
  expect(confirm.page).toBe('/register/confirm')
  const confirmation = { form: { token: confirm.token } }
  expect((await did(zoe, 'POST /api/v3/register/confirm', confirmation)).body).toMatchObject({
    status: 'confirmed',
  })
  expect((await did(zoe, 'POST /api/v3/register/confirm', confirmation)).status).toBe(400)

  const signIn = { form: { username: 'zoe', password: PASSWORD } }
  const user = await did(zoe, 'POST /api/v3/login', signIn)
  // T71: the browser that registered is known.
  expect(await mailsTo('zoe@example.test')).toHaveLength(1)
  expect(user.body).toMatchObject({ username: 'zoe', display_name: 'Zoë', role: 'user' })
  const other = await signedIn(site, 'zoe')

  const made = await did(zoe, 'POST /api/v3/tokens', { form: { name: 'script' } })
  const token = String(made.body?.token)
  expect(made.status).toBe(201)
  expect((await did(site.visitor(), 'GET /api/v1/users/self/', { token })).body).toMatchObject({
    username: 'zoe',
  })

  const before = new Map(zoe.cookies)
  const change = { form: { current: PASSWORD, new: NEW } }
  expect((await did(zoe, 'POST /api/v3/password', change)).status).toBe(204)
  expect([await isIn(zoe), await isIn(other)]).toEqual([true, false])
  expect([...zoe.cookies.values()]).not.toEqual([...before.values()])
  expect([await login('zoe', PASSWORD), await login('zoe', NEW)]).toEqual([401, 200])

  await did(site.visitor(), 'POST /api/v3/password/reset', { form: { email: 'Zoe@example.test' } })
  const reset = await linkTo('Zoe@example.test')
  expect(reset.page).toBe('/password')
  const confirmReset = { form: { token: reset.token, new: PASSWORD } }
  expect((await did(site.visitor(), 'POST /api/v3/password/reset/confirm', confirmReset)).status).toBe(204)
  expect((await did(site.visitor(), 'POST /api/v3/password/reset/confirm', confirmReset)).status).toBe(400)
  expect([await isIn(zoe), await login('zoe', NEW), await login('zoe', PASSWORD)]).toEqual([false, 401, 200])

  await did(zoe, 'POST /api/v3/login', signIn)
  expect((await did(zoe, 'DELETE /api/v3/account', { form: { password: 'wrong' } })).status).toBe(403)
  expect((await did(zoe, 'DELETE /api/v3/account', { form: { password: PASSWORD } })).status).toBe(204)
  expect([await isIn(zoe), await login('zoe', PASSWORD)]).toEqual([false, 401])
  expect((await did(site.visitor(), 'GET /api/v1/users/self/', { token })).status).toBe(401)
  const left = await env.DB.prepare("SELECT action, actor FROM audit WHERE actor = 'zoe'").all()
  expect(left.results.map(({ action }) => action)).toEqual(['user.password', 'account.delete'])
  expect(await mailsTo('zoe@example.test')).toEqual([])
})

describe('T33: an account cannot be told from a missing one', () => {
  beforeAll(async () => {
    await addPeople([{ username: 'ann' }, { username: 'una', state: 'unconfirmed' }])
    const now = new Date().toISOString()
    await env.DB.prepare("UPDATE users SET created_at = ?1 WHERE id = 'id-una'").bind(now).run()
  })

  const register = async (username: string, email: string) =>
    did(await visitor(), 'POST /api/v3/register', { form: { username, email, password: PASSWORD } })

  it('registers a taken address like any other; its owner gets a link to a new password', async () => {
    const free = await register('fred', 'fred@example.test')
    expect(await register('fritz', 'ANN@example.test')).toEqual(free)
    expect(await register('frida', 'una@example.test')).toEqual(free)
    const [mail] = await mailsTo('ann@example.test')
    expect(mail?.text).toContain('your account, ann')
    expect((await linkTo('ann@example.test')).page).toBe('/password')
    expect((await linkTo('una@example.test')).page).toBe('/password')
  })

  it('names a taken username, also one that was registered with a taken address', async () => {
    const refused = await register('ANN', 'new@example.test')
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: expect.objectContaining({ kind: 'invalid-input', detail: { username: 'is taken' } }) },
    ])
    await register('gus', 'ann@example.test')
    await register('gil', 'gil@example.test')
    const again = [await register('gus', 'a@example.test'), await register('gil', 'b@example.test')]
    expect(again.map(({ status }) => status)).toEqual([400, 400])
    const signIns = [await login('gus', PASSWORD), await login('gil', PASSWORD)]
    expect(signIns).toEqual([403, 403])
  })

  it.each(['register/resend', 'password/reset'])('%s says the same of every address', async (call) => {
    const answers = await Promise.all(
      ['ann@example.test', 'una@example.test', 'nobody@example.test'].map(async (email) => {
        const response = await (await visitor()).call(`POST /api/v3/${call}`, { form: { email } })
        const names = [...response.headers.keys()].filter((name) => name !== 'x-request-id')
        return [response.status, names, await response.text()]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await mailsTo('nobody@example.test')).toEqual([])
    expect(await mailsTo('una@example.test')).toHaveLength(1)
    expect(await mailsTo('ann@example.test')).toHaveLength(call === 'password/reset' ? 1 : 0)
  })

  it('a reset confirms an account, so that whoever only said to have the address has nothing', async () => {
    await register('mallory', 'victim@example.test')
    await did(site.visitor(), 'POST /api/v3/password/reset', { form: { email: 'victim@example.test' } })
    const { token } = await linkTo('victim@example.test')
    await did(site.visitor(), 'POST /api/v3/password/reset/confirm', { form: { token, new: NEW } })
    expect([await login('mallory', PASSWORD), await login('mallory', NEW)]).toEqual([401, 200])
  })

  it('a link is good for its time and its purpose alone', async () => {
    await did(site.visitor(), 'POST /api/v3/password/reset', { form: { email: 'ann@example.test' } })
    const { token } = await linkTo('ann@example.test')
    expect((await did(await visitor(), 'POST /api/v3/register/confirm', { form: { token } })).status).toBe(
      400,
    )
    expect((await did(site.visitor(), 'POST /api/v3/login', { form: { token } })).status).toBe(401)
    await env.DB.exec("UPDATE links SET expires_at = '2026-01-01T00:00:00.000Z'")
    const late = { form: { token, new: NEW } }
    expect((await did(site.visitor(), 'POST /api/v3/password/reset/confirm', late)).status).toBe(400)
    expect(await login('ann', PASSWORD)).toBe(200)
  })

  it.each([
    [{ password: 'short' }, 'password'],
    [{ username: '.dot' }, 'username'],
    [{ email: 'nothing' }, 'email'],
  ])('refuses %o with the field', async (wrong, field) => {
    const form = { username: 'ida', email: 'ida@example.test', password: PASSWORD, ...wrong }
    const { status, body } = await did(await visitor(), 'POST /api/v3/register', { form })
    expect([status, body]).toMatchObject([400, { error: { detail: { [field]: expect.any(String) } } }])
  })

  it('writes in the language of the browser', async () => {
    const somebody = await visitor()
    const headers = { 'Accept-Language': 'tlh, de-CH;q=0.9, en;q=0.5' }
    const form = { username: 'jörg'.replace('ö', 'oe'), email: 'j@example.test', password: PASSWORD }
    await did(somebody, 'POST /api/v3/register', { form, headers })
    const [mail] = await mailsTo('j@example.test')
    expect(mail?.subject).toBe('Bestätige dein Konto bei Loopframe')
    expect(mail?.text).toContain(`Hallo joerg,\n`)
    expect(mail?.text).toContain(`${HERE}/register/confirm?token=`)
  })
})

describe('T19: a visitor’s first write', () => {
  it('is possible with the csrftoken of GET /login/check, and not without', async () => {
    const form = { email: 'x@example.test' }
    expect((await did(site.visitor(), 'POST /api/v3/register/resend', { form })).status).toBe(403)
    const somebody = await visitor()
    const token = somebody.cookies.get('csrftoken')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await did(somebody, 'POST /api/v3/register/resend', { form })).status).toBe(200)
    await did(somebody, 'GET /login/check')
    expect(somebody.cookies.get('csrftoken')).toBe(token)
  })

  it('a session replaces the token, and gives it again to a browser that lost it', async () => {
    await addPeople([{ username: 'kim' }])
    const kim = await visitor()
    const first = kim.cookies.get('csrftoken')
    await did(kim, 'POST /api/v3/login', { form: { username: 'kim', password: PASSWORD } })
    const second = kim.cookies.get('csrftoken')
    expect(second).not.toBe(first)
    kim.cookies.delete('csrftoken')
    await did(kim, 'GET /login/check')
    expect(kim.cookies.get('csrftoken')).toBe(second)
  })
})

describe('a sign-in link', () => {
  it('opens one session, once, also where two use it together', async () => {
    await addPeople([{ username: 'leo', role: 'staff' }])
    const token = 'a'.repeat(43)
    const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    await env.DB.prepare(
      "INSERT INTO links (hash, user_id, purpose, expires_at) VALUES (?1, 'id-leo', 'sign-in', '2999-01-01')",
    )
      .bind(hash)
      .run()
    const visitors = [site.visitor(), site.visitor()]
    const answers = await Promise.all(
      visitors.map((each) => did(each, 'POST /api/v3/login', { form: { token } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const count = "SELECT count(*) AS n FROM sessions WHERE user_id = 'id-leo'"
    expect(await env.DB.prepare(count).first('n')).toBe(1)
  })

  it('is needed, or a name', async () => {
    expect((await did(site.visitor(), 'POST /api/v3/login', { form: { password: 'x' } })).status).toBe(400)
  })
})

describe('sessions and tokens', () => {
  beforeAll(() => addPeople([{ username: 'nia' }, { username: 'noah' }]))

  it('lists one’s own sessions and ends one', async () => {
    const here = await signedIn(site, 'nia')
    const there = await signedIn(site, 'nia')
    await signedIn(site, 'noah')
    const list = await did(here, 'GET /api/v3/sessions')
    const rows = list.body?.results as { id: string; is_current: boolean; agent: string }[]
    expect(rows.map(({ is_current }) => is_current).sort()).toEqual([false, true])
    expect(rows[0]?.agent).toBe('Test browser')
    const other = rows.find(({ is_current }) => !is_current)?.id
    const noah = await signedIn(site, 'noah')
    expect((await did(noah, `DELETE /api/v3/sessions/${other}`)).status).toBe(404)
    expect((await did(here, `DELETE /api/v3/sessions/${other}`)).status).toBe(204)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    const own = rows.find(({ is_current }) => is_current)?.id
    expect((await did(here, `DELETE /api/v3/sessions/${own}`)).status).toBe(204)
    // The browser stays known (T59).
    expect([...here.cookies.keys()]).toEqual(['__Host-known'])
  })

  it('shows a token once, notes its use, and refuses it when it has expired or is gone', async () => {
    const nia = await signedIn(site, 'nia')
    const expires = new Date(Date.now() + 60_000).toISOString()
    const made = await did(nia, 'POST /api/v3/tokens', { form: { name: 'laptop', expires } })
    const { id, token } = made.body as { id: string; token: string }
    const call = () => did(site.visitor(), 'GET /api/v1/users/self/', { token })
    expect((await call()).status).toBe(200)
    const list = JSON.stringify((await did(nia, 'GET /api/v3/tokens')).body)
    expect(list).toContain('"name":"laptop"')
    expect(list).not.toContain(token)
    expect(list).not.toContain('"last_used_at":null')
    await env.DB.prepare("UPDATE tokens SET expires_at = '2026-01-01T00:00:00.000Z' WHERE id = ?1")
      .bind(id)
      .run()
    expect((await call()).status).toBe(401)
    expect((await did(await signedIn(site, 'noah'), `DELETE /api/v3/tokens/${id}`)).status).toBe(404)
    expect((await did(nia, `DELETE /api/v3/tokens/${id}`)).status).toBe(204)
    expect((await did(nia, `DELETE /api/v3/tokens/${id}`)).status).toBe(404)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a', expires: '2020-01-01' }, 'expires'],
    [{ name: 'a', expires: '2020-99-99' }, 'expires'],
    [{ name: 'a', expires: '1600000000' }, 'expires'],
  ])('refuses a token of %o', async (form: Record<string, string>, field) => {
    const { status, body } = await did(await signedIn(site, 'nia'), 'POST /api/v3/tokens', { form })
    expect([status, body]).toMatchObject([400, { error: { detail: { [field]: expect.any(String) } } }])
  })

  it('a token makes no token', async () => {
    const made = await did(await signedIn(site, 'nia'), 'POST /api/v3/tokens', { form: { name: 'a' } })
    const token = String(made.body?.token)
    expect((await did(site.visitor(), 'POST /api/v3/tokens', { form: { name: 'b' }, token })).status).toBe(
      403,
    )
  })
})

describe('a user’s record (§7)', () => {
  beforeAll(() =>
    addPeople([
      { username: 'olga' },
      { username: 'otto' },
      { username: 'ora', state: 'unconfirmed' },
      { username: 'mod', role: 'moderator' },
      { username: 'sue', role: 'staff' },
    ]),
  )

  it('is whole for the user and staff, and what pages show for others', async () => {
    const emails = await Promise.all(
      ['olga', 'sue', 'otto', 'mod'].map(async (name) => {
        const { body } = await did(await signedIn(site, name), 'GET /api/v1/users/id-olga/')
        return body?.email
      }),
    )
    expect(emails).toEqual(['olga@example.test', 'olga@example.test', '', ''])
    expect((await did(site.visitor(), 'GET /api/v1/users/id-olga/')).status).toBe(401)
    const otto = await signedIn(site, 'otto')
    expect((await did(otto, 'GET /api/v1/users/id-ora/')).status).toBe(404)
    expect((await did(otto, 'GET /api/v1/users/nobody/')).status).toBe(404)
    expect((await did(await signedIn(site, 'sue'), 'GET /api/v1/users/id-ora/')).status).toBe(200)
  })

  it('is changed by its user and staff; staff leave a trace', async () => {
    const form = { description: 'Hi', twitter: '@o', is_public: 'false' }
    const put = (name: string) =>
      signedIn(site, name).then((each) => did(each, 'PUT /api/v1/users/id-olga/', { form }))
    expect((await put('olga')).body).toMatchObject({ description: 'Hi', twitter: '@o', is_public: false })
    expect([(await put('otto')).status, (await put('mod')).status, (await put('sue')).status]).toEqual([
      403, 403, 200,
    ])
    const trace = "SELECT actor, target FROM audit WHERE action = 'user.update'"
    expect((await env.DB.prepare(trace).all()).results).toEqual([{ actor: 'sue', target: 'user/id-olga' }])
  })

  it('T34: takes its listed fields alone', async () => {
    const stolen = [
      'role',
      'state',
      'is_verified',
      'id',
      'username',
      'password',
      'suppress_chrome',
      'avatar_key',
      'created_at',
    ]
    const row = () => env.DB.prepare(`SELECT ${stolen} FROM users WHERE id = 'id-otto'`).first()
    const before = await row()
    const form = Object.fromEntries(stolen.map((name) => [name, name === 'role' ? 'staff' : '1']))
    const { status } = await did(await signedIn(site, 'otto'), 'PUT /api/v1/users/self/', { form })
    expect([status, await row()]).toEqual([200, before])
  })

  it('T34: nor does a registration', async () => {
    const form = {
      username: 'eve',
      email: 'eve@example.test',
      password: PASSWORD,
      role: 'staff',
      state: 'active',
    }
    await did(await visitor(), 'POST /api/v3/register', { form })
    const row = await env.DB.prepare("SELECT role, state FROM users WHERE username = 'eve'").first()
    expect(row).toEqual({ role: 'user', state: 'unconfirmed' })
  })

  it('a new address needs the password and its own link; a wrong password changes nothing', async () => {
    const otto = await signedIn(site, 'otto')
    const put = (email: string, password?: string) =>
      did(otto, 'PUT /api/v1/users/self/', {
        form: { email, description: 'x' },
        ...(password && { headers: { Password: password } }),
      })
    expect([(await put('o2@example.test')).status, (await put('o2@example.test', 'wrong')).status]).toEqual([
      403, 403,
    ])
    expect((await put('olga@example.test', PASSWORD)).body).toMatchObject({ email: 'otto@example.test' })
    expect(await mailsTo('olga@example.test')).toEqual([])
    expect((await put('o2@example.test', PASSWORD)).body).toMatchObject({ email: 'otto@example.test' })
    const { token } = await linkTo('o2@example.test')
    expect((await did(await visitor(), 'POST /api/v3/register/confirm', { form: { token } })).status).toBe(
      200,
    )
    expect((await did(otto, 'GET /api/v1/users/self/')).body).toMatchObject({ email: 'o2@example.test' })
  })

  it('the build', async () => {
    const { body } = await did(site.visitor(), 'GET /api/v3/env/build')
    expect(body).toEqual({ build: expect.any(String), env: 'production', version: expect.any(String) })
  })
})

describe('leaving', () => {
  const upload = (user: string, id: string) =>
    env.DB.batch([
      env.DB.prepare(
        `INSERT INTO gifs (id, slug, title, type, user_id, import_datetime) VALUES (?1, ?1, ?1, 'gif', ?2, '2026-01-01 00:00:00')`,
      ).bind(id, user),
      env.DB.prepare(
        `INSERT INTO renditions (gif_id, name, format, width, height, size, r2_key)
         VALUES (?1, 'original', 'gif', 1, 1, 1, 'm/' || ?1), (?1, 'original', 'webp', 1, 1, 1, 'm/shared')`,
      ).bind(id),
    ])

  const keysLeft = async (...keys: string[]) =>
    (await Promise.all(keys.map((key) => env.MEDIA.head(key)))).map((file) => file !== null)

  it('takes the uploads and their files along, but for a file that somebody else has too', async () => {
    await addPeople([{ username: 'pia' }, { username: 'pat' }])
    await upload('id-pia', 'piagif1')
    await upload('id-pat', 'patgif1')
    await Promise.all(['m/piagif1', 'm/patgif1', 'm/shared'].map((key) => env.MEDIA.put(key, 'x')))
    const pia = await signedIn(site, 'pia')
    expect((await did(pia, 'DELETE /api/v3/account', { form: { password: PASSWORD } })).status).toBe(204)
    const gifs = await env.DB.prepare("SELECT id FROM gifs WHERE id IN ('piagif1', 'patgif1')").all()
    expect(gifs.results).toEqual([{ id: 'patgif1' }])
    await vi.waitFor(async () =>
      expect((await env.DB.prepare('SELECT * FROM unused_files').all()).results).toEqual([]),
    )
    expect(await keysLeft('m/piagif1', 'm/patgif1', 'm/shared')).toEqual([false, true, true])
  })

  it('or leaves them without a name', async () => {
    await addPeople([{ username: 'ron' }])
    await upload('id-ron', 'rongif1')
    const ron = await signedIn(site, 'ron')
    const form = { password: PASSWORD, keep_gifs: 'true' }
    expect((await did(ron, 'DELETE /api/v3/account', { form })).status).toBe(204)
    expect(await env.DB.prepare("SELECT user_id FROM gifs WHERE id = 'rongif1'").first()).toEqual({
      user_id: null,
    })
  })
})
