import type { Message, MessageBatch } from '@cloudflare/workers-types'
import { UpstreamError } from '../../shared/errors.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { BATCH, type Forward, undelivered } from './forward.ts'

type Pings = Message<PingbackEvent[]>

/** Seconds. After a failure the wait doubles with each try; not after a 429, which means too fast and not down. */
const WAIT_S = { first: 10, max: 900, tooFast: 30 } as const

/**
 * Seconds until a message's next try. Up to as many again at random: messages that were refused together must not come
 * back together, or a rate that allows a tenth of them would refuse the rest for ever.
 */
function delayOf(attempts: number, { retryAfter = 0, status }: UpstreamError, random: () => number): number {
  const doubled = status === 429 ? WAIT_S.tooFast : WAIT_S.first * 2 ** Math.max(attempts - 1, 0)
  return Math.ceil(Math.min(Math.max(doubled, retryAfter), WAIT_S.max) * (1 + random()))
}

/**
 * Delivers a batch of the queue. Each message is acknowledged or retried alone, so that of a batch that half arrived only
 * the other half comes again. The queue's own limit of tries moves a message to the dead letters.
 * @param known the ids of messages that were delivered before; those of this batch are added.
 * @returns how many events were delivered, and how many go back to the queue.
 */
export async function deliver(
  batch: Pick<MessageBatch<PingbackEvent[]>, 'messages'>,
  forward: Forward,
  known: Set<string>,
  random: () => number = Math.random,
): Promise<{ delivered: number; retried: number }> {
  const count = { delivered: 0, retried: 0 }
  let failure: UpstreamError | undefined
  for (const group of packed(batch.messages.filter((message) => isNew(message, known)))) {
    const events = group.flatMap(({ body }) => body)
    // An upstream that just refused one group does not get the next.
    failure ??= await failureOf(forward(events))
    if (failure) count.retried += events.length
    else count.delivered += events.length
    for (const message of group) {
      if (failure) message.retry({ delaySeconds: delayOf(message.attempts, failure, random) })
      else acknowledge(message, known)
    }
  }
  return count
}

const failureOf = (sent: Promise<void>): Promise<UpstreamError | undefined> =>
  sent.then(
    () => undefined,
    (error) => (error instanceof UpstreamError ? error : undelivered('failed')),
  )

function acknowledge(message: Pings, known: Set<string>): void {
  known.add(message.id)
  message.ack()
}

// The queue delivers at least once: a delivered message comes again if its acknowledgement was lost.
function isNew(message: Pings, known: Set<string>): boolean {
  if (!known.has(message.id)) return true
  message.ack()
  return false
}

/** Messages in groups that fit into one request each; a message is never split, or half of it could come twice. */
function packed(messages: readonly Pings[]): Pings[][] {
  const groups: Pings[][] = []
  let events = 0
  let bytes = 0
  for (const message of messages) {
    const size = JSON.stringify(message.body).length
    const last = groups.at(-1)
    if (last && events + message.body.length <= BATCH.events && bytes + size <= BATCH.bytes) {
      last.push(message)
      events += message.body.length
      bytes += size
    } else {
      groups.push([message])
      events = message.body.length
      bytes = size
    }
  }
  return groups
}
