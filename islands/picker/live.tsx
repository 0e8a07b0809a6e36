import { effect } from '@preact/signals-core'
import { hydrateRoot } from 'react-dom/client'
import { QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { openHostPort } from '../host/host-port.ts'
import type { FirstPage } from '../model/widget-model.ts'
import { startWidgetTracking } from '../track/start-widget-tracking.ts'
import { PickerWidget } from './picker.tsx'
import { PickerModel } from './picker-model.ts'
import { FIRST_ID, type PickerPageProps } from './picker-props.ts'

/** Takes the picker's page over: what its links and its form do as pages happens in place, and a press picks. */
function takeOver(root: HTMLElement, page: PickerPageProps, first: FirstPage): void {
  const { post } = openHostPort({
    search: ({ q }) => typeof q === 'string' && model.choose(q.slice(0, QUERY_MAX_CHARS)),
    focus: () => document.getElementById('q')?.focus(),
    consent: ({ granted }) => typeof granted === 'boolean' && consent(granted),
    play: () => model.setPaused(false),
    pause: () => model.setPaused(true),
    stop: () => model.setPaused(true),
  })
  const { observe, consent } = startWidgetTracking(root, (type, gif) => post({ type, gif }), '')
  const startsPaused = matchMedia('(prefers-reduced-motion: reduce)').matches
  const model = new PickerModel(page, first, { post, observe, startsPaused })
  effect(() => void root.toggleAttribute('data-paused', model.paused.value))
  hydrateRoot(root, <PickerWidget page={page} model={model} />)
  root.toggleAttribute('data-ready', true)
  post({ type: 'ready' })
  if (first.failed) post({ type: 'error', message: 'The GIFs could not be loaded' })
  else post({ type: 'fetched', count: first.gifs.length })
}

const root = document.getElementById('picker')
if (root) {
  const first = JSON.parse(document.getElementById(FIRST_ID)?.textContent ?? '') as FirstPage
  takeOver(root, JSON.parse(root.dataset.props ?? '') as PickerPageProps, first)
}
