import { type AppContext, directApi, reply } from '../http/context.ts'
import { layoutOf } from '../http/visitor.ts'
import type { Made } from '../memory.ts'
import {
  fillSlots,
  optsOutOfTracking,
  type RenderedWidget,
  trackingText,
  widgetMemo,
} from '../render/page-memo.ts'
import { firstPage, widgetList } from './list.ts'
import { openingTag, renderHead, renderRest, type WidgetPage } from './page.tsx'
import { frameHeaders } from './policy.ts'
import { parseWidgetQuery } from './query.ts'
import { toTilePage } from './tile-page.ts'

/** `/widgets/{kind}` (§2). The list is read first, because it decides the status. */
export async function widget(c: AppContext): Promise<Response> {
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
  const { analyticsId } = page
  return reply(c, body, status, {
    ...frameHeaders(c, 'widget', { list, styleHash, optedOut, analyticsId }),
    ...headers,
  })
}

/** The parts of a page that differ between requests. */
type RequestParts = { user: string | undefined; tracking: string }

type Body = { body: ReadableStream<Uint8Array>; styleHash: string }

/**
 * Streams a widget's page: the head is sent before the tiles are rendered. Parts rendered from the same copy of the list
 * are reused from `made`; each request inserts its tracking query and its own opening tag.
 */
async function widgetBody(page: WidgetPage, made: Made, { user, tracking }: RequestParts): Promise<Body> {
  const { list, ...keyFields } = page
  const key = JSON.stringify(keyFields)
  const rendered: RenderedWidget = widgetMemo.get(made, key) ?? (await renderHead(page))
  const opening = new TextEncoder().encode(openingTag(user))

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(fillSlots(rendered.head, tracking))
      controller.enqueue(opening)
    },
    pull(controller) {
      const rest = rendered.rest ?? renderRest(page)
      if (!rendered.rest) widgetMemo.set(made, key, { ...rendered, rest })
      controller.enqueue(fillSlots(rest, tracking))
      controller.close()
    },
  })
  return { body, styleHash: rendered.styleHash }
}
