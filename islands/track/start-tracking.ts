import { pageProps } from '../dom/page.ts'
import { openPassivePort } from '../host/host-port.ts'
import { startPingbacks, type TrackedGif } from './pingbacks.ts'
import { debugWanted } from './reports/debug-log.ts'
import { lazyReports } from './reports/lazy-reports.ts'
import { listen, type RootEvent } from './root-events.ts'

const TILE = '.related-grid [data-gif]'

/** Calls `track` once for each tile, later ones too (§4); without pixels, as the page's policy is made for its own GIF. */
export function observeTiles(root: Element, track: (gif: TrackedGif, tile: HTMLElement) => void): void {
  const known = new WeakSet<Element>()
  const check = () => {
    for (const tile of root.querySelectorAll<HTMLElement>(TILE)) {
      if (known.has(tile)) continue
      known.add(tile)
      const { gif: id = '', payload = '' } = tile.dataset
      track({ id, payload, pixels: [], eventType: 'GIF_RELATED' }, tile)
    }
  }
  check()
  new MutationObserver(check).observe(root, { childList: true, subtree: true })
}

/** What has neither a label nor a place in a view must not cost a request. */
const UNCOUNTED = new Set<RootEvent>(['seen', 'visible', 'contextmenu', 'play', 'fetched', 'error'])

/** Starts all tracking of an embed. The boot fetches this behind the picture, and hands over what happened before. */
export function startTracking(root: HTMLElement, early: readonly Event[]): void {
  const track = startPingbacks()
  const debug = debugWanted(location.search)
  const gif = trackedGif(root)
  // A frame without an origin is a stranger to our own calls.
  const countsShares = root.hasAttribute('data-shares') && origin !== 'null'
  const reports = lazyReports(root.dataset.analytics ?? '', debug, countsShares ? gif.id : undefined)
  let tiles = false
  const post = openPassivePort(root, gif.id)
  post('ready')
  const report = (event: RootEvent, detail = '') => {
    if (event === 'seen') post(event)
    // Before the first list of GIFs there is no tile to look for.
    if (event === 'fetched' && !tiles) {
      tiles = true
      observeTiles(root, (gif, tile) => track(gif, { area: tile, link: '.loop-tile' }))
    }
    if (event === 'consent') reports((to) => to.consent(detail !== ''))
    else if (event === 'request') reports((to) => to.pageView(detail))
    else if (debug || !UNCOUNTED.has(event)) reports((to) => to.event(event, detail))
  }
  const picture = root.querySelector('.stage') ?? root
  track(gif, { area: root, picture, link: '.click-area', early }, report)
  listen(root, report)
}

/** The page's GIF as the server wrote it on the root (`worker/render/page-memo.ts`). */
function trackedGif(root: HTMLElement): TrackedGif {
  const { payload = '', pixels = '[]' } = root.dataset
  return { id: pageProps(root).id, payload, pixels: JSON.parse(pixels) }
}
