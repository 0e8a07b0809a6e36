import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPeople, embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

/** The statements that the database got, and the rows that they wrote. */
const work: { sql: string[]; written: number } = { sql: [], written: 0 }

/** The database, which notes what it is given. */
function noted(db: D1Database): D1Database {
  const texts = new WeakMap<object, string>()
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    texts.set(statement, sql)
    const { bind } = statement
    statement.bind = (...values) => {
      const bound = bind.apply(statement, values)
      texts.set(bound, sql)
      return bound
    }
    return statement
  }
  const batch: D1Database['batch'] = async (statements) => {
    const results = await db.batch(statements)
    work.sql.push(...statements.map((each) => texts.get(each) ?? ''))
    for (const { meta } of results) work.written += meta.rows_written ?? 0
    return results as never
  }
  return { prepare, batch } as D1Database
}

// The mail goes to the queue, which takes the jobs of both.
const site = embeddedSite({ DB: noted(env.DB as never), JOBS: { send: async () => ({}) } })
let visitor: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'una', state: 'unconfirmed' }])
  await env.DB.prepare('UPDATE users SET created_at = ?1').bind(new Date().toISOString()).run()
  visitor = site.visitor()
  await (await visitor.call('GET /login/check')).text()
  // The first makes what is made once.
  await (await visitor.call('POST /api/v3/password/reset', { form: { email: 'first@example.test' } })).text()
})

let count = 0

/** Each call with an address that is there, and the fields that it sends of one. */
const CALLS: [string, string, (email: string) => Record<string, string>][] = [
  [
    'register',
    'ann@example.test',
    (email) => ({ username: `u${count++}`, email, password: 'a good password' }),
  ],
  ['register/resend', 'una@example.test', (email) => ({ email })],
  ['password/reset', 'ann@example.test', (email) => ({ email })],
]

describe.each(CALLS)(
  'T33: %s, with an address that is there and one that is not',
  (call, known, fieldsOf) => {
    const timed = async (email: string) => {
      const start = performance.now()
      const response = await visitor.call(`POST /api/v3/${call}`, { form: fieldsOf(email) })
      await response.text()
      expect(response.status).toBe(200)
      return performance.now() - start
    }
    const unknown = () => `nobody${count++}@example.test`

    it('makes the same statements, and writes as much', async () => {
      const works: (typeof work)[] = []
      // The first makes what is made once.
      await timed(unknown())
      for (const email of [known, unknown()]) {
        Object.assign(work, { sql: [], written: 0 })
        await timed(email)
        works.push({ ...work })
      }
      const [there, missing] = works
      expect(there?.sql.length).toBeGreaterThan(2)
      expect(missing?.sql).toEqual(there?.sql)
      // An entry of an index more or less: no row of a user, link or mail is missing.
      expect(Math.abs((missing?.written ?? 0) - (there?.written ?? 0))).toBeLessThanOrEqual(1)
    })

    /** How far the medians of 40 calls each, in turns, are apart, as a part of what is allowed: 5 %, or the clock's millisecond. */
    async function apart(): Promise<number> {
      const times: [number[], number[]] = [[], []]
      // Mails to one address are counted (T59).
      await env.DB.prepare('DELETE FROM guesses').run()
      for (let n = 0; n < 40; n++) {
        times[0].push(await timed(known))
        times[1].push(await timed(unknown()))
      }
      const median = (all: number[]) => all.sort((a, b) => a - b)[all.length / 2] ?? 0
      const [there, missing] = [median(times[0]), median(times[1])]
      return Math.abs(there - missing) / Math.max(0.05 * missing, 1)
    }

    it('takes as long, in one of five rounds: a busy machine spoils some, and a difference would be in each', async () => {
      const rounds: number[] = []
      while (rounds.length < 5 && !rounds.some((round) => round <= 1)) rounds.push(await apart())
      expect(Math.min(...rounds)).toBeLessThanOrEqual(1)
    }, 120_000)
  },
)

it('T33: instashare makes the same statements, and writes as much, for a name that is there and one that is not', async () => {
  const bob = await somebodyNew(site, { username: 'bob' })
  await env.DB.prepare(
    "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES ('cat', 'cat', 'Cat', 'gif', '2026-11-01 10:00:00')",
  ).run()
  const works: (typeof work)[] = []
  // The first makes what is made once.
  for (const to of ['first', 'ann', 'nobody']) {
    Object.assign(work, { sql: [], written: 0 })
    expect((await bob.call('POST /ajax/instashare/', { form: { gif_id: 'cat', to } })).status).toBe(204)
    works.push({ ...work })
  }
  const [, there, missing] = works
  expect(there?.sql.length).toBeGreaterThan(2)
  expect(missing?.sql).toEqual(there?.sql)
  expect(Math.abs((missing?.written ?? 0) - (there?.written ?? 0))).toBeLessThanOrEqual(1)
})
