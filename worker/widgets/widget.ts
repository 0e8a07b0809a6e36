import type { Context } from 'hono'
import type { App } from '../app-types.ts'
import { requestOrigin } from '../http/every-request.ts'
import { layoutOf } from '../http/layout.ts'
import { directApi } from '../http/read-context.ts'
import { reply } from '../http/reply.ts'
import { preconnect } from '../render/content-policy.ts'
import { optsOutOfTracking, trackingText } from '../render/tracking.ts'
import { widgetBody } from './body.ts'
import { firstPage } from './first-page.ts'
import { widgetList } from './list.ts'
import { widgetPolicy } from './policy.ts'
import { parseWidgetQuery } from './query.ts'
import { toTilePage } from './tile-page.ts'

/** `/widgets/{kind}` (§2). The list is read first, because it decides the status. */
export async function widget(c: Context<App>): Promise<Response> {
  const { config, direct } = c.get('services')
  const kind = c.req.param('kind') === 'grid' ? 'grid' : 'carousel'
  const { user, ...query } = parseWidgetQuery(c.req.query())
  const listCall = widgetList(query.list)
  const { list, made, status, headers } = await firstPage(
    c,
    listCall,
    { as: 'tiles', make: toTilePage },
    kind === 'grid',
  )
  const optedOut = optsOutOfTracking(c.req.raw.headers)
  const isTracked = config.TRACKING === 'on' && !optedOut
  const page = {
    kind,
    query,
    list,
    failed: status !== 200,
    source: direct ? listCall.address : listCall.source,
    direct: directApi(c.get('services')),
    layout: layoutOf(c.req.raw.headers),
    language: c.get('language'),
    publicUrl: c.get('publicUrl'),
    brand: config.BRAND_NAME,
    isTracked,
    analyticsId: isTracked ? config.ANALYTICS_ID : '',
  } as const
  const { body, styleHash } = await widgetBody(page, made, { user, tracking: trackingText(c) })
  return reply(c, body, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': widgetPolicy({
      origin: requestOrigin(c.req.url),
      media: config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : list.origins,
      // A provider's next page, or its tracking pixels, may be on any host.
      anyHost: config.PROVIDER_URL !== '',
      styleHash,
      analytics: page.analyticsId !== '',
      provider: page.direct?.url,
    }),
    // As with the embed, an untracked page stays out of shared caches.
    ...(optedOut && { 'Cache-Control': 'private, max-age=60' }),
    ...preconnect(list.origins, config.MEDIA_HOSTS),
    ...headers,
  })
}
