import { effect } from '@preact/signals-core'
import { onTileEvent } from '../dom/gif-events.ts'
import { firstTimes } from '../dom/page.ts'
import type { PostToHost } from '../host/host-port.ts'
import { STILL_WHEN, type TileObserver } from '../model/tiles.ts'
import type { FirstPage, WidgetModel } from '../model/widget-model.ts'
import type { TileGif } from '../track/start-widget-tracking.ts'

/** Observes the tiles of the page before hydration, which keeps the elements and so these observers: nothing is counted twice. */
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

/** Posts to the host when a GIF is visible for the first time, and each right click on one. */
export function postVisible(post: PostToHost): TileObserver<{ id: string }> {
  const isFirst = firstTimes()
  return ({ id }, tile, signal) =>
    onTileEvent(
      tile,
      (type) => {
        if (type !== 'visible' || isFirst(id)) post({ type, gif: id })
      },
      signal,
    )
}

/**
 * Pauses the tiles of the page as React does: by the still's condition, and nothing else. It doesn't stop at hydration: React
 * corrects no attribute then, so a press in that moment would change the button alone.
 */
export function syncStills(model: WidgetModel, root: Element): void {
  effect(() => {
    const { value } = model.motion
    if (value === 'auto') return
    for (const still of root.querySelectorAll<HTMLSourceElement>('.loop-tile source:first-child')) {
      still.media = STILL_WHEN[value]
    }
  })
}
