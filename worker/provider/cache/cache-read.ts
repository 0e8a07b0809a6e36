import type { UpstreamError } from '../../../shared/errors.ts'
import type { Bad, Good } from './envelope.ts'
import type { Verdict } from './held.ts'
import { remakeError } from './kept-failure.ts'

export type CacheRead = {
  body: string
  /** What `x-cache` says. */
  state: 'hit' | 'miss' | 'stale'
  /** Seconds since the upstream was asked. */
  age: number
  /** Seconds until the copy expires. */
  freshFor: number
  /** What a function makes of the body, made once per copy. Nobody may change it. */
  parsed: <T>(parse: (body: string) => T) => T
}

/** A failed read: `error` when nobody was asked this time because the failure, of this `age` (s), was known. */
export type ReadFailure = UpstreamError & { state: 'miss' | 'error'; age: number }

const wholeSeconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))

/** Turns a verdict into what the reader gets; parsed bodies live as long as the copy they were made from. */
export function createReader(now: () => number) {
  const memos = new WeakMap<Good, Map<unknown, unknown>>()

  return function readOf(verdict: Verdict): CacheRead {
    if (!verdict.good) throw failureOf(verdict.bad, verdict.state, now())
    const { good, state } = verdict
    return {
      body: good.body,
      state,
      age: wholeSeconds(now() - good.t0),
      freshFor: wholeSeconds(good.soft - now()),
      parsed: <T>(parse: (body: string) => T): T => {
        const made = memos.get(good) ?? new Map<unknown, unknown>()
        memos.set(good, made)
        if (!made.has(parse)) made.set(parse, parse(good.body))
        return made.get(parse) as T
      },
    }
  }
}

function failureOf({ err, t0, soft }: Bad, state: 'miss' | 'error', now: number): ReadFailure {
  const asksToWait = err.status === 429 || err.status === 503
  const retryAfter = asksToWait ? Math.ceil((soft - now) / 1000) : undefined
  return Object.assign(remakeError(err, retryAfter), { state, age: wholeSeconds(now - t0) })
}
