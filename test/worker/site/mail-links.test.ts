import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailTexts } from '../../../origin/mail/mail-texts.ts'
import worker from '../../../worker/index.ts'
import { addPeople, embeddedSite, PASSWORD, Visitor } from '../../fixtures/site/embedded-site.ts'

/** Every source that writes a mail. */
const WRITERS = Object.entries(
  import.meta.glob('../../../origin/**/*.ts', { query: '?raw', import: 'default', eager: true }),
).filter(
  ([path, text]) =>
    /INTO outbox|insertRow\(d1, 'outbox'|mailTexts/.test(text) && !path.endsWith('mail-texts.ts'),
)

const NOT_SET = 'PUBLIC_URL is not set: mails with links do not leave'
const HOST = 'https://evil.test'
const OURS = 'https://gifs.example.com'

type Sent = { to: string; text: string }

/** The product, asked by the name of any host, with a mail service that notes what it gets. */
function product(vars: object) {
  const sent: Sent[] = []
  const MAIL = { send: async (mail: Sent) => void sent.push(mail) }
  const site = embeddedSite({ JOBS: undefined, MAIL, LOCAL_URL: '', ...vars })
  const toHost = (request: Request) => {
    const headers = new Headers(request.headers)
    if (headers.has('Origin')) headers.set('Origin', HOST)
    return site.send(
      new Request(request.url.replace('https://loop.test', HOST), new Request(request, { headers })),
    )
  }
  const visitor = async (username?: string) => {
    const who = new Visitor(toHost)
    await (await who.call('GET /login/check')).text()
    if (username) {
      // A first sign-in is told to no one.
      await env.DB.prepare("UPDATE users SET language = ''").run()
      const form = { username, password: PASSWORD }
      expect((await who.call('POST /api/v3/login', { form })).status).toBe(200)
    }
    return who
  }
  const minute = () => worker.scheduled({ cron: '* * * * *' }, site.bindings)
  // Where its items are.
  const home = Object.values(vars).includes(OURS) ? OURS : HOST
  return { sent, visitor, minute, home }
}

type Product = ReturnType<typeof product>

/** These have no link. */
const WITHOUT_LINK = ['active', 'limited', 'suspended']

/** These are mails of cases, whose texts are their own (`case-texts.ts`). */
const OF_CASES = ['takedown', 'claim']

/** A state of ann's, set by staff. */
const inState =
  (state: string) =>
  async ({ visitor }: Product) => {
    const other = state === 'active' ? 'limited' : 'active'
    await env.DB.prepare("UPDATE users SET standing = ?1 WHERE id = 'id-ann'").bind(other).run()
    const form = { state, reason: 'spam' }
    return (await visitor('sue')).call('PUT /api/v3/users/id-ann/state', { form })
  }

/** A passkey of ann's. */
const addFactor = () =>
  env.DB.prepare(
    `INSERT INTO factors (id, user_id, kind, name, secret, credential, created_at)
     VALUES ('f', 'id-ann', 'passkey', '', '', 'c', '2026-11-01T00:00:00.000Z')`,
  ).run()

/** What makes mails leave, by their names in the texts. */
const MAILS: Record<string, (made: Product) => Promise<Response>> = {
  confirm: async ({ visitor }) =>
    (await visitor()).call('POST /api/v3/register', {
      form: { username: 'newcomer', email: 'new@example.test', password: 'four words are enough' },
    }),
  known: async ({ visitor }) =>
    (await visitor()).call('POST /api/v3/register', {
      form: { username: 'another', email: 'ann@example.test', password: 'four words are enough' },
    }),
  reset: async ({ visitor }) =>
    (await visitor()).call('POST /api/v3/password/reset', { form: { email: 'ann@example.test' } }),
  'email address': async ({ visitor }) =>
    (await visitor('ann')).call('PUT /api/v1/users/self/', {
      form: { email: 'ann2@example.test' },
      headers: { Password: PASSWORD },
    }),
  share: async ({ visitor }) =>
    (await visitor('ann')).call('POST /ajax/instashare/', {
      form: { gif_id: 'cat', to: 'friend@example.test' },
    }),
  password: async ({ visitor }) =>
    (await visitor('ann')).call('POST /api/v3/password', { form: { current: PASSWORD, new: PASSWORD } }),
  token: async ({ visitor }) => (await visitor('ann')).call('POST /api/v3/tokens', { form: { name: 'a' } }),
  revealed: async ({ visitor }) => {
    await env.DB.prepare(
      `INSERT INTO outbox (recipient, subject, text, created_at, failure)
       VALUES ('ann@example.test', 'a', '/password?token=secret', '2026-01-01T00:00:00.000Z', 'down')`,
    ).run()
    const id = await env.DB.prepare('SELECT max(id) AS id FROM outbox').first('id')
    return (await visitor('sue')).call(`POST /api/v3/outbox/${id}/reveal`, { form: { reason: 'asked' } })
  },
  webhook: async ({ minute }) => {
    await env.DB.batch([
      env.DB.prepare(
        `INSERT OR REPLACE INTO webhooks (id, url, events, secret, created_by, created_at)
         VALUES ('gone', 'https://hooks.example.com/', '[]', 's', 'id-sue', '2026-11-27T10:00:00.000Z')`,
      ),
      env.DB.prepare(
        `INSERT INTO webhook_deliveries (webhook_id, event, data, created_at, due_at)
         VALUES ('gone', 'report', '{}', '2026-11-27T10:00:00.000Z', '2026-01-01')`,
      ),
    ])
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(null, { status: 410 }))
    await minute()
    return new Response()
  },
  active: inState('active'),
  limited: inState('limited'),
  suspended: inState('suspended'),
  role: async ({ visitor }) =>
    (await visitor('sue')).call('PUT /api/v3/users/id-ann/role', { form: { role: 'artist' } }),
  signin: async ({ visitor }) => {
    await env.DB.prepare("UPDATE users SET language = 'en' WHERE id = 'id-ann'").run()
    const form = { username: 'ann', password: PASSWORD }
    const headers = { 'User-Agent': 'https://evil.test/' }
    return (await visitor()).call('POST /api/v3/login', { form, headers })
  },
  factor: async ({ visitor }) => {
    const ann = await visitor('ann')
    await addFactor()
    return ann.call('POST /api/v3/factors/codes', { form: {} })
  },
  factorless: async ({ visitor }) => {
    await addFactor()
    return (await visitor('sue')).call('DELETE /api/v3/users/id-ann/factors', { form: { reason: 'lost' } })
  },
  takedown: async ({ visitor }) =>
    (await visitor('sue')).call('POST /api/v3/content-takedown/takedown', {
      json: { takedowns: [{ gif_id: 'cat', reason: 'asked' }], send_email: true },
    }),
  claim: async ({ visitor, home }) =>
    (await visitor()).call('POST /api/v3/claims/', {
      form: {
        address: `${home}/gifs/cat`,
        kind: 'privacy',
        name: 'Cleo',
        email: 'cleo@example.test',
        explanation: 'This is my cat, in my own kitchen.',
        good_faith: 'true',
      },
    }),
}
const NAMES = Object.keys(MAILS)

