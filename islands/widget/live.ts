import { effect } from '@preact/signals-core'
import { hostCommands, rowSize } from '../host/host-commands.ts'
import { openHostPort } from '../host/host-port.ts'
import type { EmbedEvent } from '../model/embed-event.ts'
import { type FirstPage, WidgetModel } from '../model/widget-model.ts'
import { hydrateIslands } from '../runtime/hydrate.ts'
import { intent, inView, type Ready, ready } from '../runtime/ready.ts'
import { startWidgetTracking } from '../track/start-widget-tracking.ts'
import { followPause } from './follow-pause.ts'
import { tellVisible } from './tell-visible.ts'
import { watchFirstTiles } from './watch-first-tiles.ts'

/** The islands' files, as JSON; put in by the build (`tools/build/build-islands.ts`). */
declare const WIDGET_FILES: string

// A list that goes on wakes on intent, or when all of its first page has been scrolled past.
const end: Ready = (element, page) => {
  const more = element.querySelector('[data-more]')
  return Promise.race([intent(page), ...(more ? [inView(more)] : [])])
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
  hydrateIslands(root, JSON.parse(WIDGET_FILES), model, { ...ready, end })

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
