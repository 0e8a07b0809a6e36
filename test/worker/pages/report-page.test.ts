import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { OWN, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()

beforeAll(async () => {
  await addPeople([{ username: 'ann' }])
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, is_removed)
       SELECT value, value, 'A <b>cat</b>', 'gif', '2026-11-01 10:00:00', value = 'gone' FROM json_each('["cat","gone"]')`,
    ),
    env.DB.prepare(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
       VALUES ('cat', 'original', 'gif', 200, 100, 1000, 24, 'm/cat.gif')`,
    ),
  ])
})
beforeEach(() => env.DB.prepare('DELETE FROM reports').run())

const textOf = async (visitor: Visitor, path: string) => (await visitor.call(`GET ${path}`)).text()

/** Fills in the form as a browser without scripts does. */
async function post(visitor: Visitor, path: string, form: Record<string, string>) {
  const csrf = / name="csrf" value="(\w+)"/.exec(await textOf(visitor, path))?.[1] ?? ''
  return visitor.call(`POST ${path}`, { form: { csrf, ...form }, headers: { 'X-CSRFToken': '' } })
}

const rows = async () =>
  (
    await env.DB.prepare(
      'SELECT gif_id, search_term, reasons, additional_info, reporter_id FROM reports',
    ).all()
  ).results

describe('/report without scripts (docs/contract.md)', () => {
  it('takes a visitor’s report of an item, and says what happens next', async () => {
    const visitor = site.visitor()
    expect(await textOf(visitor, '/report?gif=cat')).toContain('A &lt;b&gt;cat&lt;/b&gt;')
    const response = await post(visitor, '/report?gif=cat', { reason: 'spam', additional_info: 'Look' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/report?gif=cat&done=1'])
    expect(await textOf(visitor, '/report?gif=cat&done=1')).toMatch(
      /Thanks for your report.*A .* moderator will review it/s,
    )
    expect(await rows()).toEqual([
      {
        gif_id: 'cat',
        search_term: null,
        reasons: '["spam"]',
        additional_info: 'Look',
        reporter_id: null,
      },
    ])
  })

  it('takes the report of a search, in the visitor’s language', async () => {
    const path = '/report?q=happy+cats&lang=de'
    const response = await post(site.visitor(), path, { reason: 'hate' })
    expect(response.status).toBe(303)
    const to = response.headers.get('Location') ?? ''
    expect(await textOf(site.visitor(), to)).toContain('Danke für deine Meldung')
    expect(await rows()).toMatchObject([{ gif_id: null, search_term: 'happy cats', reasons: '["hate"]' }])
  })

  it.each(['/report?gif=cat', '/report?q=cats'])(
    '%s without a reason: said beside it, and what was typed stays',
    async (path) => {
      const response = await post(site.visitor(), path, { additional_info: 'Look at <this>' })
      const text = await response.text()
      expect(response.status).toBe(400)
      expect(text).toMatch(/id="report-reason-problem">Choose a reason/)
      expect(text).toContain('Look at &lt;this&gt;</textarea>')
      expect(await rows()).toEqual([])
    },
  )

  it.each(['/report?gif=cat', '/report?q=cats'])('%s with too long a text keeps the reason', async (path) => {
    const response = await post(site.visitor(), path, { reason: 'spam', additional_info: 'x'.repeat(1001) })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).toMatch(/id="report-additional_info-problem"/)
    expect(text).toMatch(/<input(?=[^>]*value="spam")(?=[^>]*checked)[^>]*>/)
  })

  it('asks whoever is signed in whether to name them', async () => {
    const ann = await signedIn(site, 'ann')
    expect(await textOf(ann, '/report?gif=cat')).toContain('Report anonymously')
    expect(await textOf(site.visitor(), '/report?gif=cat')).not.toContain('Report anonymously')
    expect((await post(ann, '/report?gif=cat', { reason: 'spam' })).status).toBe(303)
    expect((await post(ann, '/report?q=cats', { reason: 'spam', anonymous: 'true' })).status).toBe(303)
    expect((await rows()).map(({ reporter_id }) => reporter_id)).toEqual(['id-ann', null])
  })

  it.each([
    ['/report', 200],
    ['/report?gif=unknown', 404],
    ['/report?gif=..%2f', 404],
    ['/report?gif=gone', 410],
  ])('%s is %i', async (path, status) => {
    expect((await site.visitor().call(`GET ${path}`)).status).toBe(status)
  })

  it('T19: takes no form without this browser’s token', async () => {
    const response = await site.visitor().call('POST /report?gif=cat', { form: { reason: 'spam' } })
    expect(response.status).toBe(403)
    expect(await rows()).toEqual([])
  })

  it('pages of items and searches lead there', async () => {
    const { headers } = await site.visitor().call('GET /gifs/cat')
    expect(await textOf(site.visitor(), headers.get('Location') ?? '/gifs/cat')).toContain(
      'href="/report?gif=cat"',
    )
    expect(await textOf(site.visitor(), '/search/happy%20cats')).toContain('href="/report?q=happy+cats"')
  })

  it('says where the site is elsewhere that reports go there', async () => {
    const { send } = withUpstreams(() => Response.json({ message: 'no' }, { status: 404 }))
    const response = await send(new Request(`${OWN}/report?gif=cat`))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Reports are off')
  })
})
