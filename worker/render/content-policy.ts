import type { FilmHost } from '../../shared/gif/external-film.ts'
import { assets } from './assets.ts'
import { videoSources } from './video-policy.ts'

type Policy = Record<string, readonly string[]>

const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')

/** Where an embed's bytes may come from. `origin` is the page's own; `media` lists hosts or origins of pictures. */
export type EmbedSources = {
  origin: string
  media: readonly string[]
  pixels: boolean
  analytics: boolean
  film?: FilmHost | undefined
}

/** What the web analytics service needs: https://developers.google.com/tag-platform/security/guides/csp */
const ANALYTICS = {
  script: ['https://www.googletagmanager.com'],
  image: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  connect: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
} as const
const NO_ANALYTICS = { script: [], image: [], connect: [] } as const

/** The Content-Security-Policy of an embed page: nothing but our static files, the boot and style by hash, and media. */
export function embedPolicy({ origin, media, pixels, analytics, film }: EmbedSources): string {
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [`${origin}/media/`, ...media]
  const { script, frame } = videoSources(film)
  return write({
    'default-src': ["'none'"],
    'script-src': [statics, assets.inline.boot.csp, ...script, ...service.script],
    'style-src': [statics, assets.inline['embed-css'].csp],
    // Tracking pixels may sit on any host: only a GIF that has some opens the policy for them.
    'img-src': pixels
      ? ['https:', 'data:', statics, ...pictures]
      : [statics, ...pictures, 'data:', ...service.image],
    'media-src': pictures,
    'font-src': [statics],
    'connect-src': ["'self'", ...service.connect],
    'frame-src': frame,
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ['*'],
  })
}

/** The policy of a page without a script: an error, a notice. `framed` where an embed's failure must show in a frame. */
export const quietPolicy = (framed: boolean): string =>
  write({
    'default-src': ["'none'"],
    'style-src': [assets.inline['page-css'].csp],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [framed ? '*' : "'none'"],
  })
