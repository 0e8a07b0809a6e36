import { cookieOf } from '../../shared/net/cookie.ts'

/** The only cookies there are between a browser, us and the site. Scripts read the token, and nothing else. */
const COOKIES = { sessionid: { httpOnly: true }, csrftoken: { httpOnly: false } } as const
type CookieName = keyof typeof COOKIES

// RFC 6265, 4.1.1: what a value is made of.
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/

const NAMES = Object.keys(COOKIES) as CookieName[]

/** The two cookies of a session in a `Cookie` header. All others, and malformed values, are left out. */
export function sessionCookies(header: string): Partial<Record<CookieName, string>> {
  const found: Partial<Record<CookieName, string>> = {}
  for (const name of NAMES) {
    const value = cookieOf(header, name)
    if (value && VALUE.test(value)) found[name] = value
  }
  return found
}

/** A `Cookie` header of these two and no other; undefined if there is neither. */
export const cookieHeader = (cookies: Partial<Record<CookieName, string>>): string | undefined =>
  NAMES.flatMap((name) => (cookies[name] ? `${name}=${cookies[name]}` : [])).join('; ') || undefined

/**
 * The site's `Set-Cookie` as we pass it on: one of the two names, our own path, and the protections that are ours to
 * give. Its domain is the site's, not ours, and is left out. Undefined for every other cookie.
 */
export function ownSetCookie(line: string): string | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  const value = pair.slice(at + 1)
  if (!Object.hasOwn(COOKIES, name) || (value !== '' && !VALUE.test(value))) return undefined
  const kept = attributes.filter((each) => /^(max-age=-?\d{1,10}|expires=[\w ,:-]{1,40})$/i.test(each))
  const { httpOnly } = COOKIES[name as CookieName]
  return [
    `${name}=${value}`,
    'Path=/',
    'Secure',
    ...(httpOnly ? ['HttpOnly'] : []),
    'SameSite=Lax',
    ...kept,
  ].join('; ')
}
