import { type ErrorKind, KIND_OF_STATUS, serverMessage, UpstreamError } from './errors.ts'
import { retryAfterOf } from './net/retry-after.ts'

/** §8 Public API error default. */
const PUBLIC_API_ERROR = 'Error fetching data from a Public API'

/** The kinds of the site's statuses. 401 and 403 reach the caller here: the credentials are the caller's own. */
const SITE_KINDS: Record<number, ErrorKind> = {
  ...KIND_OF_STATUS,
  401: 'unauthorized',
  403: 'forbidden',
  409: 'conflict',
  413: 'too-large',
  422: 'invalid-input',
  503: 'unavailable',
}

export const siteKind = (status: number): ErrorKind => SITE_KINDS[status] ?? 'upstream'

/** §8 Generic HTTP error, with status and statusText. */
export class HttpError extends UpstreamError {
  override readonly name: string = 'HttpError'

  constructor({ status, statusText, headers }: Response, message?: string) {
    super(message || statusText || `HTTP ${status}`, {
      status,
      statusText,
      retryAfter: retryAfterOf(headers),
      kind: siteKind(status),
    })
  }
}

/** §8 Response error, with response and details; its message is the status text. */
class ResponseError extends HttpError {
  override readonly name: string = 'ResponseError'
  readonly response: Response
  readonly details: unknown

  constructor(response: Response, details: unknown, message?: string) {
    super(response, message)
    this.response = response
    this.details = details
  }
}

/** §8 A site call's non-2xx response with a JSON body. */
export class ApiError extends ResponseError {
  override readonly name = 'ApiError'
}

/** §8 The failure of a call that needs no credentials. */
export class PublicApiError extends ResponseError {
  override readonly name = 'PublicApiError'

  constructor(response: Response, details: unknown) {
    super(response, details, serverMessage(details) || PUBLIC_API_ERROR)
  }
}
