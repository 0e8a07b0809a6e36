import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_URLS } from '../../fixtures/calls/hostile-urls.ts'
import {
  addPeople,
  embeddedSite,
  HERE,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { linkTo } from '../../fixtures/upstreams/outbox.ts'
import { OWN, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()

beforeAll(() =>
  addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'cyd' },
    { username: 'dan' },
    { username: 'new', state: 'unconfirmed' },
  ]),
)

/** The text of a page, and the token of its forms. */
async function open(visitor: Visitor, path: string) {
  const response = await visitor.call(`GET ${path}`)
  const text = await response.text()
  return { response, text, csrf: / name="csrf" value="(\w+)"/.exec(text)?.[1] ?? '' }
}

/** Fills in a form of a page as a browser without scripts does: no header has the token. */
async function post(visitor: Visitor, path: string, form: Record<string, string>, headers = {}) {
  const { csrf } = await open(visitor, path)
  return visitor.call(`POST ${path}`, { form: { csrf, ...form }, headers: { 'X-CSRFToken': '', ...headers } })
}

const locationOf = (response: Response) => [response.status, response.headers.get('Location')]
const login = (visitor: Visitor, username: string, password = PASSWORD, path = '/login') =>
  post(visitor, path, { username, password })

describe('signing in by the page (docs/contract.md)', () => {
  it('opens a session, leads on, and signs out again', async () => {
    const visitor = site.visitor()
    expect(locationOf(await visitor.call('GET /account'))).toEqual([303, '/login?next=/account'])
    expect(locationOf(await login(visitor, 'ann', PASSWORD, '/login?next=/account'))).toEqual([
      303,
      '/account',
    ])
    const { response, text } = await open(visitor, '/account')
    expect(response.status).toBe(200)
    expect(text).toContain('@ann')
    expect(locationOf(await visitor.call('GET /login?next=/search/cat'))).toEqual([303, '/search/cat'])
    expect(locationOf(await post(visitor, '/account', { form: 'sign-out' }))).toEqual([
      303,
      '/login?done=signed-out',
    ])
    expect(locationOf(await visitor.call('GET /account'))).toEqual([303, '/login?next=/account'])
  })

  it('a wrong password gives the form again: the name, the reason, never the password', async () => {
    const response = await login(site.visitor(), 'ann', 'wrong horse')
    const text = await response.text()
    expect(response.status).toBe(401)
    expect(text).toContain('value="ann"')
    expect(text).toMatch(/role="alert"[^>]*autofocus[^>]*>.*Wrong username or password/i)
    expect(text).not.toContain('wrong horse')
  })

  it('what is missing is said beside its field, which has the focus', async () => {
    const text = await (
      await post(site.visitor(), '/register', { username: 'a b', email: 'x', password: 'short' })
    ).text()
    for (const name of ['username', 'email']) {
      const [input = ''] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text) ?? []
      expect(input).toContain('aria-invalid="true"')
      expect(input).toMatch(new RegExp(`aria-describedby="[^"]*register-${name}-problem"`))
      expect(text).toContain(`id="register-${name}-problem"`)
      expect(/autofocus/i.test(input)).toBe(name === 'username')
    }
    expect(text).not.toContain('short')
  })

  it('says how long a password must be before and after', async () => {
    const visitor = site.visitor()
    expect((await open(visitor, '/register')).text).toContain('At least 8 characters')
    const form = { username: 'fay', email: 'fay@example.test', password: 'short' }
    const response = await post(visitor, '/register', form)
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/id="register-password-problem">Use 8 to 256 characters/)
  })

  it.each([
    ['en', 'Many people use this password'],
    ['de', 'Dieses Passwort verwenden viele'],
    ['fr', 'Ce mot de passe est très courant'],
    ['es', 'Mucha gente usa esta contraseña'],
    ['ja', 'このパスワードは多くの人が使っており'],
  ])('T33: says of a password that many people have why it is refused: %s', async (lang, words) => {
    const visitor = site.visitor()
    await open(visitor, '/register')
    const form = { username: 'fay', email: 'fay@example.test', password: 'Trustno1' }
    const response = await post(visitor, `/register?lang=${lang}`, form)
    expect(response.status).toBe(400)
    const [, problem] = /id="register-password-problem">([^<]*)/.exec(await response.text()) ?? []
    expect(problem).toContain(words)
  })

  it('says that an address is not confirmed yet', async () => {
    const response = await login(site.visitor(), 'new')
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('Confirm your email address first')
  })

  it('T33: by the page a wrong name is as a wrong password', async () => {
    const textOf = async (name: string, password: string) => {
      const text = await (await login(site.visitor(), name, password)).text()
      return text.replaceAll(/ value="\w+"/g, '')
    }
    expect(await textOf('ann', 'wrong')).toBe(await textOf('nobody', 'wrong'))
  })

  it('T6: leads nowhere else after signing in', async ({ task }) => {
    const visitor = await signedIn(site, 'ann')
    const paths = [...HOSTILE_URLS, '//evil.test', '/\\evil.test', '/.//evil.test', '/\t/evil.test']
    tries(task, paths.length)
    for (const next of paths) {
      const response = await visitor.call(`GET /login?next=${encodeURIComponent(next)}`)
      expect([303, 400]).toContain(response.status)
      const to = new URL(response.headers.get('Location') ?? '/', HERE)
      expect(to.origin).toBe(HERE)
    }
  })

  it('a link signs in by a button, once; opening it uses nothing up', async () => {
    const token = 'a'.repeat(43)
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
    const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    await env.DB.prepare(
      `INSERT INTO links (hash, user_id, purpose, expires_at) VALUES (?1, 'id-bob', 'sign-in', '2100-01-01T00:00:00.000Z')`,
    )
      .bind(hash)
      .run()
    const path = `/login?token=${token}`
    const visitor = site.visitor()
    for (const _ of [1, 2]) expect((await open(visitor, path)).response.status).toBe(200)
    expect(locationOf(await post(visitor, path, {}))).toEqual([303, '/account'])
    const again = await post(site.visitor(), path, {})
    expect(again.status).toBe(401)
    expect(await again.text()).toContain('This link has expired')
  })
})

