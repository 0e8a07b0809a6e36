import { virtualPath } from '../../../shared/gif/virtual-path.ts'
import type { EmbedEvent } from '../../model/embed-event.ts'
import { type DataLayer, userDimensions } from './data-layer.ts'
import { CATEGORY, labelOf } from './labels.ts'
import { startWebAnalytics, type WebAnalytics } from './web-analytics.ts'

type Surroundings = {
  layer: DataLayer
  /** The configured service (`ANALYTICS_ID`); without one nothing leaves the page. */
  id: string
  loadScript: (src: string) => Promise<unknown>
  warn: (...said: unknown[]) => void
}

type Analytics = {
  event(event: EmbedEvent, detail?: string): void
  /** Counts a request, or a page, as a view of its virtual path (§2). */
  pageView(url: string): void
  consent(granted: boolean): void
}

/**
 * §7 Events and views go into the data layer, and, from consent on, to the web analytics service: first the view that
 * the visitor is at, but no event from before. A failure is only logged, once.
 */
export function createAnalytics({ layer, id, loadScript, warn }: Surroundings): Analytics {
  let service: Promise<WebAnalytics | undefined> | undefined
  let path = ''
  let warned = false
  const onlyLogged = (error: unknown) => {
    if (!warned) warn('loopframe: analytics failed', error)
    warned = true
    return undefined
  }
  const guarded =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      try {
        act(...given)
      } catch (error) {
        onlyLogged(error)
      }
    }
  const toService = (name: string, fields: Record<string, string>) =>
    service?.then((to) => to?.send(name, { ...fields, ...userDimensions(layer) })).catch(onlyLogged)

  return {
    event: guarded((event, detail) => {
      const named = labelOf(event, detail)
      if (!named) return
      const { action, label } = named
      layer.push({ event: CATEGORY, eventCategory: CATEGORY, eventAction: action, eventLabel: label })
      toService(action, { event_category: CATEGORY, event_label: label })
    }),
    pageView: guarded((url) => {
      path = virtualPath(url, warn)
      if (!path) return
      layer.push({ event: 'VirtualPageview', virtualPagePath: path, ...userDimensions(layer) })
      toService('page_view', { page_path: path })
    }),
    consent(granted) {
      if (!id || granted === Boolean(service)) return
      service?.then((to) => to?.stop())
      service = granted ? startWebAnalytics(id, layer, loadScript).catch(onlyLogged) : undefined
      if (path) toService('page_view', { page_path: path })
    },
  }
}
