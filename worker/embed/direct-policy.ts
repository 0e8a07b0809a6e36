import { assets, type EmbedCss } from '../render/assets.ts'
import { ANALYTICS, NO_ANALYTICS, REFUSED, TRUSTED, write } from '../render/content-policy.ts'

/** What an embed that draws itself may load from: `media` lists `MEDIA_HOSTS`, `provider` the origin that it calls. */
type DirectSources = {
  origin: string
  media: readonly string[]
  css: EmbedCss
  analyticsId: string
  provider: readonly string[]
}

/** The policy of an embed whose item is not known yet: its files may be on any https host, and nothing is inline but the style. */
export function directPolicy({ origin, media, css, analyticsId, provider }: DirectSources): string {
  const service = analyticsId ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const files = [...media, 'https:']
  const allowed = write({
    'script-src': [statics, ...service.script],
    'style-src': [statics, assets.inline[css].csp],
    'img-src': [statics, ...files, 'data:'],
    'media-src': files,
    'font-src': [statics],
    'connect-src': ["'self'", ...provider, ...service.connect],
    'frame-ancestors': ['*'],
  })
  return `${REFUSED}; ${allowed}${analyticsId ? '' : `; ${TRUSTED}`}`
}
