import style from '../../dist/widget-style.json'
import { ANALYTICS, NO_ANALYTICS, REFUSED, write } from '../render/content-policy.ts'

/** Where a widget's bytes may come from; `anywhere` opens it for pictures of every https host, `styleHash` allows its own style. */
type WidgetSources = {
  origin: string
  media: readonly string[]
  anywhere: boolean
  styleHash: string
  analytics: boolean
}

// Giving a script an address by a plain text is what the web analytics service does; without it nothing may.
const TRUSTED = "; require-trusted-types-for 'script'; trusted-types 'none'"

/** The policy of a widget's page: as the embed's, but with no video and no inline script at all. */
export function widgetPolicy({ origin, media, anywhere, styleHash, analytics }: WidgetSources): string {
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [statics, `${origin}/media/`, ...media, 'data:']
  const allowed = write({
    'script-src': [statics, ...service.script],
    'style-src': [statics, style.csp, styleHash],
    'img-src': [...pictures, ...(anywhere ? ['https:'] : service.image)],
    'connect-src': ["'self'", ...service.connect],
    'frame-ancestors': ['*'],
  })
  return `${REFUSED}; ${allowed}${analytics ? '' : TRUSTED}`
}
