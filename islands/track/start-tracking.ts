import { onPageHide } from '../dom/page-hide.ts'
import { hear, type Told } from '../dom/root-events.ts'
import { tellHost } from '../dom/tell-host.ts'
import { debugWanted } from './debug-wanted.ts'
import { lazyReports } from './lazy-reports.ts'
import { pingbackQueue } from './pingback-queue.ts'
import { postPingbacks } from './post-pingbacks.ts'
import { trackedGif } from './tracked-gif.ts'
import { createGifWatch } from './watch-gif.ts'
import { watchTiles } from './watch-tiles.ts'

/** What has neither a label nor a place in a view must not cost a request. */
const UNCOUNTED = new Set<Told>(['seen', 'visible', 'contextmenu', 'play', 'fetched', 'error'])

/**
 * Starts all tracking of an embed: pingbacks at once, the rest when there is something for it. The boot fetches this
 * module behind the picture, unless the visitor objects, and hands over what happened before.
 */
export function start(root: HTMLElement, early: readonly Event[]): void {
  const queue = pingbackQueue(postPingbacks)
  onPageHide(queue.flush)

  const watch = createGifWatch(queue.add)
  const debug = debugWanted(location.search)
  const reports = lazyReports(root.dataset.analytics ?? '', debug)
  let tiles = false
  const gif = trackedGif(root)
  const tell = tellHost(root, gif.id)
  tell('ready')
  const report = (told: Told, detail = '') => {
    if (told === 'seen') tell(told)
    // Before the first list of GIFs there is no tile to look for.
    if (told === 'fetched' && !tiles) {
      tiles = true
      watchTiles(root, (gif, tile) => watch(gif, { area: tile, link: '.loop-tile' }))
    }
    if (told === 'consent') reports((to) => to.consent(detail !== ''))
    else if (told === 'request') reports((to) => to.pageView(detail))
    else if (debug || !UNCOUNTED.has(told)) reports((to) => to.event(told, detail))
  }
  const picture = root.querySelector('.stage') ?? root
  watch(gif, { area: root, picture, link: '.click-area', early }, report)
  hear(root, report)
}
