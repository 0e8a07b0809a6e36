import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addStaffLink } from '../../../tools/library/staff-link.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'

const AT = "'2026-11-20T10:00:00.000Z'"
const LETTER = `json_object('user_id', 'abc', 'action_type', 'CLICK', 'attributes', json_object(), 'analytics_response_payload', '')`

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })

type Row = Record<string, unknown>

async function did(visitor: Visitor, what: string, options?: Parameters<Visitor['call']>[1]) {
  const response = await visitor.call(what, options)
  const body = response.status === 204 ? {} : await response.json<Row & { results: Row[] }>()
  return { status: response.status, body: body as Row & { results: Row[] } }
}

async function byLink(path: string): Promise<Visitor> {
  const visitor = site.visitor()
  const token = path.split('=')[1] ?? ''
  const { status } = await did(visitor, 'POST /api/v3/login', { form: { token } })
  expect(status).toBe(200)
  return visitor
}

const roleOf = (username: string) =>
  env.DB.prepare('SELECT role FROM users WHERE username = ?1').bind(username).first('role')

describe('the first of the staff', () => {
  it('is made once, gets a new link each time, and has no password before choosing one', async () => {
    const first = await addStaffLink(env.DB as never, 'first')
    const second = await addStaffLink(env.DB as never, 'first')
    const token = first.split('=')[1] ?? ''
    expect((await did(site.visitor(), 'POST /api/v3/login', { form: { token } })).status).toBe(401)
    const staff = await byLink(second)
    const { body } = await did(staff, 'GET /login/check')
    expect(body).toMatchObject({ logged_in: true, user: { username: 'staff', role: 'staff' } })
    const count = "SELECT count(*) AS n FROM users WHERE role = 'staff'"
    expect(await env.DB.prepare(count).first('n')).toBe(1)
    const guess = { form: { username: 'staff', password: '' } }
    expect((await did(site.visitor(), 'POST /api/v3/login', guess)).status).toBe(401)
    const choose = { form: { current: '', new: PASSWORD } }
    expect((await did(staff, 'POST /api/v3/password', choose)).status).toBe(204)
    expect((await did(await signedIn(site, 'staff'), 'GET /api/v3/users/')).status).toBe(200)
  })

  it('an address that nobody confirmed is worth nothing: its password goes', async () => {
    await addPeople([{ username: 'pre', state: 'unconfirmed' }])
    await byLink(await addStaffLink(env.DB as never, { email: 'pre@example.test' }))
    expect(await roleOf('pre')).toBe('staff')
    const form = { username: 'pre', password: PASSWORD }
    expect((await did(site.visitor(), 'POST /api/v3/login', { form })).status).toBe(401)
  })

  it('a new address gets a user of its own, also where the name is taken', async () => {
    await addPeople([{ username: 'may' }])
    await byLink(await addStaffLink(env.DB as never, { email: 'may@other.test' }))
    expect(await roleOf('may')).toBe('user')
    const row = await env.DB.prepare(
      "SELECT username, role FROM users WHERE email = 'may@other.test'",
    ).first()
    expect(row).toMatchObject({ username: expect.stringMatching(/^may-/), role: 'staff' })
  })
})

