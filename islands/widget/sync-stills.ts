import { effect } from '@preact/signals-core'
import { STILL_WHEN } from '../model/motion.ts'
import type { WidgetModel } from '../model/widget-model.ts'

/** Until React draws the tiles, pausing is what it is there too: the still's condition, and nothing else. */
export function syncStills(model: WidgetModel, root: Element): void {
  effect(() => {
    const { value } = model.motion
    if (value === 'auto' || root.querySelector('[data-island][data-hydrated] .loop-tiles')) return
    for (const still of root.querySelectorAll<HTMLSourceElement>('.loop-tile source:first-child')) {
      still.media = STILL_WHEN[value]
    }
  })
}
