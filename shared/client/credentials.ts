import type { Call, UpstreamName } from '../calls/call.ts'

/** What somebody may have to show. Each kind travels with the calls of its own group alone (§6, §7). */
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
export const AJAX_HEADERS = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' } as const

/** What each upstream is told beside credentials. The imaging service needs nothing but a body's type. */
const PLAIN_HEADERS: Record<UpstreamName, HeaderRecord> = {
  provider: { Accept: 'application/json' },
  pingback: {},
  site: AJAX_HEADERS,
  gateway: { Accept: 'application/json' },
  imaging: {},
  vimeo: { Accept: 'application/json' },
}

const isWrite = ({ method }: Pick<Call, 'method'>) => method !== 'GET'

/** The names of the headers that bear credentials, as we chose them where the specification names none. */
export const CREDENTIAL_HEADERS = {
  csrf: 'X-CSRFToken',
  token: 'Authorization',
  password: 'Password',
  taggerKey: 'X-Tagger-Key',
  taggerToken: 'X-Tagger-Token',
} as const

function ofGroup(
  { auth, withPassword }: Pick<Call, 'auth' | 'withPassword'>,
  shown: Credentials,
): HeaderRecord {
  const { token, taggerKey, taggerToken, password } = CREDENTIAL_HEADERS
  const headers: HeaderRecord = {}
  if (auth === 'token' && shown.token) headers[token] = `Token ${shown.token}`
  if (withPassword && shown.password) headers[password] = shown.password
  if (auth === 'tagger' && shown.tagger) {
    headers[taggerKey] = shown.tagger.key
    headers[taggerToken] = shown.tagger.accessToken
  }
  return headers
}

/** §7 Request options of a page that calls its own host: every write bears the token of the `csrftoken` cookie. */
export function ownHostHeaders(call: Call, shown: Credentials): HeaderRecord {
  const headers = { ...AJAX_HEADERS, ...ofGroup(call, shown) }
  return isWrite(call) && shown.csrf ? { ...headers, [CREDENTIAL_HEADERS.csrf]: shown.csrf } : headers
}

/** What the upstream of a call gets, and nothing else: cookies go to the site alone, and only where a session counts. */
export function upstreamHeaders(call: Call, shown: Credentials, ownOrigin: string): HeaderRecord {
  const headers: HeaderRecord = { ...PLAIN_HEADERS[call.upstream], ...ofGroup(call, shown) }
  if (call.upstream !== 'site') return headers
  const { auth } = call
  if ((auth === 'session' || auth === 'session+csrf' || auth === 'csrf') && shown.cookie) {
    headers.Cookie = shown.cookie
  }
  if (auth === 'session+csrf' || auth === 'csrf') {
    // Frameworks with this cookie check over https that a write comes from their own pages.
    headers.Referer = `${ownOrigin}/`
    if (shown.csrf) headers[CREDENTIAL_HEADERS.csrf] = shown.csrf
  }
  return headers
}
