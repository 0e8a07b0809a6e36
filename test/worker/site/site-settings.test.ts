import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { freshFile, uploadForm } from '../../fixtures/library/uploads.ts'
import { embeddedSite, PASSWORD, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { mailsTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

let stan: Visitor
let mia: Visitor
let ann: Visitor
let last = 0

beforeAll(async () => {
  stan = await somebodyNew(site, { username: 'stan', role: 'staff' })
  mia = await somebodyNew(site, { username: 'mia', role: 'moderator' })
  ann = await somebodyNew(site, { username: 'ann' })
  await run("UPDATE users SET created_at = datetime('now', '-3 days')").run()
}, 60_000)

const TABLES = ['settings', 'site_texts', 'invitations', 'held_items', 'moderation_queue', 'gifs']
beforeEach(async () => {
  await env.DB.batch(TABLES.map((table) => run(`DELETE FROM ${table}`)))
  await run("DELETE FROM users WHERE username NOT IN ('stan', 'mia', 'ann')").run()
  last = Number(await run('SELECT max(id) AS id FROM audit').first('id'))
  // The isolate learns that there are none.
  await put({ version: 0, new_days: 1 })
  await put({ new_days: 0 })
})
afterEach(() => void vi.useRealTimers())

const read = async (who = stan) => ownAnswer('settings', await who.call('GET /api/v3/settings'))

async function put({ version, ...fields }: Record<string, unknown>, who = stan) {
  const json = { version: version ?? (await read()).version, ...fields }
  const response = await who.call('PUT /api/v3/settings', { json })
  await response.body?.cancel()
  return response.status
}

async function write(name: string, language: string, text: string) {
  const response = await stan.call('PUT /api/v3/settings/texts', { json: { name, language, text } })
  await response.body?.cancel()
  return response.status
}

const page = async (path: string, who = site.visitor()) => {
  const response = await who.call(`GET ${path}`)
  return { status: response.status, html: await response.text() }
}

let names = 0

/** Registers somebody new; gives the status. */
async function register(invite?: string, more: Record<string, string> = {}, where = site) {
  const visitor = where.visitor()
  visitor.cookies.set('csrftoken', 'first')
  const name = `new${names++}`
  const form = { username: name, email: `${name}@example.test`, password: PASSWORD, ...more }
  const response = await visitor.call('POST /api/v3/register', {
    form: { ...form, ...(invite && { invite }) },
  })
  await response.body?.cancel()
  return response.status
}

async function invitation(form: Record<string, string>) {
  const response = await stan.call('POST /api/v3/invitations/', { form })
  expect(response.status).toBe(201)
  const { id, link } = (await response.json()) as { id: string; link: string }
  return { id, secret: new URL(link).searchParams.get('invite') ?? '' }
}

async function send(who: Visitor, fields: Record<string, string> = {}) {
  const response = await who.call('POST /v1/gifs', { body: uploadForm(freshFile(), fields) })
  const body = (await response.json()) as { data?: { id: string } }
  const id = body.data?.id ?? ''
  return {
    id,
    status: response.status,
    isHidden: await run('SELECT is_hidden FROM gifs WHERE id = ?1', id).first('is_hidden'),
  }
}

const audit = async () =>
  (
    await run('SELECT action, target, reason FROM audit WHERE id > ?1 ORDER BY id', last).all<
      Record<string, string>
    >()
  ).results

describe('the rules of the installation', () => {
  it('T82: changes what is given, once for each version, and notes it', async () => {
    const { version } = await read()
    expect(await put({ version, registration: 'closed', words: ['spam', ' spam ', ''] })).toBe(200)
    expect(await put({ version, uploads: 'staff' })).toBe(409)
    expect(await read()).toMatchObject({ registration: 'closed', uploads: 'open', words: ['spam'] })
    // What is so already is no act.
    expect(await put({ registration: 'closed' })).toBe(200)
    expect((await audit()).at(-1)).toMatchObject({
      action: 'settings.update',
      target: 'settings',
      reason: 'registration: closed, words: 1',
    })
    for (const who of [mia, ann]) expect(await put({ version, name: 'Mine' }, who)).toBe(403)
    for (const bad of [
      { new_days: 91 },
      { rating: 'x' },
      { accent: 'red' },
      { logo: 'stan' },
      { words: Array.from({ length: 501 }, (_, n) => String(n)) },
    ])
      expect([bad, await put(bad)]).toEqual([bad, 400])
  })

  it('T82: a variable wins, and says so', async () => {
    await put({ registration: 'open', name: 'Ours' })
    const other = embeddedSite({
      JOBS: undefined,
      MAIL: undefined,
      REGISTRATION: 'closed',
      BRAND_NAME: 'Theirs',
    })
    const staff = other.visitor()
    for (const [name, value] of stan.cookies) staff.cookies.set(name, value)
    const settings = await read(staff)
    expect(settings).toMatchObject({
      registration: 'closed',
      name: 'Theirs',
      set_by: { registration: 'REGISTRATION', name: 'BRAND_NAME' },
    })
    expect(await put({ registration: 'open' }, staff)).toBe(400)
    expect(await register(undefined, {}, other)).toBe(403)
    expect(await register()).toBe(200)
  })

  it('T82: another isolate knows within 10 s', async () => {
    const other = embeddedSite({ JOBS: undefined, MAIL: undefined })
    expect((await page('/', other.visitor())).html).toContain('<span>Loopframe</span>')
    await put({ name: 'Blobs' })
    expect((await page('/')).html).toContain('<span>Blobs</span>')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 })
    expect((await page('/', other.visitor())).html).toContain('<span>Blobs</span>')
  })
})

