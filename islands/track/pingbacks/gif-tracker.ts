import { type EventType, ITEM_EVENT } from '../../../shared/gif/tracking.ts'
import { PINGBACK_ID_LENGTH } from '../../../shared/limits.ts'
import type { PingbackEvent } from '../../../shared/schema/pingback.ts'
import { type GifEvent, type GifTarget, onGifEvent } from '../../dom/gif-events.ts'

const KEY = 'pingback-id'
const VALID = /^[A-Za-z0-9]{16}$/

/** The visit's id: 16 characters in session storage, or only in the result where storage is refused (§9). */
export function pingbackId(): string {
  try {
    // In a frame of another site the very name throws (`docs/measurements.md`, M8).
    const kept = sessionStorage.getItem(KEY)
    if (kept && VALID.test(kept)) return kept
    const fresh = freshId()
    sessionStorage.setItem(KEY, fresh)
    return fresh
  } catch {
    return freshId()
  }
}

const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH)), (byte) =>
    (byte % 36).toString(36),
  ).join('')

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
 * of all of them. `user_id` is the visit's own (§4), no matter who the host says the visitor is.
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
