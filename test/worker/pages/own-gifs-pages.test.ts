import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshFile, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { OWN, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor
let mia: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }, { username: 'mia', role: 'moderator' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  mia = await signedIn(site, 'mia')
})
beforeEach(() => env.DB.prepare("DELETE FROM gifs WHERE user_id = 'id-ann'").run())

const read = async (visitor: Visitor, path: string) => {
  const response = await visitor.call(`GET ${path}`)
  return { status: response.status, to: response.headers.get('Location'), text: await response.text() }
}

type Form = { form: string; [field: string]: string }

/** Posts a form as a browser without scripts does. */
async function post(visitor: Visitor, path: string, form: Form, from = '/account') {
  const csrf = / name="csrf" value="(\w+)"/.exec((await read(visitor, from)).text)?.[1] ?? ''
  const response = await visitor.call(`POST ${path}`, {
    form: { csrf, ...form },
    headers: { 'X-CSRFToken': '' },
  })
  return { status: response.status, to: response.headers.get('Location'), text: await response.text() }
}

const newItem = () => upload(ann, freshFile())
const rowOf = (id: string) =>
  env.DB.prepare(
    'SELECT title, alt_text, tags, rating, source, is_hidden, is_indexable FROM gifs WHERE id = ?1',
  )
    .bind(id)
    .first()
const setState = (id: string, state: string, reason = '') =>
  env.DB.prepare('UPDATE uploads SET state = ?2, reason = ?3 WHERE gif_id = ?1').bind(id, state, reason).run()

const EDIT = {
  form: 'edit',
  title: 'Two words',
  alt_text: 'Somebody waves',
  tags: 'one, two',
  rating: 'pg',
  source_post_url: 'https://a.example.com/',
  visibility: 'open',
}

