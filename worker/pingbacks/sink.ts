import type { MessageBatch } from '@cloudflare/workers-types'
import { isbot } from 'isbot'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { Bindings } from '../env.ts'
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
  /** Queues events, or forwards them where there is no queue. Never throws. */
  accept(events: PingbackEvent[], sender: Sender): Promise<void>
  deliver(batch: MessageBatch<PingbackEvent[]>, bindings: SinkBindings): Promise<void>
}

const AGENT_MAX = 512
const REMEMBERED_MESSAGES = 5000

/** Pingbacks go through the queue where there is one, else at once with one more try; then on to their upstream (§7). */
export function createPingbackSink(upstream: Upstream, key: string): PingbackSink {
  const forward = createForward(upstream, key)
  const withoutRepeats = createRecentEvents()
  const delivered = new Set<string>()

  return {
    async accept(all, { agent = '', bindings }) {
      const isBot = isbot(agent.slice(0, AGENT_MAX))
      if (isBot) countOutcome(bindings?.EVENTS, 'bot', all.length)
      // Bots must not raise the library's counters; an upstream elsewhere has rules of its own.
      if (isBot && upstream.isEmbedded) return
      const events = withoutRepeats(all)
      countOutcome(bindings?.EVENTS, 'repeated', all.length - events.length)
      if (events.length === 0) return
      try {
        await (bindings?.PINGBACKS?.send(events) ?? forward(events).catch(() => forward(events)))
        if (!isBot) countAccepted(bindings?.EVENTS, events)
      } catch (error) {
        countOutcome(bindings?.EVENTS, 'lost', events.length)
        console.error('pingbacks lost', events.length, error)
      }
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
