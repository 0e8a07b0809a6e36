import type { EmbedEvent } from '../embed/embed-event.ts'
import { createAnalytics } from './analytics.ts'
import { captureErrors } from './capture-errors.ts'
import { dataLayerOf } from './data-layer.ts'
import { createDebugLog } from './debug-log.ts'
import { addScript } from './web-analytics.ts'

/** What tells others than the GIF's provider: analytics, the debug log, the error monitor. */
export type Reports = {
  event(event: EmbedEvent, detail?: string): void
  pageView(url: string): void
  consent(granted: boolean): void
}

/** `service` is the web analytics service's id, empty where none is configured; `sampled` turns the error monitor on. */
export function startReports(service: string, sampled: boolean): Reports {
  const debug = createDebugLog(location.search)
  const errors = sampled ? captureErrors(window) : undefined
  const analytics = createAnalytics({
    layer: dataLayerOf(window),
    id: service,
    loadScript: addScript,
    warn: console.warn,
  })
  // The page itself is the first view.
  analytics.pageView(location.pathname)
  return {
    event(event, detail) {
      debug('event', event, detail ?? '')
      errors?.note(`${event} ${detail ?? ''}`)
      analytics.event(event, detail)
    },
    pageView(url) {
      debug('view', url)
      analytics.pageView(url)
    },
    consent(granted) {
      debug('consent', granted)
      analytics.consent(granted)
    },
  }
}
