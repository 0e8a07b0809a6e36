const FAILURES = 5
const WINDOW_MS = 10_000
const OPEN_MS = 6_000

/** Seconds until an open breaker lets the next call through. */
export const OPEN_S = OPEN_MS / 1000

/** One per upstream: after 5 failures in a row within 10 s no call is made for 6 s; then one call, the probe, decides. */
export function createBreaker(now: () => number) {
  let failedAt: number[] = []
  let openUntil: number | undefined

  return {
    /** Whether a call may be made. The first one after the 6 s is the probe: all others wait for its outcome. */
    allows(): boolean {
      if (openUntil === undefined) return true
      if (now() < openUntil) return false
      openUntil = now() + OPEN_MS
      return true
    },

    report(isHealthy: boolean): void {
      if (isHealthy) {
        failedAt = []
        openUntil = undefined
        return
      }
      failedAt = [...failedAt, now()].slice(-FAILURES)
      const [first = 0] = failedAt
      const isRun = failedAt.length === FAILURES && now() - first <= WINDOW_MS
      if (isRun || openUntil !== undefined) openUntil = now() + OPEN_MS
    },
  }
}

export type Breaker = ReturnType<typeof createBreaker>
