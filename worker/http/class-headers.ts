import { PRIVATE_HEADERS } from '../../shared/net/headers.ts'

type HeaderRecord = Readonly<Record<string, string>>

const EVERY: HeaderRecord = {
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
}

const VIDEO_HOSTS =
  'self "https://www.youtube.com" "https://www.youtube-nocookie.com" "https://player.vimeo.com"'

const OFF = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), browsing-topics=()'

/** The policy of everything but pages. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; sandbox"

const PAGE: HeaderRecord = {
  ...EVERY,
  'Content-Security-Policy': CLOSED,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': OFF,
  'Cache-Control': 'no-store',
}

/** What a page of any site may read. */
const SHARED: HeaderRecord = {
  ...EVERY,
  'Content-Security-Policy': CLOSED,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-store',
}

const API: HeaderRecord = {
  ...SHARED,
  'Access-Control-Expose-Headers': 'x-cache, x-request-id, age, retry-after',
}

/** What our own pages alone may read. */
const OWN: HeaderRecord = {
  ...EVERY,
  'Content-Security-Policy': CLOSED,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/**
 * Headers per class, as in `docs/threats.md`, Headers. A route's own take precedence: a page's policy replaces the one here,
 * which is for redirects and all else without one.
 */
export const CLASS_HEADERS = {
  // Anonymous, framed anywhere, reads no cookie.
  embed: {
    ...EVERY,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors *",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': `autoplay=(${VIDEO_HOSTS}), fullscreen=(${VIDEO_HOSTS}), clipboard-write=(self), ${OFF}`,
    'Cache-Control': 'public, max-age=60',
    // Everything that a page depends on: its layout, language, host in the tracking query, who opts out, who saves data.
    Vary: 'User-Agent, Sec-CH-UA-Mobile, Accept-Language, Referer, Sec-GPC, DNT, Save-Data, Accept-Encoding',
  },
  page: PAGE,
  // A person's own: their links have secrets, which no other site may learn from a referrer.
  people: { ...PAGE, 'Referrer-Policy': 'same-origin' },
  // What staff see: their addresses have filters, which no other site needs to learn.
  admin: { ...PAGE, 'Referrer-Policy': 'same-origin' },
  api: API,
  tenor: API,
  klipy: API,
  oembed: API,
  // A person's own data: no cache may store it.
  site: { ...OWN, ...PRIVATE_HEADERS },
  pingback: SHARED,
  // The origin adds its own to these (`origin/media/media.ts`).
  media: { ...SHARED, 'Content-Security-Policy': "default-src 'none'; sandbox" },
  // Any origin may load them: a sandboxed frame has no origin.
  static: { ...SHARED, 'Timing-Allow-Origin': '*' },
  plain: OWN,
} as const satisfies Record<string, HeaderRecord>

/** The kind of response that a path gives: it decides the headers, and the form of a failure. */
export type ResponseClass = keyof typeof CLASS_HEADERS
