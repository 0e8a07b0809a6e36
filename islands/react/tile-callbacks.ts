import { onGifEvent, onTileEvent } from '../dom/gif-events.ts'
import { firstTimes } from '../dom/page.ts'
import type { TileObserver } from '../model/tiles.ts'
import { startPingbacks } from '../track/pingbacks.ts'
import { visitorObjects } from '../track/privacy.ts'
import type { GifCallbacks, GifLike } from './props.ts'

/** Observes tiles for a partner's callbacks, and tracks them at his Loopframe address, if he has named one. */
export function createTileObserver<G extends GifLike>(
  { host, user }: { host: string | undefined; user: string | undefined },
  ownOf: (id: string) => G | undefined,
  callbacks: () => GifCallbacks<G>,
): TileObserver {
  const [isFirstSeen, isFirstVisible] = [firstTimes(), firstTimes()]
  let track: ReturnType<typeof startPingbacks> | undefined

  return (gif, tile, signal) => {
    const own = ownOf(gif.id)
    if (!own) return
    // Made by the first tile that is observed, which is never on a server.
    if (host && !visitorObjects()) track ??= startPingbacks(user ? { user } : {}, host)
    const target = { area: tile, link: '.loop-tile', signal }
    onGifEvent(target, (event) => {
      if (event === 'hover') callbacks().onGifHover?.(own)
      if (event === 'seen' && isFirstSeen(gif.id)) callbacks().onGifSeen?.(own, tile.getBoundingClientRect())
    })
    tile.addEventListener('click', (event) => callbacks().onGifClick?.(own, event), { signal })
    const { id, analytics_response_payload: payload, bottle_data } = gif
    track?.({ id, payload, pixels: bottle_data?.tags ?? [] }, target)
    onTileEvent(
      tile,
      (event, cause) => {
        if (event === 'contextmenu' && cause) callbacks().onGifRightClick?.(own, cause)
        if (event === 'visible' && isFirstVisible(gif.id)) callbacks().onGifVisible?.(own)
      },
      signal,
    )
  }
}
