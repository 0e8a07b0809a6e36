import { connectHost } from '../host/connect-host.ts'
import { EmbedModel, type EmbedProps, type Report } from '../model/embed-model.ts'
import { hydrateIslands } from '../runtime/hydrate.ts'
import { createDebugLog, debugWanted } from '../track/reports/debug-log.ts'
import { emit } from '../track/root-events.ts'
import { relatedUrl } from './related/related-url.ts'
import { handleInput, mirrorFlags, readFlags, syncFilm } from './root.ts'

/** The islands' files, as JSON; put in by the build (`tools/build/build-islands.ts`). */
declare const EMBED_FILES: string

// The extras leave the server after the picture: until they are there too, the boot keeps what happens.
if (document.readyState === 'loading')
  await new Promise((done) => addEventListener('DOMContentLoaded', done, { once: true }))

/** The related GIFs come from our API, but where the page asks its provider itself. */
function firstFetches({ dataset: { props = '{}', provider } }: HTMLElement) {
  const { id, kind } = JSON.parse(props) as Partial<EmbedProps>
  return id && !provider ? { 'related-grid': relatedUrl(id, kind === 'sticker') } : {}
}

/** Takes the page over from the boot: one model, mirrored to the root; islands wake at their own moments. */
export function start(root: HTMLElement, early: readonly Event[]): void {
  const listeners: Report[] = []
  let isCommand = false
  const model = new EmbedModel(readFlags(root), (event, detail) => {
    for (const listener of listeners) listener(event, detail)
    // Only what a visitor does is counted, not what the host commands.
    if (!isCommand) emit(root, event, detail)
  })
  mirrorFlags(model, root)
  syncFilm(model, root)
  handleInput(model, root)
  hydrateIslands(root, JSON.parse(EMBED_FILES), model, { fetches: firstFetches(root) })
  // Fetched now, so that a pause never shows an empty stage.
  root.querySelector('.still')?.setAttribute('loading', 'eager')
  if (debugWanted(location.search)) listeners.push(createDebugLog())
  if (parent !== window) {
    const runCommand = (command: () => void) => {
      isCommand = true
      try {
        command()
      } finally {
        isCommand = false
      }
    }
    const consent = (granted: boolean) => emit(root, 'consent', granted ? 'granted' : '')
    listeners.push(connectHost({ root, model, early, runCommand, consent }))
  }
  // What happened before this module came is dispatched once more, now that there are listeners.
  for (const event of early) {
    const { type, target } = event
    if (!(target instanceof Element)) continue
    // The pointer may have left before there was a listener for it.
    if (type === 'pointerover' && !root.matches(':hover')) continue
    // A link has been followed already, but not counted.
    if (event instanceof KeyboardEvent) target.dispatchEvent(new KeyboardEvent(type, event))
    else if (type !== 'click' || target.closest('[data-event]'))
      target.dispatchEvent(new Event(type, { bubbles: true }))
    else target.closest<HTMLElement>('button, .stage')?.click()
  }
}
