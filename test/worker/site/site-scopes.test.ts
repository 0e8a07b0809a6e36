import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf } from '../../../origin/people/secrets.ts'
import type { Call } from '../../../shared/calls/call.ts'
import { ownSiteCalls, proxiedCalls } from '../../../shared/calls/catalogue.ts'
import { TOKEN_SCOPES, type TokenScope } from '../../../shared/schema/choices.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import {
  addPeople,
  embeddedSite,
  HERE,
  PASSWORD,
  signedIn,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { linkTo, mailsTo } from '../../fixtures/upstreams/outbox.ts'

const site = embeddedSite({
  JOBS: undefined,
  MAIL: undefined,
  IMAGING_HOSTS: 'media.example.com, video.example.com',
})
const CALLS = Object.entries<Call>(proxiedCalls)

beforeAll(() =>
  addPeople([
    { username: 'ann' },
    { username: 'ben' },
    { username: 'mo', role: 'moderator' },
    { username: 'sue', role: 'staff' },
    { username: 'sam', role: 'staff' },
  ]),
)

/** A token of somebody with these scopes. */
async function tokenOf(username: string, scopes: readonly string[]): Promise<string> {
  const secret = `${username}-${scopes.join('-')}`.padEnd(43, 'x')
  await env.DB.prepare(
    `INSERT OR REPLACE INTO tokens (hash, id, user_id, name, created_at, scopes, access_version)
     SELECT ?1, 't-' || ?2 || ?3, 'id-' || ?2, 'program', '2026-11-01T00:00:00.000Z', ?3, access_version
       FROM users WHERE id = 'id-' || ?2`,
  )
    .bind(await hashOf(secret), username, JSON.stringify(scopes))
    .run()
  return secret
}

