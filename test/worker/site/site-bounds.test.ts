import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { BOUNDS, type BoundName, OTHERWISE_BOUND } from '../../../origin/bounds.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const site = embeddedSite({ MAIL: undefined, JOBS: { send: async () => ({}) } })

const sql = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values)
const numberOf = async (text: string, ...values: unknown[]) => Number(await sql(text, ...values).first('n'))

/** Names of columns that say who a row is of. */
const WHO = /^(user_id|reporter_id|follower_id|actor_id|visitor|recipient|who)$/

describe('T60: one list has a bound for every table that people fill', () => {
  it('each table with a person or a network in its rows is in it, or has a reason', async ({ task }) => {
    const { results } = await sql(
      `SELECT t.name AS tbl, c.name AS col
         FROM (SELECT name FROM sqlite_master
                WHERE type = 'table' AND name NOT GLOB '_cf_*' AND sql NOT GLOB '* VIRTUAL *' LIMIT 1000) AS t
        CROSS JOIN pragma_table_info(t.name) AS c ORDER BY t.name`,
    ).all<{ tbl: string; col: string }>()
    const owned = [...new Set(results.filter(({ col }) => WHO.test(col)).map(({ tbl }) => tbl))]
    const bounded = Object.values(BOUNDS).flatMap(({ tables }) => [...tables] as string[])
    tries(task, owned.length)
    expect(owned.length).toBeGreaterThan(15)
    const table = owned.map((name) => ({
      table: name,
      bound: bounded.includes(name) ? 'yes' : (OTHERWISE_BOUND[name] ?? 'NONE'),
    }))
    console.log(table.map(({ table: name, bound }) => `${name.padEnd(24)}${bound}`).join('\n'))
    expect(table.filter(({ bound }) => bound === 'NONE')).toEqual([])
    const all = new Set(results.map(({ tbl }) => tbl))
    const listed = [...bounded, ...Object.keys(OTHERWISE_BOUND)]
    expect(listed.filter((name) => !all.has(name))).toEqual([])
  })
})

/** How much a race may still write, and how many calls it makes at once. */
const LEFT = 3
const AT_ONCE = 9

type Case = {
  bound: BoundName
  /** A call that writes one, the `n`th of its kind. */
  write: (who: Visitor, n: number) => Promise<Response>
  /** SQL: how many there are of the user ?1. */
  count: string
  /** Leaves room for so many in all. */
  fill?: (user: string, rows: number) => Promise<unknown>
}

const TIMES = (rows: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`

const CASES: Case[] = [
  {
    bound: 'tokens',
    write: (who, n) => who.call('POST /api/v3/tokens', { form: { name: `token ${n}` } }),
    count: 'SELECT count(*) AS n FROM tokens WHERE user_id = ?1',
    fill: (user, rows) =>
      sql(
        `${TIMES(rows)} INSERT INTO tokens (hash, id, user_id, name, created_at)
         SELECT ?1 || i, ?1 || i, ?1, 'a', '2026-11-01T00:00:00Z' FROM n`,
        user,
      ).run(),
  },
]

let people = 0
async function person(bound: string): Promise<[who: Visitor, user: string]> {
  const username = `${bound.toLowerCase()}${people++}`
  return [await somebodyNew(site, { username }), `id-${username}`]
}

const spendAll = (user: string, bound: BoundName, amount: number) =>
  sql(
    "INSERT INTO spent (who, day, what, amount) VALUES (?1, date('now'), ?2, ?3)",
    user,
    bound,
    amount,
  ).run()

/** Writes at once; how many were taken, the statuses of the others, and one refusal. */
async function race({ write, count }: Case, who: Visitor, user: string) {
  const before = await numberOf(count, user)
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => write(who, n)))
  const refused = responses.filter(({ status }) => status >= 300)
  const [first, ...rest] = refused
  for (const each of rest) await each.body?.cancel()
  const text = (await first?.text()) ?? ''
  const wait = Number(first?.headers.get('Retry-After'))
  return {
    taken: AT_ONCE - refused.length,
    stored: (await numberOf(count, user)) - before,
    statuses: [...new Set(refused.map(({ status }) => status))],
    text,
    wait,
  }
}

describe('T60: calls at once end at the bound, and say which it is', () => {
  it.each(CASES)('$bound of a day', async ({ ...each }) => {
    const [who, user] = await person(each.bound)
    await spendAll(user, each.bound, BOUNDS[each.bound].aDay - LEFT)
    const { wait, text, ...result } = await race(each, who, user)
    expect(result).toEqual({ taken: LEFT, stored: LEFT, statuses: [429] })
    expect(text).toContain(`A day has room for ${BOUNDS[each.bound].aDay} `)
    expect(wait > 0 && wait <= 86_400).toBe(true)
    await sql("UPDATE spent SET day = date('now', '-1 day') WHERE who = ?1", user).run()
    expect((await each.write(who, AT_ONCE)).status).toBeLessThan(300)
  })

  it.each(CASES.filter(({ fill }) => fill))('$bound in all', async ({ fill, ...each }) => {
    const [who, user] = await person(each.bound)
    const { inAll } = BOUNDS[each.bound] as { inAll: { max: number; full: string } }
    await fill?.(user, inAll.max - LEFT)
    const { text, wait: _, ...result } = await race(each, who, user)
    expect(result).toEqual({ taken: LEFT, stored: LEFT, statuses: [409] })
    expect(text).toContain(inAll.full)
  })

  it.each(CASES)('$bound of a new account are fewer', async ({ ...each }) => {
    const { ofNew = undefined } = BOUNDS[each.bound] as { ofNew?: number }
    if (ofNew === undefined) return
    const [who, user] = await person(each.bound)
    await sql('UPDATE users SET created_at = ?2 WHERE id = ?1', user, new Date().toISOString()).run()
    await spendAll(user, each.bound, ofNew)
    const response = await each.write(who, 0)
    expect([response.status, await response.text()]).toEqual([429, expect.stringContaining(`${ofNew} `)])
  })
})
