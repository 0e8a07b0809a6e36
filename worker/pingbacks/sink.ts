import type { MessageBatch } from '@cloudflare/workers-types'
import { isbot } from 'isbot'
import { UpstreamError } from '../../shared/errors.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { Bindings } from '../env.ts'
import { within } from '../upstreams/deadline.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { countAccepted, countOutcome } from './count-events.ts'
import { deliver } from './deliver.ts'
import { createForward } from './forward.ts'
import { createRecentEvents } from './recent-events.ts'

type SinkBindings = Pick<Bindings, 'PINGBACKS' | 'EVENTS'>

/** The request that brought events: what a bot's user agent sends is not counted. */
type Sender = { agent: string | undefined; bindings: SinkBindings | undefined }

/** Accepts pingbacks, and delivers what the queue hands back. */
export type PingbackSink = {
  /**
   * Resolves once events are safe: in the queue, or with their upstream where the queue is missing or fails.
   * @throws UpstreamError 'unavailable' with `retryAfter`: the sender keeps them.
   */
  accept(events: PingbackEvent[], sender: Sender): Promise<void>
  deliver(batch: MessageBatch<PingbackEvent[]>, bindings: SinkBindings): Promise<void>
}

const AGENT_MAX = 512
const QUEUE_MS = 2000
const TRY_AGAIN_S = 30
const REMEMBERED_MESSAGES = 5000

/** Pingbacks go through the queue where there is one that works, else at once to their upstream (§7). */
export function createPingbackSink(upstream: Upstream, key: string): PingbackSink {
  const forward = createForward(upstream, key)
  const recent = createRecentEvents()
  const delivered = new Set<string>()

  /** A queue that hangs or fails is passed by; where there is none, the upstream gets one more try. */
  async function keep(events: PingbackEvent[], queue: SinkBindings['PINGBACKS']): Promise<void> {
    try {
      await (queue ? within(QUEUE_MS, () => queue.send(events)) : forward(events))
    } catch (error) {
      if (queue) console.error('the queue took no pingbacks', error)
      await forward(events)
    }
  }

  return {
    async accept(all, { agent = '', bindings }) {
      const isBot = isbot(agent.slice(0, AGENT_MAX))
      if (isBot) countOutcome(bindings?.EVENTS, 'bot', all.length)
      // Bots must not raise the library's counters; an upstream elsewhere has rules of its own.
      if (isBot && upstream.isEmbedded) return
      const events = recent.withoutRepeats(all)
      countOutcome(bindings?.EVENTS, 'repeated', all.length - events.length)
      if (events.length === 0) return
      try {
        await keep(events, bindings?.PINGBACKS)
      } catch (error) {
        recent.forget(events)
        countOutcome(bindings?.EVENTS, 'returned', events.length)
        console.error('pingbacks returned', events.length, error)
        throw notKept()
      }
      if (!isBot) countAccepted(bindings?.EVENTS, events)
    },

    async deliver(batch, bindings) {
      const count = await deliver(batch, forward, delivered)
      countOutcome(bindings.EVENTS, 'delivered', count.delivered)
      countOutcome(bindings.EVENTS, 'retried', count.retried)
      for (const oldest of delivered) {
        if (delivered.size <= REMEMBERED_MESSAGES) break
        delivered.delete(oldest)
      }
    },
  }
}

const notKept = () =>
  new UpstreamError('Pingbacks cannot be accepted at the moment: send them again later', {
    kind: 'unavailable',
    retryAfter: TRY_AGAIN_S,
  })
