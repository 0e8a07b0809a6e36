import { onPageHide } from '../dom/page-hide.ts'
import { tellHost } from '../host/tell-host.ts'
import { pingbackQueue } from './pingbacks/pingback-queue.ts'
import { postPingbacks } from './pingbacks/post-pingbacks.ts'
import { trackedGif } from './pingbacks/tracked-gif.ts'
import { createGifWatch } from './pingbacks/watch-gif.ts'
import { watchTiles } from './pingbacks/watch-tiles.ts'
import { debugWanted } from './reports/debug-wanted.ts'
import { lazyReports } from './reports/lazy-reports.ts'
import { hear, type Told } from './root-events.ts'

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
