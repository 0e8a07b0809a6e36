import { watchFurther } from '../dom/watch-further.ts'
import type { PostToHost } from '../host/host-port.ts'
import type { WatchTile } from '../track/start-widget-tracking.ts'

/** Tells the host of every GIF that stands in view for the first time, and of right clicks. */
export function tellVisible(post: PostToHost): WatchTile {
  const seen = new Set<string>()
  return ({ id }, tile, signal) =>
    watchFurther(
      tile,
      (event) => {
        if (event === 'visible' && seen.has(id)) return
        if (event === 'visible') seen.add(id)
        post(event, { gif: id })
      },
      signal,
    )
}