describe('people and roles', () => {
  let staff: Visitor
  beforeAll(async () => {
    await addPeople([
      { username: 'boss', role: 'staff' },
      { username: 'ann_a' },
      { username: 'annxa' },
      { username: 'mo', role: 'moderator' },
    ])
    staff = await signedIn(site, 'boss')
  })

  it('are found by a part of their names, by role, in pages', async () => {
    const names = async (query: string) =>
      (await did(staff, `GET /api/v3/users/?${query}`)).body.results.map(({ username }) => username)
    expect(await names('search=n_a')).toEqual(['ann_a'])
    expect(await names('search=mo%40EXAMPLE')).toEqual(['mo'])
    expect(await names('search=mo@example.test')).toEqual(['mo'])
    expect(await names('search=%25')).toEqual([])
    expect(await names('role=moderator')).toEqual(['mo'])
    expect(await names('search=ann&limit=1')).toHaveLength(1)
    const { body } = await did(staff, 'GET /api/v3/users/?search=ann&limit=1')
    expect(body.count).toBe(2)
    expect(JSON.stringify(body)).not.toContain('scrypt')
  })

  it('T60: are found by words of any length, in each field', async () => {
    const longest = 'o'.repeat(100)
    await env.DB.prepare("UPDATE users SET display_name = ?1, email = 'mo@' || ?1 WHERE username = 'mo'")
      .bind(longest)
      .run()
    for (const length of [46, 48, 49, 50, 51, 100]) {
      for (const field of ['search', 'filter']) {
        const { body } = await did(staff, `GET /api/v3/users/?${field}=${'O'.repeat(length)}`)
        expect([field, length, body.results.map(({ username }) => username)]).toEqual([field, length, ['mo']])
      }
      const { status } = await did(
        staff,
        `GET /api/v3/users/?search=${encodeURIComponent('あ'.repeat(length))}`,
      )
      expect(status).toBe(200)
    }
    await env.DB.exec("UPDATE users SET display_name = 'mo', email = 'mo@example.test' WHERE username = 'mo'")
  })

  it('a role counts from the next sign-in, and the old sessions end', async () => {
    const ann = await signedIn(site, 'ann_a')
    const { body } = await did(staff, 'PUT /api/v3/users/id-ann_a/role', { form: { role: 'moderator' } })
    expect(body).toMatchObject({ username: 'ann_a', role: 'moderator' })
    expect((await did(ann, 'GET /login/check')).body.logged_in).toBe(false)
    const { results } = (await did(staff, 'GET /api/v3/audit/?target=user/id-ann_a')).body
    expect(results).toEqual([
      expect.objectContaining({ actor: 'boss', action: 'user.role', reason: 'user to moderator' }),
    ])
    await did(staff, 'PUT /api/v3/users/id-ann_a/role', { form: { role: 'moderator' } })
    expect((await did(staff, 'GET /api/v3/audit/?target=user/id-ann_a')).body.count).toBe(1)
  })

  it('the last of the staff stays', async () => {
    await env.DB.prepare("UPDATE users SET role = 'user' WHERE role = 'staff' AND id <> 'id-boss'").run()
    const last = await did(staff, 'PUT /api/v3/users/id-boss/role', { form: { role: 'user' } })
    expect([last.status, await roleOf('boss')]).toEqual([409, 'staff'])
    expect((await did(staff, 'DELETE /api/v3/account', { form: { password: PASSWORD } })).status).toBe(409)
    expect((await did(staff, 'GET /login/check')).body.logged_in).toBe(true)
  })

  it.each([
    ['nobody', 'user', 404],
    ['id-mo', 'owner', 400],
  ])('refuses %s as %s', async (id, role, status) => {
    expect((await did(staff, `PUT /api/v3/users/${id}/role`, { form: { role } })).status).toBe(status)
  })
})

