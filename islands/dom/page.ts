import { EXTRAS_MIN_PX } from '../../shared/limits.ts'
import { cookieOf } from '../../shared/net/headers.ts'

/** §2 Extras stay away from frames that are too small for them: nothing is fetched for those either. */
export const isRoomy = () => innerWidth >= EXTRAS_MIN_PX.width && innerHeight >= EXTRAS_MIN_PX.height

/** The value of one of the page's cookies, as it travels; undefined if it is missing or may not be read. */
export function readCookie(name: string, cookies: () => string = () => document.cookie): string | undefined {
  try {
    return cookieOf(cookies(), name)
  } catch {
    // A frame with an opaque origin has no cookies, and asking throws.
    return undefined
  }
}

/** The props on the page's root, parsed again: for code outside islands that needs one field of them. */
export const pageProps = (root: HTMLElement): { id: string } => JSON.parse(root.dataset.props ?? '{}')

/** Calls back whenever the page may be about to go: hidden, closed, left, or its frame removed. */
export function onPageHide(leaving: () => void): void {
  addEventListener('pagehide', leaving)
  // Phones kill hidden pages without a further word: https://developer.chrome.com/docs/web-platform/page-lifecycle-api
  document.addEventListener('visibilitychange', () => document.hidden && leaving())
}

/** Says of each text whether it comes for the first time. */
export function firstTimes(): (text: string) => boolean {
  const known = new Set<string>()
  return (text) => known.size < known.add(text).size
}
