import { effect } from '@preact/signals-core'
import { openHostPort } from './dom/host-port.ts'
import type { EmbedEvent } from './embed/embed-event.ts'
import { hydrateIslands } from './runtime/hydrate.ts'
import { startWidgetTracking } from './track/start-widget-tracking.ts'
import { followPause } from './widget/follow-pause.ts'
import { hostCommands, rowSize } from './widget/host-commands.ts'
import { readyAtEnd } from './widget/ready-at-end.ts'
import { tellVisible } from './widget/tell-visible.ts'
import { watchFirstTiles } from './widget/watch-first-tiles.ts'
import { type FirstPage, WidgetModel } from './widget/widget-model.ts'

/** The build says which files the islands are (`tools/build-islands.ts`). */
declare const WIDGET_FILES: string

const loaders = {
  carousel: async () => (await import('./widget/carousel-widget.tsx')).CarouselWidget,
  grid: async () => (await import('./widget/grid-widget.tsx')).GridWidget,
  'share-menu': async () => (await import('./embed/share-menu.tsx')).ShareMenu,
}

/** Takes a widget's page over: one model, its first tiles watched at once, React only when somebody means it. */
function start(root: HTMLElement, first: FirstPage): void {
  const { post } = openHostPort(hostCommands(root, () => ({ model, tracking })))
  const tracking = startWidgetTracking(root, (event, gif) => post(event, { gif }))
  const visible = tellVisible(post)
  const model = new WidgetModel(first, matchMedia('(prefers-reduced-motion: reduce)').matches, {
    report(event, detail) {
      if (event === 'play' || event === 'pause') post(event)
      tracking.report(event, detail)
    },
    watch: watchFirstTiles(root, first, (...place) => {
      tracking.watch(...place)
      visible(...place)
    }),
    fetched: (count) => post('fetched', { count }),
    failed: (error) => post('error', { message: error instanceof Error ? error.message : String(error) }),
  })

  effect(() => void root.toggleAttribute('data-paused', model.paused.value))
  followPause(model, root)
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-action="pause"]')) model.togglePause()
    const event = target.closest<HTMLElement>('[data-event]')?.dataset.event
    if (event) model.report(event as EmbedEvent)
  })
  hydrateIslands(root, { loaders, files: JSON.parse(WIDGET_FILES) }, model, readyAtEnd)

  post('ready')
  const size = rowSize(root)
  if (size) post('size', size)
  if (first.failed) post('error', { message: 'The GIFs could not be loaded' })
  else post('fetched', { count: first.gifs.length })
}

start(
  document.getElementById('widget') as HTMLElement,
  JSON.parse(document.getElementById('first')?.textContent ?? ''),
)
