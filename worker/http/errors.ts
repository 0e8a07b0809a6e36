import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, type ErrorKind, failureOf, MethodError, UpstreamError } from '../../shared/errors.ts'
import { loggedError } from '../report/log-lines.ts'
import type { AppContext } from './context.ts'

/** A failure as a response reports it. It never contains a key, a URL with its query, or a stack. */
export type Failure = {
  kind: ErrorKind | 'internal'
  status: ContentfulStatusCode
  message: string
  /** The message is our own and says what to change, so a page may show it. */
  explains?: boolean
  /** Per field, what is wrong with it. */
  detail?: Readonly<Record<string, string>>
  headers?: Record<string, string>
}

export type HeaderRecord = Record<string, string>

/** Responds with a failure in the form of a class. */
export type Respond = (c: AppContext, failure: Failure, headers: HeaderRecord) => Response | Promise<Response>

/** Failures that may be gone at the next try: their page links to its own address. */
export const isTemporary = (status: number): boolean => TEMPORARY.has(status)

const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 502, 503])

function extraFields(error: AppError): Partial<Failure> {
  if (error instanceof MethodError) return { headers: { Allow: error.allow } }
  // RFC 9110, 11.6.1: a 401 names the scheme that gives access.
  if (error.kind === 'unauthorized') return { headers: { 'WWW-Authenticate': 'Token' } }
  return 'detail' in error && error.detail ? { detail: error.detail as Record<string, string> } : {}
}

/** Gives an error its status and public message. An unexpected error is logged, and its message is replaced. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    const explains = error.kind === 'invalid-input' && !(error instanceof UpstreamError)
    return { ...failureOf(error), explains, ...extraFields(error) }
  }
  // Hono throws it for a body that is not JSON.
  if (error instanceof HTTPException && error.status === 400) {
    return { kind: 'invalid-input', status: 400, message: error.message }
  }
  console.error(loggedError('unexpected', error))
  return { kind: 'internal', status: 500, message: 'Internal error' }
}
