import { type EventType, ITEM_EVENT } from '../../../shared/gif/tracking.ts'
import type { PingbackEvent } from '../../../shared/schema/pingback.ts'
import { type GifEvent, type GifTarget, onGifEvent } from '../../dom/gif-events.ts'
import { pingbackId } from './pingback-id.ts'

/**
 * What tracking knows of a GIF: its id, its response's payload for pingbacks, its `bottle_data.tags`, and the list that it
 * is shown in, if there is one.
 */
export type TrackedGif = {
  id: string
  payload: string
  pixels: readonly string[]
  eventType?: EventType | undefined
}

/**
 * Tracks the GIFs of one page: SEEN once per id, HOVER, CLICK (§4, §7). `add` takes the pingbacks; `attributes` are those
 * of all of them. `user_id` is the visit's own (§4), whoever the host says the visitor is.
 */
export function createGifTracker(
  add: (event: PingbackEvent) => void,
  attributes: Record<string, string> = {},
) {
  const seen = new Set<string>()
  let visit: string | undefined

  /** Tracks one GIF and calls back with its events, until the target's signal ends it. */
  return function track(
    { id, payload, pixels, eventType = ITEM_EVENT }: TrackedGif,
    target: GifTarget,
    onEvent?: (event: GifEvent) => void,
  ): void {
    // Few GIFs have pixels: their code comes with those, early enough to be there when the GIF is seen.
    const loading = pixels.length > 0 && import('./pixels.ts').catch(() => undefined)
    onGifEvent(target, async (event) => {
      if (event === 'seen') {
        if (seen.has(id)) return
        seen.add(id)
      }
      visit ??= pingbackId()
      add({
        ts: Date.now(),
        user_id: visit,
        action_type: event.toUpperCase() as Uppercase<GifEvent>,
        event_type: eventType,
        attributes: { ...attributes, position: JSON.stringify(target.area.getBoundingClientRect()) },
        analytics_response_payload: payload,
      })
      onEvent?.(event)
      if (event === 'seen' && loading) (await loading)?.injectPixels(pixels)
    })
  }
}