beforeAll(() => addPeople([{ username: 'ann' }, { username: 'sue', role: 'staff' }]))

beforeEach(async () => {
  await env.DB.batch(
    [
      ...['outbox', 'removals', 'shares', 'claims', 'gifs', 'factors'].map((table) => `DELETE FROM ${table}`),
      "DELETE FROM users WHERE username IN ('newcomer', 'another')",
      "UPDATE users SET standing = 'active', role = 'user' WHERE id = 'id-ann'",
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       VALUES ('cat', 'cat', 'Cat', 'gif', '2026-11-01 10:00:00', 'id-ann')`,
    ].map((sql) => env.DB.prepare(sql)),
  )
})

async function written() {
  const query = env.DB.prepare('SELECT text, sent_at, failure FROM outbox ORDER BY id DESC LIMIT 1')
  return query.first<{ text: string; sent_at: string | null; failure: string }>()
}

describe('T62: links in mails lead to a configured address', () => {
  it('the table has every mail', () => {
    expect(
      NAMES.filter((name) => !OF_CASES.includes(name))
        .flatMap((name) => name.split(' '))
        .sort(),
    ).toEqual(Object.keys(mailTexts.en).sort())
    expect(WRITERS.map(([path]) => path.replace('../../../origin/', '')).sort()).toEqual([
      'mail/case-mails.ts',
      // Its links are tested in `site-digests.test.ts`.
      'mail/digests.ts',
      'mail/notices.ts',
      'mail/write-mail.ts',
      'site/accounts/outbox.ts',
      'site/cases/claims.ts',
      'site/gif-pages/instashare.ts',
      'site/removal/removals.ts',
      'webhooks/switch-off.ts',
    ])
  })

  it.each(NAMES)('T62: %s, without one: no link leaves, and the outbox says why', async (name) => {
    const made = product({})
    const response = await MAILS[name]?.(made)
    await response?.text()
    expect(response?.status).toBeLessThan(300)
    expect(await written()).toMatchObject({ text: expect.not.stringContaining('evil.test') })
    const hasLink = !WITHOUT_LINK.includes(name)
    if (hasLink) await vi.waitFor(async () => expect((await written())?.failure).toBe(NOT_SET))
    else await vi.waitFor(() => expect(made.sent).toHaveLength(1))
    expect(made.sent).toHaveLength(hasLink ? 0 : 1)
  })

  it.each(NAMES.flatMap((name) => ['PUBLIC_URL', 'LOCAL_URL'].map((variable) => [name, variable] as const)))(
    'T62: %s, with %s: it leads there',
    async (name, variable) => {
      const made = product({ [variable]: OURS })
      const response = await MAILS[name]?.(made)
      await response?.text()
      const mails = name.split(' ')
      await vi.waitFor(() => expect(made.sent).toHaveLength(mails.length))
      const links = made.sent.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      expect(links.map((link) => new URL(link).origin)).toEqual(
        WITHOUT_LINK.includes(name) ? [] : mails.map(() => OURS),
      )
    },
  )

  it('T62: a local server keeps its mails, whose links staff reveal', async () => {
    const made = product({ LOCAL_URL: OURS, MAILS: 'keep' })
    await (await MAILS.reset?.(made))?.text()
    expect(await written()).toMatchObject({
      text: expect.stringContaining(`${OURS}/password`),
      sent_at: null,
    })
    expect(made.sent).toEqual([])
  })

  it('T62: a mail that was written for another address stays', async () => {
    const made = product({ PUBLIC_URL: OURS, MAIL: undefined })
    await (await MAILS.reset?.(made))?.text()
    await env.DB.prepare('UPDATE outbox SET text = replace(text, ?1, ?2)').bind(OURS, HOST).run()
    const { jobs } = await import('../../../worker/services.ts').then(({ createServices }) =>
      createServices({
        ...env,
        PUBLIC_URL: OURS,
        JOBS: undefined,
        MAIL: { send: () => Promise.reject() },
      } as never),
    )
    await (await jobs?.())?.resume()
    expect(await written()).toMatchObject({
      sent_at: null,
      failure: 'Its link leads elsewhere than to PUBLIC_URL',
    })
  })
})
