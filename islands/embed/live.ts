import { followFilm } from '../film/follow-film.ts'
import { connectHost } from '../host/connect-host.ts'
import { EmbedModel, type Report } from '../model/embed-model.ts'
import { hydrateIslands } from '../runtime/hydrate.ts'
import { createDebugLog } from '../track/reports/debug-log.ts'
import { debugWanted } from '../track/reports/debug-wanted.ts'
import { tell } from '../track/root-events.ts'
import { followPointer } from './follow-pointer.ts'
import { mirrorFlags, readFlags } from './mirror-flags.ts'

/** The islands' files, as JSON; put in by the build (`tools/build/build-islands.ts`). */
declare const EMBED_FILES: string

/** Takes the page over from the boot: one model, mirrored to the root; islands wake at their own moments. */
export function start(root: HTMLElement, early: readonly Event[]): void {
  const hearers: Report[] = []
  let obeying = false
  const model = new EmbedModel(readFlags(root), (event, detail) => {
    for (const hear of hearers) hear(event, detail)
    // Only a visitor's doing is counted.
    if (!obeying) tell(root, event, detail)
  })
  mirrorFlags(model, root)
  followFilm(model, root)
  followPointer(model, root)
  hydrateIslands(root, JSON.parse(EMBED_FILES), model)
  // Fetched now, so that a pause never shows an empty stage.
  root.querySelector('.still')?.setAttribute('loading', 'eager')
  if (debugWanted(location.search)) hearers.push(createDebugLog())
  if (parent !== window) {
    const obey = (act: () => void) => {
      obeying = true
      try {
        act()
      } finally {
        obeying = false
      }
    }
    const consent = (granted: boolean) => tell(root, 'consent', granted ? 'granted' : '')
    hearers.push(connectHost({ root, model, early, obey, consent }))
  }
  // What happened before this module came happens once more, now that somebody listens.
  for (const { type, target } of early) {
    if (!(target instanceof Element)) continue
    // The pointer may have gone before anybody could hear it leave.
    if (type === 'pointerover' && !root.matches(':hover')) continue
    // A link has been followed already, but nobody has counted it.
    if (type !== 'click' || target.closest('[data-event]'))
      target.dispatchEvent(new Event(type, { bubbles: true }))
    else target.closest<HTMLElement>('button, [data-action]')?.click()
  }
}
