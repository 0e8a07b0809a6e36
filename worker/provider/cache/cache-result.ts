import type { UpstreamError } from '../../../shared/errors.ts'
import type { Outcome } from './entry.ts'
import type { CachedFailure, Copy } from './envelope.ts'
import { toError } from './stored-failure.ts'

/** A read that came to a copy. */
export type CacheResult = {
  body: string
  /** The value of `x-cache`. */
  state: 'hit' | 'miss' | 'stale'
  /** Seconds since the request to the upstream. */
  age: number
  /** Seconds until the copy expires. */
  freshFor: number
  /** What a function makes of the body: made once per copy and shared, so nobody may change it. */
  parsed: <T>(parse: (body: string) => T) => T
}

/** A failed read. `error`: the failure was stored, and is `age` seconds old; no upstream was called this time. */
export type ReadFailure = UpstreamError & { state: 'miss' | 'error'; age: number }

const wholeSeconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))

/** Makes the function that turns an outcome into a result, or throws it. Parsed bodies live as long as their copy. */
export function createResults(now: () => number) {
  const memos = new WeakMap<Copy, Map<unknown, unknown>>()

  return function resultOf(outcome: Outcome): CacheResult {
    if (!outcome.copy) throw failureOf(outcome.failure, outcome.state, now())
    const { copy, state } = outcome
    return {
      body: copy.body,
      state,
      age: wholeSeconds(now() - copy.t0),
      freshFor: wholeSeconds(copy.soft - now()),
      parsed: <T>(parse: (body: string) => T): T => {
        const made = memos.get(copy) ?? new Map<unknown, unknown>()
        memos.set(copy, made)
        if (!made.has(parse)) made.set(parse, parse(copy.body))
        return made.get(parse) as T
      },
    }
  }
}

function failureOf({ err, t0, soft }: CachedFailure, state: 'miss' | 'error', now: number): ReadFailure {
  const mayRetry = err.status === 429 || err.status === 503
  const retryAfter = mayRetry ? Math.ceil((soft - now) / 1000) : undefined
  return Object.assign(toError(err, retryAfter), { state, age: wholeSeconds(now - t0) })
}
