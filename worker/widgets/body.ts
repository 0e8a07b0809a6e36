import type { Made } from '../memory/made.ts'
import { fillSlots, type RenderedWidget, widgetMemo } from '../render/page-memo.ts'
import { openingTag, renderHead, renderRest, type WidgetPage } from './page.tsx'

/** The parts of a page that differ between requests. */
type RequestParts = { user: string | undefined; tracking: string }

type Body = { body: ReadableStream<Uint8Array>; styleHash: string }

/**
 * Streams a widget's page: the head is sent before the tiles are rendered. Parts rendered from the same copy of the list
 * are reused from `made`; each request inserts its tracking query and its own opening tag.
 */
export async function widgetBody(
  page: WidgetPage,
  made: Made,
  { user, tracking }: RequestParts,
): Promise<Body> {
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
