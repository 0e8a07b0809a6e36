import { effect } from '@preact/signals-core'
import type { EmbedModel } from './embed-model.ts'

/** Plays and pauses the film of a video embed with the model (§4); a picture is paused by its style alone. */
export function followFilm(model: EmbedModel, root: Element): void {
  const film = root.querySelector('video')
  if (!film) return
  effect(() => {
    if (model.paused.value) film.pause()
    // A browser may refuse to play without a gesture: then the film stands and the button still says so.
    else film.play().catch(() => model.paused.value || model.togglePause())
  })
}
