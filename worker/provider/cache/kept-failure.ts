import * as v from 'valibot'
import { AppError, type ErrorKind, SyntheticResponseError, UpstreamError } from '../../../shared/errors.ts'

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
  'rate-limited',
  'upstream',
  'synthetic',
  'not-implemented',
  'unavailable',
] as const satisfies ErrorKind[]

export const KeptFailureSchema = v.object({
  kind: v.picklist(KINDS),
  status: v.optional(v.number()),
  statusText: v.optional(v.string()),
  message: v.string(),
})

/** A failure as plain data: errors are remade from it, since an Error itself survives neither storage nor sharing. */
export type KeptFailure = v.InferOutput<typeof KeptFailureSchema>

// `docs/threats.md`, F3. It also bounds what a hostile upstream can make us keep.
const MESSAGE_MAX = 200

/** What a load threw, as data. Whatever is no error of ours counts as a network failure. */
export function keepFailure(error: unknown): KeptFailure {
  const message = error instanceof Error ? error.message.slice(0, MESSAGE_MAX) : 'network failure'
  if (error instanceof UpstreamError) {
    return { kind: error.kind, status: error.status, statusText: error.statusText, message }
  }
  if (error instanceof AppError) return { kind: error.kind, message }
  // A runtime's text can list URLs with their query, and so the key (`docs/measurements.md`, M2).
  return { kind: 'upstream', message: message.replace(/https?:\/\/\S+/g, '…') }
}

/** The error again, typed as it was thrown. */
export function remakeError(failure: KeptFailure, retryAfter?: number): UpstreamError {
  if (failure.kind === 'synthetic') return new SyntheticResponseError()
  return new UpstreamError(failure.message, { ...failure, retryAfter })
}

/** Removed, unknown or blocked: what we hold of it must vanish. */
export const isGone = ({ kind, status }: KeptFailure): boolean =>
  kind === 'not-found' || kind === 'removed' || status === 404 || status === 410 || status === 451

const OUTAGES: ReadonlySet<ErrorKind> = new Set(['upstream', 'synthetic', 'unavailable', 'rate-limited'])

/**
 * The upstream is unwell and says nothing about the content: an older copy may stand in, and the breaker counts it.
 * No status: network or timeout; 2xx: malformed or synthetic. A refusal (401, 403) is an answer, not an outage.
 */
export const isOutage = ({ kind, status }: KeptFailure): boolean =>
  OUTAGES.has(kind) && (status === undefined || status < 300 || status === 429 || status >= 500)

/** The upstream does not answer at all, or only with 5xx: what the breaker counts. A bad answer is still an answer. */
export const isDown = ({ kind, status }: KeptFailure): boolean =>
  kind === 'upstream' && (status === undefined || status >= 500)
