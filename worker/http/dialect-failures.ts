import { ownPath } from '../../shared/calls/call.ts'
import { proxiedCalls } from '../../shared/calls/catalogue.ts'
import { type AppContext, replyJson } from './context.ts'
import type { Respond } from './errors.ts'

/** https://cloud.google.com/apis/design/errors: the names that Tenor's clients know; any other status is our own. */
const GOOGLE_STATUS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  410: 'NOT_FOUND',
  414: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
}

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/** Tenor's error body (`docs/wire.md`, Tenor v2). */
export const respondAsTenor: Respond = (c, { status, message, detail = {} }, headers) => {
  const fieldViolations = Object.entries(detail).map(([field, description]) => ({ field, description }))
  const details = fieldViolations.length > 0 ? [{ '@type': BAD_REQUEST, fieldViolations }] : []
  const error = { code: status, message, status: GOOGLE_STATUS[status] ?? 'UNAVAILABLE', details }
  return replyJson(c, { error }, status, headers)
}

/** KLIPY's: clients read `message`, or the lists of texts in `errors` (`docs/wire.md`, KLIPY v1). */
export const respondAsKlipy: Respond = (c, { status, message, detail = {} }, headers) => {
  const fields = Object.entries(detail).map(([field, text]) => [field, [text]])
  const errors = { message: [message], ...Object.fromEntries(fields) }
  return replyJson(c, { result: false, message, errors }, status, headers)
}

/** What KLIPY's addresses and some of the site's begin with. */
const BASE = '/api/v1/'

/** The words behind `/api/v1/` in the site's own calls. None of them is a key. */
export const SITE_WORDS: ReadonlySet<string> = new Set(
  Object.values(proxiedCalls).flatMap((call) => {
    const path = ownPath(call)
    return path.startsWith(BASE) ? [path.slice(BASE.length).split('/')[0] ?? ''] : []
  }),
)

const KEYED = /^\/api\/v1\/([^/]+)\/./

/**
 * Names the class of a failure at an address that no route has taken yet, refused before it was looked up or unknown: one with
 * a key, which is no word of the site's, is KLIPY's.
 */
export function findKlipy(c: AppContext): void {
  const key = KEYED.exec(c.req.path)?.[1]
  if (key !== undefined && !SITE_WORDS.has(key)) c.set('responseClass', 'klipy')
}
