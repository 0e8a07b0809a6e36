import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PingbackEvent } from '../../../shared/schema/pingback.ts'
import { readConfig } from '../../../worker/env.ts'
import {
  dropLetters,
  listLetters,
  resendLetters,
  storeLetters,
} from '../../../worker/pingbacks/dead-letters.ts'
import { createForward } from '../../../worker/pingbacks/forward.ts'
import { PingbackSink } from '../../../worker/pingbacks/sink.ts'
import { createUpstreams } from '../../../worker/upstreams/upstreams.ts'
import { fakeQueue } from '../../fixtures/upstreams/fake-queue.ts'
import { pingOf } from '../../fixtures/upstreams/pingback.ts'

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(0)
  await dropLetters(env.DB, 'all')
})
afterEach(() => void vi.restoreAllMocks())

const POISON = 'poison'

/** An upstream that refuses every batch with a bad event in it, until it is healed. */
function pickyUpstream(status = 422) {
  const got: PingbackEvent[] = []
  const mood = { status }
  const origin = async (request: Request) => {
    const { events } = (await request.json()) as { events: PingbackEvent[] }
    const isBad = mood.status >= 500 || events.some(({ user_id }) => user_id === POISON)
    if (mood.status !== 204 && isBad) return new Response('', { status: mood.status })
    got.push(...events)
    return new Response(null, { status: 204 })
  }
  const { pingback } = createUpstreams(readConfig({}), { pingback: origin })
  return { got, mood, upstream: { ...pingback, keepsCounters: false } }
}

/** 40 events, of which one is bad. */
const forty = () =>
  Array.from({ length: 40 }, (_, ts) => pingOf({ ts, ...(ts === 17 && { user_id: POISON }) }))

describe('T43 one bad event of 40', () => {
  it.each([1, 5, 40])('T43 is alone in the dead letters, in messages of %i', async (size) => {
    const { got, upstream } = pickyUpstream()
    const sink = new PingbackSink(upstream, '')
    const queue = fakeQueue<PingbackEvent[]>({ size: 50, maxRetries: 100 })
    const bindings = { PINGBACKS: queue, DB: env.DB } as never
    for (let at = 0; at < 40; at += size) {
      await sink.accept(forty().slice(at, at + size), { agent: undefined, bindings })
    }
    await queue.pump((batch) => sink.deliver(batch, bindings))
    expect([got.length, queue.time(), queue.isEmpty()]).toEqual([39, 0, true])
    expect(await listLetters(env.DB, 'all')).toMatchObject([
      { event: { user_id: POISON, ts: 17 }, reason: 'The pingback upstream answered 422' },
    ])
  })

  it('T43 and without a queue too', async () => {
    const { got, upstream } = pickyUpstream()
    const sink = new PingbackSink(upstream, '')
    await sink.accept(forty(), { agent: undefined, bindings: { DB: env.DB } })
    expect(got).toHaveLength(39)
    expect(await listLetters(env.DB, 'all')).toHaveLength(1)
  })

  it('T43 what failed in all its tries is stored with its last reason', async () => {
    const { mood, upstream } = pickyUpstream(503)
    const sink = new PingbackSink(upstream, '')
    const queue = fakeQueue<PingbackEvent[]>({ size: 50, maxRetries: 100 })
    const bindings = { PINGBACKS: queue, DB: env.DB } as never
    await sink.accept([pingOf()], { agent: undefined, bindings })
    while (!queue.isEmpty()) await queue.pump((batch) => sink.deliver(batch, bindings))
    const letters = await listLetters(env.DB, 'all')
    expect([mood.status, letters.length, queue.dead]).toEqual([503, 1, []])
    expect(letters[0]?.reason).toBe('101 tries: The pingback upstream answered 503')
  })
})

describe('dead letters', () => {
  const letter = (ts: number) => ({ event: pingOf({ ts, user_id: POISON }), reason: 'refused' })
  const idsOf = async () => (await listLetters(env.DB, 'all')).map(({ id }) => id)

  it('are listed with the newest first, and dropped by id', async () => {
    await storeLetters(env.DB, [letter(1), letter(2), letter(3)])
    const [third = 0, second = 0, first = 0] = await idsOf()
    expect(await dropLetters(env.DB, [second])).toBe(1)
    expect(await idsOf()).toEqual([third, first])
    expect(await dropLetters(env.DB, 'all')).toBe(2)
  })

  it('are sent again each alone; what arrives is dropped, what does not stays', async () => {
    const { got, mood, upstream } = pickyUpstream()
    const forward = createForward(upstream, '')
    await storeLetters(env.DB, [letter(1), { event: pingOf({ ts: 2 }), reason: 'refused' }])
    const [second, first] = await idsOf()
    expect(await resendLetters(env.DB, forward, 'all')).toEqual({
      sent: [second],
      failed: [{ id: first, reason: 'The pingback upstream answered 422' }],
    })
    mood.status = 204
    expect((await resendLetters(env.DB, forward, [first ?? 0])).sent).toEqual([first])
    expect([got.map(({ ts }) => ts), await idsOf()]).toEqual([[2, 1], []])
  })

  it('those that are marked are sent again by the nightly job', async () => {
    const { got, mood, upstream } = pickyUpstream()
    mood.status = 204
    await storeLetters(env.DB, [letter(1), letter(2)])
    await env.DB.prepare("UPDATE dead_letters SET resend = 1 WHERE event ->> 'ts' = 2").run()
    await new PingbackSink(upstream, '').resendMarked(env.DB)
    expect([got.map(({ ts }) => ts), (await idsOf()).length]).toEqual([[2], 1])
  })

  it('are bounded: the newest 10,000 are kept', async () => {
    for (let from = 0; from < 10_500; from += 500) {
      await storeLetters(
        env.DB,
        Array.from({ length: 500 }, (_, at) => letter(from + at)),
      )
    }
    const count = await env.DB.prepare('SELECT count(*) AS n FROM dead_letters').first<number>('n')
    expect(count).toBe(10_000)
  })
})
