import { isbot } from 'isbot'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { Bindings } from '../env.ts'
import { Lru } from '../memory.ts'

const AGENT_MAX = 512

/** What agents of late are: a visitor sends many pingbacks, and the pattern is long. */
const known = new Lru<{ isBot: boolean }>({ entries: 500 })

/** Whether a user agent is a bot's. */
export function isBotAgent(agent: string): boolean {
  const start = agent.slice(0, AGENT_MAX)
  const found = known.get(start)
  if (found) return found.isBot
  const isBot = isbot(start)
  known.set(start, { isBot })
  return isBot
}

/** An event's time may be off by this much, in ms. Clocks of visitors are, but a year is a lie or a broken clock. */
const CLOCK_MS = DAY_MS

export const isTimely = ({ ts }: PingbackEvent): boolean =>
  ts === undefined || Math.abs(ts - Date.now()) <= CLOCK_MS

const REMEMBERED = 20_000

/** Leaves out events that this isolate has accepted before. A repeat is equal in every field. Without a time an event is never a repeat. */
export class RecentEvents {
  readonly #max: number
  readonly #seen = new Set<string>()

  constructor(max = REMEMBERED) {
    this.#max = max
  }

  withoutRepeats(events: PingbackEvent[]): PingbackEvent[] {
    return events.filter((event) => event.ts === undefined || this.#isNew(keyOf(event)))
  }

  forget(events: PingbackEvent[]): void {
    for (const event of events) this.#seen.delete(keyOf(event))
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    // A set lists its entries in the order they came.
    const [oldest] = this.#seen
    if (this.#seen.size > this.#max && oldest !== undefined) this.#seen.delete(oldest)
    return true
  }
}

/** Two 32-bit hashes (FNV-1a) besides the id: an event's text may be 4 KB, and twenty thousand are remembered. */
function keyOf({
  user_id,
  action_type,
  ts,
  event_type,
  attributes,
  analytics_response_payload,
}: PingbackEvent) {
  const text = `${action_type}|${ts}|${event_type}|${JSON.stringify(attributes)}|${analytics_response_payload}`
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x5bd1e995)
  }
  return `${user_id}${a}${b}`
}

/** What became of events, as the counters name it. */
type EventOutcome = 'accepted' | 'bot' | 'repeated' | 'delivered' | 'refused' | 'retried' | 'returned'

/** Adds to the counters of Analytics Engine: `double1` events of `blob1` (an action, or all) that were `blob2`. */
export function countOutcome(
  dataset: Bindings['EVENTS'],
  outcome: EventOutcome,
  count: number,
  action = 'ALL',
): void {
  if (count === 0) return
  try {
    dataset?.writeDataPoint({ indexes: [action], blobs: [action, outcome], doubles: [count] })
  } catch (error) {
    // Counting must never cost an event.
    console.error('not counted', outcome, error)
  }
}

/** Counts accepted events, one point per action: a request may write few points. */
export function countAccepted(dataset: Bindings['EVENTS'], events: PingbackEvent[]): void {
  if (!dataset) return
  const counts = new Map<string, number>()
  for (const { action_type } of events) counts.set(action_type, (counts.get(action_type) ?? 0) + 1)
  for (const [action, count] of counts) countOutcome(dataset, 'accepted', count, action)
}
