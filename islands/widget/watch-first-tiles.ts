import type { FirstPage } from '../model/widget-model.ts'
import type { WatchTile } from '../track/start-widget-tracking.ts'

/**
 * Watches the tiles that are in the page before their island wakes. Waking keeps their elements, so it keeps what is
 * watched of them: whoever rests his pointer on one meanwhile is counted once.
 */
export function watchFirstTiles(root: Element, first: FirstPage, watch: WatchTile): WatchTile {
  const early = new Map<Element, { id: string; stop: AbortController }>()
  for (const [at, tile] of [...root.querySelectorAll<HTMLElement>('.loop-tile')].entries()) {
    const gif = first.gifs[at]
    if (!gif) continue
    const stop = new AbortController()
    early.set(tile, { id: gif.id, stop })
    watch(gif, tile, stop.signal)
  }
  return (gif, tile, signal) => {
    const known = early.get(tile)
    early.delete(tile)
    if (known?.id !== gif.id) {
      known?.stop.abort()
      watch(gif, tile, signal)
    } else signal.addEventListener('abort', () => known.stop.abort())
  }
}
