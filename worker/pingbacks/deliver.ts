import type { Message, MessageBatch } from '@cloudflare/workers-types'
import type { UpstreamError } from '../../shared/errors.ts'
import { PINGBACK_BATCH } from '../../shared/limits.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { Refused } from './dead-letters.ts'
import { type Forward, undelivered } from './forward.ts'
import { createBudget, forwardApart, type Outcome } from './forward-apart.ts'

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

/** `max_retries` of `wrangler.toml`: what fails once more is stored, or goes to the platform's dead letter queue. */
const RETRIES = 100

export type DeliverDeps = {
  forward: Forward
  /**
   * What was settled before: ids of messages, and of single events where a part of a message was. Those of this batch are
   * added.
   */
  known: Set<string>
  /** Stores dead letters. @throws where there is no store, or it fails */
  store: (letters: Refused[]) => Promise<void>
  /** Puts events into the queue as a message of their own. @throws where there is no queue, or it fails */
  requeue: (events: PingbackEvent[]) => Promise<unknown>
  random?: () => number
}

/** How many events were delivered, became dead letters, and go back to the queue. */
export type DeliveryCount = { delivered: number; refused: number; retried: number }

/**
 * Delivers a batch of the queue. Each message is acknowledged or retried alone, so that of a batch that half arrived only
 * the other half comes again. An event that its upstream refuses for good becomes a dead letter, and the others arrive.
 * What failed in all its tries becomes a dead letter too, by the queue's own limit where there is no store.
 */
export async function deliver(
  batch: Pick<MessageBatch<PingbackEvent[]>, 'messages'>,
  deps: DeliverDeps,
): Promise<DeliveryCount> {
  const { forward, known } = deps
  const count = { delivered: 0, refused: 0, retried: 0 }
  const budget = createBudget()
  let failure: UpstreamError | undefined
  for (const group of packed(batch.messages.filter((message) => isNew(message, known)))) {
    const entries = group.flatMap(entriesOf).filter(({ key }) => !known.has(key))
    // An upstream that just failed for one group does not get the next.
    const outcome: Outcome<Ping> = failure
      ? { delivered: [], refused: [], left: entries, failure }
      : await forwardApart(forward, entries, budget)
    failure ??= outcome.failure
    const buried = await bury(outcome.refused, deps)
    const settled = new Set([...outcome.delivered, ...buried])
    count.delivered += outcome.delivered.length
    count.refused += buried.length
    for (const message of group) {
      const left = entries.filter((entry) => entry.message === message && !settled.has(entry))
      if (left.length > 0 && !(await isLast(message, left, failure, deps))) {
        count.retried += left.length
        for (const entry of settled) if (entry.message === message) known.add(entry.key)
        const cause = failure ?? undelivered('refused events')
        message.retry({ delaySeconds: delayOf(message.attempts, cause, deps.random ?? Math.random) })
        continue
      }
      count.refused += left.length
      acknowledge(message, known)
    }
  }
  return count
}

/** An event of a message; `key` is its own among all. */
type Ping = { event: PingbackEvent; message: Pings; key: string }

const entriesOf = (message: Pings): Ping[] =>
  message.body.map((event, at) => ({ event, message, key: `${message.id}/${at}` }))

/**
 * Stores refused events. Where that fails, each becomes its own message, which the queue moves to its dead letters in
 * the end. @returns those that are safe
 */
async function bury(refused: Outcome<Ping>['refused'], { store, requeue }: DeliverDeps): Promise<Ping[]> {
  const isStored = await succeeds(store(refused.map(({ entry, reason }) => ({ event: entry.event, reason }))))
  if (isStored) return refused.map(({ entry }) => entry)
  const safe: Ping[] = []
  for (const { entry } of refused) {
    const isAlone = entry.message.body.length === 1
    if (!isAlone && (await succeeds(requeue([entry.event])))) safe.push(entry)
  }
  return safe
}

/** The message has had all its tries, and what is left of it is stored. */
async function isLast(
  { attempts }: Pings,
  left: readonly Ping[],
  failure: UpstreamError | undefined,
  { store }: DeliverDeps,
): Promise<boolean> {
  if (attempts <= RETRIES) return false
  const reason = `${attempts} tries: ${failure?.message ?? 'refused'}`
  return succeeds(store(left.map(({ event }) => ({ event, reason }))))
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

function acknowledge(message: Pings, known: Set<string>): void {
  for (const { key } of entriesOf(message)) known.delete(key)
  known.add(message.id)
  message.ack()
}

// The queue delivers at least once: a delivered message comes again if its acknowledgement was lost.
function isNew(message: Pings, known: Set<string>): boolean {
  if (!known.has(message.id)) return true
  message.ack()
  return false
}

/** Messages in groups that fit into one request each; a message is split by `forwardApart` alone. */
function packed(messages: readonly Pings[]): Pings[][] {
  const groups: Pings[][] = []
  let events = 0
  let bytes = 0
  for (const message of messages) {
    const size = JSON.stringify(message.body).length
    const last = groups.at(-1)
    if (
      last &&
      events + message.body.length <= PINGBACK_BATCH.events &&
      bytes + size <= PINGBACK_BATCH.bytes
    ) {
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
