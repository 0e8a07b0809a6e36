import { cookieOf } from '../../shared/net/headers.ts'

/** The value of one of the page's cookies, as it travels; undefined if there is none, or none may be read. */
export function readCookie(name: string, cookies: () => string = () => document.cookie): string | undefined {
  try {
    return cookieOf(cookies(), name)
  } catch {
    // A frame without an origin of its own has no cookies, and asking throws.
    return undefined
  }
}
