import type { EmbedEvent } from '../../model/embed-event.ts'
import { createAnalytics } from './analytics.ts'
import { dataLayerOf } from './data-layer.ts'
import { createDebugLog } from './debug-log.ts'
import { reportPageErrors } from './page-errors.ts'
import { addScript } from './web-analytics.ts'

/** Analytics and the error monitor: what goes to others than the GIF's provider. */
export type Reports = {
  event(event: EmbedEvent, detail?: string): void
  pageView(url: string): void
  consent(granted: boolean): void
}

type ReportsWanted = {
  /** The web analytics service's id, empty where none is configured. */
  service: string
  /** Turns the error monitor on. */
  sampled: boolean
  /** Says in the console what is counted. */
  debug: boolean
}

/** Starts counting; the page itself is the first view. */
export function startReports({ service, sampled, debug }: ReportsWanted): Reports {
  const log = debug ? createDebugLog() : () => {}
  const errors = sampled ? reportPageErrors(window) : undefined
  const analytics = createAnalytics({
    layer: dataLayerOf(window),
    id: service,
    loadScript: addScript,
    warn: console.warn,
  })
  const pageView = (url: string) => {
    log('counted view', url)
    analytics.pageView(url)
  }
  pageView(location.pathname)
  return {
    event(event, detail) {
      log('counted', event, detail ?? '')
      errors?.note(`${event} ${detail ?? ''}`)
      analytics.event(event, detail)
    },
    pageView,
    consent(granted) {
      log('consent', granted)
      analytics.consent(granted)
    },
  }
}
