import type { Call } from '../../shared/calls/call.ts'

const WINDOW_MS = 10_000
const OPEN_MS = 6_000

/** Of the different requests of 10 s this many must be known, and this share of them down. */
const MIN_REQUESTS = 10
const DOWN_SHARE = 0.5

/** Requests of a family that are remembered: of the window, and those that succeeded last. */
const MAX = { recent: 500, good: 50 } as const

/** How many requests decide whether the upstream is back. One of them must have succeeded before, if there is any. */
const PROBES = 3

/** Seconds until an open breaker lets the next calls through. */
export const OPEN_S = OPEN_MS / 1000

/** What a breaker knows of a call: calls of a family open and close together, a repeated request counts once. */
export type BreakerCall = { family: string; request: string }

/** `half-open`: the next calls decide whether it closes. */
type BreakerState = 'closed' | 'open' | 'half-open'

/** `since`: ms. */
type CircuitState = { state: BreakerState; since: number | undefined }

const WORST = ['open', 'half-open', 'closed'] as const satisfies readonly BreakerState[]

/** The family of a call of the catalogue: its own entry, so that no call closes another. */
export const familyOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** A gateway's word that the service behind it does not respond. Any other status is a response. */
export const isDownStatus = (status: number): boolean => status >= 502 && status <= 504

/** One per upstream. Of a family with 10 requests in 10 s, half of them down, none is made for 6 s; then 3 probes decide (T44). */
export class Breaker {
  readonly #families = new Map<string, Circuit>()

  /** Whether calls of a family are refused. It takes no probe's place. */
  isOpen(family: string): boolean {
    return this.#circuitOf(family).isOpen()
  }

  /** Whether a call may be made. */
  allows({ family, request }: BreakerCall): boolean {
    return this.#circuitOf(family).allows(digest(request))
  }

  /** Whether the upstream as a whole does not respond: a family is open, and no call of any was good within 10 s. */
  isDead(): boolean {
    const all = [...this.#families.values()]
    return all.some((circuit) => circuit.isOpen()) && !all.some((circuit) => circuit.wasGood())
  }

  /** The worst state of all families, and since when (ms). One never opened is closed since no one knows when. */
  state(): CircuitState {
    const all = [...this.#families.values()].map((circuit) => circuit.state())
    const state = WORST.find((each) => all.some((circuit) => circuit.state === each)) ?? 'closed'
    const times = all.flatMap((circuit) => (circuit.state === state ? (circuit.since ?? []) : []))
    if (times.length === 0) return { state, since: undefined }
    // All are closed since the last one closed; one is open since the first one opened.
    return { state, since: state === 'closed' ? Math.max(...times) : Math.min(...times) }
  }

  /** Takes how a call ended. Down: the connection failed, the time was up, or `isDownStatus`. */
  report({ family, request }: BreakerCall, isDown: boolean): void {
    this.#circuitOf(family).report(digest(request), isDown)
  }

  #circuitOf(family: string): Circuit {
    const circuit = this.#families.get(family) ?? new Circuit()
    this.#families.set(family, circuit)
    return circuit
  }
}

/** A family's own; requests are their digests. */
class Circuit {
  // Both in the order of their last report.
  readonly #recent = new Map<number, { at: number; isDown: boolean }>()
  readonly #good = new Set<number>()
  #openUntil: number | undefined
  #changedAt: number | undefined
  #probes = { any: 0, good: 0, failed: 0, until: 0 }

  isOpen(): boolean {
    return this.#openUntil !== undefined && Date.now() < this.#openUntil
  }

  wasGood(): boolean {
    return [...this.#recent.values()].some(({ at, isDown }) => !isDown && Date.now() - at <= WINDOW_MS)
  }

  state(): CircuitState {
    if (this.#openUntil === undefined) return { state: 'closed', since: this.#changedAt }
    return this.isOpen()
      ? { state: 'open', since: this.#changedAt }
      : { state: 'half-open', since: this.#openUntil }
  }

  allows(request: number): boolean {
    return this.#openUntil === undefined || (!this.isOpen() && this.#takesProbe(request))
  }

  report(request: number, isDown: boolean): void {
    const wasGood = this.#good.has(request)
    this.#remember(request, isDown)
    if (this.#openUntil === undefined) {
      if (isDown && this.#isFailing()) this.#open()
      return
    }
    // Calls from before it opened decide nothing.
    if (this.isOpen()) return
    if (!isDown) this.#close()
    else if (wasGood || ++this.#probes.failed === PROBES) this.#open()
  }

  #open(): void {
    this.#changedAt = Date.now()
    this.#openUntil = this.#changedAt + OPEN_MS
    this.#probes = { any: 0, good: 0, failed: 0, until: this.#openUntil }
  }

  #close(): void {
    this.#openUntil = undefined
    this.#changedAt = Date.now()
    this.#recent.clear()
  }

  /** Takes a probe's place, if there is one. Probes that died make room for others after 6 s. */
  #takesProbe(request: number): boolean {
    if (Date.now() >= this.#probes.until) {
      const known = this.#good.size > 0 ? 1 : 0
      this.#probes = { any: PROBES - known, good: known, failed: 0, until: Date.now() + OPEN_MS }
    }
    const place = this.#probes.good > 0 && this.#good.has(request) ? 'good' : 'any'
    if (this.#probes[place] === 0) return false
    this.#probes[place]--
    return true
  }

  #remember(request: number, isDown: boolean): void {
    const now = Date.now()
    this.#good.delete(request)
    if (!isDown) this.#good.add(request)
    dropOldest(this.#good, MAX.good)
    this.#recent.delete(request)
    this.#recent.set(request, { at: now, isDown })
    dropOldest(this.#recent, MAX.recent)
    for (const [old, { at }] of this.#recent) {
      if (now - at <= WINDOW_MS) break
      this.#recent.delete(old)
    }
  }

  #isFailing(): boolean {
    const down = [...this.#recent.values()].filter(({ isDown }) => isDown).length
    return this.#recent.size >= MIN_REQUESTS && down >= this.#recent.size * DOWN_SHARE
  }
}

function dropOldest(
  entries: { size: number; keys(): Iterator<number>; delete(key: number): boolean },
  max: number,
) {
  const { value } = entries.keys().next()
  if (entries.size > max && value !== undefined) entries.delete(value)
}

/** FNV-1a: a request may be long and hold a password, so it is not kept. https://www.rfc-editor.org/rfc/rfc9923 */
function digest(request: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < request.length; at++) hash = Math.imul(hash ^ request.charCodeAt(at), 0x01000193)
  return hash
}
