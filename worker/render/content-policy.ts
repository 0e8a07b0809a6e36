import type { FilmHost } from '../../shared/gif/external-film.ts'
import type { PageTracking } from '../tracking.ts'
import { assets, type EmbedCss } from './assets.ts'
import { videoSources } from './video-policy.ts'

type Policy = Record<string, readonly string[]>

export const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')

/** What no page of ours does. Written once, as everything that does not depend on the request. */
export const REFUSED = write({
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
})

/** Where an embed's bytes may come from. `origin` is the page's own; `media` lists hosts or origins of pictures. */
export type EmbedSources = {
  origin: string
  media: readonly string[]
  css: EmbedCss
  tracked?: PageTracking | undefined
  film?: FilmHost | undefined
}

/** What the web analytics service needs: https://developers.google.com/tag-platform/security/guides/csp */
export const ANALYTICS = {
  script: ['https://www.googletagmanager.com'],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
} as const
export const NO_ANALYTICS = { script: [], image: [], connect: [] } as const

/** The Content-Security-Policy of an embed page: nothing but our static files, the boot and style by hash, and media. */
export function embedPolicy({ origin, media, css, tracked, film }: EmbedSources): string {
  const service = tracked?.analyticsId ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [`${origin}/media/`, ...media]
  const { script, frame } = videoSources(film)
  const allowed = write({
    'script-src': [statics, assets.inline.boot.csp, ...script, ...service.script],
    'style-src': [statics, assets.inline[css].csp],
    // Tracking pixels may sit on any host: only a GIF that has some opens the policy for them.
    'img-src': tracked?.pixels.length
      ? ['https:', 'data:', statics, ...pictures]
      : [statics, ...pictures, 'data:', ...service.image],
    'media-src': pictures,
    'font-src': [statics],
    'connect-src': ["'self'", ...service.connect],
    'frame-src': frame,
    'frame-ancestors': ['*'],
  })
  return `${REFUSED}; ${allowed}`
}

const FRAMED = `script-src ${assets.inline.notice.csp}; frame-ancestors *`
const PAGE_STYLE = `style-src ${assets.inline['page-css'].csp}`

/**
 * The policy of a page of words: an error, a notice. `framed` where an embed's failure must show in a frame, and its one
 * inline script tells the host.
 */
export const quietPolicy = (framed: boolean, style = PAGE_STYLE): string =>
  `${REFUSED}; ${style}; ${framed ? FRAMED : "frame-ancestors 'none'"}`

/**
 * The policy of a public page: our static files, pictures and films from the media hosts, frames of our own embeds and
 * widgets, forms that lead to our search. Nothing is inline, and nobody frames it.
 */
export function sitePolicy({ origin, media }: Pick<EmbedSources, 'origin' | 'media'>): string {
  const statics = `${origin}/static/`
  const pictures = [...new Set([`${origin}/media/`, ...media])]
  return write({
    'default-src': ["'none'"],
    'script-src': [statics],
    'style-src': [statics],
    'img-src': [statics, ...pictures, 'data:'],
    'media-src': pictures,
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
}
