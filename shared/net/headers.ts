/** §7: every SDK request names its client. */
export const SDK_HEADERS = {
  'X-GIPHY-SDK-PLATFORM': 'web',
  'X-GIPHY-SDK-NAME': 'JavascriptSDK',
  'X-GIPHY-SDK-VERSION': '1.0.0',
} as const

/** What pages of other sites send to the API in addition to those of the SDK: with it, a browser asks before it sends. */
export const CLIENT_HEADERS = ['Content-Type', 'X-Requested-With'] as const

/** Seconds: an upstream must not keep a client away for ever, nor let it come back at once. */
const SECONDS = { min: 1, max: 3600 } as const

const HTTP_DATE = /^[A-Z][a-z]{2,8},? /

/**
 * Reads `Retry-After` as whole seconds, from 1 to 3600. It is a number of seconds or an HTTP date, in any of three forms; `undefined` if
 * it is missing or invalid. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,15}$/.test(value)) return bounded(Number(value))
  if (!HTTP_DATE.test(value)) return undefined
  // The oldest of the three forms has no time zone; it means GMT.
  const at = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`)
  return Number.isNaN(at) ? undefined : bounded(Math.ceil((at - now) / 1000))
}

const bounded = (seconds: number) => Math.min(Math.max(seconds, SECONDS.min), SECONDS.max)

/** A cookie's raw value in a `Cookie` header or `document.cookie`. The first of duplicates counts. */
export const cookieOf = (cookies: string, name: string): string | undefined =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The headers of a response that is for one viewer alone. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const
