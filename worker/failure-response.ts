import type { Context } from 'hono'
import { UpstreamError } from '../shared/errors.ts'
import type { App, ResponseClass } from './app-types.ts'
import type { ReadFailure } from './cache/cache-read.ts'
import { type Failure, toFailure } from './errors.ts'
import { FAILURE_CACHE } from './middleware/response-class.ts'

type Answer = (c: Context<App>, failure: Failure) => Response | Promise<Response>

// React and the page's markup load only when a page fails.
const asPage: Answer = async (c, failure) => {
  const { errorPage } = await import('./pages/error-page.tsx')
  return errorPage(c, failure)
}

/** `contract.md`: the envelope of `/v1` and `/v2`. */
const asEnvelope: Answer = (c, { status, message }) =>
  c.json({ data: [], meta: { status, msg: message, response_id: c.var.requestId } }, status)

const asText: Answer = (c, { status, message }) => c.text(message, status)

const asJson: Answer = (c, { status, kind, message }) => c.json({ error: { kind, message } }, status)

const ANSWERS: Record<ResponseClass, Answer> = {
  embed: asPage,
  page: asPage,
  api: asEnvelope,
  pingback: asJson,
  media: asJson,
  static: asText,
  plain: asJson,
}

/** Turns a failure into the answer of its class (`contract.md`, Errors). */
export async function failureResponse(error: unknown, c: Context<App>): Promise<Response> {
  const failure = toFailure(error)
  // A missing file may be there after the next deploy, and our own fault may be gone with the next request.
  const isKept = failure.status !== 500 && c.var.answersAs !== 'static'
  c.header('Cache-Control', isKept ? FAILURE_CACHE : 'no-store')
  if (error instanceof UpstreamError && error.retryAfter) c.header('Retry-After', String(error.retryAfter))
  if (isReadFailure(error)) {
    c.header('x-cache', error.state)
    c.header('Age', String(error.age))
  }
  return ANSWERS[c.var.answersAs ?? 'page'](c, failure)
}

const isReadFailure = (error: unknown): error is ReadFailure =>
  error instanceof UpstreamError && 'state' in error && 'age' in error
