import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PAGES, adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import { embeddedSite, HERE, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { URLS, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()
const people = {} as Record<'ann' | 'art' | 'max' | 'sue', Visitor>

beforeAll(async () => {
  people.ann = await somebodyNew(site, { username: 'ann' })
  people.art = await somebodyNew(site, { username: 'art', role: 'artist' })
  people.max = await somebodyNew(site, { username: 'max', role: 'moderator' })
  people.sue = await somebodyNew(site, { username: 'sue', role: 'staff' })
})

const PAGES = Object.keys(ADMIN_PAGES)

/** No other site learns or frames what staff see, and nothing keeps it. */
function hasHeaders(headers: Headers): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
}

async function get(visitor: Visitor, path: string) {
  const response = await visitor.call(`GET ${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('staff pages (docs/contract.md, /admin/*)', () => {
  it.each(PAGES)('%s: nobody is led to the sign-in, users and artists find nothing', async (name) => {
    const nobody = await get(site.visitor(), `/admin/${name}?page=2`)
    expect([nobody.status, nobody.headers.get('Location')]).toEqual([
      303,
      `/login?next=${encodeURIComponent(`/admin/${name}?page=2`)}`,
    ])
    expect((await get(people.ann, `/admin/${name}`)).status).toBe(404)
    expect((await get(people.art, `/admin/${name}`)).status).toBe(404)
    expect((await get(people.sue, `/admin/${name}`)).status).toBe(200)
  })

  it('the navigation has what the role may see, and no more is there', async () => {
    const own = adminPagesOf('moderator')
    expect(own.length).toBeGreaterThan(0)
    const { text } = await get(people.max, `/admin/${own[0]}`)
    const linked = [...text.matchAll(/href="\/admin\/([a-z-]+)"/g)].map(([, name]) => name)
    expect(linked).toEqual(own)
    for (const name of PAGES) {
      const isOwn = own.some((each) => each === name)
      expect([name, (await get(people.max, `/admin/${name}`)).status]).toEqual([name, isOwn ? 200 : 404])
    }
  })

  it('an address that is no staff page says so in the frame, for who has the role', async () => {
    const { status, text } = await get(people.max, '/admin/nothing?lang=ja')
    expect([status, text.includes('id="admin-nav"'), text.includes('ページが見つかりません')]).toEqual([
      404,
      true,
      true,
    ])
  })

  it('/admin leads to the first page of the role', async () => {
    for (const [visitor, role] of [
      [people.max, 'moderator'],
      [people.sue, 'staff'],
    ] as const) {
      const { status, headers } = await get(visitor, '/admin')
      expect((await get(visitor, '/admin/')).headers.get('Location')).toBe(headers.get('Location'))
      expect([status, headers.get('Location')]).toEqual([303, `/admin/${adminPagesOf(role)[0]}`])
    }
  })

  it.each([
    '/admin',
    '/admin/',
    '/admin/nothing',
    '/admin/audit',
    '/admin/audit/',
    '/admin/audit/x',
    '/admin/__proto__',
  ])('T20: %s has the headers of staff pages for everybody', async (path) => {
    for (const visitor of [site.visitor(), people.ann, people.sue]) {
      const { status, headers } = await get(visitor, path)
      expect([path, status]).toEqual([path, path === '/admin/audit' && visitor === people.sue ? 200 : status])
      expect([200, 303, 404]).toContain(status)
      hasHeaders(headers)
    }
  })

  it('pages of before lead to their cases, with what they were filtered by', async () => {
    for (const [old, now] of [
      ['moderation', 'cases'],
      ['reports', 'cases?kind=report'],
      ['reports?page=2&lang=ja', 'cases?kind=report&page=2&lang=ja'],
      ['claims', 'cases?kind=claim'],
      ['claims?kind=objection', 'cases?kind=objection'],
    ]) {
      const { status, headers } = await get(people.sue, `/admin/${old}`)
      expect([old, status, headers.get('Location')]).toEqual([old, 303, `/admin/${now}`])
    }
    expect((await get(people.ann, '/admin/reports')).status).toBe(404)
  })

  it('T20: an answer of another method and one of a database that fails have them too', async () => {
    const cookies = [...people.sue.cookies].map((pair) => pair.join('=')).join('; ')
    const posted = await people.sue.call('POST /admin/audit')
    expect(posted.status).toBe(405)
    hasHeaders(posted.headers)
    const fail = () => Promise.reject(new Error('D1_ERROR: database is locked'))
    const statement = { bind: () => statement, first: fail, all: fail, run: fail, raw: fail }
    const failed = await embeddedSite({ DB: { prepare: () => statement, batch: fail } }).send(
      new Request(`${HERE}/admin/audit`, { headers: { Cookie: cookies } }),
    )
    expect(failed.status).toBe(503)
    expect(failed.headers.get('Retry-After')).not.toBeNull()
    hasHeaders(failed.headers)
  })

  it('its policy allows nothing inline, not even styles', async () => {
    const { headers } = await get(people.sue, '/admin/audit')
    const policy = headers.get('Content-Security-Policy') ?? ''
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain(`script-src ${HERE}/static/; style-src ${HERE}/static/`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  })

  it('T17: a path that is written otherwise is refused', async () => {
    for (const path of ['/%61dmin/audit', '/admin%2faudit', '//admin/audit']) {
      expect((await get(people.sue, path)).status).toBe(400)
    }
  })

  it('the colors that somebody has chosen are in the frame', async () => {
    const response = await people.sue.call('GET /admin/audit', {
      headers: {
        Cookie: [...people.sue.cookies, ['scheme', 'dark']].map((pair) => pair.join('=')).join('; '),
      },
    })
    expect(await response.text()).toContain('data-theme="dark"')
  })

  it('ADMIN_HOST: the pages are there alone', async () => {
    const elsewhere = embeddedSite({ ADMIN_HOST: 'staff.loop.test' })
    expect((await get(elsewhere.visitor(), '/admin/audit')).status).toBe(404)
    const there = await elsewhere.send(
      new Request('https://staff.loop.test/admin/audit', { redirect: 'manual' }),
    )
    expect(there.status).toBe(303)
  })
})

describe('staff pages with a site elsewhere', () => {
  const open = async (path: string, role: string | undefined, vars: object = {}) => {
    const login = role ? { logged_in: true, user: { id: 7, role } } : { logged_in: false }
    const { send } = withUpstreams(() => Response.json(login), { ...URLS, ...vars })
    const headers = role === undefined ? {} : { Cookie: '__Host-session=abc' }
    const response = await send(new Request(HERE + path, { headers, redirect: 'manual' }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const linkedIn = (text: string) => [...text.matchAll(/href="\/admin\/([a-z-]+)"/g)].map(([, name]) => name)
  const ofSource = (...sources: string[]) =>
    adminPagesOf('staff').filter((name) => sources.includes(ADMIN_PAGES[name].source))

  it.each([
    ['staff', 200],
    ['moderator', 200],
    ['user', 404],
    [undefined, 404],
  ])('%s, as the site says: %i; the sign-in is the site’s', async (role, status) => {
    expect((await open('/admin/searches', role)).status).toBe(status)
  })

  it('the navigation has what this installation has; any other page is a 404 that says so', async () => {
    const here = ofSource('site', 'gateway', 'scheduler', 'worker')
    const missing = ofSource('own')
    expect(missing.length).toBeGreaterThan(0)
    expect(linkedIn((await open('/admin/audit', 'staff')).text)).toEqual(here)
    for (const name of here)
      expect([name, (await open(`/admin/${name}`, 'staff')).status]).toEqual([name, 200])
    for (const name of missing) {
      const { status, text } = await open(`/admin/${name}`, 'staff')
      expect([name, status, text.includes('Another service keeps this data')]).toEqual([name, 404, true])
      expect(text).not.toContain('id="admin-page"')
    }
    expect((await open('/admin/accounts', 'moderator')).text).not.toContain('Another service keeps this data')
  })

  it('/admin leads to the first of them', async () => {
    const [first] = ofSource('site', 'gateway', 'scheduler', 'worker')
    expect((await open('/admin', 'staff')).headers.get('Location')).toBe(`/admin/${first}`)
  })

  it.each([
    ['a gateway', { GATEWAY_URL: '' }, ['gateway', 'scheduler']],
    ['the scheduler’s keys', { TAGGER_TOKEN: '' }, ['scheduler']],
    ['a database', { DB: undefined }, ['worker']],
  ])('without %s its pages are not there', async (_name, vars, sources) => {
    const linked = linkedIn((await open('/admin/searches', 'staff', vars)).text)
    const gone = ofSource('own', ...sources)
    expect(linked).toEqual(adminPagesOf('staff').filter((name) => !gone.includes(name)))
  })

  it('an embedded site has them all', async () => {
    expect(linkedIn((await get(people.sue, '/admin/audit')).text)).toEqual(adminPagesOf('staff'))
  })
})
