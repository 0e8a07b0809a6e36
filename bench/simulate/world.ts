import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { isRecord } from '../../worker/provider/page.ts'
import type { Clock } from './clock.ts'
import { type Around, IsolateSim, POLICY, type Policy } from './isolate.ts'
import { LibrarySim } from './library.ts'
import { CountingSim, type GroupMs, idOf, QueueSim } from './pingbacks.ts'
import type { Random } from './random.ts'
import { Counts, EdgeSim, KvSim, LimitSim } from './stores.ts'
import { UpstreamSim } from './upstream.ts'

/** What is promised (`docs/threats.md`, Caching), in ms: how old an answer may be, and how long a takedown takes to be everywhere. */
const PROMISED_MS = {
  fresh: 60_000,
  stale: 3_600_000,
  failure: 6000,
  tooFast: 20_000,
  takedown: 10_000,
} as const

/** A promise that was broken. */
export type Broken = { promise: 'age' | 'asked twice' | 'lost event' | 'takedown'; says: string }

type Setup = {
  clock: Clock
  random: Random
  centres: number
  /** Calls of the upstream that a data centre may make in a minute. */
  budget?: number
  groupMs?: GroupMs
  policy?: Policy
}

type Centre = { around: Around; isolates: IsolateSim[] }

/** Data centres with their isolates and stores, around the Worker's own policy code. It checks each answer against the promises. */
export class World {
  readonly counts = new Counts()
  readonly kv: KvSim
  readonly upstream: UpstreamSim
  readonly library: LibrarySim
  readonly queue: QueueSim
  readonly counting: CountingSim
  readonly broken: Broken[] = []
  /** ms. How old each answer was. */
  readonly ages: number[] = []
  readonly #clock: Clock
  readonly #random: Random
  readonly #centres: Centre[]
  readonly #accepted = new Set<string>()
  #made = 0

  constructor({ clock, random, centres, budget = 1200, groupMs = () => 50, policy = POLICY }: Setup) {
    const { counts } = this
    const deps = { clock, random, counts }
    this.#clock = clock
    this.#random = random
    this.kv = new KvSim(deps)
    const shared = {
      upstream: new UpstreamSim(deps),
      library: new LibrarySim(deps),
      queue: new QueueSim(deps, (handle) => this.#consume(handle)),
      counting: new CountingSim(deps, groupMs),
    }
    this.upstream = shared.upstream
    this.library = shared.library
    this.queue = shared.queue
    this.counting = shared.counting
    this.#centres = Array.from({ length: centres }, (_, centre) => {
      const own = { edge: new EdgeSim(deps), kv: this.kv.view(), limit: new LimitSim(deps, budget) }
      return { isolates: [], around: { centre, ...own, ...shared, counts, policy } }
    })
  }

  /** The isolate at this place of a data centre; starts one if needed. */
  isolate(at: number, place: number): IsolateSim {
    const { isolates, around } = this.#centreAt(at)
    const known = isolates[place]
    if (known) return known
    const made = new IsolateSim(++this.#made, around)
    isolates[place] = made
    return made
  }

  edge = (at: number): EdgeSim => this.#centreAt(at).around.edge

  #centreAt(at: number): Centre {
    return this.#centres[at % this.#centres.length] as Centre
  }

  /** A visitor opens an item. */
  async visit(isolate: IsolateSim, id: string): Promise<void> {
    const began = this.#clock.now()
    const removed = this.library.knowable(id) ?? 0
    try {
      const { body, state } = await isolate.gif(id, 'all')
      if (isolate.isDead) return
      const { data } = body.page
      const askedAt = isRecord(data) ? Number(data.askedAt) : Number.NaN
      this.ages.push(this.#clock.now() - askedAt)
      this.counts.add('view')
      const limit = state === 'stale' ? PROMISED_MS.stale : PROMISED_MS.fresh
      // An answer was within its time when it was asked for.
      if (!(began - askedAt <= limit)) this.#break('age', `${id}: ${state}, ${began - askedAt} ms`)
      if (removed > PROMISED_MS.takedown) this.#break('takedown', `${id}: shown after ${removed} ms`)
    } catch (error) {
      if (!isolate.isDead) this.#checkFailure(error)
    }
  }

  #checkFailure(error: unknown): void {
    this.counts.add('failed view')
    const { state, age = 0, status } = error as { state?: string; age?: number; status?: number }
    const limit = status === 429 ? PROMISED_MS.tooFast : PROMISED_MS.failure
    if (state === 'error' && age * 1000 > limit) this.#break('age', `a failure ${status}, ${age} s`)
    if (!(error instanceof Error) || error instanceof TypeError) throw error
  }

  /** A visitor's browser loads an item's picture. */
  async picture(isolate: IsolateSim, id: string): Promise<void> {
    const removed = this.library.knowable(id) ?? 0
    const isShown = await isolate.picture(id).catch(() => false)
    if (isolate.isDead) return
    this.counts.add('picture')
    if (isShown && removed > PROMISED_MS.takedown)
      this.#break('takedown', `${id}: picture after ${removed} ms`)
  }

  /** A visitor's browser sends events; those that are accepted must not be lost. */
  async send(isolate: IsolateSim, events: PingbackEvent[]): Promise<void> {
    const isAccepted = await isolate.accept(events).then(
      () => true,
      () => false,
    )
    if (isolate.isDead) return
    this.counts.add(isAccepted ? 'accepted' : 'refused', events.length)
    if (isAccepted) for (const event of events) this.#accepted.add(idOf(event))
  }

  /** An isolate dies with all that it was doing. */
  kill(at: number, place: number): void {
    const { isolates } = this.#centreAt(at)
    const isolate = isolates[place]
    if (!isolate) return
    isolate.isDead = true
    this.upstream.forget(isolate.id)
    delete isolates[place]
  }

  /** An isolate of this place gets no more requests, and ends what it is doing. */
  replace(at: number, place: number): void {
    delete this.#centreAt(at).isolates[place]
  }

  /** New isolates get all requests from now on; the old ones end what they are doing. */
  deploy(): void {
    for (const { isolates } of this.#centres) isolates.length = 0
  }

  #consume(handle: (deliver: IsolateSim['deliver']) => Promise<void>): void {
    const isolate = this.isolate(this.#random.between(0, this.#centres.length - 1), 0)
    handle((batch) => isolate.deliver(batch)).catch(() => this.counts.add('failed batch'))
  }

  /** Everything works again, and the queue empties; then what is missing is lost. */
  async end(): Promise<void> {
    this.upstream.mood = 'well'
    this.counting.mood = 'well'
    this.queue.fault = 'none'
    for (let minute = 0; minute < HOURS_MAX * 60 && this.queue.depth > 0; minute++)
      await this.#clock.runUntil(this.#clock.now() + 60_000)
    const { counted, letters } = this.counting
    const dead = new Set(this.queue.dead.flatMap(({ body }) => body.map(idOf)))
    const lost = [...this.#accepted].filter((id) => !counted.has(id) && !letters.has(id) && !dead.has(id))
    if (lost.length > 0) this.#break('lost event', `${lost.length} of ${this.#accepted.size}`)
    for (const { key, at } of this.upstream.twice) this.#break('asked twice', `${key} at ${at}`)
  }

  #break(promise: Broken['promise'], says: string): void {
    this.broken.push({ promise, says })
  }
}

/** The queue's longest wait doubles to a quarter of an hour, and up to twice that by chance. */
const HOURS_MAX = 4
