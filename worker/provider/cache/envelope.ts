import * as v from 'valibot'
import {
  AppError,
  ERROR_KINDS,
  type ErrorKind,
  SyntheticResponseError,
  UpstreamError,
} from '../../../shared/errors.ts'
import { CACHE_MS } from '../../../shared/limits.ts'
import { HOUR_MS } from '../../../shared/time.ts'
import type { Made } from '../../memory.ts'
import { isDownStatus } from '../../upstreams/breaker.ts'
import { publicText } from '../../upstreams/failure.ts'

const StoredFailureSchema = v.object({
  kind: v.picklist(ERROR_KINDS),
  status: v.optional(v.number()),
  statusText: v.optional(v.string()),
  message: v.string(),
})

/** A failure as plain data: an Error itself survives neither storage nor sharing between requests. */
export type StoredFailure = v.InferOutput<typeof StoredFailureSchema>

// `docs/threats.md`, F3. It also bounds what a hostile upstream can make us store.
const MESSAGE_MAX = 200
const STATUS_TEXT_MAX = 64

/** What a load threw, as data. An error that is not ours counts as a network failure. */
export function toStoredFailure(error: unknown): StoredFailure {
  const message = error instanceof Error ? error.message.slice(0, MESSAGE_MAX) : 'network failure'
  if (error instanceof UpstreamError) {
    return {
      kind: error.kind,
      status: error.status,
      statusText: error.statusText?.slice(0, STATUS_TEXT_MAX),
      message,
    }
  }
  if (error instanceof AppError) return { kind: error.kind, message }
  // A runtime's text can list URLs with their query, and so the key (`docs/measurements.md`, M2).
  return { kind: 'upstream', message: publicText(message, []) }
}

/** The error again, of the type that was thrown. @param retryAfter seconds */
export function toError(failure: StoredFailure, retryAfter?: number): UpstreamError {
  if (failure.kind === 'synthetic') return new SyntheticResponseError()
  return new UpstreamError(failure.message, { ...failure, retryAfter })
}

/** Removed, unknown or blocked: our copies of it must vanish. */
export const isGone = ({ kind, status }: StoredFailure): boolean =>
  kind === 'not-found' || kind === 'removed' || status === 404 || status === 410 || status === 451

const OUTAGES: ReadonlySet<ErrorKind> = new Set(['upstream', 'synthetic', 'unavailable', 'rate-limited'])

/** The upstream fails, so an older copy may replace it. No status: the network; 2xx: malformed. A refusal is no outage. */
export const isOutage = ({ kind, status }: StoredFailure): boolean =>
  OUTAGES.has(kind) && (status === undefined || status < 300 || status === 429 || status >= 500)

/** The upstream does not respond: what the breaker counts. A malformed response is still a response. */
export const isDown = ({ kind, status }: StoredFailure): boolean =>
  status === undefined
    ? kind === 'upstream'
    : (kind === 'upstream' || kind === 'unavailable') && isDownStatus(status)

/** Raised when an envelope's shape changes: envelopes of other versions are misses. */
const ENVELOPE_VERSION = 1

/** How long a copy may stand in for a failing upstream. */
const STALE_MS = HOUR_MS

/** The least and the most that a 429's `Retry-After` is heeded for. */
const RETRY_AFTER_MS = { min: CACHE_MS.error, max: 60_000 } as const

// Machines' clocks differ a little.
const CLOCK_SKEW_MS = 1000

