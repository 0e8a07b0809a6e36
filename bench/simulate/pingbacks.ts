import { UpstreamError } from '../../shared/errors.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import type { SinkBindings } from '../../worker/pingbacks/dead-letters.ts'
import type { PingBatch } from '../../worker/pingbacks/deliver.ts'
import type { Forward } from '../../worker/pingbacks/forward.ts'
import { type Deps, type Fault, takes } from './stores.ts'

/** How the queue hands over (`wrangler.toml`). */
export const QUEUE = { messages: 100, waitMs: 2000, retries: 100 } as const
/** ms that a batch takes at most, and after which one whose isolate died comes again. */
const BATCH_MS = 60_000

type Message = { id: string; body: PingbackEvent[]; attempts: number; readyAt: number }
type Handle = (batch: PingBatch) => Promise<void>

/** The queue of pingbacks: at least once, in no order. A batch that no isolate finishes comes again. */
export class QueueSim {
  fault: Fault = 'none'
  /** Messages with the queue's own dead letters. */
  readonly dead: Message[] = []
  depthMax = 0
  readonly #deps: Deps
  readonly #consume: (handle: (deliver: Handle) => Promise<void>) => void
  #waiting: Message[] = []
  #sent = 0
  #flying = 0
  #isPlanned = false

  /** @param consume finds an isolate for a batch. */
  constructor(deps: Deps, consume: (handle: (deliver: Handle) => Promise<void>) => void) {
    this.#deps = deps
    this.#consume = consume
  }

  get depth(): number {
    return this.#waiting.length + this.#flying
  }

  async send(body: unknown): Promise<void> {
    const { clock, random, counts } = this.#deps
    // A queue that fails may have the message all the same.
    const isKept = this.fault === 'none' || random.chance(0.3)
    if (isKept) {
      counts.add('queue message')
      const id = `m${++this.#sent}`
      this.#add({ id, body: body as PingbackEvent[], attempts: 1, readyAt: clock.now() })
    }
    await takes(this.#deps, [5, 40], this.fault)
  }

  #add(message: Message): void {
    this.#waiting.push(message)
    this.depthMax = Math.max(this.depthMax, this.depth)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return
    this.#isPlanned = true
    const { clock } = this.#deps
    const next = Math.min(...this.#waiting.map(({ readyAt }) => readyAt))
    const wait = this.#waiting.length >= QUEUE.messages ? 0 : QUEUE.waitMs
    clock.after(Math.max(next - clock.now(), wait), () => {
      this.#isPlanned = false
      this.#handOver()
      this.#plan()
    })
  }

  #handOver(): void {
    const now = this.#deps.clock.now()
    const ready = this.#waiting.filter(({ readyAt }) => readyAt <= now).slice(0, QUEUE.messages)
    if (ready.length === 0) return
    this.#waiting = this.#waiting.filter((message) => !ready.includes(message))
    this.#flying += ready.length
    this.#deps.counts.add('queue batch')
    const left = new Set(ready)
    const end = (message: Message, again?: number) => {
      if (!left.delete(message)) return
      this.#flying--
      if (again === undefined) return
      if (message.attempts > QUEUE.retries) this.dead.push(message)
      else this.#add({ ...message, attempts: message.attempts + 1, readyAt: this.#deps.clock.now() + again })
    }
    const messages = ready.map((message) => ({
      ...message,
      ack: () => end(message, this.#deps.random.chance(0.01) ? 1000 : undefined),
      retry: ({ delaySeconds = 0 } = {}) => end(message, delaySeconds * 1000),
    }))
    const batch = { messages } as unknown as PingBatch
    // The platform takes what a batch that ended well says nothing of as settled.
    this.#consume(async (deliver) => {
      await deliver(batch)
      for (const message of [...left]) end(message)
    })
    this.#deps.clock.after(BATCH_MS, () => {
      for (const message of [...left]) end(message, 0)
    })
  }
}

/** ms that a group of events takes, by what was measured (`npm run bench -- simulate`): most of it whatever it holds. */
export type GroupMs = (events: number) => number

/** What the upstream of pingbacks does with a group of events. */
export const SINK_MOODS = ['well', 'down', 'too fast', 'refuses', 'hangs', 'forgets to say'] as const
export type SinkMood = (typeof SINK_MOODS)[number]

const FORWARD_MS = 10_000

const FAILED = {
  down: { status: 503 },
  'too fast': { status: 429, retryAfter: 30 },
  refuses: { status: 400 },
  hangs: {},
  'forgets to say': {},
} as const

/** Who counts events: one writer, a group after another, as D1 does. */
export class CountingSim {
  mood: SinkMood = 'well'
  /** Ids of events that were counted, and that became dead letters. */
  readonly counted = new Set<string>()
  readonly letters = new Set<string>()
  readonly groups: number[] = []
  /** How long a group waited for those before it at most, in ms. */
  waitMax = 0
  readonly #deps: Deps
  readonly #groupMs: GroupMs
  #busyUntil = 0

  constructor(deps: Deps, groupMs: GroupMs) {
    this.#deps = deps
    this.#groupMs = groupMs
  }

  readonly forward: Forward = async (events) => {
    const { clock } = this.#deps
    const { mood } = this
    const begins = Math.max(clock.now(), this.#busyUntil)
    const waits = begins - clock.now()
    this.waitMax = Math.max(this.waitMax, waits)
    const isCounted = mood === 'well' || mood === 'forgets to say'
    if (isCounted) this.#busyUntil = begins + this.#groupMs(events.length)
    const takesMs = mood === 'hangs' ? FORWARD_MS : this.#busyUntil - clock.now()
    await clock.sleep(Math.min(FORWARD_MS, Math.max(1, takesMs)))
    // A bad event spoils its group, whatever the mood.
    const isSpoiled = events.some(({ event_type }) => event_type === BAD)
    if (isCounted && !isSpoiled) {
      this.groups.push(events.length)
      for (const event of events) this.counted.add(idOf(event))
    }
    if (isSpoiled) throw new UpstreamError('refused', { status: 400 })
    if (mood !== 'well') throw new UpstreamError(mood, FAILED[mood])
  }

  /** What of the database the pingbacks use: its dead letters. */
  readonly db = {
    prepare: (sql: string) => ({ bind: (text: string) => ({ sql, text }) }),
    batch: async ([{ text }]: [{ text: string }]) => {
      await takes(this.#deps, [5, 40], 'none')
      for (const { event } of JSON.parse(text)) this.letters.add(idOf(event))
    },
  } as unknown as NonNullable<SinkBindings['DB']>
}

/** The type of an event that no upstream takes. */
export const BAD = 'BAD'

export const idOf = ({ analytics_response_payload }: PingbackEvent): string => analytics_response_payload
