import { createModel, signal } from '@preact/signals-core'
import type { SlimGif } from '../../shared/gif/slim-gif.ts'
import type { EmbedEvent } from './embed-model.ts'
import type { TileObserver } from './tiles.ts'
import { createPause } from './tiles.ts'

/** The page that the server fetched: what the list begins with, and where its next page does. */
export type FirstPage = { gifs: readonly SlimGif[]; offset: number; done: boolean; failed: boolean }

/** What analytics and the host are called back with; on a server, nothing. */
type WidgetListeners = {
  report?: (event: EmbedEvent, detail?: string) => void
  observe?: TileObserver
  fetched?: (count: number) => void
  failed?: (error: unknown) => void
}

/** What a widget is doing: its motion and its share menu; and what its list begins with. It knows nothing of the DOM. */
export const WidgetModel = createModel(
  (first: FirstPage, startsPaused: boolean, listeners: WidgetListeners) => {
    const shareOpen = signal(false)
    const report = listeners.report ?? (() => {})

    return {
      firstPage: () => first,
      ...createPause(startsPaused, (paused) => report(paused ? 'pause' : 'play')),
      shareOpen,
      openShare: () => {
        if (shareOpen.value) return
        shareOpen.value = true
        report('share')
      },
      closeShare: () => {
        shareOpen.value = false
      },
      report,
      observe: (...tile: Parameters<TileObserver>) => listeners.observe?.(...tile),
      fetched: (count: number) => listeners.fetched?.(count),
      failed: (error: unknown) => listeners.failed?.(error),
    }
  },
)

export type WidgetModel = InstanceType<typeof WidgetModel>
