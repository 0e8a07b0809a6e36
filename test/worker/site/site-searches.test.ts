import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSearchCounter, TERMS_OF_NETWORK, trimSearches } from '../../../origin/searches/count-search.ts'
import {
  CSV_PAGE,
  LOOKED_AT,
  SEARCHES_COUNTED,
  searchCsv,
  searchesSql,
} from '../../../origin/searches/list-searches.ts'
import { SEARCH_SORTS } from '../../../shared/schema/own/channels.ts'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import {
  addPeople,
  embeddedSite,
  signedIn,
  somebodyNew,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'
import { tries } from '../../fixtures/site/tries.ts'

const site = embeddedSite()
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) Gecko/20100101 Firefox/140.0'

beforeAll(() => fillLibrary(env.DB))
beforeEach(() =>
  env.DB.batch(['searched', 'search_counts'].map((table) => env.DB.prepare(`DELETE FROM ${table}`))),
)

/** A read by somebody of an address. Each is in an isolate of its own, which has counted nobody yet. */
async function read(
  path: string,
  address = '192.0.2.1',
  headers: Record<string, string> = {},
): Promise<number> {
  const request = new Request(`https://loop.test${path}`, {
    headers: { 'CF-Connecting-IP': address, 'User-Agent': BROWSER, ...headers },
    cf: {},
  } as RequestInit)
  const response = await embeddedSite().send(request)
  await response.arrayBuffer()
  return response.status
}

const counts = async () => {
  const { results } = await env.DB.prepare('SELECT term, count FROM search_counts ORDER BY term').all<{
    term: string
    count: number
  }>()
  return Object.fromEntries(results.map(({ term, count }) => [term, count]))
}

