import type { Gif } from '../../shared/schema/gif.ts'
import { onPageHide } from '../dom/page-hide.ts'
import { watchFurther } from '../dom/watch-further.ts'
import { watchPlace } from '../dom/watch-place.ts'
import type { TileWatch } from '../model/tile-watch.ts'
import { pingbackQueue } from '../track/pingbacks/pingback-queue.ts'
import { postPingbacks } from '../track/pingbacks/post-pingbacks.ts'
import { createGifWatch } from '../track/pingbacks/watch-gif.ts'
import { visitorObjects } from '../track/privacy.ts'
import type { GifCallbacks, GifLike } from './props.ts'

type Counting = { host: string | undefined; user: string | undefined }

/** Watches tiles for a partner's callbacks, and counts what happens at his Loopframe address, if he has named one. */
export function createTeller<G extends GifLike>(
  counting: Counting,
  ownOf: (gif: Gif) => G | undefined,
  callbacks: () => GifCallbacks<G>,
): TileWatch {
  const seen = new Set<string>()
  const visible = new Set<string>()
  // Made by the first tile that is watched, which is never on a server.
  let count: ReturnType<typeof createGifWatch> | undefined

  return (gif, tile, signal) => {
    const own = ownOf(gif)
    if (!own) return
    count ??= counterFor(counting)
    const place = { area: tile, link: '.loop-tile', signal }
    watchPlace(place, (happened) => {
      if (happened === 'hover') callbacks().onGifHover?.(own)
      if (happened !== 'seen' || seen.has(gif.id)) return
      seen.add(gif.id)
      callbacks().onGifSeen?.(own, tile.getBoundingClientRect())
    })
    tile.addEventListener('click', (event) => callbacks().onGifClick?.(own, event), { signal })
    const { id, analytics_response_payload: payload, bottle_data } = gif
    count?.({ id, payload, pixels: bottle_data?.tags ?? [] }, place)
    watchFurther(
      tile,
      (happened, event) => {
        if (happened === 'contextmenu' && event) callbacks().onGifRightClick?.(own, event)
        if (happened !== 'visible' || visible.has(gif.id)) return
        visible.add(gif.id)
        callbacks().onGifVisible?.(own)
      },
      signal,
    )
  }
}

function counterFor({ host, user }: Counting) {
  if (!host || visitorObjects()) return undefined
  const queue = pingbackQueue((body) => postPingbacks(body, host))
  onPageHide(queue.flush)
  return createGifWatch(queue.add, { user })
}
