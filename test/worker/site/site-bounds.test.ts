import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { BOUNDS, type BoundName, OTHERWISE_BOUND } from '../../../origin/bounds.ts'
import { freshFile, uploadForm } from '../../fixtures/library/uploads.ts'
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
  /** Where another case is of the same bound. */
  by?: string
  /** A call that writes one, the `n`th of its kind. */
  write: (own: Own, n: number) => Promise<Response>
  /** SQL: how many there are of the user ?1. */
  count: string
  /** How much of the bound one of them takes, about; 1 without it. */
  unit?: number
  /** Has the user ?1 have so much in all. */
  fill?: (user: string, rows: number) => Promise<unknown>
}

const titled = (cases: readonly Case[]) =>
  cases.map((each): [string, Case] => [`${each.bound} ${each.by ?? ''}`.trim(), each])

const TIMES = (rows: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`

const CASES: Case[] = [
  {
    bound: 'tokens',
    write: ({ who }, n) => who.call('POST /api/v3/tokens', { form: { name: `token ${n}` } }),
    count: 'SELECT count(*) AS n FROM tokens WHERE user_id = ?1',
    fill: (user, rows) =>
      sql(
        `${TIMES(rows)} INSERT INTO tokens (hash, id, user_id, name, created_at)
         SELECT ?1 || i, ?1 || i, ?1, 'a', '2026-11-01T00:00:00Z' FROM n`,
        user,
      ).run(),
  },
  {
    bound: 'favorites',
    write: ({ who }, n) => who.call(`PUT /api/v1/users/self/favorites/item${n}`),
    count: 'SELECT count(*) AS n FROM favorites WHERE user_id = ?1',
    fill: (user, rows) =>
      sql(
        `${TIMES(rows)} INSERT INTO favorites (user_id, gif_id, created_at)
         SELECT ?1, 'old' || i, '2026-11-01T00:00:00Z' FROM n`,
        user,
      ).run(),
  },
  {
    bound: 'follows',
    write: ({ who }, n) => who.call(`POST /users/id-one${n}/follows`),
    count: 'SELECT count(*) AS n FROM follows WHERE follower_id = ?1',
    fill: (user, rows) =>
      env.DB.batch([
        sql(
          `${TIMES(rows)} INSERT INTO users (id, username, display_name) SELECT 'many' || i, 'many' || i, 'a' FROM n`,
        ),
        sql(
          `${TIMES(rows)} INSERT INTO follows (follower_id, followed_id, created_at)
           SELECT ?1, 'many' || i, '2026-11-01T00:00:00Z' FROM n`,
          user,
        ),
      ]),
  },
  {
    bound: 'stories',
    write: ({ who }, n) =>
      who.call('POST /gateway/stories', { json: { title: `Story ${n}`, gifs: ['item1'] } }),
    count: 'SELECT count(*) AS n FROM stories WHERE user_id = ?1',
    fill: (user, rows) =>
      sql(
        `${TIMES(rows)} INSERT INTO stories (id, slug, user_id, created_at, updated_at)
         SELECT ?1 || i, ?1 || i, ?1, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z' FROM n`,
        user,
      ).run(),
  },
  {
    bound: 'channels',
    write: ({ who }, n) => who.call('POST /api/v3/channels/', { form: { display_name: `Channel ${n}` } }),
    count: 'SELECT count(*) AS n FROM channels WHERE user_id = ?1',
    // Below one: a person has 100 root channels at most.
    fill: (user, rows) =>
      sql(
        `${TIMES(rows)} INSERT INTO channels (parent, slug, display_name, user_id)
         SELECT (SELECT id FROM channels WHERE slug = 'top'), ?1 || i, ?1 || i, ?1 FROM n`,
        user,
      ).run(),
  },
  {
    bound: 'channelGifs',
    write: ({ who, channel }, n) =>
      who.call('POST /api/v3/channel-gifs/', { form: { channel, gif: `item${n}` } }),
    count:
      'SELECT count(*) AS n FROM channel_gifs AS e JOIN channels AS c ON c.id = e.channel_id WHERE c.user_id = ?1',
  },
  {
    bound: 'rankedTags',
    write: ({ who, channel }, n) =>
      who.call('POST /api/v3/channel-ranked-tags/', { form: { channel, tag: `tag${n}` } }),
    count:
      'SELECT count(*) AS n FROM channel_ranked_tags AS e JOIN channels AS c ON c.id = e.channel_id WHERE c.user_id = ?1',
  },
  {
    bound: 'magicTags',
    write: ({ who, channel }, n) =>
      who.call('POST /api/v3/channel-magic-tags/', { form: { channel, tag: `tag${n}` } }),
    count:
      'SELECT count(*) AS n FROM channel_magic_tags AS e JOIN channels AS c ON c.id = e.channel_id WHERE c.user_id = ?1',
  },
  {
    bound: 'languageTags',
    write: ({ who, item }, n) =>
      who.call(`POST /ajax/gif/${item}/language-tags`, { json: { tags: `wort${n}`, lang: 'de' } }),
    count:
      'SELECT count(*) AS n FROM language_tags AS t JOIN gifs AS g ON g.id = t.gif_id WHERE g.user_id = ?1',
  },
  {
    bound: 'shares',
    write: ({ who }, n) =>
      who.call('POST /ajax/instashare/', { form: { gif_id: `item${n}`, to: 'eva@example.org' } }),
    count: 'SELECT count(*) AS n FROM shares WHERE user_id = ?1',
  },
  {
    bound: 'items',
    write: ({ who }) => who.call('POST /v1/gifs', { body: uploadForm(freshFile()) }),
    count: 'SELECT count(*) AS n FROM uploads WHERE user_id = ?1',
    fill: (user, rows) => sql('UPDATE users SET upload_count = ?2 WHERE id = ?1', user, rows).run(),
  },
  {
    bound: 'bytes',
    unit: freshFile().byteLength,
    write: ({ who }) => who.call('POST /v1/gifs', { body: uploadForm(freshFile()) }),
    count: 'SELECT count(*) AS n FROM uploads WHERE user_id = ?1',
    fill: (user, rows) => sql('UPDATE users SET upload_bytes = ?2 WHERE id = ?1', user, rows).run(),
  },
  {
    bound: 'bytes',
    by: 'of pictures',
    unit: freshFile().byteLength,
    write: ({ who }) => who.call('PUT /api/v3/users/self/avatar', { body: uploadForm(freshFile()) }),
    // One is there at a time: what was sent counts.
    count: `SELECT round(total(amount) / ${freshFile().byteLength}) AS n FROM spent WHERE who = ?1 AND what = 'bytes'`,
  },
  {
    bound: 'languageTags',
    by: 'of uploads',
    write: ({ who }, n) =>
      who.call('POST /v1/gifs', {
        body: uploadForm(freshFile(), { language_tags: `{"de":[["wort${n}",""]]}` }),
      }),
    count:
      'SELECT count(*) AS n FROM language_tags AS t JOIN gifs AS g ON g.id = t.gif_id WHERE g.user_id = ?1',
  },
  {
    bound: 'clips',
    write: ({ who }) =>
      who.call('POST /imaging/trim', { body: uploadForm(freshFile(), { duration: '0.1' }) }),
    count: 'SELECT count(*) AS n FROM clips WHERE ?1 <> 0',
  },
]

