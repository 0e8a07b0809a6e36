import { onPageHide } from '../dom/page-hide.ts'
import type { EmbedModel, Report } from '../embed/embed-model.ts'
import { debugWanted } from './debug-wanted.ts'
import { pingbackQueue } from './pingback-queue.ts'
import { postPingbacks } from './post-pingbacks.ts'
import { trackingAllowed } from './privacy.ts'
import { isSampled } from './sampled.ts'
import type { Reports } from './start-reports.ts'
import { createGifWatch, type TrackedGif } from './watch-gif.ts'

export type Tracking = {
  /** Takes what the model reports, for analytics (§7). Pingbacks need none: they are made here. */
  report: Report
  /** Counts a request as a view of its virtual path (§2). */
  pageView(url: string): void
  /** What the host says of the visitor's consent to web analytics. */
  consent(granted: boolean): void
  /** Watches a further GIF on the page, such as a tile. */
  watch: ReturnType<typeof createGifWatch>
}

type Tracked = { root: HTMLElement; model: EmbedModel; gif: TrackedGif }

/**
 * Starts all tracking of an embed, once its picture has loaded: pingbacks at once, the rest when there is something for
 * it. Where tracking is off or unwanted nothing is started, no storage touched, and there is no answer.
 */
export function startTracking({ root, model, gif }: Tracked): Tracking | undefined {
  if (!trackingAllowed(root)) return undefined
  const queue = pingbackQueue(postPingbacks)
  onPageHide(queue.flush)
  const watch = createGifWatch(queue.add)
  const picture = root.querySelector('.stage') ?? root
  watch(gif, { area: root, picture, link: '.click-area' }, model.report)

  const sampled = isSampled(location.port, Math.random)
  let loading: Promise<Reports | undefined> | undefined
  // Reports come with the first that is made; where their code is missing, one warning and nothing else.
  const reports = async (use: (to: Reports) => void) => {
    loading ??= import('./start-reports.ts').then(
      ({ startReports }) => startReports(root.dataset.analytics ?? '', sampled),
      (error) => console.warn('loopframe: no reports', error) as undefined,
    )
    const to = await loading
    if (to) use(to)
  }
  // The error monitor and the debug log begin now, not with the first event.
  if (sampled || debugWanted(location.search)) reports(() => {})

  return {
    report(event, detail) {
      // What happens without a visitor's doing has no label, and must not cost a request.
      if (loading || (event !== 'seen' && event !== 'visible')) reports((to) => to.event(event, detail))
    },
    pageView: (url) => reports((to) => to.pageView(url)),
    consent: (granted) => reports((to) => to.consent(granted)),
    watch,
  }
}
