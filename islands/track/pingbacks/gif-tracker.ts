import type { PingbackEvent } from '../../../shared/schema/pingback.ts'
import { type GifEvent, type GifTarget, onGifEvent } from '../../dom/gif-events.ts'
import { pingbackId } from './pingback-id.ts'

/** What tracking knows of a GIF: its id, its response's payload for pingbacks, and its `bottle_data.tags`. */
export type TrackedGif = { id: string; payload: string; pixels: readonly string[] }

/** Fields of all pingbacks of a page: the visitor, where the host names him, and further attributes. */
type PingbackFields = { user?: string | undefined; attributes?: Record<string, string> }

/** Tracks the GIFs of one page: SEEN once per id, HOVER, CLICK (§4, §7). `add` takes the pingbacks. */
export function createGifTracker(add: (event: PingbackEvent) => void, fields: PingbackFields = {}) {
  const seen = new Set<string>()
  let { user } = fields

  /** Tracks one GIF and calls back with its events, until the target's signal ends it. */
  return function track(
    { id, payload, pixels }: TrackedGif,
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
      user ??= pingbackId()
      add({
        ts: Date.now(),
        user_id: user,
        action_type: event.toUpperCase() as Uppercase<GifEvent>,
        attributes: { ...fields.attributes, position: JSON.stringify(target.area.getBoundingClientRect()) },
        analytics_response_payload: payload,
      })
      onEvent?.(event)
      if (event === 'seen' && loading) (await loading)?.injectPixels(pixels)
    })
  }
}
