import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { linkTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const NEW = 'another good password'

beforeAll(() =>
  addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'mo', role: 'moderator' },
    { username: 'sid' },
  ]),
)

async function textOf(visitor: Visitor, path: string): Promise<string> {
  return (await visitor.call(`GET ${path}`)).text()
}

/** Fills in a form of a page, as a browser without scripts does. */
async function post(visitor: Visitor, path: string, form: Record<string, string>) {
  const csrf = / name="csrf" value="([\w-]+)"/.exec(await textOf(visitor, path))?.[1] ?? ''
  const response = await visitor.call(`POST ${path}`, {
    form: { csrf, ...form },
    headers: { 'X-CSRFToken': '' },
  })
  const text = await response.text()
  return { status: response.status, to: response.headers.get('Location'), text }
}

/** As if everybody had signed in an hour ago. */
const age = () =>
  env.DB.prepare("UPDATE sessions SET created_at = ?1, confirmed_at = ''")
    .bind(new Date(Date.now() - 3_600_000).toISOString())
    .run()

/** The names of the boxes that are ticked. */
const ticked = (text: string) =>
  [...text.matchAll(/<input[^>]*name="(scopes-\w+)"[^>]*>/g)].flatMap(([tag, name]) =>
    / checked/.test(tag) ? [name] : [],
  )

describe('T55: the account’s tokens', () => {
  it('T55: have the scopes that are ticked, at first read and upload, and say so', async () => {
    const ann = await signedIn(site, 'ann')
    const page = await textOf(ann, '/account')
    expect(ticked(page)).toEqual(['scopes-read', 'scopes-upload'])
    expect(page).not.toContain('scopes-moderate')
    expect(await textOf(await signedIn(site, 'mo'), '/account')).toContain('scopes-moderate')
    const made = await post(ann, '/account', {
      form: 'token',
      name: 'Ingest',
      scopes: 'some',
      'scopes-upload': 'true',
      'scopes-edit': 'true',
    })
    expect(made.status).toBe(201)
    expect(await textOf(ann, '/account')).toContain('Can: Upload, Edit and delete')
    const none = await post(ann, '/account', { form: 'token', name: 'Kept', scopes: 'some' })
    expect([none.status, none.text]).toEqual([400, expect.stringContaining('Choose at least one.')])
    expect(none.text).toContain('value="Kept"')
    expect(ticked(none.text)).toEqual([])
  })

  it('T55: want the password after 15 minutes, and nothing else of the page does', async () => {
    const bob = await signedIn(site, 'bob')
    await post(bob, '/account', { form: 'token', name: 'Old' })
    await age()
    const page = await textOf(bob, '/account')
    expect(page).toContain('You signed in more than 15 minutes ago')
    expect(page).not.toMatch(/value="(delete-)?token"/)
    const late = await post(bob, '/account', { form: 'token', name: 'New' })
    expect([late.status, late.text]).toEqual([403, expect.stringContaining('You signed in more than 15')])
    expect((await post(bob, '/account', { form: 'profile', display_name: 'Bob' })).status).toBe(303)
    const wrong = await post(bob, '/account', { form: 'again', password: 'wrong' })
    expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('Wrong password.')])
    const again = await post(bob, '/account', { form: 'again', password: PASSWORD })
    expect([again.status, again.to]).toEqual([303, '/account#tokens'])
    expect(await textOf(bob, '/account')).toMatch(/value="delete-token"/)
    expect((await post(bob, '/account', { form: 'token', name: 'New' })).status).toBe(201)
  })

  it('T55: a form that has the password asks for it once', async () => {
    const bob = await signedIn(site, 'bob')
    await age()
    const email = { form: 'email', email: 'bob-2@example.test' }
    expect((await post(bob, '/account', { ...email, password: 'wrong' })).text).toContain('Wrong password.')
    expect((await post(bob, '/account', { ...email, password: PASSWORD })).to).toBe('/account?done=email')
    await age()
    const change = { form: 'password', current: PASSWORD, new: NEW }
    expect((await post(bob, '/account', change)).to).toBe('/account?done=password')
  })

  it('T55: without a password it says how to go on', async () => {
    const sid = await signedIn(site, 'sid')
    await env.DB.prepare("UPDATE users SET password = NULL WHERE id = 'id-sid'").run()
    await age()
    expect(await textOf(sid, '/account')).toContain('this account has no password')
    const first = await post(sid, '/account', { form: 'first-password', new: NEW })
    const said = /role="alert"[^>]*>.*?this account has no password\. Sign out/s
    expect([first.status, first.text]).toEqual([403, expect.stringMatching(said)])
  })
})

it('T55: the sign-in page takes the password again, and leads back', async () => {
  const ann = await signedIn(site, 'ann')
  await age()
  const path = '/login?confirm=1&next=%2Fadmin%2Foutbox'
  const page = await textOf(ann, path)
  expect(page).toContain('Confirm that it’s you')
  expect(page).not.toContain('name="username"')
  expect((await post(ann, path, { form: 'again', password: 'wrong' })).text).toContain('Wrong password.')
  const again = await post(ann, path, { form: 'again', password: PASSWORD })
  expect([again.status, again.to]).toEqual([303, '/admin/outbox'])
  expect(await textOf(site.visitor(), path)).toContain('name="username"')
})

it('T54: the account shows a pending address, and cancels it', async () => {
  const ann = await signedIn(site, 'ann')
  const email = { form: 'email', email: 'ann-2@example.test', password: PASSWORD }
  expect((await post(ann, '/account', email)).to).toBe('/account?done=email')
  expect(await textOf(ann, '/account')).toContain('Waiting for confirmation: ann-2@example.test')
  const canceled = await post(ann, '/account', { form: 'cancel-email' })
  expect(canceled.to).toBe('/account?done=email-canceled')
  const page = await textOf(ann, '/account?done=email-canceled')
  expect(page).toContain('Your email address stays as it is.')
  expect(page).not.toContain('ann-2@example.test')
})

it('T54: a registration’s link asks another browser for a new password, by the page too', async () => {
  const form = { username: 'vic', email: 'vic@example.test', password: 'the intruder’s password' }
  expect((await post(site.visitor(), '/register', form)).status).toBe(201)
  const { page, token } = await linkTo(form.email)
  const path = `${page}?token=${token}`
  const stranger = site.visitor()
  const asked = await post(stranger, path, { form: 'confirm' })
  expect([asked.status, asked.text]).toEqual([
    400,
    expect.stringContaining('Choose a new password for your account'),
  ])
  const common = await post(stranger, path, { form: 'confirm', new: 'short' })
  expect([common.status, common.text]).toEqual([400, expect.stringContaining('Use 8 to 256 characters.')])
  const done = await post(stranger, path, { form: 'confirm', new: NEW })
  expect(done.to).toBe('/account?done=confirmed')
  const signIn = (password: string) => post(site.visitor(), '/login', { username: 'vic', password })
  expect([(await signIn(form.password)).status, (await signIn(NEW)).status]).toEqual([401, 303])
})

it('T54: a suspended account is told so by the sign-in page', async () => {
  await env.DB.prepare("UPDATE users SET standing = 'suspended' WHERE id = 'id-mo'").run()
  const refused = await post(site.visitor(), '/login', { username: 'mo', password: PASSWORD })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('This account is suspended.')])
})
