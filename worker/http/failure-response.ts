import { RateLimitError, UpstreamError } from '../../shared/errors.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import type { ReadFailure } from '../provider/cache/envelope.ts'
import type { ResponseClass } from './class-headers.ts'
import { type AppContext, JSON_HEADERS, reply, replyJson } from './context.ts'
import { type Failure, type HeaderRecord, type Respond, toFailure } from './errors.ts'
import { findLanguage } from './visitor.ts'

/** Responds with a failure as a page of the site. */
export type FailurePage = (c: AppContext, failure: Failure, headers: HeaderRecord) => Promise<Response>

// The error page's markup is loaded by the first page that fails.
const pages = lazyModule(() => import('./error-page.ts'))

const respondWithNotice: Respond = async (c, failure, headers) => {
  const { errorPage } = await pages()
  knowLanguage(c)
  return errorPage(c, failure, headers)
}

// Without a route nothing has looked for it.
const knowLanguage = (c: AppContext) => {
  if (!c.get('language')) findLanguage(c)
}

/** `/v1` and `/v2`: the provider's own envelope. */
const respondWithEnvelope: Respond = (c, { status, message }, headers) =>
  reply(c, `${envelopeStart(status, message)}${c.get('requestId')}"}}`, status, headers, JSON_HEADERS)

/** The envelope up to the request's id, which is written as it is. */
const envelopeStart = (status: number, msg: string) =>
  `{"data":[],"meta":{"status":${status},"msg":${JSON.stringify(msg)},"response_id":"`

// Loaded by the first failure of a dialect, or of an address that may be one's.
const dialects = lazyModule(() => import('./dialect-failures.ts'))

const respondWithText: Respond = (c, { status, message }, headers) =>
  reply(c, message, status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })

const respondWithJson: Respond = (c, { status, kind, message, detail }, headers) =>
  replyJson(c, { error: { kind, message, ...(detail && { detail }) } }, status, headers)

/** `site`: with the head and the search of the public pages. */
const RESPONDERS: Record<ResponseClass, Respond | 'site'> = {
  embed: respondWithNotice,
  page: 'site',
  people: 'site',
  admin: respondWithNotice,
  api: respondWithEnvelope,
  tenor: async (...failure) => (await dialects()).respondAsTenor(...failure),
  klipy: async (...failure) => (await dialects()).respondAsKlipy(...failure),
  oembed: respondWithJson,
  site: respondWithJson,
  pingback: respondWithEnvelope,
  media: respondWithJson,
  static: respondWithText,
  plain: respondWithJson,
}

/** Makes what responds to an error in the form of the path's response class. `page` draws those of the public pages. */
export const failureResponses =
  (page: FailurePage) =>
  async (error: unknown, c: AppContext): Promise<Response> => {
    const failure = toFailure(error)
    if (c.get('responseClass') === 'site') (await dialects()).findKlipy(c)
    const responseClass = c.get('responseClass') ?? 'page'
    const headers = failureHeaders(error, failure, responseClass)
    const respond = RESPONDERS[responseClass]
    if (respond !== 'site') return respond(c, failure, headers)
    try {
      knowLanguage(c)
      return await page(c, failure, headers)
    } catch (cause) {
      console.error('the page of a failure fails', cause)
      return respondWithNotice(c, failure, headers)
    }
  }

/** What these respond is one person's own, and so are their failures. */
const PERSONAL: ReadonlySet<ResponseClass> = new Set(['site', 'people', 'admin'])

/** Statuses that no cache keeps. */
const NOT_KEPT: ReadonlySet<number> = new Set([401, 403, 500])

/** A failure's headers: how long it may be cached, and whether it came from our own cache. */
export function failureHeaders(error: unknown, failure: Failure, responseClass: ResponseClass): HeaderRecord {
  // A missing file may exist after the next deploy, our own errors may not happen again, and a limit or a right
  // concerns the caller.
  const isCacheable =
    !NOT_KEPT.has(failure.status) && !(error instanceof RateLimitError) && responseClass !== 'static'
  const headers: HeaderRecord = {}
  if (!PERSONAL.has(responseClass)) headers['Cache-Control'] = isCacheable ? 'public, max-age=6' : 'no-store'
  Object.assign(headers, failure.headers)
  if (isReadFailure(error)) Object.assign(headers, { 'x-cache': error.state, Age: String(error.age) })
  const maySay = error instanceof UpstreamError || error instanceof RateLimitError
  if (maySay && error.retryAfter) headers['Retry-After'] = String(error.retryAfter)
  return headers
}

const isReadFailure = (error: unknown): error is ReadFailure =>
  error instanceof UpstreamError && 'state' in error && 'age' in error
