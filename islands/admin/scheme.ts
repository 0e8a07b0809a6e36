import type { MantineColorSchemeManager } from '@mantine/core'
import { SCHEME_COOKIE } from '../../shared/admin/admin-pages.ts'
import { DAY_S } from '../../shared/time.ts'
import { readCookie } from '../dom/read-cookie.ts'

const YEAR_S = 365 * DAY_S

const chosen = () => {
  const scheme = readCookie(SCHEME_COOKIE)
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined
}

/** Keeps the chosen colors in a cookie, so that the Worker draws the page's frame in them too. */
export const schemeManager: MantineColorSchemeManager = {
  get: (fallback) => chosen() ?? fallback,
  set(scheme) {
    const age = scheme === 'auto' ? 0 : YEAR_S
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface is asynchronous and not everywhere
    document.cookie = `${SCHEME_COOKIE}=${scheme}; Path=/; Max-Age=${age}; SameSite=Lax`
    document.documentElement.dataset.theme = scheme
  },
  subscribe() {},
  unsubscribe() {},
  clear() {
    this.set('auto')
  },
}
