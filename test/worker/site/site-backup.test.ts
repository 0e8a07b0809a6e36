import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../origin/people/secrets.ts'
import { TOKEN_SCOPES } from '../../../shared/schema/choices.ts'
import { embeddedSite, PASSWORD } from '../../fixtures/site/embedded-site.ts'
import { comes, PEOPLE, reset } from '../../fixtures/site/role-rows.ts'

const site = embeddedSite()
const staff = PEOPLE.find(({ name }) => name === 'staff') ?? PEOPLE[0]
const ROWS = 'GET /api/v3/backup/rows?columns=hash&wholes=&key=hash&table='
const USERS = 'GET /api/v3/backup/rows?table=users&columns=id%2Cpassword&wholes=&key=id'

async function withToken(change?: string) {
  await reset(await hashPassword(PASSWORD))
  const { visitor, token } = await comes(site, staff as (typeof PEOPLE)[number], 'token')
  if (change) await env.DB.prepare(change).run()
  return (what: string, form?: Record<string, string>) =>
    visitor.call(what, { ...(token && { token }), ...(form && { form }) })
}

describe('T67: who reads or writes a whole library', () => {
  let call: Awaited<ReturnType<typeof withToken>>
  beforeAll(async () => {
    call = await withToken()
  })

  it('T67: a new token with all scopes reads it, and the log has it', async () => {
    expect((await call('GET /api/v3/backup/')).status).toBe(200)
    const note = env.DB.prepare(
      "SELECT actor_id FROM audit WHERE action = 'backup.read' ORDER BY id DESC LIMIT 1",
    )
    expect(await note.first('actor_id')).toBe(staff?.id)
    expect(await (await call(USERS)).json()).toMatchObject({ rows: expect.any(Array), after: null })
  })

  it.each([
    'sessions',
    'links',
    'secrets',
    'guesses',
    'd1_migrations',
    'sqlite_master',
    'nothing',
    'restoring',
  ])('T67: nobody reads %s', async (table) => expect((await call(`${ROWS}${table}`)).status).toBe(400))

  it('T67: a webhook has no secret there', async () => {
    await env.DB.prepare(
      "INSERT OR REPLACE INTO webhooks (id, url, events, secret, created_by, created_at) VALUES ('w9', 'https://h.test/', '[]', 'webhook-secret', 'u', '')",
    ).run()
    const answer = await call('GET /api/v3/backup/rows?table=webhooks&columns=id%2Csecret&wholes=&key=id')
    const text = await answer.text()
    expect(text).toContain('w9')
    expect(text).not.toContain('webhook-secret')
    await env.DB.prepare("DELETE FROM webhooks WHERE id = 'w9'").run()
  })

  it('T67: pages end where the next one begins', async () => {
    const rows: unknown[] = []
    const text = await (await call(USERS)).json<{ rows: [string][] }>()
    const [first] = text.rows.map(([id]) => id)
    const next = await call(`${USERS}&after=${encodeURIComponent(JSON.stringify([first]))}`)
    rows.push(...(await next.json<{ rows: unknown[] }>()).rows)
    expect(rows).toEqual(text.rows.slice(1))
    for (const after of ['x', '[]', '[{}]', '[1,2]'])
      expect((await call(`${USERS}&after=${encodeURIComponent(after)}`)).status).toBe(400)
  })

  it('T67: a library with items takes no restore', async () => {
    const form = { archive: '0'.repeat(64), migrations: '0001_library.sql' }
    expect((await call('POST /api/v3/backup/restore', form)).status).toBe(409)
    expect((await call('PUT /api/v3/backup/restore', {})).status).toBe(409)
  })

  it.each([
    ['older than 30 days', "UPDATE tokens SET created_at = '2026-01-01T00:00:00.000Z'"],
    ...TOKEN_SCOPES.filter((scope) => scope !== 'moderate').map((scope) => [
      `without the scope ${scope}`,
      `UPDATE tokens SET scopes = (SELECT json_group_array(value) FROM json_each(scopes) WHERE value <> '${scope}')`,
    ]),
  ])('T67: a token that is %s is refused', async (_, change) => {
    const weak = await withToken(change)
    for (const what of [
      'GET /api/v3/backup/',
      USERS,
      'GET /api/v3/backup/files',
      'GET /api/v3/backup/bytes?keys=a',
    ])
      expect((await weak(what)).status, what).toBe(403)
  })

  it('T67: an old token is refused that has a new one of its person beside it', async () => {
    const old = await withToken("UPDATE tokens SET created_at = '2026-01-01T00:00:00.000Z'")
    await env.DB.prepare(
      `INSERT INTO tokens (hash, id, user_id, name, created_at, last_used_at, scopes, access_version)
       SELECT 'another', 'another', user_id, 'another', ?1, ?1, scopes, access_version FROM tokens LIMIT 1`,
    )
      .bind(new Date().toISOString())
      .run()
    expect((await old('GET /api/v3/backup/')).status).toBe(403)
  })
})
