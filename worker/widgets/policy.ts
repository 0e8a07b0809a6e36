import pickerStyle from '../../dist/picker-style.json'
import widgetStyle from '../../dist/widget-style.json'
import { originsIn } from '../../shared/picture/origins.ts'
import { type AppContext, directApi, requestOrigin } from '../http/context.ts'
import { ANALYTICS, NO_ANALYTICS, preconnect, REFUSED, TRUSTED, write } from '../render/document.ts'
import { optsOutOfTracking } from '../render/page-memo.ts'

/**
 * What a widget or the picker may load from. `anyHost` allows pictures, and the picker's files, of every https host;
 * `styleHash` the page's inline style.
 */
type FrameSources = {
  origin: string
  media: readonly string[]
  anyHost: boolean
  styleHash: string
  analytics: boolean
  /** The base URL of a provider that the page calls itself. */
  provider?: string | undefined
}

/** The policy of a widget's page: as the embed's, but with no video and no inline script at all. */
function widgetPolicy({ origin, media, anyHost, styleHash, analytics, provider }: FrameSources): string {
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const pictures = [statics, `${origin}/media/`, ...media, 'data:']
  const allowed = write({
    'script-src': [statics, ...service.script],
    'style-src': [statics, widgetStyle.csp, styleHash],
    'img-src': [...pictures, ...(anyHost ? ['https:'] : service.image)],
    'connect-src': ["'self'", ...service.connect, ...originsIn([provider])],
    'frame-ancestors': ['*'],
  })
  return `${REFUSED}; ${allowed}${analytics ? '' : `; ${TRUSTED}`}`
}

/** The policy of the picker's page: as a widget's, with its search form, and files that are copied (`connect-src`). */
function pickerPolicy({ origin, media, anyHost, styleHash, analytics, provider }: FrameSources): string {
  const service = analytics ? ANALYTICS : NO_ANALYTICS
  const statics = `${origin}/static/`
  const files = [`${origin}/media/`, ...media, ...(anyHost ? ['https:'] : [])]
  const allowed = write({
    'default-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [`${origin}/widgets/picker`],
    'script-src': [statics, ...service.script],
    'style-src': [statics, pickerStyle.csp, styleHash],
    'img-src': [statics, ...files, ...(anyHost ? [] : service.image), 'data:'],
    'connect-src': ["'self'", ...originsIn([provider]), ...files, ...(anyHost ? [] : service.connect)],
    'frame-ancestors': ['*'],
  })
  return allowed + (analytics ? '' : `; ${TRUSTED}`)
}

const encoder = new TextEncoder()

/** The policy source that allows exactly this inline style: `'sha256-…'`. */
export async function inlineHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}

/** What the request decides of a page of tiles in a frame. None of it is private to a visitor. */
export function frameOptions(c: AppContext) {
  const services = c.get('services')
  const { config } = services
  const isTracked = config.TRACKING === 'on' && !optsOutOfTracking(c.req.raw.headers)
  return {
    language: c.get('language'),
    publicUrl: c.get('publicUrl'),
    brand: config.BRAND_NAME,
    isTracked,
    /** The web analytics service's, '' without one. */
    analyticsId: isTracked ? config.ANALYTICS_ID : '',
    /** The provider that the page calls itself. */
    direct: directApi(services),
  }
}

export type FrameOptions = ReturnType<typeof frameOptions>

type Framed = { options: FrameOptions; origins: readonly string[]; styleHash: string }

/** The headers of a page of tiles in a frame: a widget's or the picker's. @param framed with the origins of its pictures */
export function frameHeaders(
  c: AppContext,
  kind: 'widget' | 'picker',
  { options, origins, styleHash }: Framed,
): Record<string, string> {
  const { config } = c.get('services')
  const policyOf = kind === 'picker' ? pickerPolicy : widgetPolicy
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyOf({
      origin: requestOrigin(c.req.url),
      media: config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : origins,
      // A provider's next page, its search or its tracking pixels may be on any host.
      anyHost: config.PROVIDER_URL !== '',
      styleHash,
      analytics: options.analyticsId !== '',
      provider: options.direct?.url,
    }),
    // As with the embed, an untracked page stays out of shared caches.
    ...(optsOutOfTracking(c.req.raw.headers) && { 'Cache-Control': 'private, max-age=60' }),
    ...preconnect(origins, config.MEDIA_HOSTS),
  }
}
