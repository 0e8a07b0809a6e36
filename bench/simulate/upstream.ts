import { SyntheticResponseError, UpstreamError } from '../../shared/errors.ts'
import { READ_MS } from '../../worker/provider/cache/flights.ts'
import type { Deps } from './stores.ts'

/** What the provider does: responds, responds late or never, refuses, or sends something unreadable. */
export const MOODS = ['well', 'slow', 'hangs', 'down', 'too fast', 'lies'] as const
export type Mood = (typeof MOODS)[number]

const SLOW_MS = 4000
/** ms after which our own deadline ends a call (`worker/upstreams/upstreams.ts`). */
const DEADLINE_MS = 20_000

const FAILURES = {
  down: () => new UpstreamError('down', { status: 503 }),
  'too fast': () => new UpstreamError('too fast', { status: 429, retryAfter: 20 }),
  lies: () => new SyntheticResponseError(),
  hangs: () => new UpstreamError('late'),
} as const

/** Who asks, and for what. `isForced`: staff's own refresh, which calls in any case. */
export type Asking = { centre: number; isolate: number; key: string; isForced: boolean }

type Call = Asking & { at: number }

/** The provider: what it answers says when it was asked. It notes who asks for the same at once. */
export class UpstreamSim {
  mood: Mood = 'well'
  /** Calls for a key that the same isolate had asked for less than a read's time before, and was still waiting for. */
  twice: Call[] = []
  readonly #deps: Deps
  readonly #calls = new Set<Call>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async ask(asking: Asking): Promise<string> {
    const { clock, random, counts } = this.#deps
    const call = { ...asking, at: clock.now() }
    this.#note(call)
    counts.add('upstream call')
    this.#calls.add(call)
    try {
      const { mood } = this
      await clock.sleep(mood === 'slow' ? SLOW_MS : mood === 'hangs' ? DEADLINE_MS : random.between(30, 300))
      if (mood !== 'well' && mood !== 'slow') throw FAILURES[mood]()
      const data = { id: asking.key, askedAt: call.at }
      return JSON.stringify({ data, meta: { response_id: 'simulated' } })
    } finally {
      this.#calls.delete(call)
    }
  }

  #note(call: Call): void {
    if (call.isForced) return
    const others = [...this.#calls].filter(
      ({ centre, key, at, isForced }) =>
        !isForced && centre === call.centre && key === call.key && call.at - at < READ_MS,
    )
    if (others.some(({ isolate }) => isolate === call.isolate)) this.twice.push(call)
    else if (others.length > 0) this.#deps.counts.add('upstream call at once with another isolate')
  }

  /** Who died waits no more. */
  forget(isolate: number): void {
    for (const call of this.#calls) if (call.isolate === isolate) this.#calls.delete(call)
  }
}
