import { type AppError, UpstreamError } from '../../shared/errors.ts'
import { withoutSecrets } from '../../shared/net/redact.ts'
import { networkFailure } from '../../shared/net/transport.ts'
import { OPEN_S } from './breaker.ts'

/** Why an upstream gave no whole response. */
export type Fault = {
  name: string
  /** Whether its failures are ours: then one that is late is a sick store, as one that fails is. */
  failsAsOurs?: boolean
  reason: 'unreachable' | 'late' | 'too-large' | 'open'
  /** The response's, where one began. */
  status?: number | undefined
  cause?: unknown
}

const WORDS: Record<Fault['reason'], string> = {
  unreachable: 'could not be reached',
  late: 'did not answer in time',
  'too-large': 'answered with more than is taken',
  open: 'is failing; it is asked again in a few seconds',
}

/** A fault in words of our own: an upstream's may hold its address. `unavailable` for what passes. */
export function serviceFailure({ name, failsAsOurs, reason, status, cause }: Fault): UpstreamError {
  const message = `The ${name} service ${WORDS[reason]}`
  const isPassing = reason === 'open' || (reason === 'late' && failsAsOurs)
  if (!isPassing) return new UpstreamError(message, { status, kind: 'upstream' }, { cause })
  return new UpstreamError(message, { status: 503, kind: 'unavailable', retryAfter: OPEN_S }, { cause })
}

/** §8 A provider's network failure carries that failure's own message, without addresses. */
export function providerFailure(fault: Fault): AppError {
  const { cause } = fault
  if (cause === undefined) return serviceFailure(fault)
  const error = networkFailure(cause)
  return error === cause ? error : new UpstreamError(publicText(error.message, []), {}, { cause })
}

/** Characters that are read of an upstream's message, and that may be shown. */
const MAX = { read: 1000, shown: 200 } as const

/** What tells of an upstream's inside. Each pattern begins at the start of a word, so all of them take linear time. */
const PRIVATE = [
  // A URL of any scheme.
  /(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi,
  // `api_key=…`, `"token": "…"`, `Bearer …`
  /(?<![\w-])[\w-]{0,40}?(?:key|token|secret|passw(?:or)?d|auth|session)[\w-]{0,40}["']?\s?=\s?\S+/gi,
  /(?<![\w-])[\w-]{0,40}?(?:key|token|secret|passw(?:or)?d|auth|session)[\w-]{0,40}["']?\s?:\s?(?=\S{8})[^\s\d]{0,99}\d\S*/gi,
  /(?<!\w)(?:bearer|basic)\s[\w+/=.~-]{12,}/gi,
  // Addresses: IPv6, IPv4, names with a dot (also behind an `@`), names with a port.
  /(?<![\w:])\[?(?:(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}|[\da-f:]{0,39}::[\da-f:.]{0,39})\]?(?::\d{1,5})?/gi,
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?!\w)/g,
  /(?<![\w.@+-])(?:[\w.+-]{1,64}@)?(?:[a-z0-9_-]{1,63}\.){1,10}[a-z]{2,24}(?![\w-])(?::\d{1,5})?(?:\/\S*)?/gi,
  /(?<![\w.-])(?:localhost|[a-z][a-z0-9-]{0,62}:\d{4,5}(?!\d))/gi,
  // A path of a file or a route.
  /(?<![\w.…])\/[\w.-]{1,100}\/\S*/g,
  // Letters and digits in a long word: a key, a token, an id of a machine.
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/gi,
] as const

/** An upstream's text as a visitor may see it: at most 200 characters, without addresses, paths, keys and our secrets. */
export function publicText(text: string, secrets: readonly string[]): string {
  // The last word may be a part of a secret that is not recognised any more.
  const start = text.length > MAX.read ? text.slice(0, MAX.read).replace(/(?<!\S)\S+$/, '') : text
  const clean = PRIVATE.reduce((rest, pattern) => rest.replace(pattern, '…'), withoutSecrets(start, secrets))
  return clean.slice(0, MAX.shown).toWellFormed()
}

/** A bad status of an upstream, and what it says about it. */
type Answered = { upstream: string; status: number; text: string }

/** What a visitor gets of an upstream's message; '' from 500 on: that one is for the log. */
export function publicMessage({ upstream, status, text }: Answered, secrets: readonly string[]): string {
  const message = publicText(text, secrets)
  if (status < 500) return message
  if (message) console.warn(JSON.stringify({ kind: 'upstream-message', upstream, status, message }))
  return ''
}

const MAX_FIELDS = 20

/** What a visitor gets of an upstream's refusal: its message, and per field what was wrong. @param body parsed */
export const publicRefusal = (refused: Answered & { body: unknown }, secrets: readonly string[]) => ({
  message: publicMessage(refused, secrets),
  detail: () => detailOf(refused.body, secrets),
})

// Fields with a text or a list of texts, at the top, or under `detail` or `errors`.
function detailOf(body: unknown, secrets: readonly string[]): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, errors, detail } = body as Record<string, unknown>
  const fields = [errors, detail, error, body].find((each) => typeof each === 'object' && each !== null)
  const texts = Object.entries(fields as object)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[0] : value])
    .filter((entry): entry is [string, string] => /^\w{1,64}$/.test(entry[0]) && typeof entry[1] === 'string')
    .slice(0, MAX_FIELDS)
  return texts.length > 0
    ? Object.fromEntries(texts.map(([name, text]) => [name, publicText(text, secrets)]))
    : undefined
}
