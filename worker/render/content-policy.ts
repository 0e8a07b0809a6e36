import { assets } from './assets.ts'

type Policy = Record<string, readonly string[]>

export const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')

/** What none of our pages does. Written once, as everything that does not depend on the request. */
export const REFUSED = write({
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
})

/**
 * No text becomes a script: none of our code needs that (https://w3c.github.io/trusted-types/dist/spec/). A script of the web
 * analytics service or of YouTube's is loaded by a plain address, and loads more: pages with one go without.
 */
export const TRUSTED = write({ 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] })

const COLLECT = 'https://*.google-analytics.com/g/collect'

/**
 * What the web analytics service needs, by its paths, as its hosts also serve other people's scripts. Signals of Google's
 * other products are off (`islands/track/reports/analytics.ts`), and with them their hosts.
 * https://developers.google.com/tag-platform/security/guides/csp
 */
export const ANALYTICS = {
  script: ['https://www.googletagmanager.com/gtag/js'],
  image: [COLLECT],
  connect: [COLLECT],
} as const
export const NO_ANALYTICS = { script: [], image: [], connect: [] } as const

const FRAMED = `script-src ${assets.inline.notice.csp}; frame-ancestors *`
const PAGE_STYLE = `style-src ${assets.inline['page-css'].csp}`

/**
 * The policy of a page of words: an error, a notice. `framed` where an embed's failure must show in a frame, and its one
 * inline script tells the host.
 */
export const quietPolicy = (framed: boolean): string =>
  `${REFUSED}; ${PAGE_STYLE}; ${framed ? FRAMED : "frame-ancestors 'none'"}`

const MAX_PRECONNECTS = 4

/**
 * The `Link` header that opens connections to a page's first picture hosts, at most 4.
 * @param hosts that pictures may come from (`MEDIA_HOSTS`), names with an optional port. If empty, all may.
 */
export function preconnect(origins: readonly string[], hosts: readonly string[]): { Link?: string } {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  const allowed = known.size > 0 ? origins.filter((origin) => known.has(hostOf(origin))) : origins
  if (allowed.length === 0) return {}
  const links = allowed.slice(0, MAX_PRECONNECTS).map((origin) => `<${origin}>; rel=preconnect`)
  return { Link: links.join(', ') }
}

const hostOf = (origin: string) => origin.slice(origin.indexOf('//') + 2)
