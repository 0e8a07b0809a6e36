import type { FilmHost } from '../../shared/film/external-film.ts'
import { assets, type EmbedCss } from '../render/assets.ts'
import { ANALYTICS, NO_ANALYTICS, REFUSED, TRUSTED, write } from '../render/content-policy.ts'
import type { PageTracking } from '../render/tracking.ts'
import { videoSources } from './video-policy.ts'

/** What an embed may load from. `origin` is the page's own; `media` lists hosts or origins of pictures. */
type EmbedSources = {
  origin: string
  media: readonly string[]
  css: EmbedCss
  tracked: PageTracking | undefined
  film: FilmHost | undefined
}

/** The Content-Security-Policy of an embed page: nothing but our static files, the boot and style by hash, and media. */
export function embedPolicy({ origin, media, css, tracked, film }: EmbedSources): string {
  const service = tracked?.analyticsId ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [`${origin}/media/`, ...media]
  const { script, frame } = videoSources(film)
  const allowed = write({
    'script-src': [statics, assets.inline.boot.csp, ...script, ...service.script],
    'style-src': [statics, assets.inline[css].csp],
    // Tracking pixels may be on any host, so a GIF with pixels allows every https picture.
    'img-src': tracked?.pixels.length
      ? ['https:', 'data:', statics, ...pictures]
      : [statics, ...pictures, 'data:', ...service.image],
    'media-src': pictures,
    'font-src': [statics],
    'connect-src': ["'self'", ...service.connect],
    'frame-src': frame,
    'frame-ancestors': ['*'],
  })
  const runsOthers = script.length > 0 || service.script.length > 0
  return `${REFUSED}; ${allowed}${runsOthers ? '' : `; ${TRUSTED}`}`
}
