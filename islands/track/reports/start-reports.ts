import type { EmbedEvent } from '../../model/embed-event.ts'
import { postShare } from '../post-share.ts'
import { createAnalytics } from './analytics.ts'
import { dataLayerOf } from './data-layer.ts'
import { createDebugLog } from './debug-log.ts'
import { reportPageErrors } from './page-errors.ts'
import { sayWhoIsSignedIn } from './say-who-is-signed-in.ts'
import { shareCounter } from './share-counter.ts'
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
  /** The id of the page's GIF, where what shares it is counted. */
  shared?: string | undefined
}

/** Starts counting; the page itself is the first view. */
export function startReports({ service, sampled, debug, shared }: ReportsWanted): Reports {
  const log = debug ? createDebugLog() : () => {}
  const countShare = shared ? shareCounter((type) => postShare(type, shared)) : () => {}
  const errors = sampled ? reportPageErrors(window) : undefined
  const layer = dataLayerOf(window)
  // Until it is known who is counted, everything waits in its order.
  const isKnown = sayWhoIsSignedIn(layer)
  const analytics = createAnalytics({
    layer,
    id: service,
    loadScript: addScript,
    warn: console.warn,
  })
  const pageView = (url: string) => {
    log('counted view', url)
    isKnown.then(() => analytics.pageView(url))
  }
  pageView(location.pathname)
  return {
    event(event, detail) {
      log('counted', event, detail ?? '')
      errors?.note(`${event} ${detail ?? ''}`)
      countShare(event, detail)
      isKnown.then(() => analytics.event(event, detail))
    },
    pageView,
    consent(granted) {
      log('consent', granted)
      isKnown.then(() => analytics.consent(granted))
    },
  }
}
