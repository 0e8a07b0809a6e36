import type { D1Database, MessageBatch } from '@cloudflare/workers-types'
import { isbot } from 'isbot'
import { UpstreamError } from '../../shared/errors.ts'
import type { PingbackEvent, QueuedEvent } from '../../shared/schema/pingback.ts'
import { attempt, within } from '../../shared/server/deadline.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { Bindings } from '../env.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { countAccepted, countOutcome } from './count-events.ts'
import { type Refused, resendLetters, storeLetters, unmarkLetters } from './dead-letters.ts'
import { deliver } from './deliver.ts'
import { createForward } from './forward.ts'
import { forwardApart } from './forward-apart.ts'
import { createRecentEvents } from './recent-events.ts'

type SinkBindings = Pick<Bindings, 'PINGBACKS' | 'EVENTS' | 'DB'>

/** The request that brought events: what a bot's user agent sends is not counted, and a network once an hour. */
type Sender = {
  agent: string | undefined
  /** The network that it came from. */
  network?: string
  /** The id of whose session it has, where that is known. */
  person?: string | undefined
  bindings: SinkBindings | undefined
}

/** Accepts pingbacks, and delivers what the queue hands back. */
export type PingbackSink = {
  /**
   * Resolves once events are safe: in the queue, or with their upstream where the queue is missing or fails.
   * @throws UpstreamError 'unavailable' with `retryAfter`: the sender keeps them.
   */
  accept(events: PingbackEvent[], sender: Sender): Promise<void>
  deliver(batch: MessageBatch<PingbackEvent[]>, bindings: SinkBindings): Promise<void>
  /** Sends the dead letters again that are marked for it. */
  resendMarked(db: D1Database): Promise<void>
  /** Sends dead letters again now; those that fail again lose the mark and have the new reason. */
  resend(db: D1Database, ids: readonly number[]): Promise<void>
}

const AGENT_MAX = 512
const QUEUE_MS = 2000
const TRY_AGAIN_S = 30
const HASH_MS = 1000
/** An event's time may be off by this much, in ms. Clocks of visitors are, but a year is a lie or a broken clock. */
const CLOCK_MS = DAY_MS
const REMEMBERED = 5000

/**
 * Pingbacks go through the queue where there is one that works, else at once to their upstream (§7).
 * @param hashVisitor names a network for the library's counters. Where it is missing or fails, all are one visitor.
 */
export function createPingbackSink(
  upstream: Upstream,
  key: string,
  hashVisitor?: (network: string) => Promise<string>,
): PingbackSink {
  const forward = createForward(upstream, key)
  const recent = createRecentEvents()
  const delivered = new Set<string>()

  /** Events with who brought them; for the library's counters also from where and when. */
  async function stamped(
    fresh: PingbackEvent[],
    network: string,
    person: string | undefined,
  ): Promise<QueuedEvent[]> {
    const events = person ? fresh.map((event) => ({ ...event, logged_in_user_id: person })) : fresh
    if (!hashVisitor || events.length === 0) return events
    const visitor = (await attempt(HASH_MS, () => hashVisitor(network))) ?? ''
    const door = { visitor, at: Date.now() }
    return events.map((event) => ({ ...event, door }))
  }

  /** A queue that hangs or fails is skipped; without one, the upstream gets one more try. @returns what is not safe */
  async function keep(events: PingbackEvent[], bindings: SinkBindings | undefined): Promise<PingbackEvent[]> {
    const queue = bindings?.PINGBACKS
    if (!queue) {
      const left = await sendOn(events, bindings)
      return left.length > 0 ? sendOn(left, bindings) : left
    }
    try {
      await within(QUEUE_MS, () => queue.send(events))
      return []
    } catch (error) {
      console.error('the queue took no pingbacks', error)
      return sendOn(events, bindings)
    }
  }

  /** Forwards events at once. @returns those that may be tried again */
  async function sendOn(
    events: PingbackEvent[],
    bindings: SinkBindings | undefined,
  ): Promise<PingbackEvent[]> {
    const entries = events.map((event) => ({ event }))
    const { refused, left } = await forwardApart(forward, entries)
    const letters = refused.map(({ entry, reason }) => ({ event: entry.event, reason }))
    await store(letters, bindings?.DB).catch((error) => console.error('no dead letters kept', error))
    countOutcome(bindings?.EVENTS, 'refused', refused.length)
    return left.map(({ event }) => event)
  }

  return {
    async accept(all, { agent = '', network = '', person, bindings }) {
      const isBot = isbot(agent.slice(0, AGENT_MAX))
      if (isBot) countOutcome(bindings?.EVENTS, 'bot', all.length)
      // Bots must not raise the library's counters; an upstream elsewhere has its own rules.
      if (isBot && upstream.keepsCounters) return
      const timely = all.filter(isTimely)
      countOutcome(bindings?.EVENTS, 'refused', all.length - timely.length)
      const events = await stamped(recent.withoutRepeats(timely), network, person)
      countOutcome(bindings?.EVENTS, 'repeated', timely.length - events.length)
      if (events.length === 0) return
      const left = await keep(events, bindings)
      if (!isBot) {
        countAccepted(
          bindings?.EVENTS,
          events.filter((event) => !left.includes(event)),
        )
      }
      if (left.length === 0) return
      recent.forget(left)
      countOutcome(bindings?.EVENTS, 'returned', left.length)
      throw notKept()
    },

    async deliver(batch, bindings) {
      const { DB, PINGBACKS } = bindings
      const count = await deliver(batch, {
        forward,
        known: delivered,
        store: (letters) => store(letters, DB),
        requeue: (events) => (PINGBACKS ? PINGBACKS.send(events) : Promise.reject(new Error('no queue'))),
      })
      countOutcome(bindings.EVENTS, 'delivered', count.delivered)
      countOutcome(bindings.EVENTS, 'refused', count.refused)
      countOutcome(bindings.EVENTS, 'retried', count.retried)
      for (const oldest of delivered) {
        if (delivered.size <= REMEMBERED) break
        delivered.delete(oldest)
      }
    },

    async resendMarked(db) {
      const { failed } = await resendLetters(db, forward, 'marked')
      if (failed.length > 0) console.error('dead letters not sent', failed)
    },

    async resend(db, ids) {
      await unmarkLetters(db, (await resendLetters(db, forward, ids)).failed)
    },
  }
}

const notKept = () =>
  new UpstreamError('Pingbacks cannot be accepted at the moment: send them again later', {
    kind: 'unavailable',
    retryAfter: TRY_AGAIN_S,
  })

const isTimely = ({ ts }: PingbackEvent) => ts === undefined || Math.abs(ts - Date.now()) <= CLOCK_MS

async function store(letters: Refused[], db: SinkBindings['DB']): Promise<void> {
  if (letters.length === 0) return
  if (!db) throw new Error('there is no database for dead letters')
  await storeLetters(db, letters)
}
