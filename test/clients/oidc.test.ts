import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../origin/people/secrets.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { Browser, CLIENT, startIssuer } from '../fixtures/issuer/issuer.ts'
import { changeLibrary } from '../fixtures/library/database.ts'
import { serve } from './product.ts'

const PASSWORD = 'correct horse battery'
const MINUTE_MS = 60_000

let issuer: Awaited<ReturnType<typeof startIssuer>>
let product: Awaited<ReturnType<typeof serve>>
let callback = ''

/** Someone whose address is known here, and one who only said that an address is theirs. */
async function addPeople(state: string): Promise<void> {
  const add = `INSERT INTO users (id, username, display_name, email, password, state, created_at)
    VALUES (?1, ?2, ?2, ?2 || '@example.test', ?3, ?4, '2026-11-27T00:00:00.000Z')`
  const password = await hashPassword(PASSWORD)
  changeLibrary(state, [
    [add, 'id-pia', 'pia', password, 'active'],
    [add, 'id-squatter', 'squatted', password, 'unconfirmed'],
  ])
}

const varsOf = (port: number) => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}`,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLE_CLAIM: 'roles',
})

beforeAll(async () => {
  const [state, port] = [await copyLibrary(), await freePort()]
  await addPeople(state)
  product = await serve({ state, vars: varsOf(port) })
  callback = `${product.base}/login/oidc/callback`
  issuer = await startIssuer(port, callback)
}, 180_000)

afterAll(() => Promise.all([product?.stop(), issuer?.stop()]))

/** Begins at our sign-in page; `leave` may change the address of the issuer's. @returns where the issuer sends the browser back to */
async function atReturn(browser: Browser, leave = (address: URL) => address): Promise<URL> {
  const { headers } = await browser.request(`${product.base}/login/oidc?next=/favorites`)
  const address = leave(new URL(headers.get('Location') ?? ''))
  return new URL((await browser.follow(address.href, callback)).url)
}

async function signIn(browser = new Browser()): Promise<{ browser: Browser; response: Response }> {
  const address = await atReturn(browser)
  return { browser, response: await browser.request(address.href) }
}

type Self = { id: string; username: string; email: string; role: string; display_name: string }

async function selfOf(browser: Browser): Promise<Self | undefined> {
  const response = await browser.request(`${product.base}/api/v1/users/self/`)
  return response.ok ? ((await response.json()) as Self) : undefined
}

/** Refused: with this status, on the sign-in page, and without a session. */
async function expectRefused({ browser, response }: Awaited<ReturnType<typeof signIn>>, status: number) {
  const page = await response.text()
  expect([response.status, page.includes('name="password"')], page.slice(0, 2000)).toEqual([status, true])
  expect(page).toContain('role="alert"')
  expect(browser.cookies(product.base).has('sessionid')).toBe(false)
  expect(browser.cookies(product.base).has('oidc')).toBe(false)
}

describe('T64: signing in by an issuer', () => {
  it('T64: makes an account once, from what the issuer says, and finds it again', async () => {
    issuer.enter('ada', {
      name: 'Ada\u202e Lovelace',
      preferred_username: 'Adá Lovelace!',
      email: 'Ada@Example.test',
      email_verified: true,
    })
    const first = await signIn()
    expect([first.response.status, first.response.headers.get('Location')]).toEqual([303, '/favorites'])
    const self = await selfOf(first.browser)
    expect(self).toMatchObject({
      username: 'Ada-Lovelace',
      display_name: 'Ada Lovelace',
      email: 'ada@example.test',
      role: 'user',
    })
    expect((await selfOf((await signIn()).browser))?.id).toBe(self?.id)
  })

  it('T64: a name that is taken, reserved or missing becomes one that is free', async () => {
    issuer.enter('ada-2', { preferred_username: 'ADA-lovelace' })
    expect((await selfOf((await signIn()).browser))?.username).toBe('ADA-lovelace2')
    issuer.enter('admin', { preferred_username: 'admin' })
    expect((await selfOf((await signIn()).browser))?.username).toMatch(/^person-/)
    issuer.enter('nameless', {})
    expect((await selfOf((await signIn()).browser))?.username).toMatch(/^person-/)
  })

  it('T64: leaves for the issuer with PKCE, a state and a nonce, and keeps them signed for ten minutes', async () => {
    const browser = new Browser()
    const response = await browser.request(`${product.base}/login/oidc`)
    const { searchParams } = new URL(response.headers.get('Location') ?? '')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('redirect_uri')).toBe(callback)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)?.length).toBeGreaterThanOrEqual(43)
    }
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('oidc='))
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
  })

  it('T64: refuses a wrong state, a wrong nonce, a code that is used twice, and a browser that began nothing', async () => {
    issuer.enter('mallory', {})
    const browser = new Browser()
    const address = await atReturn(browser)
    address.searchParams.set('state', 'another')
    await expectRefused({ browser, response: await browser.request(address.href) }, 401)

    const other = new Browser()
    const wrong = await atReturn(other, (leaving) => {
      leaving.searchParams.set('nonce', 'another')
      return leaving
    })
    await expectRefused({ browser: other, response: await other.request(wrong.href) }, 401)

    const twice = new Browser()
    const good = await atReturn(twice)
    const kept = twice.cookies(product.base).get('oidc') ?? ''
    expect((await twice.request(good.href)).status).toBe(303)
    const thief = new Browser()
    thief.cookies(product.base).set('oidc', kept)
    await expectRefused({ browser: thief, response: await thief.request(good.href) }, 401)

    const stranger = new Browser()
    const theirs = await atReturn(new Browser())
    await expectRefused({ browser: stranger, response: await stranger.request(theirs.href) }, 400)
    stranger.cookies(product.base).set('oidc', kept.replace(/^\d/, '9'))
    const forged = await stranger.request(theirs.href)
    expect(forged.status).toBe(400)
  })

  it('T64: what the issuer refuses, the sign-in page says', async () => {
    const browser = new Browser()
    const address = await atReturn(browser)
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
    await expectRefused({ browser, response: await browser.request(address.href) }, 401)
  })

  it('T64: an address that the issuer has not verified is no one’s here', async () => {
    issuer.enter('eve', { preferred_username: 'eve', email: 'pia@example.test', email_verified: false })
    expect(await selfOf((await signIn()).browser)).toMatchObject({ username: 'eve', email: '' })
  })

  it('T64: takes over no account: it is linked once its password was given, and in no other browser', async () => {
    issuer.enter('pia-there', { preferred_username: 'pia', email: 'pia@example.test', email_verified: true })
    const { browser, response } = await signIn()
    const page = await response.clone().text()
    await expectRefused({ browser, response }, 409)
    expect(page).toContain('action="/login?next=/login/oidc"')
    const csrf = browser.cookies(product.base).get('csrftoken') ?? ''
    const entered = await browser.request(`${product.base}/login?next=/login/oidc`, {
      method: 'POST',
      headers: { Origin: product.base },
      body: new URLSearchParams({ csrf, form: 'sign-in', username: 'pia', password: PASSWORD }),
    })
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/login/oidc'])
    await browser.request((await browser.follow(`${product.base}/login/oidc`, callback)).url)
    expect((await selfOf(browser))?.id).toBe('id-pia')
    expect((await selfOf((await signIn()).browser))?.id).toBe('id-pia')
  })

  it('T64: who only said that an address is theirs makes room for the one who has shown it', async () => {
    issuer.enter('landlord', {
      preferred_username: 'landlord',
      email: 'squatted@example.test',
      email_verified: true,
    })
    expect(await selfOf((await signIn()).browser)).toMatchObject({
      username: 'landlord',
      email: 'squatted@example.test',
    })
  })

  it('T64: the role follows the claim when that changes, and a suspended person stays out', async () => {
    issuer.enter('boss', { preferred_username: 'boss', roles: ['everyone', 'loopframe-staff'] })
    const staff = (await signIn()).browser
    expect((await selfOf(staff))?.role).toBe('staff')
    issuer.enter('mo', { preferred_username: 'mo', roles: 'moderator' })
    const before = (await signIn()).browser
    expect((await selfOf(before))?.role).toBe('moderator')
    issuer.enter('mo', { preferred_username: 'mo', roles: ['others'] })
    const after = (await signIn()).browser
    const self = await selfOf(after)
    expect([self?.role, await selfOf(before)]).toEqual(['user', undefined])

    const headers = {
      Origin: product.base,
      'X-CSRFToken': staff.cookies(product.base).get('csrftoken') ?? '',
    }
    const suspended = await staff.request(`${product.base}/api/v3/users/${self?.id}/state`, {
      method: 'PUT',
      headers,
      body: new URLSearchParams({ state: 'suspended', reason: 'a test' }),
    })
    expect(suspended.status).toBe(200)
    await expectRefused(await signIn(), 403)
    const audit = await staff.request(`${product.base}/api/v3/audit/`)
    expect(await audit.text()).toContain('moderator to user: the issuer says so')
  })

  it('T64: signing out ends the session here', async () => {
    issuer.enter('ada')
    const { browser } = await signIn()
    const csrf = browser.cookies(product.base).get('csrftoken') ?? ''
    const headers = { Origin: product.base, 'X-CSRFToken': csrf }
    expect((await browser.request(`${product.base}/api/v3/logout`, { method: 'POST', headers })).status).toBe(
      204,
    )
    expect(await selfOf(browser)).toBeUndefined()
  })

  it('T64: clocks may differ by a minute, and not by hours', async () => {
    try {
      for (const [ms, status] of [
        [-MINUTE_MS / 2, 303],
        [MINUTE_MS / 2, 303],
        [-180 * MINUTE_MS, 401],
      ] as const) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
        issuer.enter('ada')
        const { response } = await signIn()
        vi.useRealTimers()
        expect([ms, response.status]).toEqual([ms, status])
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('T64: the button says who it is, and without an issuer there is nothing', async () => {
    const page = await (await fetch(`${product.base}/login?lang=de&next=/upload`)).text()
    expect(page).toContain('href="/login/oidc?next=%2Fupload&amp;lang=de"')
    expect(page).toContain('Mit 127.0.0.1 anmelden')
  })

  it('T64: an issuer that is down is said, before and after the way there', async () => {
    issuer.enter('ada')
    const browser = new Browser()
    const address = await atReturn(browser)
    await issuer.stop()
    await expectRefused({ browser, response: await browser.request(address.href) }, 502)
    const dead = await serve({ vars: varsOf(await freePort()) })
    try {
      const response = await fetch(`${dead.base}/login/oidc`)
      expect(response.status).toBe(502)
      expect(await response.text()).toContain('The other service doesn’t respond')
    } finally {
      await dead.stop()
    }
  })
})
