import type { Call, UpstreamName } from '../calls/call.ts'

/** What a caller may present. Each kind travels with the calls of its own group alone (§6, §7). */
export type Credentials = {
  /** `Cookie` header with nothing but the session's two cookies; browsers send theirs by themselves. */
  cookie?: string | undefined
  /** The `csrftoken` cookie's value. */
  csrf?: string | undefined
  token?: string | undefined
  password?: string | undefined
  tagger?: { key: string; accessToken: string } | undefined
}

type HeaderRecord = Record<string, string>

/** §7: what marks a request as the site's own pages' doing. */
const AJAX_HEADERS = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' } as const

/** Headers beside credentials, per upstream. The imaging service needs nothing but a body's type. */
const PLAIN_HEADERS: Record<UpstreamName, HeaderRecord> = {
  provider: { Accept: 'application/json' },
  pingback: {},
  site: AJAX_HEADERS,
  gateway: { Accept: 'application/json' },
  imaging: {},
  vimeo: { Accept: 'application/json' },
}

const isWrite = ({ method }: Pick<Call, 'method'>) => method !== 'GET'

/** The headers that carry credentials; the names are our own where the specification gives none. */
export const CREDENTIAL_HEADERS = {
  csrf: 'X-CSRFToken',
  token: 'Authorization',
  password: 'Password',
  taggerKey: 'X-Tagger-Key',
  taggerToken: 'X-Tagger-Token',
} as const

function groupHeaders(
  { auth, withPassword }: Pick<Call, 'auth' | 'withPassword'>,
  credentials: Credentials,
): HeaderRecord {
  const { token, taggerKey, taggerToken, password } = CREDENTIAL_HEADERS
  const headers: HeaderRecord = {}
  if (auth === 'token' && credentials.token) headers[token] = `Token ${credentials.token}`
  if (withPassword && credentials.password) headers[password] = credentials.password
  if (auth === 'tagger' && credentials.tagger) {
    headers[taggerKey] = credentials.tagger.key
    headers[taggerToken] = credentials.tagger.accessToken
  }
  return headers
}

/** §7 Headers of a page that calls its own host: every write carries the token of the `csrftoken` cookie. */
export function ownHostHeaders(call: Call, credentials: Credentials): HeaderRecord {
  const headers = { ...AJAX_HEADERS, ...groupHeaders(call, credentials) }
  return isWrite(call) && credentials.csrf
    ? { ...headers, [CREDENTIAL_HEADERS.csrf]: credentials.csrf }
    : headers
}

/** All headers that a call's upstream gets. Cookies go to the site alone, and only where a session counts. */
export function upstreamHeaders(call: Call, credentials: Credentials, ownOrigin: string): HeaderRecord {
  const headers: HeaderRecord = { ...PLAIN_HEADERS[call.upstream], ...groupHeaders(call, credentials) }
  if (call.upstream !== 'site') return headers
  const { auth } = call
  if ((auth === 'session' || auth === 'session+csrf' || auth === 'csrf') && credentials.cookie) {
    headers.Cookie = credentials.cookie
  }
  if (auth === 'session+csrf' || auth === 'csrf') {
    // Frameworks with this cookie check over https that a write comes from their own pages.
    headers.Referer = `${ownOrigin}/`
    if (credentials.csrf) headers[CREDENTIAL_HEADERS.csrf] = credentials.csrf
  }
  return headers
}