describe('T19: a form is posted by our own page', () => {
  const PATHS = ['/login', '/register', '/register/confirm', '/password', '/account']

  it.for(PATHS)(
    '%s refuses other origins, and a token that is missing or another’s',
    async (path, { task }) => {
      const visitor = await signedIn(site, 'ann')
      const form = { form: 'sign-out', username: 'ann', email: 'ann@example.test', password: PASSWORD }
      const foreign = [
        { Origin: 'https://evil.test' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'null' },
      ]
      tries(task, foreign.length + 2)
      for (const headers of foreign) {
        const response = await post(visitor, path, form, headers)
        expect(response.status).toBe(403)
        expect(response.headers.getSetCookie()).toEqual([])
        expect(await response.text()).toContain('<h1>No access</h1>')
      }
      for (const csrf of ['', 'f'.repeat(64)]) {
        const response = await post(visitor, path, { ...form, csrf })
        expect([303, 403]).toContain(response.status)
        expect(response.headers.getSetCookie()).toEqual([])
        if (response.status === 303) expect(response.headers.get('Location')).toBe('/account')
      }
      expect((await visitor.call('GET /account')).status).toBe(200)
    },
  )

  it('what another site has typed is not shown', async () => {
    const response = await post(site.visitor(), '/login', { csrf: 'f', username: 'planted', password: 'x' })
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('planted')
  })

  it('a token of another session does not do', async () => {
    const visitor = await signedIn(site, 'ann')
    const other = await signedIn(site, 'bob')
    const name = [...visitor.cookies.keys()].find((key) => key.endsWith('csrftoken')) ?? ''
    const csrf = other.cookies.get(name) ?? ''
    visitor.cookies.set(name, csrf)
    const response = await visitor.call('POST /account', { form: { csrf, form: 'sign-out' } })
    expect(response.status).toBe(403)
    expect((await open(visitor, '/account')).csrf).not.toBe(csrf)
  })

  it('a form that is too large is refused', async () => {
    const response = await post(site.visitor(), '/login', { username: 'a'.repeat(20_000), password: 'x' })
    expect(response.status).toBe(413)
  })
})

