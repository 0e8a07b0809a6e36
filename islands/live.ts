import { EmbedModel } from './embed/embed-model.ts'
import { followFilm } from './embed/follow-film.ts'
import { followPointer } from './embed/follow-pointer.ts'
import { mirrorFlags, readFlags } from './embed/mirror-flags.ts'
import { loaders } from './loaders.ts'
import { hydrateIslands } from './runtime/hydrate.ts'

/** Takes the page over from the boot: one model, mirrored to the root; islands wake at their own moments. */
export function start(root: HTMLElement, early: readonly Event[]): void {
  const model = new EmbedModel(readFlags(root))
  mirrorFlags(model, root)
  followFilm(model, root)
  followPointer(model, root)
  hydrateIslands(root, loaders, model)
  // What happened before this module came happens once more, now that somebody listens.
  for (const { type, target } of early) {
    if (type !== 'click') target?.dispatchEvent(new Event(type, { bubbles: true }))
    // A link has been followed already.
    else if (target instanceof Element) target.closest<HTMLElement>('button, [data-action]')?.click()
  }
}
