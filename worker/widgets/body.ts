import type { Services } from '../app-types.ts'
import { fillSlots, type RenderedWidget } from '../render/page-memo.ts'
import { drawHead, drawRest, openWidget, type WidgetPage } from './page.tsx'

/** What a request brings to a page that is the same for everybody else. */
type Own = { user: string | undefined; tracking: string; services: Services }

type Body = { body: ReadableStream<Uint8Array>; styleHash: string }

/**
 * A widget's page in the order it is sent: the head leaves before the tiles are drawn. What has been drawn from the same
 * copy of the list is kept; each request puts in its tracking query, and its own opening tag.
 */
export async function widgetBody(page: WidgetPage, { user, tracking, services }: Own): Promise<Body> {
  const { list, ...drawnFrom } = page
  const key = JSON.stringify(drawnFrom)
  const drawn: RenderedWidget = services.widgets.get(key, list) ?? (await drawHead(page))
  const opening = new TextEncoder().encode(openWidget(user))

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(fillSlots(drawn.head, tracking))
      controller.enqueue(opening)
    },
    pull(controller) {
      const rest = drawn.rest ?? drawRest(page)
      if (!drawn.rest) services.widgets.set(key, list, { ...drawn, rest })
      controller.enqueue(fillSlots(rest, tracking))
      controller.close()
    },
  })
  return { body, styleHash: drawn.styleHash }
}
