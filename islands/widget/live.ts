import { effect } from '@preact/signals-core'
import { onPageKey } from '../dom/page.ts'
import { hostCommands, openHostPort } from '../host/host-port.ts'
import type { EmbedEvent } from '../model/embed-model.ts'
import { type FirstPage, WidgetModel } from '../model/widget-model.ts'
import { hydrateIslands, intent, inView, type Ready, ready } from '../runtime/hydrate.ts'
import { startWidgetTracking } from '../track/start-widget-tracking.ts'
import { observeFirstTiles, postVisible, syncStills } from './first-tiles.ts'
import type { WidgetProps } from './widget-list.ts'

/** The islands' files, as JSON; put in by the build (`tools/build/build-islands.ts`). */
declare const WIDGET_FILES: string

// A list that goes on wakes on intent, or when all of its first page has been scrolled past.
const end: Ready = (element, page) => {
  const more = element.querySelector('[data-more]')
  return Promise.race([intent(page), ...(more ? [inView(more)] : [])])
}

/** Takes a widget's page over: one model, its first tiles observed at once, React only on a visitor's intent. */
function start(root: HTMLElement, first: FirstPage): void {
  const commands = hostCommands({
    root,
    model: () => model,
    consent: (granted) => tracking.consent(granted),
  })
  const { post } = openHostPort({ ...commands, stop: () => model.setPaused(true) })
  const { source, tiles } = JSON.parse(root.dataset.props ?? '{}') as WidgetProps
  const firstRequest = source && `${source}&offset=0`
  const tracking = startWidgetTracking(root, (type, gif) => post({ type, gif }), firstRequest)
  const visible = postVisible(post)
  const model = new WidgetModel(first, matchMedia('(prefers-reduced-motion: reduce)').matches, {
    report(event, detail) {
      if (event === 'play' || event === 'pause') post({ type: event })
      tracking.report(event, detail)
    },
    observe: observeFirstTiles(root, first, (...tile) => {
      tracking.observe(...tile)
      visible(...tile)
    }),
    fetched: (count) => post({ type: 'fetched', count }),
    failed: (error) =>
      post({ type: 'error', message: error instanceof Error ? error.message : String(error) }),
  })

  effect(() => void root.toggleAttribute('data-paused', model.paused.value))
  syncStills(model, root)
  root.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (target.closest('[data-action="pause"]')) model.togglePause()
    const event = target.closest<HTMLElement>('[data-event]')?.dataset.event
    if (event) model.report(event as EmbedEvent)
  })
  handleKeys(root, model)
  hydrateIslands(root, JSON.parse(WIDGET_FILES), model, { strategies: { ...ready, end } })

  post({ type: 'ready' })
  const size = rowSize(root, tiles.height)
  if (size) post({ type: 'size', ...size })
  if (first.failed) post({ type: 'error', message: 'The GIFs could not be loaded' })
  else post({ type: 'fetched', count: first.gifs.length })
}

/** K pauses and plays, and Space does where it neither scrolls the tiles nor presses what has the focus. */
function handleKeys(root: HTMLElement, model: WidgetModel): void {
  const grid = root.querySelector('[data-island="grid"]')
  onPageKey((key, event) => {
    // An open menu has fields that are typed in.
    if (model.shareOpen.value) return
    const isFree = !grid || grid.scrollHeight <= grid.clientHeight
    if (key === ' ' && isFree && !(event.target as Element).closest('button')) event.preventDefault()
    else if (key !== 'k') return
    model.togglePause()
  })
}

/** The size of a carousel whose tiles have a height of their own, for a host that gives the frame its own; else none. */
function rowSize(root: HTMLElement, rowHeight: number | undefined) {
  if (rowHeight === undefined) return undefined
  const extras = [...root.querySelectorAll<HTMLElement>(':scope > .extra')]
  return {
    width: innerWidth,
    height: extras.reduce((sum, { offsetHeight }) => sum + offsetHeight, rowHeight),
  }
}

start(
  document.getElementById('widget') as HTMLElement,
  JSON.parse(document.getElementById('first')?.textContent ?? ''),
)
