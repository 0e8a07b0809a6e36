import { type Call, prepareCall } from '../calls/call.ts'
import {
  AppError,
  ERROR_FETCHING,
  JsonParseError,
  LIBRARY_TAG,
  SyntheticResponseError,
  UpstreamError,
} from '../errors.ts'
import { SDK_HEADERS } from './sdk-headers.ts'
import type { Transport } from './transport.ts'

/** Where a provider is and how we introduce ourselves there. `base` has neither a trailing slash nor a version. */
export type ProviderAddress = { base: string; key: string; pingbackId: string }

/** Builds the request of a provider call: its path, its fields, then `api_key` and `pingback_id` (§7). */
export function providerRequest(
  address: ProviderAddress,
  call: Call,
  input: Record<string, unknown>,
  signal?: AbortSignal,
): Request {
  const { path, fields: pairs } = prepareCall(call, input)
  const fields = new URLSearchParams(pairs)
  const url = new URL(address.base + path)
  const body = call.sends === 'form' ? fields : undefined
  if (!body) url.search = fields.toString()
  if (address.key) url.searchParams.set('api_key', address.key)
  url.searchParams.set('pingback_id', address.pingbackId)
  // A redirect is not followed: it could carry the key elsewhere (`hardening.md`, measured behaviour 2).
  return new Request(url, {
    method: call.method,
    headers: { Accept: 'application/json', ...SDK_HEADERS },
    body,
    signal,
    redirect: 'manual',
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
  const text = await response.text().catch((cause) => {
    throw networkFailure(cause)
  })
  if (!response.ok) throw refusal(response, text, address.key)
  const { meta } = parseJson(text, response, new URL(request.url).pathname)
  if (typeof meta?.response_id !== 'string' || meta.response_id === '') throw new SyntheticResponseError()
  return text
}

type Envelope = { message?: unknown; meta?: { msg?: unknown; response_id?: unknown } }

function parseJson(text: string, { status }: Response, path: string): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw new JsonParseError(path, status, { cause })
  }
  throw new JsonParseError(path, status)
}

// §8: the server's own message replaces the default, the tag stays in front.
function refusal(response: Response, text: string, key: string): UpstreamError {
  const said = serverMessage(text)
  const message = said ? `${LIBRARY_TAG}: ${key ? said.replaceAll(key, '…') : said}` : ERROR_FETCHING
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new UpstreamError(message, { status: response.status, statusText: response.statusText, retryAfter })
}

function serverMessage(text: string): string {
  try {
    const { meta, message } = JSON.parse(text) as Envelope
    return [meta?.msg, message].find((said): said is string => typeof said === 'string' && said !== '') ?? ''
  } catch {
    return ''
  }
}

// §8: a network failure carries its own message; but such a text can list URLs with their query (measured).
function networkFailure(cause: unknown): Error {
  if (cause instanceof AppError) return cause
  const said = cause instanceof Error ? cause.message.replace(/https?:\/\/\S+/g, '…') : ''
  return new UpstreamError(`${LIBRARY_TAG}: ${said || 'network failure'}`, {}, { cause })
}
