import type { Message, MessageBatch } from '@cloudflare/workers-types'
import type { UpstreamError } from '../../shared/errors.ts'
import { PINGBACK_BATCH } from '../../shared/limits.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { type SinkBindings, storeLetters } from './dead-letters.ts'
import { countOutcome } from './events.ts'
import { createBudget, type Forward, type Forwarded, forwardApart, undelivered } from './forward.ts'

type Pings = Message<PingbackEvent[]>

/** Seconds. After a failure the wait doubles with each try; not after a 429, which means too fast and not down. */
const WAIT_S = { first: 10, max: 900, tooFast: 30 } as const

/** Seconds until the next try, up to twice as many by chance: what was refused together must not come back together. */
function delayOf(attempts: number, { retryAfter = 0, status }: UpstreamError): number {
  const doubled = status === 429 ? WAIT_S.tooFast : WAIT_S.first * 2 ** Math.max(attempts - 1, 0)
  return Math.ceil(Math.min(Math.max(doubled, retryAfter), WAIT_S.max) * (1 + Math.random()))
}

/** `max_retries` of `wrangler.toml`: what fails once more is stored, or goes to the platform's dead letter queue. */
const RETRIES = 100

type DeliverDeps = {
  forward: Forward
  /** What is settled: ids of messages, and of events where a part of a message is. Those of this batch are added. */
  known: Set<string>
  bindings: SinkBindings
  /** What one request has at most. */
  most?: { events: number; bytes: number }
}

/** A batch of the queue. */
export type PingBatch = Pick<MessageBatch<PingbackEvent[]>, 'messages'>

/** Ids that are remembered. */
const REMEMBERED = 5000

/**
 * Delivers a batch of the queue. Each message is acknowledged or retried alone. An event that its upstream refuses for good, or
 * in all its tries, becomes a dead letter; where there is no store, by the queue's own limit.
 */
export async function deliver(batch: PingBatch, deps: DeliverDeps): Promise<void> {
  const { forward, known, bindings, most = PINGBACK_BATCH } = deps
  const count = { delivered: 0, refused: 0, retried: 0 }
  const budget = createBudget()
  let failure: UpstreamError | undefined
  for (const group of packed(
    batch.messages.filter((message) => isNew(message, known)),
    most,
  )) {
    const entries = group.flatMap(entriesOf).filter(({ key }) => !known.has(key))
    // An upstream that just failed for one group does not get the next.
    const outcome: Forwarded<Ping> = failure
      ? { delivered: [], refused: [], left: entries, failure }
      : await forwardApart(forward, entries, budget)
    failure ??= outcome.failure
    const buried = await bury(outcome.refused, bindings)
    const settled = new Set([...outcome.delivered, ...buried])
    count.delivered += outcome.delivered.length
    count.refused += buried.length
    for (const message of group) {
      const left = entries.filter((entry) => entry.message === message && !settled.has(entry))
      if (left.length > 0 && !(await isLast(message, left, failure, bindings))) {
        count.retried += left.length
        for (const entry of settled) if (entry.message === message) known.add(entry.key)
        const cause = failure ?? undelivered('refused events')
        message.retry({ delaySeconds: delayOf(message.attempts, cause) })
        continue
      }
      count.refused += left.length
      acknowledge(message, known)
    }
  }
  for (const outcome of ['delivered', 'refused', 'retried'] as const)
    countOutcome(bindings.EVENTS, outcome, count[outcome])
  for (const oldest of known) {
    if (known.size <= REMEMBERED) break
    known.delete(oldest)
  }
}

/** An event of a message; `key` is its own among all. */
type Ping = { event: PingbackEvent; message: Pings; key: string }

const entriesOf = (message: Pings): Ping[] =>
  message.body.map((event, at) => ({ event, message, key: `${message.id}/${at}` }))

/** Stores refused events; where that fails each becomes its own message. @returns those that are safe */
async function bury(refused: Forwarded<Ping>['refused'], { DB, PINGBACKS }: SinkBindings): Promise<Ping[]> {
  const letters = refused.map(({ entry, reason }) => ({ event: entry.event, reason }))
  const isStored = await succeeds(storeLetters(DB, letters))
  if (isStored) return refused.map(({ entry }) => entry)
  const safe: Ping[] = []
  for (const { entry } of refused) {
    const isAlone = entry.message.body.length === 1
    if (!isAlone && PINGBACKS && (await succeeds(PINGBACKS.send([entry.event])))) safe.push(entry)
  }
  return safe
}

/** The message has had all its tries, and what is left of it is stored. */
async function isLast(
  { attempts }: Pings,
  left: readonly Ping[],
  failure: UpstreamError | undefined,
  { DB }: SinkBindings,
): Promise<boolean> {
  if (attempts <= RETRIES) return false
  const reason = `${attempts} tries: ${failure?.message ?? 'refused'}`
  return succeeds(
    storeLetters(
      DB,
      left.map(({ event }) => ({ event, reason })),
    ),
  )
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
function packed(messages: readonly Pings[], most: { events: number; bytes: number }): Pings[][] {
  const groups: Pings[][] = []
  let events = 0
  let bytes = 0
  for (const message of messages) {
    const size = JSON.stringify(message.body).length
    const last = groups.at(-1)
    if (last && events + message.body.length <= most.events && bytes + size <= most.bytes) {
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
