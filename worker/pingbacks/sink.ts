import { COUNTED_BATCH, PINGBACK_BATCH } from '../../shared/limits.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { Arrivals, type Sender } from './accept.ts'
import { resendLetters, type SinkBindings, unmarkLetters } from './dead-letters.ts'
import { deliver, type PingBatch } from './deliver.ts'
import { createForward, type Forward } from './forward.ts'

type Database = NonNullable<SinkBindings['DB']>

/** Pingbacks go through the queue where there is one that works, else at once to their upstream (§7). */
export class PingbackSink {
  readonly #forward: Forward
  readonly #arrivals: Arrivals
  /** What was delivered: ids of messages, and of events of a message that comes again. */
  readonly #delivered = new Set<string>()
  readonly #most: typeof PINGBACK_BATCH | typeof COUNTED_BATCH

  /** @param hashVisitor names a network for the library's counters. Where it is missing or fails, all are one visitor. */
  constructor(upstream: Upstream, key: string, hashVisitor?: (network: string) => Promise<string>) {
    this.#forward = createForward(upstream, key)
    const { keepsCounters } = upstream
    this.#most = keepsCounters ? COUNTED_BATCH : PINGBACK_BATCH
    this.#arrivals = new Arrivals({ forward: this.#forward, keepsCounters, hashVisitor })
  }

  /**
   * Resolves once events are safe: in the queue, or with their upstream where the queue is missing or fails.
   * @throws UpstreamError 'unavailable' with `retryAfter`: the sender keeps them.
   */
  accept(events: PingbackEvent[], sender: Sender): Promise<void> {
    return this.#arrivals.accept(events, sender)
  }

  /** Delivers what the queue hands back. */
  deliver(batch: PingBatch, bindings: SinkBindings): Promise<void> {
    return deliver(batch, { forward: this.#forward, known: this.#delivered, bindings, most: this.#most })
  }

  /** Sends the dead letters again that are marked for it. */
  async resendMarked(db: Database): Promise<void> {
    const { failed } = await resendLetters(db, this.#forward, 'marked')
    if (failed.length > 0) console.error('dead letters not sent', failed)
  }

  /** Sends dead letters again now; those that fail again lose the mark and have the new reason. */
  async resend(db: Database, ids: readonly number[]): Promise<void> {
    await unmarkLetters(db, (await resendLetters(db, this.#forward, ids)).failed)
  }
}
