import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freshFile, upload } from '../../fixtures/library/uploads.ts'
import { embeddedSite, PASSWORD, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const after: Promise<unknown>[] = []
const site = embeddedSite({ JOBS: undefined, MAIL: undefined }, (task) => void after.push(task))

let stan: Visitor
let mia: Visitor

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

beforeAll(async () => {
  stan = await somebodyNew(site, { username: 'stan', role: 'staff' })
  mia = await somebodyNew(site, { username: 'mia', role: 'moderator' })
  await somebodyNew(site, { username: 'ann' })
  await somebodyNew(site, { username: 'bob' })
})

beforeEach(async () => {
  await env.DB.batch(
    ['held_items', 'item_works', 'moderation_queue', 'moderations', 'gifs', 'outbox'].map((table) =>
      run(`DELETE FROM ${table}`),
    ),
  )
  await run("UPDATE users SET standing = 'active', standing_reason = ''").run()
})

/** Items of a person, with their uploads. */
async function items(names: readonly string[], owner = 'id-ann'): Promise<void> {
  const list = JSON.stringify(names)
  await env.DB.batch([
    run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT value, value, 'Cat ' || value, 'gif', '2026-11-01 10:00:00', ?2 FROM json_each(?1)`,
      list,
      owner,
    ),
    run(
      `INSERT INTO uploads (gif_id, user_id, sha256, file, state, created_at, updated_at)
       SELECT value, ?2, value, 'm/' || value, 'done', '2026-11-01T00:00:00.000Z', '' FROM json_each(?1)`,
      list,
      owner,
    ),
  ])
}

async function setState(state: string, reason = '', who = stan, id = 'id-ann') {
  const response = await who.call(`PUT /api/v3/users/${id}/state`, { form: { state, reason } })
  await response.body?.cancel()
  // What follows the response has more that follows it.
  for (const task of after) await task
  after.length = 0
  return response.status
}

/** Of each item: whether it is shown (S) or hidden (h), and listed (L) or not. */
async function shown(owner = 'id-ann'): Promise<string> {
  const { results } = await run(
    `SELECT id || ':' || iif(is_hidden, 'h', 'S') || iif(is_indexable, 'L', '-') AS text FROM gifs WHERE user_id = ?1 ORDER BY id`,
    owner,
  ).all<{ text: string }>()
  return results.map(({ text }) => text).join(' ')
}

const mails = async () =>
  (await run('SELECT subject FROM outbox ORDER BY id').all<{ subject: string }>()).results.map(
    ({ subject }) => subject,
  )

async function decide(who: Visitor, id: string, action: string) {
  const response = await who.call(`POST /api/v1/gifs/${id}/moderation`, { form: { action } })
  await response.body?.cancel()
  return response.status
}

describe('T68: a person’s state', () => {
  it('T68: suspended hides all items, and active shows exactly those again', async () => {
    await items(['a', 'b', 'c', 'd'])
    await items(['z'], 'id-bob')
    await run("UPDATE gifs SET is_hidden = 1, hidden_by = 'owner' WHERE id = 'b'").run()
    await run("UPDATE gifs SET is_hidden = 1, hidden_by = 'moderator' WHERE id = 'c'").run()
    expect(await setState('suspended', 'spam')).toBe(200)
    expect(await shown()).toBe('a:hL b:hL c:hL d:hL')
    expect(await shown('id-bob')).toBe('z:SL')
    expect((await site.visitor().call('GET /v1/gifs/a')).status).toBe(404)
    expect(await setState('active')).toBe(200)
    expect(await shown()).toBe('a:SL b:hL c:hL d:SL')
    expect((await site.visitor().call('GET /v1/gifs/a')).status).toBe(200)
  })

  it('T68: what a moderator hides meanwhile stays hidden, unless they take it back', async () => {
    await items(['a', 'b', 'c', 'd'])
    await setState('suspended', 'spam')
    for (const id of ['a', 'b']) expect(await decide(mia, id, 'hide')).toBe(200)
    expect(await decide(mia, 'b', 'undo')).toBe(200)
    const hide = { form: { gif_id: 'c', key: 'is_hidden', value: 'true' } }
    expect((await mia.call('POST /ajax/gif/update', hide)).status).toBe(200)
    await setState('active')
    expect(await shown()).toBe('a:hL b:SL c:hL d:SL')
  })

  it('T68: a suspension in the middle of a limitation ends both', async () => {
    await items(['a'])
    await setState('limited', 'spam')
    expect(await shown()).toBe('a:S-')
    await setState('suspended', 'more spam')
    expect(await shown()).toBe('a:h-')
    await setState('limited', 'less spam')
    expect(await shown()).toBe('a:S-')
    await setState('active')
    expect(await shown()).toBe('a:SL')
    expect(await run('SELECT count(*) AS n FROM held_items').first('n')).toBe(0)
  })

  it('T68: thousands of items follow by themselves, some at a time', async () => {
    await items(Array.from({ length: 1200 }, (_, n) => `many${n}`))
    await setState('suspended', 'spam')
    const hidden = () => run('SELECT count(*) AS n FROM gifs WHERE is_hidden = 1').first('n')
    expect(await hidden()).toBe(1200)
    expect(await run('SELECT items, done_at IS NOT NULL AS is_done FROM item_works').first()).toEqual({
      items: 1200,
      is_done: 1,
    })
    await setState('active')
    expect(await hidden()).toBe(0)
  }, 60_000)

  it('T68: limited: uploads wait for a moderator, and are in no list once they are shown', async () => {
    await items(['old'])
    await setState('limited', 'spam')
    await items(['new'])
    expect(await shown()).toBe('new:h- old:S-')
    expect(await run("SELECT job_id FROM moderation_queue WHERE gif_id = 'new'").first('job_id')).toBe(
      'uploads',
    )
    expect(await decide(mia, 'new', 'approve')).toBe(200)
    expect(await shown()).toBe('new:S- old:S-')
    expect((await site.visitor().call('GET /v1/gifs/new')).status).toBe(200)
    const found = await site.visitor().call('GET /v1/gifs/search?q=cat')
    expect((await found.json<{ data: [] }>()).data).toEqual([])
    expect(await decide(mia, 'new', 'undo')).toBe(200)
    expect(await shown()).toBe('new:h- old:S-')
    await setState('active')
    expect(await shown()).toBe('new:hL old:SL')
    expect(await decide(mia, 'new', 'approve')).toBe(200)
    expect(await shown()).toBe('new:SL old:SL')
  })

  it('T68: who is limited uploads a file, and reads that it waits', async () => {
    const dee = await somebodyNew(site, { username: 'dee' })
    await setState('limited', 'spam', stan, 'id-dee')
    const id = await upload(dee, freshFile())
    expect(await shown('id-dee')).toBe(`${id}:h-`)
    const list = await (await dee.call('GET /account/gifs')).text()
    expect([list.includes('Waiting for review'), list.includes('value="show"')]).toEqual([true, false])
    expect((await site.visitor().call(`GET /gifs/${id}`)).status).toBe(404)
    // Their owner neither shows it nor lists it.
    const edit = async (key: string, value: string) =>
      (await dee.call('POST /ajax/gif/update', { form: { gif_id: id, key, value } })).status
    expect([await edit('is_hidden', 'false'), await edit('is_indexable', 'true')]).toEqual([403, 200])
    expect(await shown('id-dee')).toBe(`${id}:h-`)
    await decide(mia, id, 'approve')
    expect(await (await dee.call('GET /account/gifs')).text()).not.toContain('Waiting for review')
    expect(await shown('id-dee')).toBe(`${id}:S-`)
  })

  it('T68: a suspension is there in another isolate: sessions and tokens at once, items within 10 s', async () => {
    const there = embeddedSite({ JOBS: undefined, MAIL: undefined })
    const eve = await somebodyNew(there, { username: 'eve' })
    await items(['e'], 'id-eve')
    const { token } = await (await eve.call('POST /api/v3/tokens', { form: { name: 'a' } })).json<{
      token: string
    }>()
    const statuses = async () => {
      const all = [
        await eve.call('GET /api/v1/users/self/'),
        await there.visitor().call('GET /api/v1/users/self/', { token }),
        await there.visitor().call('GET /v1/gifs/e'),
        await there.visitor().call('GET /embed/e'),
      ]
      await Promise.all(all.map((response) => response.text()))
      return all.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200, 200])
    expect(await setState('suspended', 'spam', stan, 'id-eve')).toBe(200)
    expect((await statuses()).slice(0, 2)).toEqual([401, 401])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    try {
      expect(await statuses()).toEqual([401, 401, 404, 404])
    } finally {
      vi.useRealTimers()
    }
  })

  it('T69: each change is mailed in the person’s language, once, with its reason', async () => {
    await run("UPDATE users SET language = 'ja' WHERE id = 'id-ann'").run()
    await setState('limited', 'spam')
    await setState('limited', 'spam')
    await setState('suspended', 'more')
    await setState('active')
    expect(await mails()).toEqual([
      'Loopframeアカウントが制限されました',
      'Loopframeアカウントが停止されました',
      'Loopframeアカウントの制限が解除されました',
    ])
    expect(await run('SELECT text FROM outbox ORDER BY id LIMIT 1').first('text')).toContain('「spam」')
  })

  it('T69: the reason is told at sign-in, to who has the password', async () => {
    const form = { username: 'cy', password: PASSWORD }
    await somebodyNew(site, { username: 'cy' })
    await run("UPDATE users SET password = 'none' WHERE id = 'id-cy'").run()
    await setState('suspended', 'Sold fake GIFs', stan, 'id-cy')
    const { hashPassword } = await import('../../../origin/people/secrets.ts')
    await run("UPDATE users SET password = ?1 WHERE id = 'id-cy'", await hashPassword(PASSWORD)).run()
    const refused = await site.visitor().call('POST /api/v3/login', { form })
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { kind: 'suspended', detail: { reason: 'Sold fake GIFs' } } },
    ])
    const page = site.visitor()
    const csrf =
      /name="csrf" value="([^"]+)"/.exec(await (await page.call('GET /login?lang=de')).text())?.[1] ?? ''
    const said = await page.call('POST /login?lang=de', { form: { ...form, csrf, form: 'sign-in' } })
    expect([said.status, await said.text()]).toEqual([
      403,
      expect.stringContaining('Dieses Konto ist gesperrt. Sold fake GIFs'),
    ])
    const wrong = await site.visitor().call('POST /api/v3/login', { form: { ...form, password: 'wrong' } })
    expect(await wrong.text()).not.toContain('fake')
  })

  it.each(['limited', 'suspended'])('no one of the staff makes themselves %s', async (state) => {
    expect(await setState(state, 'x', stan, 'id-stan')).toBe(409)
  })
})
