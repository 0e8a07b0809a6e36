import { AppError, failureOf } from '../shared/errors.ts'
import type { CallResult } from './call-handler.ts'

/** `docs/threats.md`, Headers. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const

/** How long a client may cache a response (§9); `no-store` for random picks. */
const CACHE_CONTROL = {
  minute: 'public, max-age=60',
  never: 'no-store',
  failure: 'public, max-age=6',
} as const

const RETRY_AFTER_S = 6

// Never empty: GIPHY's clients treat a response without it as synthetic (`docs/wire.md`, Know first 3).
export const newResponseId = (): string => crypto.randomUUID().replaceAll('-', '')

/** The `meta` of a success. */
export const successMeta = (responseId = newResponseId()) => ({
  status: 200,
  msg: 'OK',
  response_id: responseId,
})

/** A result in GIPHY's envelope. */
export function successResponse(
  { data, pagination, searched_for }: CallResult,
  cache: 'minute' | 'never',
  responseId: string,
): Response {
  return Response.json(
    { data, pagination, meta: { ...successMeta(responseId), searched_for } },
    { headers: { ...HEADERS, 'Cache-Control': CACHE_CONTROL[cache] } },
  )
}

/** An error in GIPHY's envelope. Any error that is not an AppError is a failure of the library (503). */
export function errorResponse(error: unknown, more: Record<string, string> = {}): Response {
  const { status, message } = failureOf(error instanceof AppError ? error : unavailable(error))
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': String(RETRY_AFTER_S) } : {}
  const meta = { status, msg: message, response_id: newResponseId() }
  const headers = { ...HEADERS, 'Cache-Control': CACHE_CONTROL.failure, ...retry, ...more }
  return Response.json({ data: [], meta }, { status, headers })
}

function unavailable(cause: unknown): AppError {
  console.error('library', cause)
  return new AppError('unavailable', 'The library does not answer', { cause })
}
