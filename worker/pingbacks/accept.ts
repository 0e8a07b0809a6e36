import { UpstreamError } from '../../shared/errors.ts'
import { type PingbackEvent, type QueuedEvent, SITE_MAX } from '../../shared/schema/pingback.ts'
import { attempt, inTime } from '../../shared/server/deadline.ts'
import type { InTime } from '../../shared/server/steps.ts'
import { type SinkBindings, storeLetters } from './dead-letters.ts'
import { countAccepted, countOutcome, isBotAgent, isTimely, RecentEvents } from './events.ts'
import { type Forward, forwardApart } from './forward.ts'

/** The request that brought events: what a bot's user agent sends is not counted, and a network once an hour. */
export type Sender = {
  agent: string | undefined
  /** The network that it came from. */
  network?: string
  /** The id of whose session it has, where that is known. */
  person?: string | undefined
  bindings: SinkBindings | undefined
  /** Whether neither the site that embeds us nor what is opened together is kept: tracking is off, or the visitor objects to it. */
  isUntold?: boolean
  /** Counts the queue's time. Without it, the queue starts a timer. */
  inTime?: InTime
}

/** `hashVisitor` names a network for the library's counters. Where it is missing or fails, all are one visitor. */
type Deps = {
  forward: Forward
  keepsCounters: boolean
  hashVisitor: ((network: string) => Promise<string>) | undefined
}

const QUEUE_MS = 2000
const TRY_AGAIN_S = 30
const HASH_MS = 1000

/** What pages send: checked, and handed to the queue, or at once to the upstream. */
export class Arrivals {
  readonly #deps: Deps
  readonly #recent = new RecentEvents()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws UpstreamError 'unavailable' with `retryAfter`: the sender keeps them. */
  async accept(all: PingbackEvent[], sender: Sender): Promise<void> {
    const { agent = '', bindings } = sender
    const count = bindings?.EVENTS
    const isBot = isBotAgent(agent)
    if (isBot) countOutcome(count, 'bot', all.length)
    // Bots must not raise the library's counters; an upstream elsewhere has its own rules.
    if (isBot && this.#deps.keepsCounters) return
    const timely = all.filter(isTimely)
    countOutcome(count, 'refused', all.length - timely.length)
    const events = await this.#stamped(this.#recent.withoutRepeats(timely), sender)
    countOutcome(count, 'repeated', timely.length - events.length)
    if (events.length === 0) return
    const left = await this.#keep(events, sender)
    if (!isBot)
      countAccepted(count, left.length > 0 ? events.filter((event) => !left.includes(event)) : events)
    if (left.length === 0) return
    this.#recent.forget(left)
    countOutcome(count, 'returned', left.length)
    throw notKept()
  }

  /** Events with who brought them; for the library's counters also from where and when. */
  async #stamped(fresh: PingbackEvent[], { network = '', person, isUntold }: Sender): Promise<QueuedEvent[]> {
    const { hashVisitor } = this.#deps
    const events = fresh.map((event) => withPerson(withoutSite(event), person))
    if (!hashVisitor || events.length === 0) return events
    const visitor = (await attempt(HASH_MS, () => hashVisitor(network))) ?? ''
    const door = { visitor, at: Date.now(), ...(isUntold && { isUntold }) }
    return events.map((event, at) => ({ ...event, door: { ...door, ...siteOf(fresh[at], isUntold) } }))
  }

  /** A queue that hangs or fails is skipped; without one, the upstream gets one more try. @returns what is not safe */
  async #keep(
    events: PingbackEvent[],
    { bindings, inTime: within = inTime }: Sender,
  ): Promise<PingbackEvent[]> {
    const queue = bindings?.PINGBACKS
    if (!queue) {
      const left = await this.#sendOn(events, bindings)
      return left.length > 0 ? this.#sendOn(left, bindings) : left
    }
    try {
      await within(QUEUE_MS, () => queue.send(events))
      return []
    } catch (error) {
      console.error('the queue took no pingbacks', error)
      return this.#sendOn(events, bindings)
    }
  }

  /** Forwards events at once. @returns those that may be tried again */
  async #sendOn(events: PingbackEvent[], bindings: SinkBindings | undefined): Promise<PingbackEvent[]> {
    const entries = events.map((event) => ({ event }))
    const { refused, left } = await forwardApart(this.#deps.forward, entries)
    const letters = refused.map(({ entry, reason }) => ({ event: entry.event, reason }))
    await storeLetters(bindings?.DB, letters).catch((error) => console.error('no dead letters kept', error))
    countOutcome(bindings?.EVENTS, 'refused', refused.length)
    return left.map(({ event }) => event)
  }
}

/** Most have nothing to take out, and stay the objects that they are. */
function withoutSite(event: PingbackEvent): PingbackEvent {
  if (event.attributes?.site === undefined) return event
  const { site: _, ...attributes } = event.attributes
  return { ...event, attributes }
}

const withPerson = (event: PingbackEvent, person: string | undefined): QueuedEvent =>
  person ? { ...event, logged_in_user_id: person } : event

/** The site whose page embeds us, by its origin alone: `attributes.site` is a browser's word, and no other service gets it. */
function siteOf(event: PingbackEvent | undefined, isUntold = false): { site?: string } {
  const { protocol = '', origin = '' } = URL.parse(event?.attributes?.site ?? '') ?? {}
  const isSite = !isUntold && /^https?:$/.test(protocol) && origin.length <= SITE_MAX
  return isSite ? { site: origin } : {}
}

const notKept = () =>
  new UpstreamError('Pingbacks cannot be accepted at the moment: send them again later', {
    kind: 'unavailable',
    retryAfter: TRY_AGAIN_S,
  })
