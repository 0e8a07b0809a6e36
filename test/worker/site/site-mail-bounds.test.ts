import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../../origin/bounds.ts'
import { createIssuerAccounts } from '../../../origin/site/accounts/issuer-accounts.ts'
import {
  addPeople,
  embeddedSite,
  PASSWORD,
  somebodyNew,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { issuerDeps } from '../../fixtures/site/issuer-deps.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { linkTo, mailsTo } from '../../fixtures/upstreams/outbox.ts'

const sent: number[] = []
const JOBS = { send: async ({ id }: { id: number }) => void sent.push(id) }
const site = embeddedSite({ MAIL: undefined, JOBS })

/** What anyone can have an address get of its day, and what the day has in all. */
const OF_ANYONE = 8
const A_DAY = BOUNDS.mails.aDay

const sql = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values)
const numberOf = async (text: string, ...values: unknown[]) => Number(await sql(text, ...values).first('n'))
const linksOf = (user: string) => numberOf('SELECT count(*) AS n FROM links WHERE user_id = ?1', user)

let names = 0
let name = ''
let email = ''

beforeEach(async () => {
  name = `ann${names++}`
  email = `${name}@example.test`
  await addPeople([{ username: name }])
})

async function visitor(): Promise<Visitor> {
  const visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  return visitor
}

const post = async (who: Visitor, path: string, form: Record<string, string>) => {
  const response = await who.call(`POST ${path}`, { form })
  return [response.status, await response.text()] as const
}

const reset = async (who: Visitor) => post(who, '/api/v3/password/reset', { email })

describe('T60: mails are counted by recipient and day, over all kinds', () => {
  it('resets at once end at the bound, with one link, and each says the same', async ({ task }) => {
    const who = await visitor()
    const calls = 2 * A_DAY
    tries(task, calls)
    const answers = await Promise.all(Array.from({ length: calls }, () => reset(who)))
    expect(new Set(answers.map(String)).size).toBe(1)
    const mails = await mailsTo(email)
    const tokens = new Set(mails.map(({ text }) => /token=(\S+)/.exec(text)?.[1]))
    console.log(`${calls} resets at once: ${mails.length} mails, ${tokens.size} link`)
    expect([mails.length, tokens.size, await linksOf(`id-${name}`)]).toEqual([OF_ANYONE, 1, 1])
  })

  it('of all kinds together, and what an account has to tell still comes', async ({ task }) => {
    const who = await visitor()
    const friend = await somebodyNew(site, { username: `${name}-friend` })
    for (const id of [name, `${name}b`]) {
      await sql(
        "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00')",
        id,
      ).run()
    }
    const table: string[] = []
    const count = async (kind: string, act: () => Promise<unknown>) => {
      const before = (await mailsTo(email)).length
      await act()
      table.push(`${kind.padEnd(28)}${(await mailsTo(email)).length - before}`)
    }
    await count('3 resets', () => Promise.all([1, 2, 3].map(() => reset(who))))
    await count('3 registrations', async () => {
      for (const n of [1, 2, 3]) {
        await post(who, '/api/v3/register', {
          username: `${name}x${n}`,
          email,
          password: 'good words for a test',
        })
      }
    })
    await count('1 share', () => post(friend, '/ajax/instashare/', { gif_id: name, to: email }))
    await count('9 resets', () => Promise.all(Array.from({ length: 9 }, () => reset(who))))
    await count('1 share more', () => post(friend, '/ajax/instashare/', { gif_id: `${name}b`, to: email }))
    const ann = await visitor()
    await post(ann, '/api/v3/login', { username: name, password: PASSWORD })
    await count('4 API tokens', async () => {
      for (const n of [1, 2, 3, 4]) await post(ann, '/api/v3/tokens', { name: `token ${n}` })
    })
    tries(task, 21)
    console.log(table.join('\n'))
    expect(table.map((line) => Number(line.slice(28)))).toEqual([
      ...[3, 3, 1, OF_ANYONE - 7, 0],
      A_DAY - OF_ANYONE,
    ])
    // What cannot be told to the old address is not asked for.
    const asked = await ann.call('PUT /api/v1/users/self/', {
      form: { email: `new-${email}` },
      headers: { Password: PASSWORD },
    })
    expect([asked.status, await asked.text()]).toEqual([429, expect.stringContaining(`${A_DAY} emails`)])
    expect(await linksOf(`id-${name}`)).toBe(1)
  })

  it('a link that is still good is sent again, and opens once', async () => {
    const who = await visitor()
    await reset(who)
    const first = await linkTo(email)
    await sql("UPDATE links SET expires_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 minute')").run()
    await reset(who)
    expect(await linkTo(email)).toEqual(first)
    expect((await mailsTo(email)).map(({ id }) => sent.includes(id))).toEqual([true, true])
    // It is good for as long as its mail says.
    expect(
      await numberOf(
        "SELECT count(*) AS n FROM links WHERE expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+50 minutes') AND user_id = ?1",
        `id-${name}`,
      ),
    ).toBe(1)
    const change = { token: first.token, new: 'other words for a test' }
    expect((await post(who, '/api/v3/password/reset/confirm', change))[0]).toBe(204)
    expect((await post(who, '/api/v3/password/reset/confirm', change))[0]).toBe(400)
    // What was used is not sent again.
    await reset(who)
    expect((await linkTo(email)).token).not.toBe(first.token)
  })

  it('the next day has room again', async () => {
    const who = await visitor()
    for (let n = 0; n < OF_ANYONE + 1; n++) await reset(who)
    expect(await mailsTo(email)).toHaveLength(OF_ANYONE)
    await sql("UPDATE outbox SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-1 day')").run()
    await reset(who)
    expect(await mailsTo(email)).toHaveLength(OF_ANYONE + 1)
  })

  it('owners of many items that are taken down at once get some mails, and all items are gone', async () => {
    const staff = await somebodyNew(site, { username: `${name}-staff`, role: 'staff' })
    const ids = Array.from({ length: A_DAY + 3 }, (_, n) => `${name}gif${n}`)
    await env.DB.batch(
      ids.map((id) =>
        sql(
          "INSERT INTO gifs (id, slug, title, type, import_datetime, user_id) VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00', ?2)",
          id,
          `id-${name}`,
        ),
      ),
    )
    const takedowns = ids.map((gif_id) => ({ gif_id, reason: 'a claim' }))
    const json = { takedowns, send_email: true }
    expect((await staff.call('POST /api/v3/content-takedown/takedown', { json })).status).toBeLessThan(300)
    expect(await mailsTo(email)).toHaveLength(A_DAY)
    expect(
      await numberOf('SELECT count(*) AS n FROM gifs WHERE user_id = ?1 AND is_removed = 0', `id-${name}`),
    ).toBe(0)
  })
})

