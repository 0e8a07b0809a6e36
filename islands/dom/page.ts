import { EXTRAS_MIN_PX } from '../../shared/limits.ts'
import { cookieOf } from '../../shared/net/headers.ts'

/** §2 Extras stay away from frames that are too small for them: nothing is fetched for those either. */
export const isRoomy = () => innerWidth >= EXTRAS_MIN_PX.width && innerHeight >= EXTRAS_MIN_PX.height

/** What a function returns; undefined where it throws, as storage does in a browser that refuses it. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** The value of one of the page's cookies, as it travels; undefined if it is missing, or where an opaque origin has none. */
export const readCookie = (name: string, cookies = () => document.cookie): string | undefined =>
  attempt(() => cookieOf(cookies(), name))

/** The props on the page's root, parsed again: for code outside islands that needs one field of them. */
export const pageProps = (root: HTMLElement): { id: string } => JSON.parse(root.dataset.props ?? '{}')

/** Calls back for a key of the page, in lower case: pressed once, alone, and not taken by what has the focus (WCAG 2.1.4). */
export function onPageKey(press: (key: string, event: KeyboardEvent) => void): void {
  addEventListener('keydown', (event) => {
    const { key, defaultPrevented, repeat, ctrlKey, metaKey, altKey } = event
    if (!(defaultPrevented || repeat || ctrlKey || metaKey || altKey)) press(key.toLowerCase(), event)
  })
}

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
