import { effect } from '@preact/signals-core'
import type { EmbedModel } from '../model/embed-model.ts'

/** Plays and pauses the film of a video embed with the model (§4); a picture is paused by its style alone. */
export function syncFilm(model: EmbedModel, root: Element): void {
  const film = root.querySelector('video')
  if (!film) return
  effect(() => {
    // The film elsewhere may stand in front of this one.
    if (model.paused.value || model.mediaShown.value) film.pause()
    // A browser may refuse to play without a gesture: then the film stands and the button still says so.
    else film.play().catch(({ name }: DOMException) => name === 'NotAllowedError' && model.setPaused(true))
  })
}
