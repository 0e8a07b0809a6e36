import type { Gif } from '../../shared/schema/gif.ts'
import { onGifEvent, onTileEvent } from '../dom/gif-events.ts'
import { onPageHide } from '../dom/page.ts'
import type { TileObserver } from '../model/tiles.ts'
import { createGifTracker, pingbackQueue, postPingbacks } from '../track/pingbacks.ts'
import { visitorObjects } from '../track/privacy.ts'
import type { GifCallbacks, GifLike } from './props.ts'

type Counting = { host: string | undefined; user: string | undefined }

/** Observes tiles for a partner's callbacks, and tracks them at his Loopframe address, if he has named one. */
export function createTileObserver<G extends GifLike>(
  counting: Counting,
  ownOf: (gif: Gif) => G | undefined,
  callbacks: () => GifCallbacks<G>,
): TileObserver {
  const seen = new Set<string>()
  const visible = new Set<string>()
  // Made by the first tile that is observed, which is never on a server.
  let track: ReturnType<typeof createGifTracker> | undefined

  return (gif, tile, signal) => {
    const own = ownOf(gif)
    if (!own) return
    track ??= trackerFor(counting)
    const target = { area: tile, link: '.loop-tile', signal }
    onGifEvent(target, (event) => {
      if (event === 'hover') callbacks().onGifHover?.(own)
      if (event !== 'seen' || seen.has(gif.id)) return
      seen.add(gif.id)
      callbacks().onGifSeen?.(own, tile.getBoundingClientRect())
    })
    tile.addEventListener('click', (event) => callbacks().onGifClick?.(own, event), { signal })
    const { id, analytics_response_payload: payload, bottle_data } = gif
    track?.({ id, payload, pixels: bottle_data?.tags ?? [] }, target)
    onTileEvent(
      tile,
      (event, cause) => {
        if (event === 'contextmenu' && cause) callbacks().onGifRightClick?.(own, cause)
        if (event !== 'visible' || visible.has(gif.id)) return
        visible.add(gif.id)
        callbacks().onGifVisible?.(own)
      },
      signal,
    )
  }
}

function trackerFor({ host, user }: Counting) {
  if (!host || visitorObjects()) return undefined
  const queue = pingbackQueue((body) => postPingbacks(body, host))
  onPageHide(queue.flush)
  return createGifTracker(queue.add, user ? { user } : {})
}
