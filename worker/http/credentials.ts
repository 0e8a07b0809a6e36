import { CREDENTIAL_HEADERS, type Credentials } from '../../shared/client/request.ts'
import { cookieOf } from '../../shared/net/headers.ts'

/**
 * The only cookies there are between a browser, us and the site, by their names at the site. `own` is the name in a browser:
 * `__Host-` makes it refuse the cookie from other hosts of our domain (T31). §7 fixes the token's name, and scripts read it.
 */
const COOKIES = {
  sessionid: { own: '__Host-session', httpOnly: true },
  csrftoken: { own: 'csrftoken', httpOnly: false },
  // Of the browser that registered (T54).
  registration: { own: '__Host-registration', httpOnly: true },
  // Our own, which no site gets or sets. T59: a browser that someone has signed in with; T64: one that signs in by an issuer;
  // T72: one whose second step is missing.
  known: { own: '__Host-known', httpOnly: true, isOurs: true },
  oidc: { own: '__Host-oidc', httpOnly: true, isOurs: true },
  second: { own: '__Host-second', httpOnly: true, isOurs: true },
} as const
type CookieName = keyof typeof COOKIES

/** Over http, which is this machine alone, not every browser keeps a `Secure` cookie: there a cookie has the site's name. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

const ownName = (name: CookieName, publicUrl: string) => (isSecure(publicUrl) ? COOKIES[name].own : name)

// RFC 6265, 4.1.1: what a value is made of.
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/

const NAMES = Object.keys(COOKIES) as CookieName[]

const isOurs = (name: CookieName) => 'isOurs' in COOKIES[name]

/** Whether a `Set-Cookie` is of a cookie that the embedded site alone sets. */
export const setsOurs = (line: string): boolean =>
  NAMES.some((name) => isOurs(name) && line.startsWith(`${name}=`))

const isCookieName = (name: string): name is CookieName => Object.hasOwn(COOKIES, name)

/**
 * These cookies in a browser's `Cookie` header, by the site's names. All others, and malformed values, are
 * left out. `publicUrl` is what absolute URLs start with.
 */
export function sessionCookies(header: string, publicUrl: string): Partial<Record<CookieName, string>> {
  const found: Partial<Record<CookieName, string>> = {}
  for (const name of NAMES) {
    const value = cookieOf(header, ownName(name, publicUrl))
    if (value && VALUE.test(value)) found[name] = value
  }
  return found
}

/** A `Cookie` header for the site, of these and no other; undefined without any. */
export const cookieHeader = (cookies: Partial<Record<CookieName, string>>): string | undefined =>
  NAMES.filter((name) => !isOurs(name))
    .flatMap((name) => (cookies[name] ? `${name}=${cookies[name]}` : []))
    .join('; ') || undefined

/**
 * The site's `Set-Cookie` as we pass it on: under our own name and path, with the protections that are ours to give. Its domain is the site's, not ours, and is left out. Undefined for every other cookie.
 */
export function ownSetCookie(line: string, publicUrl: string): string | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  if (!isCookieName(name) || (value !== '' && !VALUE.test(value))) return undefined
  const kept = attributes.filter((each) => /^(max-age=-?\d{1,10}|expires=[\w ,:-]{1,40})$/i.test(each))
  return [
    `${ownName(name, publicUrl)}=${value}`,
    'Path=/',
    ...(isSecure(publicUrl) ? ['Secure'] : []),
    ...(COOKIES[name].httpOnly ? ['HttpOnly'] : []),
    'SameSite=Lax',
    ...kept,
  ].join('; ')
}

const TOKEN = /^Token ([\x21-\x7e]{1,512})$/i

/** The API token of an `Authorization` header; a malformed one is left out. */
export const tokenOf = (headers: Headers): string | undefined =>
  TOKEN.exec(headers.get('Authorization') ?? '')?.[1]

const PASSWORD = /^[\x20-\x7e]{1,256}$/

/** A request's credentials. The session is also there alone: a check needs it without the rest of the cookies. */
export type RequestCredentials = Credentials & Record<'session' | 'known' | 'begun', string | undefined>

/** Reads a request's credentials; a malformed one is left out. */
export function readCredentials(headers: Headers, publicUrl: string): RequestCredentials {
  const cookies = sessionCookies(headers.get('Cookie') ?? '', publicUrl)
  const password = headers.get(CREDENTIAL_HEADERS.password) ?? ''
  return {
    session: cookies.sessionid,
    known: cookies.known,
    begun: cookies.second,
    cookie: cookieHeader(cookies),
    csrf: cookies.csrftoken,
    token: tokenOf(headers),
    password: PASSWORD.test(password) ? password : undefined,
  }
}

/** Everything that a response must not repeat. */
export const secretsOf = (credentials: RequestCredentials): string[] =>
  [
    credentials.session,
    credentials.known,
    credentials.begun,
    credentials.csrf,
    credentials.token,
    credentials.password,
    credentials.tagger?.key,
    credentials.tagger?.accessToken,
  ].flatMap((secret) => secret ?? [])
