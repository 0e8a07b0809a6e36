import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSearchCounter, trimSearches } from '../../../origin/searches/count-search.ts'
import { trendingTerms } from '../../../origin/searches/trending-terms.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const site = embeddedSite()
const TERMS = '/api/v3/trending-terms/'
const NOON = Date.UTC(2026, 10, 24, 12)
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let boss: Visitor
let fay: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  fay = await somebodyNew(site, { username: 'fay' })
})

beforeEach(async () => {
  for (const table of ['searched', 'term_networks', 'term_days', 'staff_terms', 'trending_terms'])
    await env.DB.exec(`DELETE FROM ${table}`)
})

/** Networks search for a text at a time, each some times. */
async function search(q: string, { networks = 5, first = 0, at = NOON, times = 1 } = {}): Promise<void> {
  for (let network = first; network < first + networks; network++) {
    for (let time = 0; time < times; time++)
      await createSearchCounter(env.DB, () => at)({ q, network: `192.0.2.${network}`, agent: AGENT })
  }
}

/** The list as it is made at a time. */
async function termsAt(at = NOON): Promise<string[]> {
  await env.DB.exec('DELETE FROM trending_terms')
  return trendingTerms(env.DB, at)
}

type Body = { pinned: string[]; blocked: string[]; terms: string[] }

async function put(json: object, who = boss): Promise<{ status: number; body: Body }> {
  const response = await who.call(`PUT ${TERMS}`, { json })
  return { status: response.status, body: await response.json() }
}

describe('T44: trending searches', () => {
  it('T44: are what at least five networks have searched for within a day, however often each', async () => {
    await search('dot', { networks: 4, times: 50 })
    expect(await termsAt()).toEqual([])
    await search('dot', { first: 4, networks: 1 })
    expect(await termsAt()).toEqual(['dot'])
    expect(await termsAt(NOON + DAY_MS - HOUR_MS)).toEqual(['dot'])
    expect(await termsAt(NOON + DAY_MS + HOUR_MS)).toEqual([])
  })

  it('T44: one network counts once where a day ends', async () => {
    const midnight = Date.UTC(2026, 10, 25)
    await search('dot', { networks: 4, at: midnight - HOUR_MS })
    await search('dot', { networks: 4, at: midnight + HOUR_MS })
    expect(await termsAt(midnight + HOUR_MS)).toEqual([])
  })

  it('T44: nobody puts in words that find fewer than four items', async () => {
    await search('my address', { networks: 60 })
    await search('kitten', { networks: 60 })
    expect(await termsAt()).toEqual([])
  })

  it('have the most networks first, and no bots', async () => {
    await search('dot', { networks: 6 })
    await search('number', { networks: 8 })
    for (let n = 0; n < 20; n++)
      await createSearchCounter(env.DB, () => NOON)({ q: 'odd', network: `${n}`, agent: 'Googlebot/2.1' })
    expect(await termsAt()).toEqual(['number', 'dot'])
  })

  it('are forgotten after two days', async () => {
    await search('dot')
    await trimSearches(env.DB, NOON + 2 * DAY_MS)
    const left = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM term_networks) + (SELECT count(*) FROM term_days) AS n',
    ).first('n')
    expect(left).toBe(0)
  })

  it('begin with what staff pin, without what they block, as whole words', async () => {
    const now = Date.now()
    for (const q of ['dot', 'dot number', 'odd', 'odd dot']) await search(q, { at: now })
    const { status, body } = await put({ pinned: ['Ocean', ' nothing  here ', 'cat'], blocked: ['NUMBER'] })
    expect([status, body]).toEqual([
      200,
      {
        pinned: ['ocean', 'nothing here', 'cat'],
        blocked: ['number'],
        terms: ['ocean', 'cat', 'dot', 'odd', 'odd dot'],
      },
    ])
    expect(await (await boss.call(`GET ${TERMS}`)).json()).toEqual(body)
    // What is left out stays.
    expect((await put({ blocked: [] })).body).toMatchObject({ pinned: body.pinned, blocked: [] })
    expect((await put({ pinned: [] })).body.terms).toContain('dot number')
  })

  it('are the same on every surface', async () => {
    await put({ pinned: ['ocean', 'dot'] })
    const fresh = embeddedSite().visitor()
    const read = async (path: string) => (await fresh.call(`GET ${path}`)).json<Record<string, string[]>>()
    for (const path of ['/v1/trending/searches', '/v2/trending/searches'])
      expect((await read(path)).data).toEqual(['ocean', 'dot'])
    expect((await read('/v2/trending_terms?key=k')).results).toEqual(['ocean', 'dot'])
    expect((await read('/api/v3/content-blocks/gifs/trending/searches')).results).toEqual(['ocean', 'dot'])
    for (const page of ['/', '/search/zzzz'])
      expect(await (await fresh.call(`GET ${page}`)).text()).toMatch(
        /href="\/search\/ocean.*href="\/search\/dot/s,
      )
  })

  it('of a configured provider stay, behind what is pinned and without what is blocked', async () => {
    const theirs = ['Their Word', 'bad word', 'happy']
    const ask = async () => {
      const provider = withProvider(() => Response.json(okJson(theirs)), {
        DB: env.DB,
        PROVIDER_KEY: crypto.randomUUID(),
      })
      const list = await (await provider.get('/v2/trending/searches')).json<{ data: string[] }>()
      const tenor = await (await provider.get('/v2/trending_terms?key=k')).json<{ results: string[] }>()
      expect(tenor.results).toEqual(list.data)
      return list.data
    }
    expect(await ask()).toEqual(['Their Word', 'bad word', 'happy'])
    await put({ pinned: ['happy', 'ours'], blocked: ['bad'] })
    expect(await ask()).toEqual(['happy', 'ours', 'Their Word'])
  })

  it.each<[string, object, RegExp]>([
    ['a word that is pinned and blocked', { pinned: ['cat'], blocked: ['Cat'] }, /blocked too: cat/],
    ['21 that are pinned', { pinned: Array.from({ length: 21 }, (_, n) => `w${n}`) }, /pinned must be .* 20/],
    ['one of 51 characters', { blocked: ['x'.repeat(51)] }, /blocked must be/],
    ['one in a channel', { pinned: ['@ann cats'] }, /pinned must be/],
    ['a number', { pinned: 3 }, /pinned must be/],
  ])('T34: take no %s', async (_name, json, message) => {
    const response = await boss.call(`PUT ${TERMS}`, { json })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)])
  })

  it('T35: are for staff to pin, and a repetition is not noted again', async () => {
    expect((await put({ pinned: [] }, fay)).status).toBe(403)
    const noted = () =>
      env.DB.prepare("SELECT count(*) AS n FROM audit WHERE target = 'trending-terms'").first('n')
    await put({ pinned: ['cat'] })
    const before = await noted()
    await put({ pinned: ['cat'] })
    expect(await noted()).toBe(before)
  })
})
