import type { Call } from '../calls/call.ts'
import {
  ERROR_FETCHING,
  JsonParseError,
  LIBRARY_TAG,
  SyntheticResponseError,
  serverMessage,
  UpstreamError,
} from '../errors.ts'
import { networkFailure } from '../net/network-failure.ts'
import { parseJson } from '../net/parse-json.ts'
import { SDK_HEADERS } from '../net/sdk-headers.ts'
import type { Transport } from '../net/transport.ts'
import { callRequest } from './call-request.ts'

/** Where a provider is and how we introduce ourselves there. `base` has neither a trailing slash nor a version. */
export type ProviderAddress = { base: string; key: string; pingbackId: string }

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

/**
 * Makes a provider call and gives the answer's text once it is known to be good: OK, JSON, with a `response_id` (§7).
 * @throws UpstreamError, JsonParseError or SyntheticResponseError, with the texts of §8; none holds the key.
 */
export async function fetchAnswer(
  transport: Transport,
  address: ProviderAddress,
  call: Call,
  input: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<string> {
  const request = providerRequest(address, call, input, signal)
  const response = await transport(request).catch((cause) => {
    throw networkFailure(cause)
  })
  return providerText(response, new URL(request.url).pathname, address.key)
}

/** A provider's answer as text, once it is known to be good. `key` is what a message must not tell. */
export async function providerText(response: Response, path: string, key: string): Promise<string> {
  const text = await response.text().catch((cause) => {
    throw networkFailure(cause)
  })
  if (!response.ok) throw refusal(response, text, key)
  const answer = parseJson(text, path, response.status)
  if (typeof answer !== 'object' || answer === null) throw new JsonParseError(path, response.status)
  const { meta } = answer as { meta?: { response_id?: unknown } }
  if (typeof meta?.response_id !== 'string' || meta.response_id === '') throw new SyntheticResponseError()
  return text
}

// §8: the server's own message replaces the default, the tag stays in front.
function refusal(response: Response, text: string, key: string): UpstreamError {
  const said = saidBy(text)
  const message = said ? `${LIBRARY_TAG}: ${key ? said.replaceAll(key, '…') : said}` : ERROR_FETCHING
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new UpstreamError(message, { status: response.status, statusText: response.statusText, retryAfter })
}

function saidBy(text: string): string {
  try {
    return serverMessage(JSON.parse(text))
  } catch {
    return ''
  }
}
