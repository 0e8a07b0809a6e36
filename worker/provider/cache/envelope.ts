import * as v from 'valibot'
import { CACHE_MS } from '../../../shared/limits.ts'
import { type KeptFailure, KeptFailureSchema } from './kept-failure.ts'

/** Raised when an envelope's shape changes: entries of other versions are misses. */
export const ENVELOPE_VERSION = 1

/** How long a copy may stand in for a failing upstream. */
export const STALE_MS = 3_600_000

/** What a 429's `Retry-After` may ask for. */
const RETRY_AFTER_MS = { min: CACHE_MS.error, max: 60_000 } as const

// Machines disagree about the time a little; an entry from further ahead is not believed.
const CLOCK_SKEW_MS = 1000

const times = {
  v: v.literal(ENVELOPE_VERSION),
  t0: v.number(),
  soft: v.number(),
  hard: v.number(),
  bytes: v.number(),
}

const GoodSchema = v.pipe(
  v.object({ ...times, status: v.literal('ok'), body: v.string() }),
  v.check(({ t0, soft, hard }) => soft - t0 <= CACHE_MS.success && hard - t0 <= STALE_MS),
)
const BadSchema = v.pipe(
  v.object({ ...times, status: v.literal('err'), err: KeptFailureSchema }),
  v.check(({ t0, soft }) => soft - t0 <= RETRY_AFTER_MS.max),
)
const EnvelopeSchema = v.union([GoodSchema, BadSchema])

/**
 * An answer in any layer. Times are absolute (ms): `t0` the request's start, `soft` the end of freshness, `hard` of all
 * use. No layer has a clock of its own, so none can restart a lifetime (§9: 60 s for successes, 6 s for errors).
 */
export type Good = v.InferOutput<typeof GoodSchema>
export type Bad = v.InferOutput<typeof BadSchema>
export type Envelope = Good | Bad

export const goodEnvelope = (body: string, t0: number): Good => ({
  v: ENVELOPE_VERSION,
  status: 'ok',
  t0,
  soft: t0 + CACHE_MS.success,
  hard: t0 + STALE_MS,
  body,
  bytes: new TextEncoder().encode(body).byteLength,
})

/** @param retryAfter seconds, heeded for a 429 alone. */
export function badEnvelope(err: KeptFailure, t0: number, retryAfter = 0): Bad {
  const asked = err.status === 429 ? retryAfter * 1000 : 0
  const soft = t0 + Math.min(Math.max(asked, RETRY_AFTER_MS.min), RETRY_AFTER_MS.max)
  return { v: ENVELOPE_VERSION, status: 'err', t0, soft, hard: soft, err, bytes: err.message.length }
}

export const isFresh = (e: Envelope, now: number): boolean => e.t0 <= now + CLOCK_SKEW_MS && now < e.soft

/** A copy of exactly an hour may still stand in. */
export const isUsableStale = (e: Envelope, now: number): boolean =>
  e.t0 <= now + CLOCK_SKEW_MS && now <= e.hard

/** Reads what a layer stored. Broken, foreign or outdated text is a miss. */
export function parseEnvelope(text: string): Envelope | undefined {
  try {
    const result = v.safeParse(EnvelopeSchema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
