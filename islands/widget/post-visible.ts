import { onTileEvent } from '../dom/tile-events.ts'
import type { PostToHost } from '../host/host-port.ts'
import type { TileObserver } from '../model/tile-observer.ts'

/** Posts to the host when a GIF is visible for the first time, and each right click on one. */
export function postVisible(post: PostToHost): TileObserver<{ id: string }> {
  const seen = new Set<string>()
  return ({ id }, tile, signal) =>
    onTileEvent(
      tile,
      (type) => {
        if (type === 'visible' && seen.has(id)) return
        if (type === 'visible') seen.add(id)
        post({ type, gif: id })
      },
      signal,
    )
}