describe('what people search for', () => {
  it('is counted by network, once an hour for the same words, on the page and in the API', async () => {
    await read('/v1/gifs/search?q=Happy%20%20Cats')
    await read('/v1/gifs/search?q=happy+cats&limit=3')
    await read('/search/happy%20cats')
    expect(await counts()).toEqual({ 'happy cats': 1 })
    await read('/search/happy%20cats', '192.0.2.2')
    await read('/v1/stickers/search?q=%40bob%20happy%20cats', '192.0.2.3')
    await read('/v1/videos/search?q=ocean')
    expect(await counts()).toEqual({ 'happy cats': 3, ocean: 1 })
  })

  it.each([
    ['further pages', '/v1/gifs/search?q=cat&offset=25', {}],
    ['a bot', '/v1/gifs/search?q=cat', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['who does not want it', '/search/cat', { DNT: '1' }],
    ['who does not want it', '/search/cat', { 'Sec-GPC': '1' }],
    ['an embed', '/embed/cat00001', {}],
    ['a widget', '/widgets/grid?q=cat', {}],
    ['no words', '/v1/gifs/search?q=%40bob', {}],
  ])('leaves out %s: %s', async (_who, path, headers) => {
    expect(await read(path, '192.0.2.1', headers)).toBe(200)
    expect(await counts()).toEqual({})
  })

  it('T26: a flood from one network counts 60 terms an hour, each once', async ({ task }) => {
    const flood = 3 * TERMS_OF_NETWORK
    tries(task, flood)
    for (let n = 0; n < flood; n++) {
      // In an isolate that knows nothing of the others.
      const count = createSearchCounter(env.DB)
      await count({ q: `flood ${n}`, network: '192.0.2.9', agent: BROWSER })
      await count({ q: `flood ${n}`, network: '192.0.2.9', agent: BROWSER })
    }
    const all = await counts()
    expect(Object.keys(all)).toHaveLength(TERMS_OF_NETWORK)
    expect(new Set(Object.values(all))).toEqual(new Set([1]))
  })

  it('who it was is forgotten after two hours, and stored as a hash', async () => {
    let now = Date.now()
    const count = createSearchCounter(env.DB, () => now)
    await count({ q: 'cat', network: '192.0.2.1', agent: BROWSER })
    const stored = JSON.stringify((await env.DB.prepare('SELECT * FROM searched').all()).results)
    expect(stored).not.toContain('192.0.2.1')
    now += 2 * 60 * 60 * 1000
    await count({ q: 'cat', network: '192.0.2.1', agent: BROWSER })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM searched').first('n')).toBe(1)
    expect(await counts()).toEqual({ cat: 2 })
    await trimSearches(env.DB, now + 2 * 60 * 60 * 1000)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM searched').first('n')).toBe(0)
  })
})

const addTerms = (terms: readonly string[]) =>
  env.DB.prepare(
    "INSERT INTO search_counts (term, count, searched_at) SELECT value, 7, '2026-11-21T10:00:00.000Z' FROM json_each(?1)",
  )
    .bind(JSON.stringify(terms))
    .run()

describe('the list of searches (docs/contract.md)', () => {
  const addCounts = (rows: readonly [term: string, count: number, hour: number][]) =>
    env.DB.batch(
      rows.map(([term, count, hour]) =>
        env.DB.prepare('INSERT INTO search_counts (term, count, searched_at) VALUES (?1, ?2, ?3)').bind(
          term,
          count,
          `2026-11-22T${String(hour).padStart(2, '0')}:00:00.000Z`,
        ),
      ),
    )

  let mona: Visitor
  beforeAll(async () => {
    mona = await somebodyNew(site, { username: 'mona', role: 'moderator' })
  })

  const terms = async (query: string) => {
    const { results, count, is_exact } = await ownAnswer(
      'searches',
      await mona.call(`GET /api/v3/searches/${query}`),
    )
    return { terms: results.map(({ term }) => term).join(' '), count, is_exact }
  }

  it('has the most frequent first; sorted, turned round, by how terms begin, in pages', async () => {
    await addCounts([
      ['dog', 5, 1],
      ['cat', 9, 2],
      ['cats', 5, 3],
      ['猫', 1, 4],
    ])
    for (const [query, expected, count = 4] of [
      ['', 'cat cats dog 猫'],
      ['?order=asc', '猫 dog cats cat'],
      ['?sort=recent', '猫 cats cat dog'],
      ['?sort=term&order=asc', 'cat cats dog 猫'],
      ['?q=Cat', 'cat cats', 2],
      ['?q=%E7%8C%AB', '猫', 1],
      ['?q=%25', '', 0],
      ['?limit=2&offset=1', 'cats dog'],
    ] as const) {
      expect([query, await terms(query)]).toEqual([query, { terms: expected, count, is_exact: true }])
    }
    for (const query of ['?sort=id', '?order=up', '?limit=x', `?q=${'x'.repeat(101)}`]) {
      expect([query, (await mona.call(`GET /api/v3/searches/${query}`)).status]).toEqual([query, 400])
    }
  })

  it('says how many GIFs each finds now, and lists those that find nothing', async () => {
    await addCounts([
      ['cat', 9, 2],
      ['zzyzx', 5, 3],
      ['qwrtz', 3, 4],
    ])
    const response = await mona.call('GET /api/v3/searches/')
    const { results } = await ownAnswer('searches', response)
    expect(results.map(({ items }) => items > 0)).toEqual([true, false, false])
    expect(await terms('?found=nothing')).toEqual({ terms: 'zzyzx qwrtz', count: 2, is_exact: true })
    expect((await terms('?found=nothing&limit=1&offset=1')).terms).toBe('qwrtz')
    expect((await terms('?found=nothing&q=qw')).terms).toBe('qwrtz')
    expect((await mona.call('GET /api/v3/searches/?found=all')).status).toBe(400)
    // Of a longer list the first hundred are looked at.
    await addTerms(Array.from({ length: LOOKED_AT }, (_, n) => `zzyzx ${n}`))
    expect(await terms('?found=nothing&limit=1')).toMatchObject({ count: LOOKED_AT - 1, is_exact: false })
  })

  it('counts to 10,000; each order is read by an index', async () => {
    await env.DB.prepare(
      `INSERT INTO search_counts (term, count, searched_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
       SELECT 'term ' || n, n, '2026-11-22T10:00:00.000Z' FROM numbers`,
    )
      .bind(SEARCHES_COUNTED + 1)
      .run()
    expect(await terms('?limit=1')).toEqual({
      terms: `term ${SEARCHES_COUNTED + 1}`,
      count: SEARCHES_COUNTED,
      is_exact: false,
    })
    for (const sort of SEARCH_SORTS) {
      const sql = `EXPLAIN QUERY PLAN ${searchesSql({ sort, order: 'desc' })}`
      const { results } = await env.DB.prepare(sql).bind('', 25, 0).all<{ detail: string }>()
      expect(results.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
    }
  })
})

describe('§7 search CSV', () => {
  it('T35: is for moderators, as CSV with the counts', async () => {
    await addPeople([{ username: 'mia', role: 'moderator' }, { username: 'una' }])
    await addTerms(['cat', 'dog, "big"'])
    const [mia, una] = [await signedIn(site, 'mia'), await signedIn(site, 'una')]
    const path = 'GET /api/v1/search-service/csv/'
    const response = await mia.call(path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(await response.text()).toBe(
      '"term","count","searched_at"\r\n"cat","7","2026-11-21T10:00:00.000Z"\r\n' +
        '"dog, ""big""","7","2026-11-21T10:00:00.000Z"\r\n',
    )
    expect((await una.call(path)).status).toBe(403)
    expect((await site.visitor().call(path)).status).toBe(401)
  })

  it('a term that was searched for is no formula in the file', async () => {
    await addTerms(['=1+1'])
    expect(await new Response(searchCsv(env.DB)).text()).toContain(`"'=1+1","7",`)
  })

  it('has every term once, read in pages as it is taken', async () => {
    const terms = Array.from({ length: 2 * CSV_PAGE + 1 }, (_, n) => `term ${String(n).padStart(5, '0')}`)
    await addTerms(terms)
    const text = await new Response(searchCsv(env.DB)).text()
    const found = text.trimEnd().split('\r\n').slice(1)
    expect(found.map((line) => line.split('","')[0]?.slice(1))).toEqual(terms)
    const prepare = vi.spyOn(env.DB, 'prepare')
    const reader = searchCsv(env.DB).getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(prepare.mock.calls.length).toBeLessThanOrEqual(2)
    prepare.mockRestore()
  })

  it('F12: breaks off where the database fails on the way', async () => {
    await addTerms(Array.from({ length: CSV_PAGE + 1 }, (_, n) => `term ${n}`))
    let pages = 0
    const failing = {
      prepare: (sql: string) => {
        if (pages++ > 0) throw new Error('D1_ERROR: database is locked')
        return env.DB.prepare(sql)
      },
    } as unknown as typeof env.DB
    await expect(new Response(searchCsv(failing)).text()).rejects.toThrow()
  })
})
