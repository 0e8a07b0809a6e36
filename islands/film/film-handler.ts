import type { EmbedModel } from '../model/embed-model.ts'

/** What a film's player reports, on any host. */
export type FilmEvents = {
  ready: () => void
  plays: () => void
  rests: () => void
  /** It is blocked, gone, or not to be shown here. */
  fails: () => void
}

/** Calls the events of the player in a frame; the result stops listening to it. */
export type ListenToFilm = (frame: HTMLIFrameElement, events: FilmEvents) => () => void

/** How long a player may take until the GIF comes back, in ms (`docs/threats.md`, F28). */
export const PLAYER_WAIT_MS = 5000

/**
 * Turns what a player reports into the model's verbs (§4). One that fails, or is not ready in time, gives back the GIF,
 * and `onFailed` is called. After `stop`, or after failing, its events are ignored.
 */
export function createFilmHandler(
  model: EmbedModel,
  onFailed: () => void,
): FilmEvents & { stop: () => void } {
  let live = true
  const whileLive = (act: () => void) => () => {
    if (live) act()
  }
  const fails = whileLive(() => {
    stop()
    onFailed()
    model.hideMedia()
  })
  const timer = setTimeout(fails, PLAYER_WAIT_MS)
  const stop = () => {
    live = false
    clearTimeout(timer)
  }
  return {
    ready: () => clearTimeout(timer),
    plays: whileLive(model.filmPlays),
    rests: whileLive(model.filmRests),
    fails,
    stop,
  }
}
