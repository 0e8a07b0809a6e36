import * as v from 'valibot'
import type { Call } from '../calls/call.ts'
import {
  ERROR_FETCHING,
  type ErrorKind,
  JsonParseError,
  KIND_OF_STATUS,
  LIBRARY_TAG,
  SyntheticResponseError,
  serverMessage,
  UpstreamError,
} from '../errors.ts'
import { retryAfterOf, SDK_HEADERS } from '../net/headers.ts'
import { jsonOrNothing, parseJson } from '../net/parse-json.ts'
import { networkFailure } from '../net/transport.ts'
import { callRequest } from './request.ts'

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
class HttpError extends UpstreamError {
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
class PublicApiError extends ResponseError {
  override readonly name = 'PublicApiError'

  constructor(response: Response, details: unknown) {
    super(response, details, serverMessage(details) || PUBLIC_API_ERROR)
  }
}

/**
 * Parses a response by the call's schema. Returns `undefined` for 202, 204 and calls without a response body (§8).
 * @throws ApiError, PublicApiError or HttpError for an error status, JsonParseError, UpstreamError for another shape.
 */
export async function readResponse(call: Call, response: Response, path: string): Promise<unknown> {
  if (response.ok && (call.responseType === 'none' || response.status === 202 || response.status === 204)) {
    await response.body?.cancel()
    return undefined
  }
  const text = await responseText(response)
  if (!response.ok) throw errorOf(call, response, text)
  const body = call.responseType === 'text' ? text : parseJson(text, path, response.status)
  const result = v.safeParse(call.response, body)
  if (result.success) return result.output
  const message = `${LIBRARY_TAG}: the answer of ${path} is not what it should be`
  throw new UpstreamError(message, { status: response.status, kind: 'upstream' })
}

/** Reads the body as text. @throws UpstreamError if the connection breaks. */
export const responseText = (response: Response): Promise<string> =>
  response.text().catch((cause) => {
    throw networkFailure(cause)
  })

// §8: a JSON body becomes an API error's details; any other leaves only the status.
function errorOf(call: Call, response: Response, text: string): HttpError {
  try {
    const details: unknown = JSON.parse(text)
    return call.auth === 'none' ? new PublicApiError(response, details) : new ApiError(response, details)
  } catch {
    return call.auth === 'none' ? new PublicApiError(response, undefined) : new HttpError(response)
  }
}

/** A provider's address and our credentials there. `base` has neither a trailing slash nor a version. */
type ProviderAddress = { base: string; key: string; pingbackId: string }

/** Builds the request of a provider call: its path, its fields, then `api_key` and `pingback_id` (§7). */
export function providerRequest(
  address: ProviderAddress,
  call: Call,
  input: Record<string, unknown>,
  signal?: AbortSignal,
): Request {
  const { base, key, pingbackId } = address
  return callRequest(call, input, {
    base,
    headers: { Accept: 'application/json', ...SDK_HEADERS },
    query: { ...(key && { api_key: key }), pingback_id: pingbackId },
    signal,
  })
}

type PublicMessage = (text: string, status: number) => string

type Head = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'>

/** A response's id is a short token; a longer one is no id. */
const RESPONSE_ID_MAX = 200

/**
 * A provider's body: OK, JSON, with a `response_id` (§7). @throws UpstreamError and its kinds, with the texts of §8
 * @param path for messages, without its query, which may contain the key; `publicMessage` cleans the provider's own
 */
export function checkedBody(head: Head, text: string, path: string, publicMessage: PublicMessage): object {
  if (!head.ok) throw failedResponse(head, serverMessage(jsonOrNothing(text)), publicMessage)
  const body = parseJson(text, path, head.status)
  if (typeof body !== 'object' || body === null) throw new JsonParseError(path, head.status)
  const { meta } = body as { meta?: { response_id?: unknown } }
  const id = meta?.response_id
  if (typeof id !== 'string' || id === '' || id.length > RESPONSE_ID_MAX) throw new SyntheticResponseError()
  return body
}

/** §8 A provider's failure: its own message, where it may be shown, replaces the default; the tag comes first. */
export function failedResponse(
  { status, statusText, headers }: Omit<Head, 'ok'>,
  said: string,
  publicMessage: PublicMessage,
): UpstreamError {
  const own = publicMessage(said, status)
  const message = own ? `${LIBRARY_TAG}: ${own}` : ERROR_FETCHING
  return new UpstreamError(message, { status, statusText, retryAfter: retryAfterOf(headers) })
}
