import {
  type ArrayFormat,
  type Call,
  type PreparedCall,
  prepareCall,
  type UpstreamName,
} from '../calls/call.ts'

/** Where a call's request goes, and its headers and query fields. `base` has no trailing slash. */
type Target = {
  base: string
  headers: Record<string, string>
  /** The path on our own host, where it differs from the upstream's. */
  path?: string
  /** Query fields beyond the call's own, such as a key. */
  query?: Record<string, string>
  arrays?: ArrayFormat | undefined
  signal: AbortSignal | undefined
}

// Node's types have no `BodyInit`.
type RequestBody = NonNullable<RequestInit['body']>

/** Method, body and query of a call whose entry names none (`ANY`, `raw`); or a form that is ready to be sent. */
export type RawPart = { method?: string; body?: RequestBody | null; search?: string }

type Payload = { query?: PreparedCall['fields']; body?: RequestBody; type?: string }

/**
 * Turns validated input into a call's one request: the path filled, the other fields in the call's encoding. A redirect is not
 * followed: it could carry a key or a cookie elsewhere (`docs/measurements.md`, M2).
 */
export function callRequest(
  call: Pick<Call, 'method' | 'path' | 'encoding'>,
  input: Record<string, unknown>,
  target: Target,
  raw: RawPart = {},
): Request {
  const prepared = prepareCall({ path: target.path ?? call.path }, input, target.arrays)
  const { query, body, type } = payload(call, prepared, raw)
  const url = new URL(target.base + prepared.path)
  if (raw.search) url.search = raw.search
  for (const [name, value] of query ?? []) url.searchParams.append(name, value)
  for (const [name, value] of Object.entries(target.query ?? {})) url.searchParams.set(name, value)
  return new Request(url, {
    method: call.method === 'ANY' ? (raw.method ?? 'GET') : call.method,
    headers: type ? { ...target.headers, 'Content-Type': type } : target.headers,
    body: body ?? null,
    signal: target.signal ?? null,
    redirect: 'manual',
  })
}

function payload(
  { encoding, method }: Pick<Call, 'method' | 'encoding'>,
  { rest, fields }: ReturnType<typeof prepareCall>,
  raw: RawPart,
): Payload {
  if (encoding === 'raw') return raw.body ? { body: raw.body } : {}
  if (encoding === 'query' || method === 'GET') return { query: fields }
  if (encoding === 'json') return { body: JSON.stringify(rest), type: 'application/json' }
  if (encoding === 'multipart') return { body: raw.body ?? formOf(rest) }
  const form = new URLSearchParams(fields).toString()
  // A write without fields has no body, and so no type.
  return form ? { body: form, type: 'application/x-www-form-urlencoded' } : {}
}

/** A file stays a file, the rest are texts; the runtime sets the type, since it alone knows the boundary. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, String(value))
  }
  return form
}

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

function groupHeaders({ auth, withPassword }: Pick<Call, 'auth' | 'withPassword'>, credentials: Credentials) {
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

/** All headers for a call's upstream. Only the site gets cookies, for a call with a session or without a token. */
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
