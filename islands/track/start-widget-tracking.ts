import { type GifEvent, onGifEvent } from '../dom/gif-events.ts'
import { firstTimes } from '../dom/page.ts'
import type { Report } from '../model/embed-model.ts'
import type { TileObserver } from '../model/tiles.ts'
import { startPingbacks } from './pingbacks.ts'
import { trackingAllowed } from './privacy.ts'
import { debugWanted } from './reports/debug-log.ts'
import { lazyReports } from './reports/lazy-reports.ts'

/** What is read of a tile's GIF. */
export type TileGif = {
  id: string
  analytics_response_payload?: string | undefined
  bottle_data?: { tags: readonly string[] } | undefined
}

type WidgetTracking = {
  report: Report
  /** What the host says of the visitor's consent to web analytics. */
  consent: (granted: boolean) => void
  observe: TileObserver<TileGif>
}

type OnEvent = (event: GifEvent, id: string) => void

/** Where tracking is off or unwanted: nothing but `onEvent`, and no storage touched. */
function untracked(onEvent: OnEvent): WidgetTracking {
  const isFirst = firstTimes()
  return {
    report: () => {},
    consent: () => {},
    observe: ({ id }, area, signal) =>
      onGifEvent({ area, link: '.loop-tile', signal }, (event) => {
        if (event !== 'seen' || isFirst(id)) onEvent(event, id)
      }),
  }
}

/** Tracks a widget's tiles (§4, §7), all told to `onEvent`. `firstRequest` is what the server fetched, a view to count, or ''. */
export function startWidgetTracking(
  root: HTMLElement,
  onEvent: OnEvent,
  firstRequest: string,
): WidgetTracking {
  if (!trackingAllowed(root)) return untracked(onEvent)
  const { layoutType: layout_type, user, eventType, analytics = '' } = root.dataset
  const track = startPingbacks({ ...(layout_type && { layout_type }), ...(user && { user }) })
  const later = lazyReports(analytics, debugWanted(location.search))
  let counted = !firstRequest
  const reports: typeof later = (use) =>
    later((to) => {
      if (!counted) to.pageView(firstRequest)
      counted = true
      use(to)
    })
  const report: Report = (event, detail = '') =>
    reports((to) => (event === 'request' ? to.pageView(detail) : to.event(event, detail)))
  return {
    report,
    consent: (granted) => reports((to) => to.consent(granted)),
    observe: ({ id, analytics_response_payload: payload = '', bottle_data }, area, signal) =>
      track(
        { id, payload, pixels: bottle_data?.tags ?? [], eventType },
        { area, link: '.loop-tile', signal },
        (event) => {
          onEvent(event, id)
          if (event !== 'seen') report(event)
        },
      ),
  }
}