describe('/account/gifs without scripts (docs/contract.md)', () => {
  it('leads a visitor to sign in, and back', async () => {
    expect(await read(site.visitor(), '/account/gifs')).toMatchObject({
      status: 303,
      to: '/login?next=/account/gifs',
    })
    expect(await read(site.visitor(), '/account/gifs/abc')).toMatchObject({
      status: 303,
      to: '/login?next=%2Faccount%2Fgifs%2Fabc',
    })
  })

  it('says where there are none, and leads to the upload', async () => {
    for (const path of ['/account', '/account/gifs']) {
      const { text } = await read(ann, path)
      expect(text).toContain('You have no GIFs here.')
      expect(text).toContain('href="/upload"')
    }
  })

  it('lists them, the newest first, and says what is hidden, unlisted, on its way or broken', async () => {
    const ids = [await newItem(), await newItem(), await newItem(), await newItem()]
    const [first = '', second = '', third = '', last = ''] = ids
    await env.DB.batch([
      env.DB.prepare("UPDATE gifs SET title = 'A <b>cat</b>', is_hidden = 1 WHERE id = ?1").bind(first),
      env.DB.prepare("UPDATE gifs SET title = 'Shy', is_indexable = 0 WHERE id = ?1").bind(second),
    ])
    await setState(first, 'done')
    await setState(second, 'queued')
    await setState(third, 'failed', 'The image service is away')
    await setState(last, 'done')
    const { text } = await read(ann, '/account/gifs')
    const rows = text.split('<li').filter((row) => row.includes('/account/gifs/'))
    expect(rows.map((row) => /href="\/account\/gifs\/(\w+)"/.exec(row)?.[1])).toEqual(ids.toReversed())
    expect(rows[3]).toContain('A &lt;b&gt;cat&lt;/b&gt;')
    expect(rows[3]).toMatch(/Uploaded [\w ,]+\s· Hidden</)
    expect(rows[3]).toMatch(/Show<span/)
    expect(rows[2]).toMatch(/· Unlisted\s· Making smaller sizes\./)
    expect(rows[1]).toMatch(
      /Couldn’t make the smaller sizes\.<span lang="en"> (<!-- -->)?The image service is away/,
    )
    expect(rows[0]).toMatch(/Untitled[\s\S]+Hide<span/)
    expect(rows[0]).toContain(`/media/${last}/`)

    const account = (await read(ann, '/account')).text
    expect(account.match(/href="\/account\/gifs\/\w+"/g)).toHaveLength(3)
    expect(account).toContain('All your GIFs (4)')
    expect((await read(bob, '/account/gifs')).text).not.toContain('Shy')
  })

  it('has pages, and a form of a page leads back to it', async () => {
    await env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT 'many' || value, 'many', 'Number ' || value, 'gif', '2026-11-01 10:00:00', 'id-ann'
         FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 60) SELECT value FROM n)`,
    ).run()
    const first = (await read(ann, '/account/gifs')).text
    expect(first).toContain('Number 60')
    expect(first).toContain('href="/account/gifs?page=2"')
    const last = (await read(ann, '/account/gifs?page=3')).text
    expect(last).toContain('Number 1<')
    expect(last).not.toContain('rel="next"')
    expect((await read(ann, '/account/gifs?page=4')).status).toBe(404)
    expect((await read(ann, '/account/gifs?page=x')).status).toBe(404)
    const hidden = await post(ann, '/account/gifs?page=3', { form: 'hide', id: 'many1' })
    expect(hidden).toMatchObject({ status: 303, to: '/account/gifs?page=3' })
  })

  it('hides and shows', async () => {
    const id = await newItem()
    expect(await post(ann, '/account/gifs', { form: 'hide', id })).toMatchObject({
      status: 303,
      to: '/account/gifs',
    })
    expect((await site.visitor().call(`GET /v1/gifs/${id}`)).status).toBe(404)
    expect((await read(ann, `/gifs/${id}`)).status).toBeLessThan(400)
    await post(ann, '/account/gifs', { form: 'show', id })
    expect((await site.visitor().call(`GET /v1/gifs/${id}`)).status).toBe(200)
  })

  it('what a moderator has hidden stays so, and its row says why', async () => {
    const id = await newItem()
    const form = { gif_id: id, key: 'is_hidden', value: 'true' }
    await (await mia.call('POST /ajax/gif/update', { form })).text()
    const { status, text } = await post(ann, '/account/gifs', { form: 'show', id })
    expect([status, text]).toEqual([403, expect.stringContaining('A moderator hid this GIF')])
    const edited = await post(ann, `/account/gifs/${id}`, EDIT)
    expect(edited.status).toBe(403)
    expect(edited.text).toMatch(/id="edit-visibility-problem">A moderator hid this GIF/)
    expect(edited.text).toContain('value="Two words"')
    expect(await rowOf(id)).toMatchObject({ title: '', is_hidden: 1 })
  })

  it('a rating below a moderator’s is refused at its field, and what was typed stays', async () => {
    const id = await newItem()
    const decision = { action: 'rating', rating: 'r' }
    await (await mia.call(`POST /api/v1/gifs/${id}/moderation`, { form: decision })).text()
    const { status, text } = await post(ann, `/account/gifs/${id}`, EDIT)
    expect([status, text]).toEqual([
      403,
      expect.stringMatching(/id="edit-rating-problem">A moderator set this rating/),
    ])
    expect(text).not.toContain('edit-visibility-problem')
    expect(text).toContain('value="Two words"')
    expect((await rowOf(id))?.title).toBe('')
  })
})

describe('/account/gifs/{id} without scripts (docs/contract.md)', () => {
  it('changes the words and who sees it, and says so', async () => {
    const id = await newItem()
    const path = `/account/gifs/${id}`
    expect(await post(ann, path, { ...EDIT, visibility: 'unlisted' })).toMatchObject({
      status: 303,
      to: `${path}?done=saved`,
    })
    expect(await rowOf(id)).toEqual({
      title: 'Two words',
      alt_text: 'Somebody waves',
      tags: '["one","two"]',
      rating: 'pg',
      source: 'https://a.example.com/',
      is_hidden: 0,
      is_indexable: 0,
    })
    const { text } = await read(ann, `${path}?done=saved`)
    expect(text).toContain('Changes saved.')
    expect(text).toContain('value="one, two"')
    expect(text).toMatch(/<option value="pg" selected=""/)
    expect(text).toMatch(/<input(?=[^>]*value="unlisted")(?=[^>]*checked)[^>]*>/)
    await post(ann, path, {
      ...EDIT,
      tags: '',
      title: '',
      alt_text: '',
      source_post_url: '',
      visibility: 'hidden',
    })
    expect(await rowOf(id)).toEqual({
      title: '',
      alt_text: '',
      tags: '[]',
      rating: 'pg',
      source: '',
      is_hidden: 1,
      // As it was.
      is_indexable: 0,
    })
    expect((await read(ann, path)).text).toMatch(/<input(?=[^>]*value="hidden")(?=[^>]*checked)[^>]*>/)
  })

  it('keeps a rating that uploads do not have', async () => {
    const id = await newItem()
    await env.DB.prepare("UPDATE gifs SET rating = 'y' WHERE id = ?1").bind(id).run()
    expect((await read(ann, `/account/gifs/${id}`)).text).toMatch(/<option value="y" selected=""/)
  })

  it.each<[string, Partial<typeof EDIT>, string]>([
    ['title', { title: 'x'.repeat(141) }, 'This text is too long.'],
    ['alt_text', { alt_text: 'x'.repeat(501) }, 'This text is too long.'],
    ['tags', { tags: `one,${'x'.repeat(101)}` }, 'Use up to 40 tags'],
    ['source_post_url', { source_post_url: 'javascript:alert(1)' }, 'Enter a full URL'],
    ['rating', { rating: 'x' }, 'Something went wrong'],
    ['visibility', { visibility: 'nobody' }, 'Something went wrong'],
  ])(
    'a wrong %s has its message beside the field; what was typed stays, and nothing is changed',
    async (name, wrong, why) => {
      const id = await newItem()
      const before = await rowOf(id)
      const { status, text } = await post(ann, `/account/gifs/${id}`, { ...EDIT, title: 'Typed', ...wrong })
      expect(status).toBe(400)
      expect(text).toMatch(new RegExp(`id="edit-${name}-problem">${why}`))
      expect(text).toMatch(/<textarea[^>]*>(Somebody waves|x+)</)
      if (name !== 'title') expect(text).toContain('value="Typed"')
      expect(await rowOf(id)).toEqual(before)
    },
  )

  it('deletes only what somebody has confirmed', async () => {
    const id = await newItem()
    const path = `/account/gifs/${id}`
    const unsure = await post(ann, path, { form: 'delete' })
    expect([unsure.status, unsure.text]).toEqual([
      400,
      expect.stringContaining('Check this box to delete the GIF.'),
    ])
    expect(await rowOf(id)).not.toBeNull()
    expect(await post(ann, path, { form: 'delete', sure: 'true' })).toMatchObject({
      status: 303,
      to: '/account/gifs?done=gif',
    })
    expect(await rowOf(id)).toBeNull()
    expect((await read(ann, '/account/gifs?done=gif')).text).toContain('GIF deleted.')
    expect((await read(ann, path)).status).toBe(404)
  })

  it('has sizes that failed made again', async () => {
    const id = await newItem()
    await setState(id, 'failed', 'The image service is away')
    expect((await read(ann, `/account/gifs/${id}`)).text).toMatch(/The image service is away[\s\S]+Try again/)
    expect(await post(ann, `/account/gifs/${id}`, { form: 'sizes' })).toMatchObject({
      status: 303,
      to: `/account/gifs/${id}`,
    })
    const { status } = await post(ann, `/account/gifs/${id}`, { form: 'sizes' })
    expect([303, 409]).toContain(status)
  })

  it('T35: is a 404 for an item of somebody else, and a 410 for one that was taken down', async ({
    task,
  }) => {
    const id = await newItem()
    const forms: Form[] = [EDIT, { form: 'delete', sure: 'true' }, { form: 'sizes' }]
    tries(task, 2 * forms.length + 2)
    for (const who of [bob, mia]) {
      expect((await read(who, `/account/gifs/${id}`)).status).toBe(404)
      for (const form of forms) expect((await post(who, `/account/gifs/${id}`, form)).status).toBe(404)
    }
    expect((await read(ann, '/account/gifs/unknown')).status).toBe(404)
    expect(await rowOf(id)).toMatchObject({ title: '', is_hidden: 0 })
    await env.DB.prepare('UPDATE gifs SET is_removed = 1 WHERE id = ?1').bind(id).run()
    expect((await read(ann, `/account/gifs/${id}`)).status).toBe(410)
    expect((await post(ann, `/account/gifs/${id}`, EDIT)).status).toBe(410)
    expect((await read(ann, '/account/gifs')).text).not.toContain(id)
  })

  it('T19: takes no form without this browser’s token, nor of another site', async ({ task }) => {
    const id = await newItem()
    tries(task, 4)
    for (const path of ['/account/gifs', `/account/gifs/${id}`]) {
      const form = path === '/account/gifs' ? { form: 'hide', id } : { form: 'delete', sure: 'true' }
      const bare = await ann.call(`POST ${path}`, { form })
      const foreign = await ann.call(`POST ${path}`, { form, headers: { Origin: 'https://evil.test' } })
      expect([bare.status, foreign.status]).toEqual([403, 403])
    }
    expect(await rowOf(id)).toMatchObject({ is_hidden: 0 })
  })

  it('no form that the page does not have', async () => {
    const id = await newItem()
    expect((await post(ann, `/account/gifs/${id}`, { form: 'toString' })).status).toBe(400)
    expect((await post(ann, '/account/gifs', { form: 'delete', id })).status).toBe(400)
  })

  it('says where the site is elsewhere that uploads go there', async () => {
    const { send } = withUpstreams(() => Response.json({ message: 'no' }, { status: 404 }))
    for (const path of ['/account/gifs', '/account/gifs/abc']) {
      const response = await send(new Request(OWN + path))
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('Uploads are off'),
      ])
    }
  })
})