it('T33: guesses by the form count as those of the call do', async () => {
  const limited = embeddedSite({ TRUST_PROXY: 'on' })
  const visitor = Object.assign(limited.visitor(), { address: '192.0.2.1' })
  const { csrf } = await open(visitor, '/login')
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const form = { csrf, username: 'cyd', password: `guess-${n}` }
    const response = await visitor.call('POST /login', { form })
    statuses.push(response.status)
    if (response.status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    await response.body?.cancel()
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)])
  const call = await visitor.call('POST /api/v3/login', { form: { username: 'cyd', password: PASSWORD } })
  expect(call.status).toBe(429)
})

describe('registering by the page', () => {
  it('leads from the form by the mailed link to the account', async () => {
    const visitor = site.visitor()
    const form = { username: 'eve', email: 'eve@example.test', password: 'four words are enough' }
    const mistyped = await post(visitor, '/register', { ...form, email: 'eve@example.tset' })
    expect(mistyped.status).toBe(201)
    expect(await mistyped.text()).toMatch(/Check your email.*eve@example\.tset.*href="\/register"/s)
    // The same name once more, in the same browser alone.
    expect((await post(site.visitor(), '/register', form)).status).toBe(400)
    expect((await post(visitor, '/register', form)).status).toBe(201)
    expect((await open(visitor, '/register/confirm')).text).toContain('Check your email')
    const { page, token } = await linkTo('eve@example.test')
    expect(page).toBe('/register/confirm')
    const path = `${page}?token=${token}`
    for (const _ of [1, 2]) expect((await open(visitor, path)).response.status).toBe(200)
    expect(locationOf(await post(visitor, path, {}))).toEqual([303, '/account?done=confirmed'])
    expect((await open(visitor, '/account?done=confirmed')).text).toContain('email address is confirmed')
    expect(locationOf(await login(site.visitor(), 'eve', form.password))).toEqual([303, '/account'])
    const again = await post(site.visitor(), path, {})
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This link has expired')
  })

  it('names a username that is taken', async () => {
    const form = { username: 'ann', email: 'ann2@example.test', password: PASSWORD }
    const response = await post(site.visitor(), '/register', form)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('This username is taken')
  })

  it('T33: an address that has an account gets the same response', async () => {
    const form = { username: 'ann-2', email: 'ann@example.test', password: PASSWORD }
    const response = await post(site.visitor(), '/register', form)
    expect([response.status, await response.text()]).toEqual([
      201,
      expect.stringContaining('We sent a link to'),
    ])
  })

  it('sends the mail again', async () => {
    const before = await linkTo('new@example.test')
    const email = 'new@example.test'
    const response = await post(site.visitor(), '/register/confirm', { email })
    expect([response.status, await response.text()]).toEqual([201, expect.stringContaining(email)])
    expect(await linkTo(email)).not.toEqual(before)
  })
})

describe('a forgotten password', () => {
  it('is replaced by the mailed link', async () => {
    const visitor = site.visitor()
    const email = 'cyd@example.test'
    expect(locationOf(await post(visitor, '/password', { email }))).toEqual([303, '/password?done=sent'])
    const { page, token } = await linkTo(email)
    const path = `${page}?token=${token}`
    expect((await post(visitor, path, { new: 'short' })).status).toBe(400)
    expect(locationOf(await post(visitor, path, { new: 'another long one' }))).toEqual([
      303,
      '/login?done=reset',
    ])
    expect(locationOf(await login(visitor, 'cyd', 'another long one'))).toEqual([303, '/account'])
    expect((await post(site.visitor(), path, { new: 'another long one' })).status).toBe(400)
  })

  it('T33: never says whether there is an account', async () => {
    const response = await post(site.visitor(), '/password', { email: 'nobody@example.test' })
    expect(locationOf(response)).toEqual([303, '/password?done=sent'])
  })
})

