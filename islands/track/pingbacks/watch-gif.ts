import type { PingbackEvent } from '../../../shared/schema/pingback.ts'
import { type GifPlace, type Happened, watchPlace } from '../../dom/watch-place.ts'
import { pingbackId } from './pingback-id.ts'

/** What is told about a GIF: its id, what its answer bore for pingbacks, and its `bottle_data.tags`. */
export type TrackedGif = { id: string; payload: string; pixels: readonly string[] }

/** What all pingbacks of a page bear: the visitor, where the host names him, and further attributes. */
type PingbackMarks = { user?: string | undefined; attributes?: Record<string, string> }

/** Watches the GIFs of one page: SEEN once per id, HOVER, CLICK (§4, §7). `add` takes the pingbacks. */
export function createGifWatch(add: (event: PingbackEvent) => void, marks: PingbackMarks = {}) {
  const seen = new Set<string>()
  let { user } = marks

  /** Watches one GIF and also tells what happened, until the place's signal ends it. */
  return function watch(
    { id, payload, pixels }: TrackedGif,
    place: GifPlace,
    tell?: (event: Happened) => void,
  ): void {
    // Few GIFs have pixels: their code comes with those, early enough to be there when the GIF is seen.
    const loading = pixels.length > 0 && import('./pixels.ts').catch(() => undefined)
    watchPlace(place, async (event) => {
      if (event === 'seen') {
        if (seen.has(id)) return
        seen.add(id)
      }
      user ??= pingbackId()
      add({
        ts: Date.now(),
        user_id: user,
        action_type: event.toUpperCase() as Uppercase<Happened>,
        attributes: { ...marks.attributes, position: JSON.stringify(place.area.getBoundingClientRect()) },
        analytics_response_payload: payload,
      })
      tell?.(event)
      if (event === 'seen' && loading) (await loading)?.injectPixels(pixels)
    })
  }
}
