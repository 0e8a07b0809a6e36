import { AppError } from '../../shared/errors.ts'
import type { Identified } from '../../shared/server/origin.ts'
import type { Plan } from './access-plan.ts'

/** The parts of a request that say where it comes from. */
export type Sender = {
  method: string
  headers: Headers
  ownOrigins: readonly string[]
  csrfCookie: string | undefined
}

const refused = (message: string) => new AppError('forbidden', message)

/**
 * CSRF, for any body type: every header that names a request's origin must name our own, and `X-CSRFToken` must equal
 * the `csrftoken` cookie. A library that is content with one of the headers lets `Origin: evil` with
 * `Sec-Fetch-Site: same-origin` pass (`docs/measurements.md`, M4).
 * @throws AppError 'forbidden'
 */
export function assertFrom(origin: Plan['origin'], sender: Sender): void {
  if (origin === 'any') return
  assertOwnOrigin(sender)
  if (origin === 'own') return
  if (!isOwnToken(sender.headers.get('X-CSRFToken') ?? '', sender.csrfCookie)) {
    throw refused('The X-CSRFToken header does not equal the csrftoken cookie')
  }
}

/** Whether a request repeats the token of its `csrftoken` cookie. */
export const isOwnToken = (token: string, cookie: string | undefined): boolean =>
  cookie !== undefined && cookie !== '' && isSame(token, cookie)

/**
 * A write by a session of the embedded site has the token of this very session, not just one that its browser repeats (T19).
 * @throws AppError 'forbidden'
 */
export function assertOwnSession(
  caller: Identified | undefined,
  { csrf }: { csrf?: string | undefined },
): void {
  if (caller?.csrf === undefined || isSame(caller.csrf, csrf ?? '')) return
  throw refused('The csrftoken cookie belongs to another session')
}

/** @throws AppError 'forbidden' where a browser says that another site makes the request. */
function assertOwnOrigin({ headers, ownOrigins, method }: Sender): void {
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
