import { UpstreamError } from '../../shared/errors.ts'
import { reasonOf } from './run-error.ts'

/** s before each further try where the server names no time: two minutes in all. */
const WAITS_S = [1, 2, 4, 8, 16, 32, 60] as const
/** s: what wants a longer wait is for another run. */
const LONGEST_S = 600

/** Statuses after which the same request may succeed. 408: the line was too slow. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

/** Waits, and tells people why. */
export type Wait = (seconds: number, why: string) => Promise<void>

/** Whether a failure may pass: of the connection, or of a server that says so. */
export const isPassing = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && (error.status === undefined || PASSING.has(error.status))

/**
 * Does the work until it succeeds, at most 8 times; `Retry-After` is respected. The work must make no difference the second time.
 * @throws what the work throws last
 */
export async function persistently<T>(work: () => Promise<T>, wait: Wait): Promise<T> {
  for (const seconds of WAITS_S) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || (error.retryAfter ?? 0) > LONGEST_S) throw error
      await wait(error.retryAfter ?? seconds, reasonOf(error))
    }
  }
  return work()
}
