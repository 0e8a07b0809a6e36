import { AppError } from '../../shared/errors.ts'

/** What of a request shows where it comes from. */
export type Sender = {
  method: string
  headers: Headers
  ownOrigins: readonly string[]
  csrfCookie: string | undefined
}

const refused = (message: string) => new AppError('forbidden', message)

/**
 * CSRF, whatever the body's type: a write must come from our own origin by every header that says where it comes from,
 * and show the token of the `csrftoken` cookie in `X-CSRFToken`. A library that takes either header for enough lets
 * `Origin: evil` with `Sec-Fetch-Site: same-origin` pass (`docs/measurements.md`, M4).
 * @throws AppError 'forbidden'
 */
export function assertOwnWrite(sender: Sender, needsToken: boolean): void {
  assertOwnOrigin(sender)
  if (!needsToken) return
  const shown = sender.headers.get('X-CSRFToken') ?? ''
  if (!sender.csrfCookie || !isSame(shown, sender.csrfCookie)) {
    throw refused('The X-CSRFToken header does not equal the csrftoken cookie')
  }
}

/** @throws AppError 'forbidden' where a browser says that another site makes the request. */
export function assertOwnOrigin({ headers, ownOrigins, method }: Omit<Sender, 'csrfCookie'>): void {
  const site = headers.get('Sec-Fetch-Site')
  const isTyped = site === 'none' && (method === 'GET' || method === 'HEAD')
  if (site !== null && site !== 'same-origin' && !isTyped) throw refused('Other sites may not make this call')
  const origin = headers.get('Origin')
  if (origin !== null && !ownOrigins.includes(origin)) throw refused('Other origins may not make this call')
}

/** Compares in a time that does not tell where two texts differ (T32). */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < b.length; at++) difference |= a.charCodeAt(at % (a.length || 1)) ^ b.charCodeAt(at)
  return difference === 0
}
