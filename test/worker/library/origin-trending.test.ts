import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CountedEvent, countEvents } from '../../../origin/counters.ts'
import { HEAT_HALF_LIFE_MS } from '../../../origin/heat.ts'
import { pingbackOrigin } from '../../../origin/pingback.ts'
import { createPayloads } from '../../../origin/stored-key.ts'
import { fillLibrary, NOW } from '../../fixtures/library/library.ts'
import { idsOf, read } from '../../fixtures/library/library-client.ts'

// Each test counts on a library of its own.
beforeEach(async () => {
  const tables = [
    'counters',
    'counted',
    'tallies',
    'staff_terms',
    'category_nodes',
    'channel_gifs',
    'channels',
    'gifs',
    'users',
  ]
  await env.DB.batch(tables.map((table) => env.DB.prepare('DELETE FROM '.concat(table))))
  await fillLibrary(env.DB)
})

/** What as many visitors did with an item within one hour, from the first on. */
const events = (
  gifId: string,
  action: CountedEvent['action'],
  { visitors = 1, first = 0, atMs = NOW } = {},
): CountedEvent[] =>
  Array.from({ length: visitors }, (_, at) => ({ gifId, action, visitor: `v${first + at}`, atMs }))

const weightOf = async (id: string, atMs: number): Promise<number> => {
  const heat = await env.DB.prepare('SELECT heat FROM gifs WHERE id = ?1').bind(id).first<number>('heat')
  return 2 ** ((heat ?? 0) - atMs / HEAT_HALF_LIFE_MS)
}

const top = async (nowMs: number) => idsOf(await read('/v1/gifs/trending?limit=2', nowMs))

describe('trending from counters that decay', () => {
  it('adds weights as they are at the moment: a click adds log2(1 + 5), half of it is left after a half-life', async () => {
    await countEvents(env.DB, events('cat00001', 'CLICK'), NOW)
    const weight = 5 + Math.log2(6)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(weight, 6)
    const later = NOW + HEAT_HALF_LIFE_MS
    expect(await weightOf('cat00001', later)).toBeCloseTo(weight / 2, 6)
    await countEvents(
      env.DB,
      [
        ...events('cat00001', 'SEEN', { atMs: later }),
        ...events('cat00001', 'HOVER', { visitors: 2, atMs: later }),
      ],
      later,
    )
    expect(await weightOf('cat00001', later)).toBeCloseTo(weight / 2 + Math.log2(1 + 1 + 4), 6)
  })

  it('within an hour, weighs the logarithm of all, in one batch or in many', async () => {
    for (let first = 0; first < 9; first += 3) {
      await countEvents(env.DB, events('cat00001', 'CLICK', { visitors: 3, first }), NOW)
    }
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + Math.log2(1 + 9 * 5), 6)
  })

  it('raises heat by what has come together once an hour’s weight has grown by 4 %: rows of indexes are dear', async () => {
    const see = (visitors: number, first: number) =>
      countEvents(env.DB, events('cat00001', 'SEEN', { visitors, first }), NOW)
    await see(99, 0)
    const raised = 5 + Math.log2(100)
    await see(3, 99)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(raised, 6)
    await see(1, 102)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + Math.log2(104), 6)
    await see(4, 103)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + Math.log2(104), 6)
    await see(1, 107)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + Math.log2(109), 6)
  })

  it('T44 counts a visitor once an hour for an item and action', async () => {
    const atMs = NOW
    for (let n = 0; n < 5; n++) {
      await countEvents(env.DB, [...events('cat00001', 'CLICK'), ...events('cat00001', 'CLICK')], NOW)
    }
    const once = 5 + Math.log2(6)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(once, 6)
    await countEvents(env.DB, events('cat00001', 'CLICK', { atMs: atMs + 3_600_000 }), NOW)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(once + Math.log2(6), 6)
  })

  it('forgets after two hours who was counted', async () => {
    await countEvents(env.DB, events('cat00001', 'SEEN'), NOW)
    const atMs = NOW + 3 * 3_600_000
    await countEvents(env.DB, events('cat00001', 'SEEN', { atMs }), atMs)
    const { results } = await env.DB.prepare(
      'SELECT hour FROM counted UNION ALL SELECT hour FROM tallies',
    ).all()
    expect(results).toEqual([{ hour: atMs / 3_600_000 }, { hour: atMs / 3_600_000 }])
  })

  it('lets an older burst fall behind a fresher, smaller one', async () => {
    const burst = Array.from({ length: 12 }, (_, hour) =>
      events('many0001', 'CLICK', { visitors: 100, atMs: NOW + hour * 3_600_000 }),
    )
    await countEvents(env.DB, burst.flat(), NOW)
    expect((await top(NOW))[0]).toBe('many0001')
    const atMs = NOW + 8 * HEAT_HALF_LIFE_MS
    await countEvents(env.DB, events('many0002', 'CLICK', { visitors: 20, atMs }), atMs)
    expect(await top(atMs)).toEqual(['many0002', 'many0001'])
  })

  it('counts an event that comes late as what is left of it', async () => {
    await countEvents(env.DB, events('cat00001', 'SEEN', { visitors: 7 }), NOW - 3 * HEAT_HALF_LIFE_MS)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + 3 / 8, 6)
  })

  it('keeps what was done for ever, and ignores ids that no item has', async () => {
    await countEvents(
      env.DB,
      [...events('nothing', 'CLICK', { visitors: 3 }), ...events('cat00001', 'SEEN', { visitors: 3 })],
      NOW,
    )
    await countEvents(env.DB, events('cat00001', 'SEEN', { visitors: 4, first: 3 }), NOW)
    const { results } = await env.DB.prepare('SELECT gif_id, action, count FROM counters').all()
    expect(results).toEqual([{ gif_id: 'cat00001', action: 'SEEN', count: 7 }])
    await countEvents(env.DB, [], NOW)
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
    const { write } = createPayloads(env.DB)
    const payloads = [await write('cat00001', NOW), await write('nothing', NOW), '!!', '']
    expect((await post(JSON.stringify({ events: payloads.map(event) }))).status).toBe(204)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5 + Math.log2(6), 6)
  })

  it('T44 counts for nothing but a payload that we gave out, within a day', async () => {
    const { write, read } = createPayloads(env.DB)
    const hour = 3_600_000
    const [ours, other] = [await write('cat00001', NOW), await write('many0001', NOW)]
    const [time, mac, id] = ours.split('.')
    const forged = [
      [time, mac, other.split('.')[2]],
      [time, 'A'.repeat(16), id],
      [time, '', id],
      ['zzzz', mac, id],
      [time, mac, id, ''],
      ['', '', ''],
    ].map((parts) => parts.join('.'))
    forged.push(await write('cat00001', NOW - 25 * hour), await write('cat00001', NOW + hour))
    forged.push(btoa(JSON.stringify({ id: 'cat00001', call: 'search' })))
    for (const payload of forged) expect([payload, await read(payload, NOW)]).toEqual([payload, undefined])
    expect((await post(JSON.stringify({ events: forged.map(event) }))).status).toBe(204)
    expect(await weightOf('cat00001', NOW)).toBeCloseTo(5, 6)
    // A copy of an hour in a cache, and a visitor who stays for most of a day.
    expect(await read(ours, NOW + 24 * hour)).toBe('cat00001')
  })

  it.each(['', '[]', '{"events":[]}', '{"events":[{"user_id":"a1","action_type":"BUY"}]}'])(
    'refuses %s',
    async (body) => {
      expect((await post(body)).status).toBe(400)
    },
  )
})
