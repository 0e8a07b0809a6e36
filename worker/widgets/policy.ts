import style from '../../dist/widget-style.json'
import { originsIn } from '../../shared/picture/origins.ts'
import { ANALYTICS, NO_ANALYTICS, REFUSED, TRUSTED, write } from '../render/content-policy.ts'

/** What a widget may load from. `anyHost` allows pictures of every https host, `styleHash` the page's inline style. */
type WidgetSources = {
  origin: string
  media: readonly string[]
  anyHost: boolean
  styleHash: string
  analytics: boolean
  /** The base URL of a provider that the page calls itself. */
  provider?: string | undefined
}

/** The policy of a widget's page: as the embed's, but with no video and no inline script at all. */
export function widgetPolicy({
  origin,
  media,
  anyHost,
  styleHash,
  analytics,
  provider,
}: WidgetSources): string {
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [statics, `${origin}/media/`, ...media, 'data:']
  const allowed = write({
    'script-src': [statics, ...service.script],
    'style-src': [statics, style.csp, styleHash],
    'img-src': [...pictures, ...(anyHost ? ['https:'] : service.image)],
    'connect-src': ["'self'", ...service.connect, ...originsIn([provider])],
    'frame-ancestors': ['*'],
  })
  return `${REFUSED}; ${allowed}${analytics ? '' : `; ${TRUSTED}`}`
}
