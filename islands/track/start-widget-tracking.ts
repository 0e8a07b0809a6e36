import { onPageHide } from '../dom/page-hide.ts'
import { type Happened, watchPlace } from '../dom/watch-place.ts'
import type { EmbedEvent } from '../model/embed-event.ts'
import { pingbackQueue } from './pingbacks/pingback-queue.ts'
import { postPingbacks } from './pingbacks/post-pingbacks.ts'
import { createGifWatch } from './pingbacks/watch-gif.ts'
import { trackingAllowed } from './privacy.ts'
import { debugWanted } from './reports/debug-wanted.ts'
import { lazyReports } from './reports/lazy-reports.ts'

/** A tile's GIF, as far as it is told of. */
type WatchedGif = {
  id: string
  analytics_response_payload?: string | undefined
  bottle_data?: { tags: readonly string[] } | undefined
}

export type WatchTile = (gif: WatchedGif, tile: HTMLElement, signal: AbortSignal) => void

type WidgetTracking = {
  report: (event: EmbedEvent, detail?: string) => void
  /** What the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
  watch: WatchTile
}

/**
 * Tells of a widget's tiles (§4, §7): pingbacks, analytics where something has a label, and `tell`, which hears of every
 * GIF also where tracking is off or unwanted. Then nothing else is started and no storage touched.
 */
export function startWidgetTracking(
  root: HTMLElement,
  tell: (event: Happened, id: string) => void,
): WidgetTracking {
  if (!trackingAllowed(root)) {
    const seen = new Set<string>()
    const watch: WatchTile = ({ id }, area, signal) =>
      watchPlace({ area, link: '.loop-tile', signal }, (event) => {
        if (event === 'seen' && seen.has(id)) return
        if (event === 'seen') seen.add(id)
        tell(event, id)
      })
    return { report: () => {}, consent: () => {}, watch }
  }
  const queue = pingbackQueue(postPingbacks)
  onPageHide(queue.flush)
  const { layoutType: layout_type, user } = root.dataset
  const watchGif = createGifWatch(queue.add, { user, attributes: layout_type ? { layout_type } : {} })
  const reports = lazyReports(root.dataset.analytics ?? '', debugWanted(location.search))
  const report: WidgetTracking['report'] = (event, detail) => reports((to) => to.event(event, detail))
  return {
    report,
    consent: (granted) => reports((to) => to.consent(granted)),
    watch: ({ id, analytics_response_payload: payload = '', bottle_data }, area, signal) =>
      watchGif(
        { id, payload, pixels: bottle_data?.tags ?? [] },
        { area, link: '.loop-tile', signal },
        (event) => {
          tell(event, id)
          if (event !== 'seen') report(event)
        },
      ),
  }
}
