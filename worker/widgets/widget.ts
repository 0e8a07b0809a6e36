import type { Context } from 'hono'
import { UpstreamError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { toFailure } from '../http/errors.ts'
import { requestOrigin } from '../http/every-request.ts'
import { failureHeaders } from '../http/failure-response.ts'
import { layoutOf } from '../http/layout.ts'
import { readContext } from '../http/read-context.ts'
import { reply } from '../http/reply.ts'
import { createMade } from '../memory/made.ts'
import { preconnect } from '../render/preconnect.ts'
import { optsOutOfTracking } from '../render/tracking.ts'
import { trackingText } from '../render/tracking-text.ts'
import { widgetBody } from './body.ts'
import { type WidgetList, widgetList } from './list.ts'
import { widgetPolicy } from './policy.ts'
import { parseWidgetQuery } from './query.ts'
import { NO_TILES, toTilePage } from './tile-page.ts'

/** `/widgets/{kind}` (§2). The list is read first, because it decides the status. */
export async function widget(c: Context<App>): Promise<Response> {
  const { config } = c.get('services')
  const kind = c.req.param('kind') === 'grid' ? 'grid' : 'carousel'
  const { user, ...query } = parseWidgetQuery(c.req.query())
  const listCall = widgetList(query.list)
  const { list, made, status, headers } = await firstPage(c, listCall, kind === 'grid')
  const optedOut = optsOutOfTracking(c.req.raw.headers)
  const isTracked = config.TRACKING === 'on' && !optedOut
  const page = {
    kind,
    query,
    list,
    failed: status !== 200,
    source: listCall.source,
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
    }),
    // As with the embed, an untracked page stays out of shared caches.
    ...(optedOut && { 'Cache-Control': 'private, max-age=60' }),
    ...preconnect(list.origins, config.MEDIA_HOSTS),
    ...headers,
  })
}

// The pages of a failure, which are made of no copy.
const failedPages = createMade(() => {})

/** Reads the first page of the list. If that fails, a grid shows the failure and a retry (§8); a carousel is an error page. */
async function firstPage(c: Context<App>, { call, input }: WidgetList, mayFail: boolean) {
  try {
    const { provider } = c.get('services')
    const found = await provider.parsed(call, input, readContext(c), 'tiles', toTilePage)
    const { value, made, state, age } = found
    return { list: value, made, status: 200, headers: { 'x-cache': state, Age: String(age) } }
  } catch (error) {
    const failure = toFailure(error)
    if (!mayFail || !(error instanceof UpstreamError) || failure.status < 500) throw error
    return {
      list: NO_TILES,
      made: failedPages,
      status: failure.status,
      headers: failureHeaders(error, failure, 'embed'),
    }
  }
}
