import { cookieOf } from '../../shared/net/headers.ts'

/** The value of one of the page's cookies, as it travels; undefined if it is missing or may not be read. */
export function readCookie(name: string, cookies: () => string = () => document.cookie): string | undefined {
  try {
    return cookieOf(cookies(), name)
  } catch {
    // A frame with an opaque origin has no cookies, and asking throws.
    return undefined
  }
}
