import type { ResponseClass } from '../app-types.ts'

type HeaderRecord = Readonly<Record<string, string>>

const EVERY: HeaderRecord = {
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
}

const VIDEO_HOSTS =
  'self "https://www.youtube.com" "https://www.youtube-nocookie.com" "https://player.vimeo.com"'

const OFF = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), browsing-topics=()'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const API: HeaderRecord = {
  ...EVERY,
  'Content-Security-Policy': API_POLICY,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'x-cache, x-request-id, age',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-store',
}

/** Headers per class, as in `docs/threats.md`, Headers. A route's own take precedence. */
export const CLASS_HEADERS: Record<ResponseClass, HeaderRecord> = {
  // Anonymous, framed anywhere, reads no cookie.
  embed: {
    ...EVERY,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': `autoplay=(${VIDEO_HOSTS}), fullscreen=(${VIDEO_HOSTS}), clipboard-write=(self), ${OFF}`,
    'Cache-Control': 'public, max-age=60',
    Vary: 'User-Agent, Accept-Language, Accept-Encoding',
  },
  page: {
    ...EVERY,
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': OFF,
    'Cache-Control': 'no-store',
  },
  api: API,
  oembed: API,
  // A person's own data: no cache may store it.
  site: {
    ...EVERY,
    'Content-Security-Policy': API_POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
    Vary: 'Cookie',
  },
  pingback: {
    ...EVERY,
    'Content-Security-Policy': API_POLICY,
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  },
  // The origin sends its own beside these (`worker/origin/media/media.ts`).
  media: {
    ...EVERY,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-store',
  },
  // Any origin may load them: a sandboxed frame has none of its own.
  static: {
    ...EVERY,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Timing-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  },
  plain: {
    ...EVERY,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  },
}
