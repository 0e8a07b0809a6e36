import type { TileObserver } from '../model/tile-observer.ts'
import type { FirstPage } from '../model/widget-model.ts'
import type { TileGif } from '../track/start-widget-tracking.ts'

/**
 * Observes the tiles that are in the page before their island is hydrated. Hydration keeps their elements, so it keeps
 * their observers too: a pointer that rests on a tile meanwhile is counted once.
 */
export function observeFirstTiles(
  root: Element,
  first: FirstPage,
  observe: TileObserver<TileGif>,
): TileObserver<TileGif> {
  const early = new Map<Element, { id: string; stop: AbortController }>()
  for (const [at, tile] of [...root.querySelectorAll<HTMLElement>('.loop-tile')].entries()) {
    const gif = first.gifs[at]
    if (!gif) continue
    const stop = new AbortController()
    early.set(tile, { id: gif.id, stop })
    observe(gif, tile, stop.signal)
  }
  return (gif, tile, signal) => {
    const known = early.get(tile)
    early.delete(tile)
    if (known?.id !== gif.id) {
      known?.stop.abort()
      observe(gif, tile, signal)
    } else signal.addEventListener('abort', () => known.stop.abort())
  }
}
