import type { UpstreamError } from '../../../shared/errors.ts'
import { createMade, type Made } from '../../memory/made.ts'
import type { Outcome } from './entry.ts'
import { type CachedFailure, type Copy, textOfCopy, toError } from './envelope.ts'
import { overBudget } from './load-limits.ts'

/** A read that came to a copy. */
export type CacheResult = {
  /** As it is sent. It is shared, so no one may change it. */
  bytes: Uint8Array
  readonly body: string
  /** ms. When the request to the upstream began. */
  t0: number
  /** The value of `x-cache`. */
  state: 'hit' | 'miss' | 'stale'
  /** Seconds since the request to the upstream. */
  age: number
  /** Seconds until the copy expires. */
  freshFor: number
  /** What was made of this copy; it lives as long as the copy. */
  made: Made
}

/** A failed read. `error`: the failure was stored, and is `age` seconds old; no upstream was called this time. */
export type ReadFailure = UpstreamError & { state: 'miss' | 'error'; age: number }

const wholeSeconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))

/**
 * Makes the function that turns a key's outcome into a result, or throws it.
 * @param onMade gets the bytes of everything that was made of a key's copy.
 */
export function createResults(now: () => number, onMade: (key: string, copy: Copy, bytes: number) => void) {
  const known = new WeakMap<Copy, Made>()

  function madeOf(key: string, copy: Copy): Made {
    const found = known.get(copy)
    if (found) return found
    const made = createMade((bytes) => onMade(key, copy, bytes))
    known.set(copy, made)
    return made
  }

  return function resultOf(key: string, outcome: Outcome): CacheResult {
    if (!outcome.copy && outcome.isRefused) throw overBudget()
    if (!outcome.copy) throw failureOf(outcome.failure, outcome.state, now())
    const { copy, state } = outcome
    return {
      bytes: copy.body,
      get body() {
        return textOfCopy(copy)
      },
      t0: copy.t0,
      state,
      age: wholeSeconds(now() - copy.t0),
      freshFor: wholeSeconds(copy.soft - now()),
      made: madeOf(key, copy),
    }
  }
}

function failureOf({ err, t0, soft }: CachedFailure, state: 'miss' | 'error', now: number): ReadFailure {
  const mayRetry = err.status === 429 || err.status === 503
  const retryAfter = mayRetry ? Math.ceil((soft - now) / 1000) : undefined
  return Object.assign(toError(err, retryAfter), { state, age: wholeSeconds(now - t0) })
}
