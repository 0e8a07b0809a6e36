import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PAGES, adminPagesOf } from '../../shared/admin/admin-pages.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../fixtures/embedded-site.ts'
import { URLS, withUpstreams } from '../fixtures/stub-upstreams.ts'

const site = embeddedSite()
const people = {} as Record<'ann' | 'art' | 'max' | 'sue', Visitor>

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'art', role: 'artist' },
    { username: 'max', role: 'moderator' },
    { username: 'sue', role: 'staff' },
  ])
  for (const name of ['ann', 'art', 'max', 'sue'] as const) people[name] = await signedIn(site, name)
})

const PAGES = Object.keys(ADMIN_PAGES)

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

  it('/admin leads to the first page of the role', async () => {
    for (const [visitor, role] of [
      [people.max, 'moderator'],
      [people.sue, 'staff'],
    ] as const) {
      const { status, headers } = await get(visitor, '/admin')
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
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
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
  const ask = (login: object, role?: string) => {
    const { send } = withUpstreams(() => Response.json(login), URLS)
    const headers = role === undefined ? {} : { Cookie: '__Host-session=abc' }
    return send(new Request(`${HERE}/admin/reports`, { headers, redirect: 'manual' }))
  }

  it.each([
    ['staff', 200],
    ['moderator', 200],
    ['user', 404],
  ])('%s, as the site says: %s', async (role, status) => {
    const response = await ask({ logged_in: true, user: { id: 7, role } }, role)
    expect(response.status).toBe(status)
  })

  it('nobody finds nothing: the sign-in is the site’s', async () => {
    expect((await ask({ logged_in: false })).status).toBe(404)
  })
})