describe('T60: new accounts of a network', () => {
  it('end at the bound of the day', async ({ task }) => {
    const who = await visitor()
    const register = (n: number) =>
      post(who, '/api/v3/register', {
        username: `${name}new${n}`,
        email: `${name}new${n}@example.test`,
        password: 'good words for a test',
      })
    expect((await register(0))[0]).toBe(200)
    const { aDay } = BOUNDS.accounts
    await sql("UPDATE spent SET amount = ?1 WHERE what = 'accounts'", aDay - 3).run()
    tries(task, 6)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(register))
    const made = await numberOf("SELECT count(*) AS n FROM users WHERE username LIKE ?1 || 'new%'", name)
    expect([answers.filter(([status]) => status === 200).length, made]).toEqual([3, 4])
    const [refused] = answers.filter(([status]) => status !== 200)
    expect(refused).toEqual([429, expect.stringContaining(`${aDay} new accounts`)])
  })

  it('end there too where an issuer lets them in', async () => {
    const accounts = createIssuerAccounts(issuerDeps(env.DB))
    const enter = (n: number) =>
      accounts
        .signIn(
          {
            issuer: 'https://issuer.test',
            subject: `${name}-${n}`,
            usernames: [`${name}-by-issuer-${n}`],
            name: '',
            email: undefined,
            role: undefined,
          },
          {
            headers: new Headers(),
            network: name,
            viewer: undefined,
            nowMs: Date.now(),
            registration: 'open' as const,
            invite: undefined,
          },
        )
        .then(
          () => 'in',
          ({ message }: Error) => message,
        )
    expect(await enter(0)).toBe('in')
    await sql("UPDATE spent SET amount = ?1 WHERE what = 'accounts'", BOUNDS.accounts.aDay - 3).run()
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(enter))
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(3)
    expect(answers.find((answer) => answer !== 'in')).toContain(`${BOUNDS.accounts.aDay} new accounts`)
  })
})