/** Makes the example of a call. */
async function make(visitor: Visitor, [name, call]: [string, Call], token?: string) {
  // The path that a file would be sent to: what is refused is refused before its body.
  const { path, form, json } =
    name === 'trimFile' ? { path: '/imaging/trim', form: undefined, json: undefined } : exampleOf(name)
  const method = call.method === 'ANY' ? 'POST' : call.method
  const response = await visitor.call(`${method} ${path}`, {
    ...(token && { token }),
    ...(form !== undefined && { form: Object.fromEntries(new URLSearchParams(form)) }),
    ...(json && { json }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

const isRefused = ({ status, text }: { status: number; text: string }) =>
  status === 403 && /needs a token with the scope|API tokens may not/.test(text)

/** What no token does, by the contract, beside the entries that the product reads. */
const NEVER = [
  'changePassword',
  'cancelNewAddress',
  'createKey',
  'createToken',
  'deleteAccount',
  'deleteKey',
  'actOnItems',
  'addFactor',
  'removeFactor',
  'renewRecoveryCodes',
  'removePersonFactors',
  'deletePersonToken',
  'deleteToken',
  'outbox',
  'revealMail',
  'resendMail',
  'setRole',
  'setState',
  'updateKey',
]

/** What wants a fresh sign-in likewise; a new address does too (below). */
const OF_BACKUPS = [
  'backup',
  'backupRows',
  'backupFiles',
  'backupBytes',
  'beginRestore',
  'sendBackup',
  'endRestore',
]
const FRESH = [
  ...NEVER.filter((name) => !['cancelNewAddress', 'deleteAccount'].includes(name)),
  ...OF_BACKUPS,
]

describe('T55: tokens have scopes', () => {
  const reached = new Map<TokenScope, string[]>(TOKEN_SCOPES.map((scope) => [scope, []]))

  it.for(TOKEN_SCOPES)(
    'T55: a token of staff for %s reaches what that names, and nothing else',
    async (scope, { task }) => {
      tries(task, CALLS.length)
      const token = await tokenOf('sue', [scope])
      const wrong: string[] = []
      for (const entry of CALLS) {
        const [name, call] = entry
        const answer = await make(site.visitor(), entry, token)
        if (!isRefused(answer)) reached.get(scope)?.push(name)
        if (isRefused(answer) === (call.scope === scope))
          wrong.push(`${name}: ${answer.status} ${answer.text}`)
      }
      expect(wrong).toEqual([])
    },
  )

  it('T55: each call has one scope or none, and the four lists are these', () => {
    const all = [...reached.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    console.info([...reached].map(([scope, names]) => `${scope}: ${names.join(' ')}`).join('\n'))
    expect(reached.get('upload')).toEqual(
      expect.arrayContaining(['uploadGif', 'sendRenditions', 'knownFiles', 'trimUrl']),
    )
    expect(reached.get('moderate')).toEqual(
      expect.arrayContaining(['takedown', 'reports', 'addRedirects', 'audit']),
    )
    expect(reached.get('edit')).toEqual(expect.arrayContaining(['editGif', 'deleteGif', 'createStory']))
  })

  it('T55: with all scopes it still changes no access, and reads no mail', async () => {
    const token = await tokenOf('sue', TOKEN_SCOPES)
    const refused: string[] = []
    for (const entry of CALLS) if (isRefused(await make(site.visitor(), entry, token))) refused.push(entry[0])
    expect(refused).toEqual(expect.arrayContaining(NEVER))
    const options = { form: { email: 'new@example.test' }, headers: { Password: PASSWORD }, token }
    const address = await site.visitor().call('PUT /api/v1/users/self/', options)
    expect([address.status, await address.text()]).toMatchObject([403, expect.stringContaining('API tokens')])
  })

  it('T55: what a role may do to others’ rows needs `moderate`', async () => {
    await env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, is_hidden) VALUES
       ('anns', 'anns', 'a', 'gif', '2026-11-01 10:00:00', 'id-ann', 1)`,
    ).run()
    const statuses = async (username: string, scopes: string[]) => {
      const token = await tokenOf(username, scopes)
      const edited = await site.visitor().call('PUT /api/v1/gifs/anns/', { form: { title: 'b' }, token })
      const seen = await site.visitor().call('GET /v1/gifs/anns', { token })
      const record = await site.visitor().call('GET /api/v1/users/id-ann/', { token })
      await Promise.all([edited.text(), seen.text()])
      return [edited.status, seen.status, (await record.json<{ email?: string }>()).email]
    }
    expect(await statuses('sue', ['read', 'edit'])).toEqual([404, 404, ''])
    expect(await statuses('sue', ['read', 'edit', 'moderate'])).toEqual([200, 200, 'ann@example.test'])
    expect(await statuses('ann', ['read', 'edit'])).toEqual([200, 200, 'ann@example.test'])
    // Hidden items are read by their owner's token that is for reading.
    expect((await statuses('ann', ['edit']))[1]).toBe(404)
  })
})

describe('T55: what changes access wants a fresh sign-in', () => {
  let sue: Visitor
  /** As if everybody had signed in a while ago. */
  const age = (minutes: number) =>
    env.DB.prepare("UPDATE sessions SET created_at = ?1, confirmed_at = ''")
      .bind(new Date(Date.now() - minutes * 60_000).toISOString())
      .run()
  const kindOf = (text: string) =>
    text ? (JSON.parse(text) as { error?: { kind?: string } }).error?.kind : undefined

  // A call that succeeds may end what the next one needs.
  let people = 0
  let username = ''
  beforeEach(async () => {
    username = `staff-${people++}`
    await addPeople([{ username, role: 'staff' }])
    sue = await signedIn(site, username)
  })

  it.for(FRESH)('T55: %s', async (name) => {
    const entry: [string, Call] = [name, ownSiteCalls[name as keyof typeof ownSiteCalls]]
    await age(16)
    expect(kindOf((await make(sue, entry)).text)).toBe('password-needed')
    const confirm = (password: string) => sue.call('POST /api/v3/session/confirm', { form: { password } })
    expect((await confirm('wrong')).status).toBe(403)
    expect(kindOf((await make(sue, entry)).text)).toBe('password-needed')
    expect((await confirm(PASSWORD)).status).toBe(204)
    expect(kindOf((await make(sue, entry)).text)).not.toBe('password-needed')
    await age(14)
    expect(kindOf((await make(sue, entry)).text)).not.toBe('password-needed')
  })

  it('T55: no other call does', async () => {
    expect(
      CALLS.filter(([, call]) => call.wantsFresh)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...FRESH].sort())
  })

  it('T55: a new address does, other fields do not', async () => {
    const ben = await signedIn(site, 'ben')
    await age(16)
    const put = async (form: Record<string, string>) =>
      (await ben.call('PUT /api/v1/users/self/', { form, headers: { Password: PASSWORD } })).status
    expect([await put({ description: 'Hi' }), await put({ email: 'ben-2@example.test' })]).toEqual([200, 403])
    expect(await mailsTo('ben-2@example.test')).toEqual([])
    await (await ben.call('POST /api/v3/session/confirm', { form: { password: PASSWORD } })).text()
    expect(await put({ email: 'ben-2@example.test' })).toBe(200)
  })

  it('T55: an account without a password signs in again', async () => {
    await env.DB.prepare('UPDATE users SET password = NULL WHERE username = ?1').bind(username).run()
    const confirmed = await sue.call('POST /api/v3/session/confirm', { form: { password: 'x' } })
    expect(confirmed.status).toBe(409)
  })

  it('T55: the list of sessions says which are fresh', async () => {
    await age(16)
    const other = await signedIn(site, username)
    const { results } = await (await other.call('GET /api/v3/sessions')).json<{
      results: { is_current: boolean; is_fresh: boolean }[]
    }>()
    expect(results.map(({ is_current, is_fresh }) => [is_current, is_fresh])).toContainEqual([true, true])
    expect(results.map(({ is_current, is_fresh }) => [is_current, is_fresh])).toContainEqual([false, false])
  })
})

describe('T55: the scopes of a new token', () => {
  const create = async (form: Record<string, string>) => {
    const ann = await signedIn(site, 'ann')
    const response = await ann.call('POST /api/v3/tokens', { form: { name: 'a', ...form } })
    return { status: response.status, body: await response.json<Record<string, unknown>>() }
  }

  it.each<[Record<string, string>, readonly string[]]>([
    [{}, ['read', 'upload']],
    [{ scopes: 'edit' }, ['edit']],
    [{ scopes: 'read, moderate,read' }, ['read', 'moderate']],
    [{ 'scopes[0]': 'upload', 'scopes[1]': 'edit' }, ['upload', 'edit']],
  ])('%o', async (form, scopes) => {
    expect(await create(form)).toMatchObject({ status: 201, body: { scopes } })
  })

  it.each([{ scopes: 'all' }, { scopes: 'read,,' }, { 'scopes[0]': 'x' }])('refuses %o', async (form) => {
    expect(await create(form as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error: { kind: 'invalid-input' } },
    })
  })

  it('T55: a token from before there were scopes has them all', async () => {
    await env.DB.prepare(
      "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES ('old', 'old', 'id-ann', 'old', '2026-01-01T00:00:00.000Z')",
    ).run()
    const list = await (await signedIn(site, 'ann')).call('GET /api/v3/tokens')
    const { results } = await list.json<{ results: { id: string; scopes: string[] }[] }>()
    expect(results.find(({ id }) => id === 'old')?.scopes).toEqual([...TOKEN_SCOPES])
  })

  it('T55: staff see somebody’s tokens, and end one, noted', async () => {
    const { body } = await create({ scopes: 'edit' })
    const sue = await signedIn(site, 'sue')
    const list = await (await sue.call('GET /api/v3/users/id-ann/tokens')).text()
    expect(list).toContain(String(body.id))
    expect(list).not.toContain(String(body.token))
    const ended = () => sue.call(`DELETE /api/v3/users/id-ann/tokens/${body.id}`)
    expect([(await ended()).status, (await ended()).status]).toEqual([204, 404])
    const used = await site.visitor().call('PUT /api/v1/users/self/', { form: {}, token: String(body.token) })
    expect(used.status).toBe(401)
    const acts = await env.DB.prepare(
      "SELECT actor, target, reason FROM audit WHERE action = 'token.delete'",
    ).all()
    expect(acts.results).toEqual([{ actor: 'sue', target: 'user/id-ann', reason: body.id }])
  })
})

describe('T55: the outbox shows no secret', () => {
  const SECRET = /token=[\w-]{20}/

  async function mailTo(address: string) {
    await (await site.visitor().call('POST /api/v3/password/reset', { form: { email: address } })).text()
    const row = await env.DB.prepare('SELECT max(id) AS id FROM outbox WHERE recipient = ?1')
      .bind(address)
      .first('id')
    return Number(row)
  }

  it('T55: but by a reason, noted, and the person is told', async () => {
    await env.DB.prepare("UPDATE users SET language = 'de' WHERE id = 'id-ben'").run()
    const email = 'ben@example.test'
    await env.DB.prepare('DELETE FROM outbox WHERE recipient = ?1').bind(email).run()
    const id = await mailTo(email)
    const { token } = await linkTo(email)
    const sue = await signedIn(site, 'sue')
    const list = await (await sue.call('GET /api/v3/outbox/')).text()
    expect(list).toContain(email)
    expect(list).toContain('[link hidden]')
    expect(list).not.toMatch(SECRET)
    const reveal = (form: Record<string, string>) => sue.call(`POST /api/v3/outbox/${id}/reveal`, { form })
    expect([(await reveal({})).status, (await reveal({ reason: ' ' })).status]).toEqual([400, 400])
    expect(await mailsTo(email)).toHaveLength(1)
    const shown = await reveal({ reason: 'He has no mail {link}' })
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(token)])
    const act = await env.DB.prepare(
      "SELECT actor, target, reason FROM audit WHERE action = 'mail.reveal'",
    ).first()
    expect(act).toEqual({ actor: 'sue', target: `mail/${id}`, reason: 'He has no mail {link}' })
    const told = (await mailsTo(email)).at(-1)
    expect(told?.subject).toBe('Das Team von Loopframe hat eine E-Mail an dich geöffnet')
    expect(told?.text).toContain('„He has no mail {link}“\n')
    expect(told?.text).not.toMatch(SECRET)
  })

  it('T55: a mail that was sent has none left, in the database either', async () => {
    const sent: string[] = []
    const MAIL = { send: async ({ text }: { text: string }) => sent.push(text) }
    const mailing = embeddedSite({ JOBS: undefined, MAIL, PUBLIC_URL: HERE })
    const email = 'mo@example.test'
    await (await mailing.visitor().call('POST /api/v3/password/reset', { form: { email } })).text()
    await vi.waitFor(() => expect(sent.at(-1)).toMatch(SECRET))
    const query = env.DB.prepare('SELECT id, text, sent_at FROM outbox WHERE recipient = ?1 ORDER BY id DESC')
    const newest = () => query.bind(email).first<{ id: number; text: string; sent_at: string | null }>()
    await vi.waitFor(async () => expect((await newest())?.sent_at).not.toBeNull())
    const row = await newest()
    expect(row?.text).toContain('[link hidden]')
    expect(row?.text).not.toMatch(SECRET)
    const sue = await signedIn(site, 'sue')
    const form = { reason: 'Why not' }
    expect((await sue.call(`POST /api/v3/outbox/${row?.id}/reveal`, { form })).status).toBe(409)
    expect((await sue.call('POST /api/v3/outbox/999999/reveal', { form })).status).toBe(404)
  })
})
