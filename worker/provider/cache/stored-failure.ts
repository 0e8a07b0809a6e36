import * as v from 'valibot'
import { AppError, type ErrorKind, SyntheticResponseError, UpstreamError } from '../../../shared/errors.ts'
import { isDownStatus } from '../../upstreams/breaker.ts'
import { publicText } from '../../upstreams/public-text.ts'

const KINDS = [
  'invalid-input',
  'query-too-long',
  'unauthorized',
  'forbidden',
  'not-found',
  'removed',
  'conflict',
  'method-not-allowed',
  'too-large',
  'incomplete',
  'rate-limited',
  'upstream',
  'synthetic',
  'not-implemented',
  'unavailable',
] as const satisfies ErrorKind[]

export const StoredFailureSchema = v.object({
  kind: v.picklist(KINDS),
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

/**
 * The upstream is failing, which says nothing about the content: an older copy may replace it.
 * No status: network or timeout; 2xx: malformed or synthetic. A refusal (401, 403) is a response, not an outage.
 */
export const isOutage = ({ kind, status }: StoredFailure): boolean =>
  OUTAGES.has(kind) && (status === undefined || status < 300 || status === 429 || status >= 500)

/** The upstream does not respond: what the breaker counts. A malformed response is still a response. */
export const isDown = ({ kind, status }: StoredFailure): boolean =>
  status === undefined
    ? kind === 'upstream'
    : (kind === 'upstream' || kind === 'unavailable') && isDownStatus(status)
