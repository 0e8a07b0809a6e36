import type { Message, MessageBatch } from '@cloudflare/workers-types'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { BATCH, type Forward, NotTaken } from './forward.ts'

type Pings = Message<PingbackEvent[]>

/** Seconds. After a failure the wait doubles with each try; an upstream that is only too slow says itself how long. */
const WAIT_S = { first: 10, max: 900, tooFast: 30 } as const

/**
 * How long a message waits for its next try. Up to as long again at random: messages that were refused together must not
 * come back together, or a rate that takes a tenth of them would refuse the rest for ever.
 */
function waitOf(attempts: number, { retryAfter = 0, isRate }: NotTaken, random: () => number): number {
  const doubled = isRate ? WAIT_S.tooFast : WAIT_S.first * 2 ** Math.max(attempts - 1, 0)
  return Math.ceil(Math.min(Math.max(doubled, retryAfter), WAIT_S.max) * (1 + random()))
}

/**
 * Delivers what the queue hands over. Each message is taken or given back by itself, so that of a batch that half
 * arrived only the other half comes again. The queue's own limit of tries moves a message to the dead letters.
 * @returns how many events were taken, and how many given back.
 */
export async function deliver(
  batch: Pick<MessageBatch<PingbackEvent[]>, 'messages'>,
  forward: Forward,
  known: Set<string>,
  random: () => number = Math.random,
): Promise<{ taken: number; givenBack: number }> {
  const count = { taken: 0, givenBack: 0 }
  let refusal: NotTaken | undefined
  for (const group of packed(batch.messages.filter((message) => isNew(message, known)))) {
    const events = group.flatMap(({ body }) => body)
    // An upstream that just refused a batch is not asked with the next one.
    refusal ??= await failureOf(forward(events))
    if (refusal) count.givenBack += events.length
    else count.taken += events.length
    for (const message of group) {
      if (refusal) message.retry({ delaySeconds: waitOf(message.attempts, refusal, random) })
      else acknowledge(message, known)
    }
  }
  return count
}

const failureOf = (sent: Promise<void>): Promise<NotTaken | undefined> =>
  sent.then(
    () => undefined,
    (error) => (error instanceof NotTaken ? error : new NotTaken('failed')),
  )

function acknowledge(message: Pings, known: Set<string>): void {
  known.add(message.id)
  message.ack()
}

// The queue delivers at least once: a message that was taken may come again if its acknowledgement was lost.
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
