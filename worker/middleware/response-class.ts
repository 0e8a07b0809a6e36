import { createMiddleware } from 'hono/factory'
import type { App, ResponseClass } from '../app-types.ts'

type Headers = Readonly<Record<string, string>>

const EVERY: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
}

const VIDEO_HOSTS =
  'self "https://www.youtube.com" "https://www.youtube-nocookie.com" "https://player.vimeo.com"'

const OFF = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), browsing-topics=()'

/** Headers per class, as `hardening.md` gives them. A route may set its own first: those stand. */
const HEADERS: Record<ResponseClass, Headers> = {
  // Anonymous, framed anywhere, reads no cookie.
  embed: {
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': `autoplay=(${VIDEO_HOSTS}), fullscreen=(${VIDEO_HOSTS}), clipboard-write=(self), ${OFF}`,
    'Cache-Control': 'public, max-age=60',
    Vary: 'User-Agent, Accept-Encoding',
  },
  page: {
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': OFF,
    'Cache-Control': 'no-store',
  },
  api: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'x-cache, x-request-id, age',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-store',
  },
  pingback: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  },
  // The origin sends its own beside these (`origin/media.ts`).
  media: {
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'no-store',
  },
  // Any origin may load them: a sandboxed frame has none of its own.
  static: {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Timing-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  },
  plain: {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  },
}

/** How long browsers may keep a failure (`hardening.md`: errors `max-age=6`). */
export const FAILURE_CACHE = 'public, max-age=6'

/** Says what kind of answer the routes under a path give. */
export const answersAs = (name: ResponseClass) =>
  createMiddleware<App>(async function answersAs(c, next) {
    c.set('answersAs', name)
    await next()
  })

/** Puts the class's headers on whatever comes back, failures and refusals included. */
export const responseHeaders = createMiddleware<App>(async function responseHeaders(c, next) {
  c.set('answersAs', 'page')
  await next()
  for (const [header, value] of Object.entries({ ...EVERY, ...HEADERS[c.var.answersAs] })) {
    if (!c.res.headers.has(header)) c.res.headers.set(header, value)
  }
})
