import type { Call } from '../calls/call.ts'
import {
  ERROR_FETCHING,
  JsonParseError,
  LIBRARY_TAG,
  SyntheticResponseError,
  serverMessage,
  UpstreamError,
} from '../errors.ts'
import { jsonOrNothing, parseJson } from '../net/parse-json.ts'
import { retryAfterOf } from '../net/retry-after.ts'
import { SDK_HEADERS } from '../net/sdk-headers.ts'
import { callRequest } from './call-request.ts'

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
 * Checks a provider's response and returns its body: it must be OK, JSON, and have a `response_id` (§7).
 * @param path names the call in error messages; without its query, which may contain the key.
 * @param publicMessage makes of the provider's own message what may be shown of it; '' for our own words.
 * @throws UpstreamError, JsonParseError or SyntheticResponseError, with the texts of §8.
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
