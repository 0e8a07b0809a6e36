import type { Call, UpstreamName } from '../calls/call.ts'

/** A caller's credentials. Each one is sent only with the calls of its group (§6, §7). */
export type Credentials = {
  /** A `Cookie` header with only the session's two cookies; browsers add their own. */
  cookie?: string | undefined
  /** The `csrftoken` cookie's value. */
  csrf?: string | undefined
  token?: string | undefined
  password?: string | undefined
  /** The scheduler's keys. */
  tagger?: { key: string; accessToken: string } | undefined
  /** The id of the caller, whom we know: the service gets it in place of their token (T41). Never read from a request. */
  user?: string | undefined
}

type HeaderRecord = Record<string, string>

/** §7: marks a request as one of the site's own pages. */
const AJAX_HEADERS = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' } as const

/** Headers other than credentials, per upstream. */
const PLAIN_HEADERS: Record<UpstreamName, HeaderRecord> = {
  provider: { Accept: 'application/json' },
  pingback: {},
  site: AJAX_HEADERS,
  gateway: { Accept: 'application/json' },
  imaging: {},
  vimeo: { Accept: 'application/json' },
  worker: {},
}

const isWrite = ({ method }: Pick<Call, 'method'>) => method !== 'GET'

/** The headers of credentials; the names are our own where the specification gives none. */
export const CREDENTIAL_HEADERS = {
  csrf: 'X-CSRFToken',
  token: 'Authorization',
  password: 'Password',
  taggerKey: 'X-Tagger-Key',
  taggerToken: 'X-Tagger-Token',
  user: 'X-Loopframe-User',
} as const

function groupHeaders(
  { auth, withPassword }: Pick<Call, 'auth' | 'withPassword'>,
  credentials: Credentials,
): HeaderRecord {
  const { token, taggerKey, taggerToken, user, password } = CREDENTIAL_HEADERS
  const headers: HeaderRecord = {}
  if (credentials.user) headers[user] = credentials.user
  else if (auth === 'token' && credentials.token) headers[token] = `Token ${credentials.token}`
  if (withPassword && credentials.password) headers[password] = credentials.password
  if (auth === 'tagger' && credentials.tagger) {
    headers[taggerKey] = credentials.tagger.key
    headers[taggerToken] = credentials.tagger.accessToken
  }
  return headers
}

/** §7 Headers of a page that calls its own host. Every write has the CSRF token. */
export function ownHostHeaders(call: Call, credentials: Credentials): HeaderRecord {
  const headers = { ...AJAX_HEADERS, ...groupHeaders(call, credentials) }
  return isWrite(call) && credentials.csrf
    ? { ...headers, [CREDENTIAL_HEADERS.csrf]: credentials.csrf }
    : headers
}

/**
 * All headers for a call's upstream. Only the site gets cookies, and only for calls that need a session, or take one where
 * there is no token.
 */
export function upstreamHeaders(call: Call, credentials: Credentials, ownOrigin: string): HeaderRecord {
  const headers: HeaderRecord = { ...PLAIN_HEADERS[call.upstream], ...groupHeaders(call, credentials) }
  if (call.upstream !== 'site') return headers
  const { auth } = call
  const isSessions = auth === 'token' && !credentials.token && credentials.cookie !== undefined
  if (
    (auth === 'session' || auth === 'session+csrf' || auth === 'csrf' || isSessions) &&
    credentials.cookie
  ) {
    headers.Cookie = credentials.cookie
  }
  if (auth === 'session+csrf' || auth === 'csrf' || (isSessions && isWrite(call))) {
    // Over https, frameworks with this cookie also check that a write comes from their own pages.
    headers.Referer = `${ownOrigin}/`
    if (credentials.csrf) headers[CREDENTIAL_HEADERS.csrf] = credentials.csrf
  }
  return headers
}