describe('registration', () => {
  it('T83: closed takes no one, and the page says so kindly', async () => {
    await put({ registration: 'closed' })
    expect(await register()).toBe(403)
    const { secret } = await invitation({})
    expect(await register(secret)).toBe(403)
    const { html } = await page('/register')
    expect(html).toContain('accepting new accounts right now')
    expect(html).not.toContain('name="username"')
    expect((await page('/login')).html).not.toContain('/register')
  })

  it('T83: an invitation is good for its accounts and days, until it is revoked', async () => {
    await put({ registration: 'invite' })
    const { id, secret } = await invitation({ uses: '2', days: '1' })
    expect(await register()).toBe(403)
    expect(await register('x'.repeat(43))).toBe(403)
    expect((await page('/register')).html).toContain('You need an invitation')
    expect((await page(`/register?invite=${secret}`)).html).toContain('name="username"')
    const all = await Promise.all([register(secret), register(secret), register(secret)])
    expect(all.sort()).toEqual([200, 200, 403])
    const list = await ownAnswer('invitations', await stan.call('GET /api/v3/invitations/'))
    expect(list.results).toMatchObject([{ id, uses: 2, created_by: 'stan', people: [{}, {}] }])
    // Who does not confirm in time frees it.
    await run('DELETE FROM users WHERE id = (SELECT min(user_id) FROM invited)').run()
    expect((await stan.call(`DELETE /api/v3/invitations/${id}`)).status).toBe(204)
    expect(await register(secret)).toBe(403)
    expect((await stan.call(`DELETE /api/v3/invitations/${id}`)).status).toBe(404)
    const late = await invitation({ days: '1' })
    await run("UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z'").run()
    expect(await register(late.secret)).toBe(403)
    expect(
      (await audit()).map(({ action }) => action).filter((action) => action?.startsWith('invitation')),
    ).toEqual(['invitation.create', 'invitation.revoke', 'invitation.create'])
    expect(JSON.stringify(await run('SELECT * FROM invitations').all())).not.toContain(secret)
  })

  it('says in its mail what the site is called', async () => {
    await put({ name: 'Blobs' })
    const name = `new${names}`
    expect(await register()).toBe(200)
    expect((await mailsTo(`${name}@example.test`)).at(-1)?.subject).toContain('Blobs')
  })
})

describe('uploads', () => {
  it('T82: reviewed first: all but staff’s wait, until a moderator decides', async () => {
    await put({ uploads: 'review' })
    const { id, isHidden } = await send(ann)
    expect(isHidden).toBe(1)
    expect((await send(mia)).isHidden).toBe(1)
    expect((await send(stan)).isHidden).toBe(0)
    const decided = await mia.call(`POST /api/v1/gifs/${id}/moderation`, { form: { action: 'approve' } })
    expect(decided.status).toBe(200)
    expect(await run('SELECT is_hidden FROM gifs WHERE id = ?1', id).first('is_hidden')).toBe(0)
    expect((await page('/upload', ann)).html).toContain('A moderator reviews new GIFs')
  })

  it('T82: a new account’s wait, for as many days as it is new', async () => {
    await put({ new_days: 4 })
    expect((await send(ann)).isHidden).toBe(1)
    await put({ new_days: 2 })
    expect((await send(ann)).isHidden).toBe(0)
  })

  it('T82: staff alone: others are refused before their file is read', async () => {
    await put({ uploads: 'staff' })
    expect((await send(ann)).status).toBe(403)
    expect((await send(stan)).status).toBe(200)
    const { html } = await page('/upload', ann)
    expect(html).toContain('Only staff can upload here')
    expect(html).not.toContain('type="file"')
    expect((await page('/')).html).not.toContain('href="/upload"')
  })
})

