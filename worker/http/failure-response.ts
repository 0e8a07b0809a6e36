import type { Context } from 'hono'
import { UpstreamError } from '../../shared/errors.ts'
import type { App, ResponseClass } from '../app-types.ts'
import type { ReadFailure } from '../provider/cache/cache-result.ts'
import { type Failure, toFailure } from './errors.ts'
import { language } from './language.ts'
import { lazyModule } from './lazy-module.ts'
import { reply, replyJson } from './reply.ts'

type HeaderRecord = Record<string, string>
type Answer = (c: Context<App>, failure: Failure, headers: HeaderRecord) => Response | Promise<Response>

// The page's markup loads only when a page fails.
const pages = lazyModule(() => import('./error-page.ts'))

const asPage: Answer = async (c, failure, headers) => {
  const { errorPage } = await pages()
  // Nobody has asked yet where no route was found.
  if (!c.get('language')) await language(c, async () => {})
  return errorPage(c, failure, headers)
}

/** `/v1` and `/v2`: the provider's own envelope. */
const asEnvelope: Answer = (c, { status, message }, headers) =>
  replyJson(c, { data: [], meta: { status, msg: message, response_id: c.get('requestId') } }, status, headers)

const asText: Answer = (c, { status, message }, headers) =>
  reply(c, message, status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })

const asJson: Answer = (c, { status, kind, message, detail }, headers) =>
  replyJson(c, { error: { kind, message, ...(detail && { detail }) } }, status, headers)

const ANSWERS: Record<ResponseClass, Answer> = {
  embed: asPage,
  page: asPage,
  api: asEnvelope,
  oembed: asJson,
  site: asJson,
  pingback: asEnvelope,
  media: asJson,
  static: asText,
  plain: asJson,
}

/** Turns a failure into the answer of its class; the only place where that happens. */
export function failureResponse(error: unknown, c: Context<App>): Response | Promise<Response> {
  const failure = toFailure(error)
  const responseClass = c.get('responseClass') ?? 'page'
  return ANSWERS[responseClass](c, failure, failureHeaders(error, failure, responseClass))
}

/** How long a failure may be kept, and where it came from. */
export function failureHeaders(error: unknown, failure: Failure, responseClass: ResponseClass): HeaderRecord {
  // A missing file may be there after the next deploy, and our own fault may be gone with the next request.
  const isKept = failure.status !== 500 && responseClass !== 'static'
  const kept = isKept ? 'public, max-age=6' : 'no-store'
  const headers: HeaderRecord = {
    ...(responseClass !== 'site' && { 'Cache-Control': kept }),
    ...failure.headers,
  }
  if (isReadFailure(error)) Object.assign(headers, { 'x-cache': error.state, Age: String(error.age) })
  if (error instanceof UpstreamError && error.retryAfter) headers['Retry-After'] = String(error.retryAfter)
  return headers
}

const isReadFailure = (error: unknown): error is ReadFailure =>
  error instanceof UpstreamError && 'state' in error && 'age' in error