const times = {
  v: v.literal(ENVELOPE_VERSION),
  t0: v.number(),
  soft: v.number(),
  hard: v.number(),
  bytes: v.number(),
  version: v.optional(v.number()),
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const CopySchema = v.pipe(
  v.object({ ...times, status: v.literal('ok'), body: v.string() }),
  v.check(({ t0, soft, hard }) => soft - t0 <= CACHE_MS.success && hard - t0 <= STALE_MS),
  v.transform(({ body: text, ...copy }) => {
    const body = encoder.encode(text)
    return { ...copy, body, bytes: body.byteLength }
  }),
)
const FailureSchema = v.pipe(
  v.object({ ...times, status: v.literal('err'), err: StoredFailureSchema }),
  v.check(({ t0, soft }) => soft - t0 <= RETRY_AFTER_MS.max),
)
const EnvelopeSchema = v.union([CopySchema, FailureSchema])

/**
 * A response or a failure, as every layer stores it. Times are absolute (ms), so that no layer restarts a lifetime (§9): `t0`
 * the request's start, `soft` the end of freshness, `hard` of all use. A body is UTF-8, as it is sent. `version`: the library's
 * when the request began.
 */
export type Copy = v.InferOutput<typeof CopySchema>
export type CachedFailure = v.InferOutput<typeof FailureSchema>
export type Envelope = Copy | CachedFailure

export function copyEnvelope(text: string, t0: number, version?: number): Copy {
  const body = encoder.encode(text)
  const times = { t0, soft: t0 + CACHE_MS.success, hard: t0 + STALE_MS }
  return { v: ENVELOPE_VERSION, status: 'ok', ...times, body, bytes: body.byteLength, version }
}

export const textOfCopy = ({ body }: Copy): string => decoder.decode(body)

/** @param retryAfter seconds, heeded for a 429 alone. */
export function failureEnvelope(err: StoredFailure, t0: number, retryAfter = 0): CachedFailure {
  const wanted = err.status === 429 ? retryAfter * 1000 : 0
  const soft = t0 + Math.min(Math.max(wanted, RETRY_AFTER_MS.min), RETRY_AFTER_MS.max)
  return { v: ENVELOPE_VERSION, status: 'err', t0, soft, hard: soft, err, bytes: err.message.length }
}

/** @param ahead ms that it must stay fresh for */
export const isFresh = (e: Envelope, ahead = 0): boolean =>
  e.t0 <= Date.now() + ahead + CLOCK_SKEW_MS && Date.now() + ahead < e.soft

/** A copy of exactly an hour may still be used. */
export const isUsableStale = (e: Envelope): boolean =>
  e.t0 <= Date.now() + CLOCK_SKEW_MS && Date.now() <= e.hard

/** An envelope as an outer layer stores it. */
export const serialize = (e: Envelope): string =>
  JSON.stringify(e.status === 'ok' ? { ...e, body: textOfCopy(e) } : e)

/** Reads what a layer stored. Broken, foreign or outdated text is a miss. */
export function parseEnvelope(text: string): Envelope | undefined {
  try {
    const result = v.safeParse(EnvelopeSchema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

/** One key's entry: the newest copy and, next to it, the newest failure. No copy from before `goneAt` is taken. */
export type CacheEntry = {
  copy?: Copy | undefined
  failure?: CachedFailure | undefined
  goneAt?: number | undefined
}

/** Adds an envelope from a layer or the upstream. One that is already superseded changes nothing: the same entry is returned. */
export function addEnvelope(entry: CacheEntry, e: Envelope): CacheEntry {
  const { copy, failure, goneAt = -Infinity } = entry
  const isOlderThan = (other?: Envelope) => other !== undefined && e.t0 < other.t0
  if (e.status === 'ok') {
    if (isOlderThan(copy) || e.t0 < goneAt) return entry
    // A success ends the failure it comes after; a timeout and its late response have the same `t0`.
    return { ...entry, copy: e, failure: failure && failure.t0 > e.t0 ? failure : undefined }
  }
  if (isOlderThan(copy) || isOlderThan(failure)) return entry
  return isGone(e.err) ? { failure: e, goneAt: e.t0 } : { ...entry, failure: e }
}

/** What a read comes to: a copy or a failure, and its source as `x-cache` names it. */
export type CacheOutcome = (
  | { copy: Copy; state: 'hit' | 'miss' | 'stale' }
  | { copy?: undefined; failure: CachedFailure; state: 'miss' | 'error' }
) & {
  /** The upstream was not called, because of who reads. Others who wait for this outcome must not get it. */
  isRefused?: boolean
}

/** After a failure: a copy of at most an hour is used, unless the failure says something about the content. */
export function afterFailure(
  copy: Copy | undefined,
  failure: CachedFailure,
  state: 'miss' | 'error',
): CacheOutcome {
  if (copy && isOutage(failure.err) && isUsableStale(copy)) return { copy, state: 'stale' }
  return { failure, state }
}

/**
 * What an entry comes to; undefined where a lower layer could have better.
 * @param version what the copy must be of at least @param ahead ms the copy must stay fresh for
 */
export function outcomeOf({ copy, failure }: CacheEntry, version = 0, ahead = 0): CacheOutcome | undefined {
  if (copy && isFresh(copy, ahead) && (copy.version ?? 0) >= version) return { copy, state: 'hit' }
  if (!failure || !isFresh(failure)) return undefined
  // An outage without a copy here: a lower layer may have one.
  return copy || !isOutage(failure.err) ? afterFailure(copy, failure, 'error') : undefined
}

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

/** A class, since an object with a getter takes several times as long to make, and each read makes one. */
export class CopyResult implements CacheResult {
  readonly bytes: Uint8Array
  readonly t0: number
  readonly age: number
  readonly freshFor: number
  readonly state: CacheResult['state']
  readonly made: Made
  readonly #copy: Copy

  constructor(copy: Copy, state: CacheResult['state'], made: Made) {
    const now = Date.now()
    this.#copy = copy
    this.state = state
    this.made = made
    this.bytes = copy.body
    this.t0 = copy.t0
    this.age = wholeSeconds(now - copy.t0)
    this.freshFor = wholeSeconds(copy.soft - now)
  }

  get body(): string {
    return textOfCopy(this.#copy)
  }
}

/** A failed read. `error`: the failure was stored, and is `age` seconds old; no upstream was called this time. */
export type ReadFailure = UpstreamError & { state: 'miss' | 'error'; age: number }

export const wholeSeconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))

/** A failure as it is thrown. */
export function thrownFailure({ err, t0, soft }: CachedFailure, state: 'miss' | 'error'): ReadFailure {
  const mayRetry = err.status === 429 || err.status === 503
  const retryAfter = mayRetry ? Math.ceil((soft - Date.now()) / 1000) : undefined
  return Object.assign(toError(err, retryAfter), { state, age: wholeSeconds(Date.now() - t0) })
}
