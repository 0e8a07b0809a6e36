import { AppError } from '../../shared/errors.ts'
import { toFailure } from '../http/errors.ts'
import type { Answer } from './ask.ts'

/** `docs/threats.md`, Headers. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

/** How long who asks may keep an answer: §9, and `no-store` for what is picked by chance. */
const KEEP = { minute: 'public, max-age=60', never: 'no-store', failure: 'public, max-age=6' } as const

const RETRY_AFTER_S = 6

// Never empty: an answer without it counts as synthetic with GIPHY's clients (`docs/wire.md`, Know first 3).
const newResponseId = (): string => crypto.randomUUID().replaceAll('-', '')

/** An answer in GIPHY's envelope. */
export function succeeded({ data, pagination }: Answer, cache: 'minute' | 'never'): Response {
  const meta = { status: 200, msg: 'OK', response_id: newResponseId() }
  return Response.json({ data, pagination, meta }, { headers: { ...HEADERS, 'Cache-Control': KEEP[cache] } })
}

/** A failure in GIPHY's envelope. What was not raised on purpose means that the library does not answer (503). */
export function failed(error: unknown, more: Record<string, string> = {}): Response {
  const { status, message } = toFailure(error instanceof AppError ? error : unavailable(error))
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {}
  const meta = { status, msg: message, response_id: newResponseId() }
  const headers = { ...HEADERS, 'Cache-Control': KEEP.failure, ...retry, ...more }
  return Response.json({ data: [], meta }, { status, headers })
}

function unavailable(cause: unknown): AppError {
  console.error('library', cause)
  return new AppError('unavailable', 'The library does not answer', { cause })
}
