import type { MessageBatch } from '@cloudflare/workers-types'
import { isbot } from 'isbot'
import type { Transport } from '../../shared/net/transport.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { Bindings } from '../env.ts'
import { countAccepted, countOutcome } from './count-events.ts'
import { deliver } from './deliver.ts'
import { createForward } from './forward.ts'
import { createRecentEvents } from './recent-events.ts'

type Outlets = Pick<Bindings, 'PINGBACKS' | 'EVENTS'>

/** Who sent events, as far as it matters: what a user agent of a bot sends is not counted. */
export type Sender = { agent: string | undefined; outlets: Outlets | undefined }

/** Takes over accepted pingbacks, and delivers what the queue hands back. */
export type PingbackSink = {
  /** Never throws; what has to be done is done after the answer. */
  take(events: PingbackEvent[], sender: Sender): Promise<void>
  deliver(batch: MessageBatch<PingbackEvent[]>, outlets: Outlets): Promise<void>
}

/** `isOurs`: the events end in the library's own counters, where bots have no place; others keep such rules themselves. */
export type PingbackAddress = { base: string; key: string; isOurs: boolean }

const AGENT_MAX = 512
const REMEMBERED_MESSAGES = 5000

/** Pingbacks go through the queue where there is one, else at once with one more try; then on to their upstream (§7). */
export function createPingbackSink(transport: Transport, address: PingbackAddress): PingbackSink {
  const forward = createForward(transport, address)
  const fresh = createRecentEvents()
  const delivered = new Set<string>()

  return {
    async take(all, { agent = '', outlets }) {
      const isBot = isbot(agent.slice(0, AGENT_MAX))
      if (isBot) countOutcome(outlets?.EVENTS, 'bot', all.length)
      if (isBot && address.isOurs) return
      const events = fresh(all)
      countOutcome(outlets?.EVENTS, 'repeated', all.length - events.length)
      if (events.length === 0) return
      try {
        await (outlets?.PINGBACKS?.send(events) ?? forward(events).catch(() => forward(events)))
        if (!isBot) countAccepted(outlets?.EVENTS, events)
      } catch (error) {
        countOutcome(outlets?.EVENTS, 'lost', events.length)
        console.error('pingbacks lost', events.length, error)
      }
    },

    async deliver(batch, outlets) {
      const { taken, givenBack } = await deliver(batch, forward, delivered)
      countOutcome(outlets.EVENTS, 'delivered', taken)
      countOutcome(outlets.EVENTS, 'retried', givenBack)
      for (const oldest of delivered) {
        if (delivered.size <= REMEMBERED_MESSAGES) break
        delivered.delete(oldest)
      }
    },
  }
}
