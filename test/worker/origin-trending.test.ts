import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CountedEvent, countEvents } from '../../worker/origin/counters.ts'
import { HEAT_HALF_LIFE_MS } from '../../worker/origin/heat.ts'
import { writePayload } from '../../worker/origin/payload.ts'
import { pingbackOrigin } from '../../worker/origin/pingback.ts'
import { fillLibrary, NOW } from '../fixtures/library.ts'
import { ask, idsOf, read } from '../fixtures/library-client.ts'

// Each test counts on a library of its own.
beforeEach(async () => {
  const tables = [
    'counters',
    'searches',
    'category_gifs',
    'subcategories',
    'categories',
    'channel_gifs',
    'channels',
    'gifs',
    'users',
  ]
  await env.DB.batch(tables.map((table) => env.DB.prepare('DELETE FROM '.concat(table))))
  await fillLibrary(env.DB)
})

const events = (gifId: string, action: CountedEvent['action'], times: number): CountedEvent[] => [
  { gifId, action, times },
]

const weightOf = async (id: string, atMs: number): Promise<number> => {
  const heat = await env.DB.prepare('SELECT heat FROM gifs WHERE id = ?1').bind(id).first<number>('heat')
  return 2 ** ((heat ?? 0) - atMs / HEAT_HALF_LIFE_MS)
}

const top = async (nowMs: number) => idsOf(await read('/v1/gifs/trending?limit=2', nowMs))

describe('trending from counters that decay', () => {
  it('adds weights as they are at the moment: 5 and a click are 10, halved after a half-life', async () => {
    await countEvents(env.DB, events('cat00001', 'CLICK', 1), NOW)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(10, 6)
    expect(await weightOf('cat00001', NOW + HEAT_HALF_LIFE_MS)).toBeCloseTo(5, 6)
    await countEvents(
      env.DB,
      [...events('cat00001', 'SEEN', 1), ...events('cat00001', 'HOVER', 2)],
      NOW + HEAT_HALF_LIFE_MS,
    )
    expect(await weightOf('cat00001', NOW + HEAT_HALF_LIFE_MS)).toBeCloseTo(10, 6)
  })

  it('lets an older burst fall behind a fresher, smaller one', async () => {
    await countEvents(env.DB, events('many0001', 'CLICK', 100), NOW)
    expect((await top(NOW))[0]).toBe('many0001')
    await countEvents(env.DB, events('many0002', 'CLICK', 20), NOW + 4 * HEAT_HALF_LIFE_MS)
    expect(await top(NOW + 4 * HEAT_HALF_LIFE_MS)).toEqual(['many0002', 'many0001'])
  })

  it('counts an event that comes late as what is left of it', async () => {
    await countEvents(env.DB, events('cat00001', 'SEEN', 8), NOW - 3 * HEAT_HALF_LIFE_MS)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(6, 6)
  })

  it('keeps what was done for ever, and ignores ids that no item has', async () => {
    await countEvents(
      env.DB,
      [...events('nothing', 'CLICK', 3), ...events('cat00001', 'SEEN', 2), ...events('cat00001', 'SEEN', 1)],
      NOW,
    )
    await countEvents(env.DB, events('cat00001', 'SEEN', 4), NOW)
    const { results } = await env.DB.prepare('SELECT gif_id, action, count FROM counters').all()
    expect(results).toEqual([{ gif_id: 'cat00001', action: 'SEEN', count: 7 }])
    await countEvents(env.DB, [], NOW)
  })

  it('reads trending from the index of its order', async () => {
    const { results } = await env.DB.prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM gifs WHERE is_listed = 1 AND shelf = ?1 AND rating_rank <= ?2 ORDER BY heat DESC, num DESC LIMIT 25',
    )
      .bind('gifs', 4)
      .all<{ detail: string }>()
    const plan = results.map(({ detail }: { detail: string }) => detail).join()
    expect(plan).toContain('gifs_by_heat')
    expect(plan).not.toContain('TEMP B-TREE')
  })
})

describe('§7 pingback: the embedded end', () => {
  const post = (body: string) =>
    pingbackOrigin({ db: env.DB, now: () => NOW })(
      new Request('https://origin.test/v2/pingback', { method: 'POST', body }),
    )
  const event = (payload: string) => ({
    user_id: 'a1',
    action_type: 'CLICK',
    analytics_response_payload: payload,
  })

  it('counts events about our items, and drops those about nothing we know', async () => {
    const payloads = [
      writePayload({ id: 'cat00001', call: 'search' }),
      writePayload({ id: 'nothing', call: 'gif' }),
      '!!',
      '',
    ]
    expect((await post(JSON.stringify({ events: payloads.map(event) }))).status).toBe(204)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(10, 6)
  })

  it.each(['', '[]', '{"events":[]}', '{"events":[{"user_id":"a1","action_type":"BUY"}]}'])(
    'refuses %s',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )
})

describe('trending searches', () => {
  it('rise by being searched for, listed terms alone, and once a search', async () => {
    for (let n = 0; n < 4; n += 1) await ask('/v1/gifs/search?q=Dot')
    await ask('/v1/gifs/search?q=ocean&offset=5')
    await ask('/v1/gifs/search?q=never%20listed')
    expect((await read('/v2/trending/searches')).data).toEqual(['dot', 'cat', 'ocean'])
  })
})