describe('keys, outbox and audit', () => {
  let staff: Visitor
  beforeAll(async () => {
    await addPeople([{ username: 'sal', role: 'staff' }])
    staff = await signedIn(site, 'sal')
  })

  it('shows a key once, stores its hash, and notes who made and dropped it', async () => {
    const form = { name: 'Partner', rate: '60', rating: 'pg', blocked: 'cat00001, #edgy,@ann,#edgy' }
    const made = await did(staff, 'POST /api/v3/keys/', { form })
    const { id, token } = made.body
    expect(made.status).toBe(201)
    const { results } = (await did(staff, 'GET /api/v3/keys/')).body
    expect(results).toEqual([
      expect.objectContaining({
        ...{ id, name: 'Partner', rate: 60, rating: 'pg', usage: [] },
        blocked: ['cat00001', '#edgy', '@ann'],
      }),
    ])
    const stored = JSON.stringify((await env.DB.prepare('SELECT * FROM keys').all()).results)
    expect(stored).not.toContain(String(token))
    expect((await did(staff, `DELETE /api/v3/keys/${id}`)).status).toBe(204)
    expect((await did(staff, `DELETE /api/v3/keys/${id}`)).status).toBe(404)
    const log = (await did(staff, `GET /api/v3/audit/?target=key/${id}`)).body.results
    expect(log.map(({ action }) => action)).toEqual(['key.delete', 'key.create'])
  })

  it.each([
    [
      'outbox',
      `INSERT INTO outbox (recipient, subject, text, created_at) VALUES ('a@b.test', 's', 't', ${AT})`,
    ],
    [
      'audit',
      `INSERT INTO audit (actor_id, actor, action, target, created_at) VALUES ('x', 'x', 'a', 't', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    ],
    ['dead-letters', `INSERT INTO dead_letters (event, reason) VALUES (${LETTER}, 'late')`],
    [
      'reports',
      `INSERT INTO reports (search_term, reasons, anonymous, visitor, created_at) VALUES ('x', '["spam"]', 1, ?1, ${AT})`,
    ],
    [
      'content-takedown',
      `INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'r', 'x', ${AT})`,
    ],
  ])('reads %s forwards and backwards', async (list, sql) => {
    const add = env.DB.prepare(sql)
    await env.DB.batch(['1', '2'].map((n) => (sql.includes('?1') ? add.bind(n) : add)))
    const idsIn = async (order: string) => {
      const { results } = (await did(staff, `GET /api/v3/${list}/?${order}`)).body
      return results.map(({ id }) => Number(id))
    }
    const newest = await idsIn('')
    expect(newest.length).toBeGreaterThan(1)
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    expect(await idsIn('order=asc')).toEqual(newest.toReversed())
    expect((await did(staff, `GET /api/v3/${list}/?order=up`)).status).toBe(400)
  })

  it('finds what was done by who, what, to what and when, with the names of what it was done to', async () => {
    const noted = (action: string, target: string, day: string) =>
      env.DB.prepare(
        "INSERT INTO audit (actor_id, actor, action, target, created_at) VALUES ('q', 'Quinn', ?1, ?2, ?3)",
      ).bind(action, target, `2026-03-${day}T10:00:00.000Z`)
    await env.DB.batch([
      noted('gif.edit', 'gif/gone', '01'),
      noted('user.role', 'user/id-sal', '02'),
      noted('gif.edit', 'gif/gone', '03'),
    ])
    const found = async (query: string) => {
      const { status, body } = await did(staff, `GET /api/v3/audit/?${query}`)
      return status === 200
        ? [body.count, ...body.results.map(({ created_at }) => String(created_at).slice(8, 10))]
        : status
    }
    expect(await found('actor=quinn')).toEqual([3, '03', '02', '01'])
    expect(await found('actor=Quinn&action=gif.edit&order=asc')).toEqual([2, '01', '03'])
    expect(await found('actor=Quinn&since=2026-03-02T00:00:00Z')).toEqual([2, '03', '02'])
    expect(await found('since=2026-03-02&until=2026-03-03')).toEqual([1, '02'])
    expect(await found('actor=Quinn&target=gif/gone&until=2026-03-02')).toEqual([1, '01'])
    expect([await found('actor=Qui'), await found('since=today')]).toEqual([[0], 400])
    await env.DB.prepare("UPDATE users SET avatar_key = 'p/sal-0123456789.webp' WHERE username = 'sal'").run()
    const actionsOf = async (offset: number) =>
      ((await did(staff, `GET /api/v3/audit/?actor=Quinn&offset=${offset}`)).body as { actions?: string[] })
        .actions
    expect([await actionsOf(0), await actionsOf(1)]).toEqual([
      expect.arrayContaining(['gif.edit', 'user.role']),
      [],
    ])
    const { results } = (await did(staff, 'GET /api/v3/audit/?actor=Quinn')).body
    expect(results.map(({ target_name }) => target_name)).toEqual(['', 'sal', ''])
    // A person's picture is theirs now; an act by who is no person has none.
    const picture = expect.stringMatching(/\/media\/user-id-sal\/avatar\/sal-0123\/\d+h\.webp$/)
    expect(results.map(({ target_avatar }) => target_avatar)).toEqual(['', picture, ''])
    expect(results.map(({ actor_avatar }) => actor_avatar)).toEqual(['', '', ''])
    const { results: plan } = await env.DB.prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM audit WHERE actor = ?1 COLLATE NOCASE ORDER BY created_at DESC, id DESC',
    )
      .bind('x')
      .all<{ detail: string }>()
    expect(plan.map(({ detail }) => detail).join()).toMatch(
      /^SEARCH audit USING COVERING INDEX audit_by_actor \(actor=\?\)$/,
    )
  })

  it('sends a mail again, once a minute, unless it was sent or is older than its links', async () => {
    await env.DB.prepare(
      `INSERT INTO outbox (id, recipient, subject, text, created_at, tries, sent_at)
       VALUES (9001, 'r@b.test', 's', 't', ?1, 20, NULL), (9002, 'r@b.test', 's', 't', ?1, 1, ?1),
              (9003, 'r@b.test', 's', 't', '2026-01-01T00:00:00.000Z', 1, NULL)`,
    )
      .bind(new Date().toISOString())
      .run()
    const again = async (id: number) => (await did(staff, `POST /api/v3/outbox/${id}/resend`)).status
    expect([await again(9001), await again(9001)]).toEqual([200, 200])
    // Here there is no mail service: the mail says so.
    expect([await again(9002), await again(9003), await again(9999)]).toEqual([409, 409, 404])
    const notes = (await did(staff, 'GET /api/v3/audit/?action=mail.resend')).body.results
    expect(notes.map(({ actor, target }) => [actor, target])).toEqual([['sal', 'mail/9001']])
    const tries = env.DB.prepare('SELECT tries, failure FROM outbox WHERE id = 9001')
    await vi.waitFor(async () =>
      expect(await tries.first()).toEqual({ tries: 0, failure: expect.stringContaining('no mail service') }),
    )
    const idsOf = async (state: string) =>
      (await did(staff, `GET /api/v3/outbox/?state=${state}`)).body.results.map(({ id }) => id)
    expect((await idsOf('unsent')).slice(0, 2)).toEqual([9003, 9001])
    expect(await idsOf('sent')).toEqual([9002])
  })

  it('lists mails without their links, the newest first', async () => {
    await did(site.visitor(), 'POST /api/v3/password/reset', { form: { email: 'sal@example.test' } })
    const { results } = (await did(staff, 'GET /api/v3/outbox/?limit=1')).body
    expect(results).toEqual([
      {
        id: expect.any(Number),
        to: 'sal@example.test',
        subject: 'Reset your Loopframe password',
        text: expect.stringContaining('[link hidden]'),
        created_at: expect.any(String),
        sent_at: null,
        failure: '',
      },
    ])
  })
})

/** Each call with the statuses that a visitor, a user, an artist, a moderator and staff get. */
const TABLE: [string, number[]][] = [
  ['POST /api/v3/logout', [401, 204, 204, 204, 204]],
  ['POST /api/v3/password', [401, 400, 400, 400, 400]],
  ['GET /api/v3/sessions', [401, 200, 200, 200, 200]],
  ['DELETE /api/v3/sessions/none', [401, 404, 404, 404, 404]],
  ['GET /api/v3/tokens', [401, 200, 200, 200, 200]],
  ['POST /api/v3/tokens', [401, 400, 400, 400, 400]],
  ['DELETE /api/v3/tokens/none', [401, 404, 404, 404, 404]],
  ['DELETE /api/v3/account', [401, 400, 400, 400, 400]],
  ['GET /api/v1/users/self/', [401, 200, 200, 200, 200]],
  ['PUT /api/v1/users/self/', [401, 200, 200, 200, 200]],
  ['PUT /api/v1/users/id-target/', [401, 403, 403, 403, 200]],
  ['GET /api/v3/users/', [401, 403, 403, 403, 200]],
  ['PUT /api/v3/users/none/role', [401, 403, 403, 403, 400]],
  ['GET /api/v3/keys/', [401, 403, 403, 403, 200]],
  ['POST /api/v3/keys/', [401, 403, 403, 403, 400]],
  ['DELETE /api/v3/keys/none', [401, 403, 403, 403, 404]],
  ['GET /api/v3/outbox/', [401, 403, 403, 403, 200]],
  ['GET /api/v3/audit/', [401, 403, 403, 403, 200]],
  ['GET /api/v3/env/build', [200, 200, 200, 200, 200]],
  ['POST /api/v3/register', [400, 400, 400, 400, 400]],
  ['POST /api/v3/register/confirm', [400, 400, 400, 400, 400]],
  ['POST /api/v3/register/resend', [400, 400, 400, 400, 400]],
  ['POST /api/v3/password/reset', [400, 400, 400, 400, 400]],
  ['POST /api/v3/password/reset/confirm', [400, 400, 400, 400, 400]],
]

describe('T35: who may make which call', () => {
  const ROLES = ['user', 'artist', 'moderator', 'staff'] as const
  beforeAll(() =>
    addPeople([{ username: 'target' }, ...ROLES.map((role) => ({ username: `table-${role}`, role }))]),
  )

  it.each(TABLE)('%s', async (what, expected) => {
    const visitor = site.visitor()
    await did(visitor, 'GET /login/check')
    const people = [visitor]
    for (const role of ROLES) people.push(await signedIn(site, `table-${role}`))
    const statuses: number[] = []
    for (const each of people) statuses.push((await did(each, what)).status)
    expect(statuses).toEqual(expected)
  })
})