const ITEM = `
  INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
  VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00', ?2)`

beforeAll(async () => {
  await env.DB.batch([
    sql("INSERT INTO channels (slug, display_name) VALUES ('top', 'top')"),
    ...Array.from({ length: AT_ONCE + 1 }, (_, n) => sql(ITEM, `item${n}`, null)),
    ...Array.from({ length: AT_ONCE + 1 }, (_, n) =>
      sql(
        "INSERT INTO users (id, username, display_name) VALUES ('id-one' || ?1, 'one' || ?1, 'a')",
        String(n),
      ),
    ),
  ])
})

let people = 0
type Own = { who: Visitor; user: string; item: string; channel: string }

/** Someone with an item and a channel. */
async function person(): Promise<Own> {
  const username = `person${people++}`
  const user = `id-${username}`
  const who = await somebodyNew(site, { username })
  await sql(ITEM, `own${username}`, user).run()
  const channel = await sql(
    'INSERT INTO channels (slug, display_name, user_id) VALUES (?1, ?1, ?2) RETURNING id',
    `channel-${username}`,
    user,
  ).first<number>('id')
  return { who, user, item: `own${username}`, channel: String(channel) }
}

/** As much of a bound as leaves room for `LEFT`. */
const allBut = ({ unit = 1 }: Case, most: number) => most - LEFT * unit - Math.floor(unit / 2)

const spendAll = (user: string, bound: BoundName, amount: number) =>
  sql(
    "INSERT INTO spent (who, day, what, amount) VALUES (?1, date('now'), ?2, ?3)",
    user,
    bound,
    amount,
  ).run()

/** Writes at once; how many were taken, the statuses of the others, and one refusal. */
async function race({ write, count }: Case, own: Own) {
  const { user } = own
  const before = await numberOf(count, user)
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => write(own, n)))
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
  it.each(titled(CASES))('%s of a day', async (_title, each) => {
    const own = await person()
    const { user } = own
    await spendAll(user, each.bound, allBut(each, BOUNDS[each.bound].aDay))
    const { wait, text, ...result } = await race(each, own)
    expect(result).toEqual({ taken: LEFT, stored: LEFT, statuses: [429] })
    expect(text).toContain(`A day has room for ${BOUNDS[each.bound].aDay} `)
    expect(wait > 0 && wait <= 86_400).toBe(true)
    await sql("UPDATE spent SET day = date('now', '-1 day') WHERE who = ?1", user).run()
    expect((await each.write(own, AT_ONCE)).status).toBeLessThan(300)
  })

  it.each(titled(CASES.filter(({ fill }) => fill)))('%s in all', async (_title, { fill, ...each }) => {
    const own = await person()
    const { user } = own
    const { inAll } = BOUNDS[each.bound] as { inAll: { max: number; full: string } }
    await fill?.(user, allBut(each, inAll.max) - (each.bound === 'channels' ? 1 : 0))
    const { text, wait: _, ...result } = await race(each, own)
    expect(result).toEqual({ taken: LEFT, stored: LEFT, statuses: [409] })
    expect(text).toContain(inAll.full)
  })

  it.each(titled(CASES))('%s of a new account are fewer', async (_title, each) => {
    const { ofNew = undefined } = BOUNDS[each.bound] as { ofNew?: number }
    if (ofNew === undefined) return
    const own = await person()
    const { user } = own
    await sql('UPDATE users SET created_at = ?2 WHERE id = ?1', user, new Date().toISOString()).run()
    await spendAll(user, each.bound, ofNew)
    const response = await each.write(own, 0)
    expect([response.status, await response.text()]).toEqual([429, expect.stringContaining(`${ofNew} `)])
  })
})
