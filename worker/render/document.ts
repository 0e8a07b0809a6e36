import { html, raw } from 'hono/html'
import manifest from '../../dist/manifest.json'
import type { PAGE_SCRIPTS, PAGE_STYLES, PageName } from '../../islands/manifest.ts'

/** Scripts of the public pages: on every one, and on one kind of page alone. */
type PublicScript = keyof typeof PAGE_SCRIPTS | 'picker'

/** An embed's inline styles: one by its layout, and more for stickers, films and calls to action. */
export type EmbedCss = 'embed-desktop-css' | 'embed-phone-css' | 'embed-sticker-css' | 'embed-actions-css'

/** What the build made, by name: URLs of hashed files, inline texts with the hashes that allow them, the build's id. */
type Assets = {
  build: string
  /** Entry name -> URL under `/static/`. */
  scripts: Record<PageName | 'watch' | 'partner' | 'admin' | PublicScript, string>
  /** Styles of whole pages, by name. */
  styles: Record<keyof typeof PAGE_STYLES | 'admin', string>
  /** Name -> text and its CSP source (`'sha256-…'`). */
  inline: Record<'boot' | 'notice' | EmbedCss | 'page-css', { text: string; csp: string }>
}

export const assets: Assets = manifest

type Policy = Record<string, readonly string[]>

const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')

/** What none of our pages does, where its forms may be submitted to `forms`. */
export const refusedBut = (forms: string) =>
  write({
    'default-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [forms],
  })

/** What none of our pages does. Written once, as everything that does not depend on the request. */
const REFUSED = refusedBut("'none'")

/**
 * No text becomes a script: none of our code needs that (https://w3c.github.io/trusted-types/dist/spec/). A script of the web
 * analytics service or of YouTube's is loaded by a plain address, and loads more: pages with one go without.
 */
const TRUSTED = write({ 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] })

type PageSources = {
  /** The URL of our static files. */
  statics: string
  images: readonly string[]
  media: readonly string[]
  connect?: readonly string[]
  frame: "'self'" | "'none'"
  /** Whether the web analytics service may run, which needs what `TRUSTED` refuses. */
  hasAnalytics?: boolean
}

/** The policy of a page of our own: nothing is inline, forms submit to us, and no page may frame it. */
export function ownPagePolicy({
  statics,
  images,
  media,
  connect = [],
  frame,
  hasAnalytics = false,
}: PageSources): string {
  const service = hasAnalytics ? ANALYTICS : NO_ANALYTICS
  const allowed = write({
    'default-src': ["'none'"],
    'script-src': [statics, ...service.script],
    'style-src': [statics],
    'img-src': [statics, ...images, ...service.image],
    'media-src': media,
    'connect-src': ["'self'", ...connect, ...service.connect],
    'frame-src': [frame],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
  return hasAnalytics ? allowed : `${allowed}; ${TRUSTED}`
}

/** Of a host of any network scheme, and of a page that was opened from a disk, whose scheme `*` leaves out. */
const ANYWHERE = '* file:'

/** The policy of a page that any site may frame. @param isTrusted whether no text may become a script */
export const framedPolicy = (sources: Policy, isTrusted: boolean, refused = REFUSED): string =>
  `${refused}; ${write({ ...sources, 'frame-ancestors': [ANYWHERE] })}${isTrusted ? `; ${TRUSTED}` : ''}`

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

const FRAMED = `script-src ${assets.inline.notice.csp}; frame-ancestors ${ANYWHERE}`
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

export type Theme = 'auto' | 'light' | 'dark'

type Head = {
  title: string
  lang?: string
  theme?: Theme
  /** Names of the build's inline styles; the page's policy must hold their hashes. */
  css?: readonly (EmbedCss | 'page-css')[]
  /** Further inline styles, and the URLs of module scripts, in the order in which they run; the page's policy must allow them. */
  sheets?: readonly string[]
  modules?: readonly string[]
  canonical?: string
  /** Id of the element before which nothing is painted. */
  paintsAt?: string
}

/** What `color-scheme` says per theme. */
export const SCHEMES: Record<Theme, string> = { auto: 'light dark', light: 'light', dark: 'dark' }

/** The theme of a `?theme=` value; `auto` for any other value. */
export const themeOf = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'auto'

/**
 * Delays a page's first paint until the element of that id has been parsed. What is centred, or grows to fill its row,
 * would shift if the browser painted while more of it is still to come; on a slow line it often does.
 */
const paintHold = (id: string) => raw(`<link rel="expect" href="#${id}" blocking="render">`)

/** The element that a page waits for before its first paint, where it has no better one. */
export const PAINT_MARK = { id: 'painted', html: '<i id="painted" hidden></i>' } as const

/** The start of a page that is written as strings, up to and with `<body>`: embed, widgets, errors. */
export const documentHead = ({
  title,
  lang = 'en',
  theme = 'auto',
  canonical,
  paintsAt,
  ...head
}: Head): string =>
  String(html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${SCHEMES[theme]}">
<title>${title}</title>
${canonical ? html`<link rel="canonical" href="${canonical}">` : ''}${paintsAt ? paintHold(paintsAt) : ''}${raw(sheetsOf(head).join(''))}${raw((head.modules ?? []).map(moduleTag).join(''))}
</head>
<body>`)

const sheetsOf = ({ css = [], sheets = [] }: Pick<Head, 'css' | 'sheets'>) =>
  [...css.map((name) => assets.inline[name].text), ...sheets].map((sheet) => `<style>${sheet}</style>`)

// No tagged template: the test runner's compiler cannot load what it makes of one with a closing script tag.
const moduleTag = (url: string) => `<script type="module" src="${url}"></script>`

export const documentEnd = '</body></html>\n'

const encoder = new TextEncoder()

/**
 * Sends a page whose end waits for a further call, or is made only once the start has left; it must not fail. A stream of
 * strings, because React's own costs three to four times as much here (`docs/measurements.md`, M33).
 */
export function pageStream(start: string, end: () => string | Promise<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    async pull(controller) {
      controller.enqueue(encoder.encode(await end()))
      controller.close()
    },
  })
}
