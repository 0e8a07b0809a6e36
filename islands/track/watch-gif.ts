import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { onHoverHold } from '../dom/hover-hold.ts'
import { onSeen } from '../dom/seen.ts'
import { pingbackId } from './pingback-id.ts'

/** What is told about a GIF: its id, what its answer bore for pingbacks, and its `bottle_data.tags`. */
export type TrackedGif = { id: string; payload: string; pixels: readonly string[] }

/** A GIF on a page: all of it, the part that must be seen, and which links in it are clicks on the GIF. */
export type GifPlace = { area: Element; picture?: Element; link?: string; signal?: AbortSignal }

type Happened = 'seen' | 'hover' | 'click'

/** Watches the GIFs of one page: SEEN once per id, HOVER, CLICK (§4, §7). `add` takes the pingbacks. */
export function createGifWatch(add: (event: PingbackEvent) => void) {
  const seen = new Set<string>()
  let user: string | undefined

  /** Watches one GIF and also tells what happened, until the place's signal ends it. */
  return function watch(
    { id, payload, pixels }: TrackedGif,
    { area, picture = area, link = 'a', signal }: GifPlace,
    tell?: (event: Happened) => void,
  ): void {
    const happened = (event: Happened) => {
      user ??= pingbackId()
      add({
        ts: Date.now(),
        user_id: user,
        action_type: event.toUpperCase() as Uppercase<Happened>,
        attributes: { position: JSON.stringify(area.getBoundingClientRect()) },
        analytics_response_payload: payload,
      })
      tell?.(event)
    }
    // Few GIFs have pixels: their code comes with those, early enough to be there when the GIF is seen.
    const loading = pixels.length > 0 && import('../dom/pixels.ts').catch(() => undefined)
    onSeen(
      picture,
      async () => {
        if (seen.has(id)) return
        seen.add(id)
        happened('seen')
        if (loading) (await loading)?.injectPixels(pixels)
      },
      signal,
    )
    onHoverHold(area, () => happened('hover'), signal)
    // A middle click opens the link too; a right click only asks.
    const click = ({ target, button }: MouseEvent) => {
      if (button < 2 && (target as Element).closest(link)) happened('click')
    }
    for (const type of ['click', 'auxclick'])
      area.addEventListener(type, click as (event: Event) => void, { signal })
  }
}