describe('the account', () => {
  const act = (visitor: Visitor, form: string, fields: Record<string, string> = {}) =>
    post(visitor, '/account', { form, ...fields })

  it('saves the profile', async () => {
    const visitor = await signedIn(site, 'dan')
    const fields = { display_name: 'Dan <b>', description: 'Hello', website_url: 'https://dan.test/' }
    expect(locationOf(await act(visitor, 'profile', fields))).toEqual([303, '/account?done=saved'])
    const { text } = await open(visitor, '/account?done=saved')
    expect(text).toContain('Changes saved')
    expect(text).toContain('Dan &lt;b&gt;')
    expect(text).not.toContain('href="/admin"')
    const bad = await act(visitor, 'profile', { ...fields, website_url: 'dan' })
    expect(bad.status).toBe(400)
    expect(await bad.text()).toContain('Enter a full URL')
  })

  it('a new address needs the password, and a mail', async () => {
    const visitor = await signedIn(site, 'dan')
    const email = 'dan2@example.test'
    const wrong = await act(visitor, 'email', { email, password: 'wrong' })
    expect(wrong.status).toBe(403)
    expect(await wrong.text()).toContain('Wrong password')
    expect(locationOf(await act(visitor, 'email', { email, password: PASSWORD }))).toEqual([
      303,
      '/account?done=email',
    ])
    expect((await linkTo(email)).page).toBe('/register/confirm')
  })

  it('changes the password, and ends the other sessions', async () => {
    const visitor = await signedIn(site, 'bob')
    const other = await signedIn(site, 'bob')
    const fields = { current: PASSWORD, new: 'a new long one' }
    expect((await act(visitor, 'password', { ...fields, current: 'wrong' })).status).toBe(403)
    expect((await act(visitor, 'password', { ...fields, new: 'short' })).status).toBe(400)
    expect(locationOf(await act(visitor, 'password', fields))).toEqual([303, '/account?done=password'])
    expect((await visitor.call('GET /account')).status).toBe(200)
    expect(locationOf(await other.call('GET /account'))[0]).toBe(303)
  })

  it('lists sessions, and ends one of them', async () => {
    const visitor = await signedIn(site, 'ann')
    const other = await signedIn(site, 'ann')
    const { text } = await open(visitor, '/account')
    expect(text).toContain('This browser')
    const ids = [
      ...text.matchAll(/name="form" value="end-session"\/?><input[^>]*name="id" value="([\w-]+)"/g),
    ]
    expect(ids.length).toBeGreaterThan(0)
    for (const [, id = ''] of ids) {
      expect(locationOf(await act(visitor, 'end-session', { id }))).toEqual([303, '/account?done=session'])
    }
    expect((await visitor.call('GET /account')).status).toBe(200)
    expect((await other.call('GET /account')).status).toBe(303)
  })

  it('makes a token that it displays once, and deletes it', async () => {
    const visitor = await signedIn(site, 'ann')
    const made = await act(visitor, 'token', { name: 'Ingest' })
    expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    const token = /id="new-token"[^>]* value="([\w-]{43})"/.exec(await made.text())?.[1] ?? ''
    expect((await site.visitor().call('GET /users/self/follows', { token })).status).not.toBe(401)
    const { text } = await open(visitor, '/account')
    expect(text).toContain('Ingest')
    expect(text).not.toContain(token)
    const id =
      /name="form" value="delete-token"\/?><input[^>]*name="id" value="([\w-]+)"/.exec(text)?.[1] ?? ''
    expect(locationOf(await act(visitor, 'delete-token', { id }))).toEqual([303, '/account?done=token'])
    expect((await open(visitor, '/account')).text).not.toContain('Ingest')
    expect((await act(visitor, 'token', { name: '' })).status).toBe(400)
  })

  it('knows no other form', async () => {
    const visitor = await signedIn(site, 'ann')
    for (const form of ['nothing', '__proto__', 'constructor'])
      expect((await act(visitor, form)).status).toBe(400)
  })

  it('without a password offers to choose one, and nothing that needs one', async () => {
    await addPeople([{ username: 'sal', role: 'staff' }])
    const sal = await signedIn(site, 'sal')
    await env.DB.prepare("UPDATE users SET password = NULL WHERE username = 'sal'").run()
    const { text } = await open(sal, '/account')
    expect(text).toContain('This account has no password yet.')
    expect(text).toContain('<a href="/admin">Staff pages</a>')
    for (const name of ['email', 'password', 'delete']) {
      expect(text).not.toContain(`name="form" value="${name}"`)
    }
    const chosen = await post(sal, '/account', { form: 'first-password', new: 'correct horse staple' })
    expect(locationOf(chosen)).toEqual([303, '/account?done=password'])
    expect((await open(sal, '/account')).text).toContain('name="form" value="delete"')
    expect(locationOf(await login(site.visitor(), 'sal', 'correct horse staple'))[0]).toBe(303)
  })

  it('is deleted with the password alone', async () => {
    const visitor = await signedIn(site, 'dan')
    expect((await act(visitor, 'delete', { password: 'wrong' })).status).toBe(403)
    expect(locationOf(await act(visitor, 'delete', { password: PASSWORD, keep_gifs: 'true' }))).toEqual([
      303,
      '/login?done=deleted',
    ])
    expect((await login(site.visitor(), 'dan')).status).toBe(401)
  })
})

