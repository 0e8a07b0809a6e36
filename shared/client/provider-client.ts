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

/** Where a provider is and how we introduce ourselves there. `base` has neither a trailing slash nor a version. */
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

type Head = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'>

/**
 * The text of a provider's response, once it is known to be good: OK, JSON, with a `response_id` (§7).
 * @param path names the call in a message: without the query, which may hold the key.
 * @param key is taken out of the provider's own message.
 * @throws UpstreamError, JsonParseError or SyntheticResponseError, with the texts of §8.
 */
export function checkedText(head: Head, text: string, path: string, key: string): string {
  if (!head.ok) throw refusal(head, text, key)
  const body = parseJson(text, path, head.status)
  if (typeof body !== 'object' || body === null) throw new JsonParseError(path, head.status)
  const { meta } = body as { meta?: { response_id?: unknown } }
  if (typeof meta?.response_id !== 'string' || meta.response_id === '') throw new SyntheticResponseError()
  return text
}

// §8: the server's own message replaces the default, the tag stays in front.
function refusal({ status, statusText, headers }: Head, text: string, key: string): UpstreamError {
  const words = serverMessage(jsonOrNothing(text))
  const message = words ? `${LIBRARY_TAG}: ${key ? words.replaceAll(key, '…') : words}` : ERROR_FETCHING
  return new UpstreamError(message, { status, statusText, retryAfter: retryAfterOf(headers) })
}
