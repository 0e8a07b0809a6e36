import { AppError } from '../../shared/errors.ts'

/** The parts of a request that say where it comes from. */
type Sender = {
  method: string
  headers: Headers
  ownOrigins: readonly string[]
  csrfCookie: string | undefined
}

const refused = (message: string) => new AppError('forbidden', message)

/**
 * CSRF, whatever the body's type: every header that names a write's origin must name our own, and `X-CSRFToken` must equal
 * the `csrftoken` cookie. A library that is content with one of the headers lets `Origin: evil` with
 * `Sec-Fetch-Site: same-origin` pass (`docs/measurements.md`, M4).
 * @throws AppError 'forbidden'
 */
export function assertOwnWrite(sender: Sender, needsToken: boolean): void {
  assertOwnOrigin(sender)
  if (!needsToken) return
  const token = sender.headers.get('X-CSRFToken') ?? ''
  if (!sender.csrfCookie || !isSame(token, sender.csrfCookie)) {
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

/** Compares two texts in a time that does not depend on where they differ (T32). */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < b.length; at++) difference |= a.charCodeAt(at % (a.length || 1)) ^ b.charCodeAt(at)
  return difference === 0
}
