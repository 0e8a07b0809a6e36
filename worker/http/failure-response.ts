import type { Context } from 'hono'
import { RateLimitError, UpstreamError } from '../../shared/errors.ts'
import type { App, ResponseClass } from '../app-types.ts'
import type { ReadFailure } from '../provider/cache/cache-result.ts'
import { type Failure, toFailure } from './errors.ts'
import { language } from './language.ts'
import { lazyModule } from './lazy-module.ts'
import { reply, replyJson } from './reply.ts'

type HeaderRecord = Record<string, string>
type Respond = (c: Context<App>, failure: Failure, headers: HeaderRecord) => Response | Promise<Response>

/** Responds with a failure as a page of the site. */
export type FailurePage = (c: Context<App>, failure: Failure, headers: HeaderRecord) => Promise<Response>

// The error page's markup is loaded by the first page that fails.
const pages = lazyModule(() => import('./error-page.ts'))

const respondWithNotice: Respond = async (c, failure, headers) => {
  const { errorPage } = await pages()
  await findLanguage(c)
  return errorPage(c, failure, headers)
}

// Without a route the language middleware has not run.
const findLanguage = async (c: Context<App>) => {
  if (!c.get('language')) await language(c, async () => {})
}

/** `/v1` and `/v2`: the provider's own envelope. */
const respondWithEnvelope: Respond = (c, { status, message }, headers) =>
  replyJson(c, { data: [], meta: { status, msg: message, response_id: c.get('requestId') } }, status, headers)

/** https://cloud.google.com/apis/design/errors: the names that Tenor's clients know; any other status is one of ours. */
const GOOGLE_STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  410: 'NOT_FOUND',
  414: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

/** Tenor's error body (`docs/wire.md`, Tenor v2). */
const respondAsTenor: Respond = (c, { status, message, detail = {} }, headers) => {
  const fieldViolations = Object.entries(detail).map(([field, description]) => ({ field, description }))
  const details = fieldViolations.length > 0 ? [{ '@type': BAD_REQUEST, fieldViolations }] : []
  const error = { code: status, message, status: GOOGLE_STATUS[status] ?? 'UNAVAILABLE', details }
  return replyJson(c, { error }, status, headers)
}

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** KLIPY's: clients read `message`, or the lists of texts in `errors` (`docs/wire.md`, KLIPY v1). */
const respondAsKlipy: Respond = (c, { status, message, detail = {} }, headers) => {
  const fields = Object.entries(detail).map(([field, text]) => [field, [text]])
  const errors = { message: [message], ...Object.fromEntries(fields) }
  return replyJson(c, { result: false, message, errors }, status, headers)
}

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
  tenor: respondAsTenor,
  klipy: respondAsKlipy,
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
  async (error: unknown, c: Context<App>): Promise<Response> => {
    const failure = toFailure(error)
    const responseClass = c.get('responseClass') ?? 'page'
    const headers = failureHeaders(error, failure, responseClass)
    const respond = RESPONDERS[responseClass]
    if (respond !== 'site') return respond(c, failure, headers)
    try {
      await findLanguage(c)
      return await page(c, failure, headers)
    } catch (cause) {
      console.error('the page of a failure fails', cause)
      return respondWithNotice(c, failure, headers)
    }
  }

/** What these respond is one person's own, and so are their failures. */
const PERSONAL: ReadonlySet<ResponseClass> = new Set(['site', 'people', 'admin'])

/** A failure's headers: how long it may be cached, and whether it came from our own cache. */
export function failureHeaders(error: unknown, failure: Failure, responseClass: ResponseClass): HeaderRecord {
  // A missing file may exist after the next deploy, an error of ours may not happen again, and a limit or a right concerns
  // whoever asks.
  const isCacheable =
    ![401, 403, 500].includes(failure.status) &&
    !(error instanceof RateLimitError) &&
    responseClass !== 'static'
  const cacheControl = isCacheable ? 'public, max-age=6' : 'no-store'
  const headers: HeaderRecord = {
    ...(!PERSONAL.has(responseClass) && { 'Cache-Control': cacheControl }),
    ...failure.headers,
  }
  if (isReadFailure(error)) Object.assign(headers, { 'x-cache': error.state, Age: String(error.age) })
  const maySay = error instanceof UpstreamError || error instanceof RateLimitError
  if (maySay && error.retryAfter) headers['Retry-After'] = String(error.retryAfter)
  return headers
}

const isReadFailure = (error: unknown): error is ReadFailure =>
  error instanceof UpstreamError && 'state' in error && 'age' in error