it('T82: blocked words are in no title, tag, and username, and no search finds them', async () => {
  const { id } = await send(ann, { title: 'Crétin cat' })
  await put({ words: ['cretin'] })
  expect((await send(ann, { title: 'A CRÉTIN' })).status).toBe(400)
  expect((await send(ann, { tags: 'cat,cretin' })).status).toBe(400)
  expect((await send(ann, { title: 'cretinous' })).status).toBe(200)
  const edit = (who: Visitor, form: Record<string, string>) =>
    who.call('POST /ajax/gif/update', { form: { gif_id: id, ...form } })
  expect((await edit(ann, { key: 'tags', value: 'Cretin' })).status).toBe(400)
  expect((await edit(ann, { key: 'rating', value: 'pg' })).status).toBe(200)
  expect((await edit(stan, { key: 'title', value: 'No cretin' })).status).toBe(200)
  expect(await register(undefined, { username: 'the_cretin' })).toBe(400)
  for (const path of [
    '/v1/gifs/search?q=Cr%C3%A9tin',
    '/v1/gifs/translate?s=cretin',
    '/v2/search?q=cretin&key=x',
  ]) {
    const response = await site.visitor().call(`GET ${path}`)
    expect([path, response.status, (await response.text()).includes(id)]).toEqual([path, 200, false])
  }
})

it('lists have nothing above the highest rating; what is named by its ID is there', async () => {
  const ids: string[] = []
  for (const rating of ['g', 'r']) ids.push((await send(stan, { title: 'Rated', rating })).id)
  await put({ rating: 'pg' })
  const shown = async (path: string) => {
    const { html } = await page(path)
    return [path, ...ids.map((id) => html.includes(id))]
  }
  const lists = [
    '/trending',
    '/search/rated',
    '/widgets/grid?q=rated',
    '/v1/gifs/trending',
    '/v1/gifs/search?q=rated&rating=r',
  ]
  for (const path of [...lists, '/v2/search?q=rated&key=x'])
    expect(await shown(path)).toEqual([path, true, false])
  const named = (id = '') => [`/v1/gifs/${id}`, `/v1/gifs?ids=${id}`, `/embed/${id}`, `/gifs/rated-${id}`]
  for (const path of named(ids[1])) expect((await shown(path)).at(-1)).toBe(true)
})

it('gives public pages the logo and the color that staff chose', async () => {
  await put({ accent: '#FFCC00' })
  const { html } = await page('/')
  const [, path = ''] = /<link rel="stylesheet" href="(\/static\/accent\/ffcc00\.css)"/.exec(html) ?? []
  const style = await site.visitor().call(`GET ${path}`)
  expect(style.headers.get('Content-Type')).toContain('text/css')
  expect(await style.text()).toMatch(/^:root\{--accent:light-dark\(#/)
  expect((await page('/static/accent/red.css')).status).toBe(404)
  await run("UPDATE users SET avatar_key = 'm/0123456789-80h.webp' WHERE username = 'stan'").run()
  expect(await put({ logo: 'stan' })).toBe(200)
  const logo = '/media/user-id-stan/avatar/01234567/80h.webp'
  expect((await page('/')).html).toContain(`<img src="${logo}" alt="" width="32" height="32"/><span>`)
  await run("UPDATE users SET avatar_key = NULL WHERE username = 'stan'").run()
  await put({ accent: '' })
  expect((await page('/')).html).not.toMatch(/accent\/|user-id-stan/)
})

describe('texts', () => {
  it('T82: each has a page and links, in the visitor’s language or the default one, as plain text', async () => {
    expect((await page('/rules')).status).toBe(404)
    expect((await page('/')).html).not.toContain('href="/rules"')
    await write('rules', 'de', 'Sei nett.\n\n<script>alert(1)</script> https://example.com/a.')
    await write('rules', 'ja', '優しくしてください。')
    await put({ language: 'de' })
    const { status, html } = await page('/rules?lang=fr')
    expect(status).toBe(200)
    expect(html).toContain('<div lang="de">')
    expect(html).toContain('Sei nett.')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('<a href="https://example.com/a" rel="nofollow noopener">')
    expect((await page('/rules?lang=ja')).html).toContain('優しくしてください。')
    for (const path of ['/', '/docs', '/login', '/no-such-page'])
      expect([path, (await page(path)).html.includes('href="/rules"')]).toEqual([path, true])
    expect((await page('/register')).html).toMatch(/Please read first:.*href="\/rules"/s)
    for (const path of ['/terms', '/privacy-policy', '/contact', '/imprint'])
      expect([path, (await page(path)).status]).toEqual([path, 404])
    for (const language of ['de', 'ja']) expect(await write('rules', language, '')).toBe(200)
    expect((await page('/rules')).status).toBe(404)
    expect((await audit()).filter(({ action }) => action === 'settings.text')).toHaveLength(4)
  })

  it('T82: they are bounded', async () => {
    expect(await write('rules', 'en', 'x'.repeat(10_001))).toBe(400)
    expect(await write('rules', 'xx', 'Be kind.')).toBe(400)
    expect(await write('secrets', 'en', 'Be kind.')).toBe(400)
  })
})
