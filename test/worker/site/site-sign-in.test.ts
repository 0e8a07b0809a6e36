import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPeople, embeddedSite, PASSWORD, signedIn } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()

beforeAll(() =>
  addPeople([
    { username: 'ann' },
    { username: 'new', state: 'unconfirmed' },
    { username: 'mia', role: 'moderator' },
  ]),
)

const check = async (visitor: ReturnType<typeof site.visitor>) =>
  (await visitor.call('GET /login/check')).json<{ logged_in: boolean; user: { id: string; role: string } }>()

describe('signing in and out (docs/contract.md)', () => {
  it('opens a session, says who is signed in, and ends it', async () => {
    const visitor = site.visitor()
    expect(await check(visitor)).toMatchObject({ logged_in: false })
    const form = { username: 'ann', password: PASSWORD }
    const response = await visitor.call('POST /api/v3/login', { form })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 'id-ann', username: 'ann', email: 'ann@example.test' })
    expect(await check(visitor)).toMatchObject({ logged_in: true, user: { id: 'id-ann', role: 'user' } })
    expect((await visitor.call('POST /api/v3/logout')).status).toBe(204)
    expect(await check(visitor)).toMatchObject({ logged_in: false })
  })

  it('takes the e-mail address, in any case', async () => {
    const form = { username: 'ANN@Example.test', password: PASSWORD }
    expect((await site.visitor().call('POST /api/v3/login', { form })).status).toBe(200)
  })

  it('T33: says the same of a wrong name and a wrong password', async () => {
    const tries = [
      { username: 'ann', password: 'wrong' },
      { username: 'nobody', password: PASSWORD },
    ]
    const answers = await Promise.all(
      tries.map(async (form) => {
        const response = await site.visitor().call('POST /api/v3/login', { form })
        return [response.status, await response.text()]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(401)
  })

  it('refuses somebody whose address is not confirmed', async () => {
    const form = { username: 'new', password: PASSWORD }
    expect((await site.visitor().call('POST /api/v3/login', { form })).status).toBe(403)
  })

  it('T31: a new sign-in ends the session before it, and stores hashes alone', async () => {
    const visitor = await signedIn(site, 'ann')
    const before = new Map(visitor.cookies)
    await visitor.call('POST /api/v3/login', { form: { username: 'ann', password: PASSWORD } })
    const old = site.visitor()
    for (const [name, value] of before) old.cookies.set(name, value)
    expect(await check(old)).toMatchObject({ logged_in: false })
    const rows = JSON.stringify((await env.DB.prepare('SELECT * FROM sessions').all()).results)
    for (const value of [...before.values(), ...visitor.cookies.values()]) expect(rows).not.toContain(value)
  })

  it('T19: refuses a write with a csrftoken of another session', async () => {
    const visitor = await signedIn(site, 'ann')
    const other = await signedIn(site, 'mia')
    const name = [...visitor.cookies.keys()].find((key) => key.endsWith('csrftoken')) ?? ''
    visitor.cookies.set(name, other.cookies.get(name) ?? '')
    expect((await visitor.call('POST /api/v3/logout')).status).toBe(403)
  })
})
