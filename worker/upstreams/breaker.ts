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
export type BreakerState = 'closed' | 'open' | 'half-open'

const WORST = ['open', 'half-open', 'closed'] as const satisfies readonly BreakerState[]

/** The family of a call of the catalogue: its own entry, so that no call closes another. */
export const familyOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`

/** A gateway's word that the service behind it does not respond. Any other status is a response. */
export const isDownStatus = (status: number): boolean => status >= 502 && status <= 504

/**
 * One per upstream. Where half of a family's different requests, and at least 10, were down within 10 s, no call of this
 * family is made for 6 s; then three calls, the probes, decide (T44).
 */
export function createBreaker(now: () => number) {
  const families = new Map<string, Circuit>()

  function circuitOf(family: string): Circuit {
    const circuit = families.get(family) ?? createCircuit(now)
    families.set(family, circuit)
    return circuit
  }

  return {
    /** Whether calls of a family are refused. It takes no probe's place. */
    isOpen: (family: string): boolean => circuitOf(family).isOpen(),

    /** Whether a call may be made. */
    allows: ({ family, request }: BreakerCall): boolean => circuitOf(family).allows(digest(request)),

    /** Whether the upstream as a whole does not respond: a family is open, and no call of any was good within 10 s. */
    isDead(): boolean {
      const all = [...families.values()]
      return all.some((circuit) => circuit.isOpen()) && !all.some((circuit) => circuit.wasGood())
    },

    /** The worst state of all families, and since when (ms). One never opened is closed since no one knows when. */
    state(): { state: BreakerState; since: number | undefined } {
      const all = [...families.values()].map((circuit) => circuit.state())
      const state = WORST.find((each) => all.some((circuit) => circuit.state === each)) ?? 'closed'
      const times = all.flatMap((circuit) => (circuit.state === state ? (circuit.since ?? []) : []))
      if (times.length === 0) return { state, since: undefined }
      // All are closed since the last one closed; one is open since the first one opened.
      return { state, since: state === 'closed' ? Math.max(...times) : Math.min(...times) }
    },

    /** Takes how a call ended. Down: the connection failed, the time was up, or `isDownStatus`. */
    report({ family, request }: BreakerCall, isDown: boolean): void {
      circuitOf(family).report(digest(request), isDown)
    },
  }
}

export type Breaker = ReturnType<typeof createBreaker>

type Circuit = ReturnType<typeof createCircuit>

function createCircuit(now: () => number) {
  // Both in the order of their last report.
  const recent = new Map<number, { at: number; isDown: boolean }>()
  const good = new Set<number>()
  let openUntil: number | undefined
  let changedAt: number | undefined
  let probes = { any: 0, good: 0, failed: 0, until: 0 }

  function open(): void {
    openUntil = now() + OPEN_MS
    changedAt = now()
    probes = { any: 0, good: 0, failed: 0, until: openUntil }
  }

  function close(): void {
    openUntil = undefined
    changedAt = now()
    recent.clear()
  }

  /** Takes a probe's place, if there is one. Probes that died make room for others after 6 s. */
  function takesProbe(request: number): boolean {
    if (now() >= probes.until) {
      const known = good.size > 0 ? 1 : 0
      probes = { any: PROBES - known, good: known, failed: 0, until: now() + OPEN_MS }
    }
    const place = probes.good > 0 && good.has(request) ? 'good' : 'any'
    if (probes[place] === 0) return false
    probes[place]--
    return true
  }

  function remember(request: number, isDown: boolean): void {
    good.delete(request)
    if (!isDown) good.add(request)
    dropOldest(good, MAX.good)
    recent.delete(request)
    recent.set(request, { at: now(), isDown })
    dropOldest(recent, MAX.recent)
    for (const [old, { at }] of recent) {
      if (now() - at <= WINDOW_MS) break
      recent.delete(old)
    }
  }

  function isFailing(): boolean {
    const down = [...recent.values()].filter(({ isDown }) => isDown).length
    return recent.size >= MIN_REQUESTS && down >= recent.size * DOWN_SHARE
  }

  return {
    isOpen: (): boolean => openUntil !== undefined && now() < openUntil,

    wasGood: (): boolean => [...recent.values()].some(({ at, isDown }) => !isDown && now() - at <= WINDOW_MS),

    state(): { state: BreakerState; since: number | undefined } {
      if (openUntil === undefined) return { state: 'closed', since: changedAt }
      return now() < openUntil
        ? { state: 'open', since: changedAt }
        : { state: 'half-open', since: openUntil }
    },

    allows: (request: number): boolean =>
      openUntil === undefined || (now() >= openUntil && takesProbe(request)),

    report(request: number, isDown: boolean): void {
      const wasGood = good.has(request)
      remember(request, isDown)
      if (openUntil === undefined) {
        if (isDown && isFailing()) open()
        return
      }
      // Calls from before it opened decide nothing.
      if (now() < openUntil) return
      if (!isDown) close()
      else if (wasGood || ++probes.failed === PROBES) open()
    },
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
