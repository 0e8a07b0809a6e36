import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { embeddedSite, PASSWORD, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const after: Promise<unknown>[] = []
const site = embeddedSite({ JOBS: undefined, MAIL: undefined }, (task) => void after.push(task))
const ITEMS = '/api/v3/users/id-ann/items'

let stan: Visitor

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

beforeAll(async () => {
  stan = await somebodyNew(site, { username: 'stan', role: 'staff' })
  await somebodyNew(site, { username: 'ann' })
})

beforeEach(async () => {
  await env.DB.batch(
    ['held_items', 'item_works', 'gifs', 'outbox'].map((table) => run(`DELETE FROM ${table}`)),
  )
})

/** Items of ann. */
const items = (count: number) =>
  run(
    `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?1)
     INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
     SELECT 'item' || value, 'item' || value, 'Cat', 'gif', '2026-11-01 10:00:00', 'id-ann' FROM n`,
    count,
  ).run()

async function act(form: Record<string, string>, who = stan): Promise<number> {
  const response = await who.call(`POST ${ITEMS}`, { form: { username: 'ann', reason: 'spam', ...form } })
  await response.body?.cancel()
  // What follows the response has more that follows it.
  for (const task of after) await task
  after.length = 0
  return response.status
}

const counts = async () => ownAnswer('personItems', await stan.call(`GET ${ITEMS}`))

describe('a person’s sessions, for staff', () => {
  it('are listed, and one of them is ended and noted', async () => {
    const bea = await somebodyNew(site, { username: 'bea' })
    const sessions = async () =>
      ownAnswer('personSessions', await stan.call('GET /api/v3/users/id-bea/sessions'))
    expect(await sessions()).toMatchObject({ count: 1, results: [{ id: 's-bea', is_current: false }] })
    const end = () => stan.call('DELETE /api/v3/users/id-bea/sessions/s-bea')
    expect([(await end()).status, (await end()).status]).toEqual([204, 404])
    expect((await sessions()).count).toBe(0)
    expect((await bea.call('GET /api/v3/sessions')).status).toBe(401)
    expect(
      await run("SELECT action FROM audit WHERE target = 'user/id-bea' ORDER BY id DESC").first('action'),
    ).toBe('session.end')
  })
})

describe('T70: all items of a person at once', () => {
  it('T70: are hidden, some at a time, and exactly those are shown again', async () => {
    await items(600)
    await run("UPDATE gifs SET is_hidden = 1, hidden_by = 'owner' WHERE id IN ('item1', 'item2')").run()
    expect(await act({ act: 'hide' })).toBe(202)
    expect(await counts()).toMatchObject({
      total: 600,
      hidden: 600,
      acts: [{ act: 'hide', items: 598, done_at: expect.any(String) }],
    })
    expect(await act({ act: 'show' })).toBe(202)
    expect(await counts()).toMatchObject({ hidden: 2, acts: [{ act: 'show', items: 598 }] })
  }, 60_000)

  it('T70: a suspension and its end leave hidden what staff have hidden', async () => {
    await items(3)
    const state = async (to: string) => {
      const form = { state: to, reason: to === 'active' ? 'a mistake' : 'spam' }
      await (await stan.call('PUT /api/v3/users/id-ann/state', { form })).text()
    }
    await state('suspended')
    await act({ act: 'hide' })
    await state('active')
    expect((await counts()).hidden).toBe(3)
    await act({ act: 'show' })
    expect((await counts()).hidden).toBe(0)
    expect((await counts()).states).toBe(1)
  })

  it('T70: are deleted with their files, and the rest follows by itself', async () => {
    await items(120)
    await run(
      `INSERT INTO renditions (gif_id, name, format, width, height, size, r2_key)
       VALUES ('item7', 'original', 'gif', 1, 1, 1, 'm/seven.gif')`,
    ).run()
    expect(await act({ act: 'delete' })).toBe(202)
    expect(await counts()).toMatchObject({ total: 0, acts: [{ act: 'delete', items: 120 }] })
    expect((await site.visitor().call('GET /v1/gifs/item7')).status).toBe(404)
  }, 60_000)

  it.each<[string, Record<string, string>, number]>([
    ['another name', { act: 'delete', username: 'an' }, 400],
    ['no reason', { act: 'delete', reason: ' ' }, 400],
    ['an act that is none', { act: 'sell' }, 400],
  ])('T70: refuses %s, and changes nothing', async (_, form, status) => {
    await items(2)
    expect(await act(form)).toBe(status)
    expect(await counts()).toMatchObject({ total: 2, hidden: 0, acts: [] })
  })

  it('T70: is noted with its reason, once where it is sent again at once', async () => {
    const noted = async () =>
      (
        await run(
          "SELECT actor || ' ' || action || ' ' || target || ' ' || reason AS act FROM audit WHERE action LIKE 'user.%-items' ORDER BY id",
        ).all<{ act: string }>()
      ).results.map(({ act: each }) => each)
    const before = (await noted()).length
    for (const form of [
      { act: 'hide' },
      { act: 'hide' },
      { act: 'show' },
      { act: 'hide' },
      { act: 'hide', reason: 'worse' },
    ])
      expect(await act(form)).toBe(202)
    expect((await noted()).slice(before)).toEqual([
      'stan user.hide-items user/id-ann spam',
      'stan user.show-items user/id-ann spam',
      'stan user.hide-items user/id-ann spam',
      'stan user.hide-items user/id-ann worse',
    ])
  })
})

describe('T71: what changes a person’s access is mailed to them', () => {
  const subjects = async () =>
    (await run('SELECT subject FROM outbox ORDER BY id').all<{ subject: string }>()).results.map(
      ({ subject }) => subject,
    )

  it('T71: a new role, once', async () => {
    const form = { role: 'artist' }
    for (const _ of [1, 2]) await (await stan.call('PUT /api/v3/users/id-ann/role', { form })).text()
    expect(await subjects()).toEqual(['Your role at Loopframe has changed'])
    expect(await run('SELECT text FROM outbox').first('text')).toContain('“Artist”')
  })

  it('T71: a sign-in with a browser that is new, and not with the same again', async () => {
    const { hashPassword } = await import('../../../origin/people/secrets.ts')
    await run(
      "UPDATE users SET password = ?1, language = '' WHERE id = 'id-ann'",
      await hashPassword(PASSWORD),
    ).run()
    const signIn = async (who: Visitor, agent: string) => {
      const form = { username: 'ann', password: PASSWORD }
      const headers = { 'User-Agent': agent, 'Accept-Language': 'de' }
      expect((await who.call('POST /api/v3/login', { form, headers })).status).toBe(200)
    }
    const [first, second] = [site.visitor(), site.visitor()]
    await signIn(first, 'one')
    await signIn(first, 'one')
    expect(await subjects()).toEqual([])
    const evil = 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0\thttps://evil.test/'
    await signIn(second, evil)
    await signIn(second, evil)
    expect(await subjects()).toEqual(['Neue Anmeldung bei deinem Konto bei Loopframe'])
    const text = await run('SELECT text FROM outbox').first<string>('text')
    expect([text?.includes('Firefox, Windows'), text?.includes('evil')]).toEqual([true, false])
  })
})