describe('the headers of people’s pages', () => {
  it.each(['/login', '/register', '/register/confirm', '/password', '/account'])(
    'T20, T23: %s is framed by nobody, and kept by no cache',
    async (path) => {
      const response = await (await signedIn(site, 'ann')).call(`GET ${path}`)
      await response.body?.cancel()
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      const policy = response.headers.get('Content-Security-Policy')
      if (response.status !== 200) return
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(policy).toContain("require-trusted-types-for 'script'")
    },
  )

  it('a first page sets the token of its forms, a second one does not', async () => {
    const visitor = site.visitor()
    const { response, csrf } = await open(visitor, '/login')
    expect(response.headers.getSetCookie()).toEqual([
      `csrftoken=${csrf}; Path=/; Secure; SameSite=Lax; Max-Age=2592000`,
    ])
    const second = await open(visitor, '/register')
    expect([second.csrf, second.response.headers.getSetCookie()]).toEqual([csrf, []])
  })

  it('a public page links to the account, the same for everybody', async () => {
    const page = await (await site.visitor().call('GET /search/cat')).text()
    expect(page).toContain('<a href="/account" class="me">Sign in</a>')
    expect(await (await (await signedIn(site, 'ann')).call('GET /search/cat')).text()).toBe(page)
  })
})

describe('where the site is elsewhere', () => {
  const { send } = withUpstreams((request) => {
    const { pathname } = new URL(request.url)
    return pathname.includes('/register')
      ? Response.json({ status: 'sent', message: '' })
      : Response.json({ message: 'no' }, { status: 404 })
  })

  it.each(['/login', '/password', '/account'])('%s says that accounts are not kept here', async (path) => {
    const response = await send(new Request(OWN + path))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('No accounts here')
  })

  it('somebody registers at the site by our page', async () => {
    const page = await send(new Request(`${OWN}/register`))
    const csrf = / name="csrf" value="(\w+)"/.exec(await page.text())?.[1] ?? ''
    const response = await send(
      new Request(`${OWN}/register`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Origin: OWN,
          Cookie: `csrftoken=${csrf}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          csrf,
          username: 'ann',
          email: 'a@b.test',
          password: PASSWORD,
        }).toString(),
      }),
    )
    expect([response.status, await response.text()]).toEqual([201, expect.stringContaining('a@b.test')])
  })
})
