import type { EmbedModel } from '../model/embed-model.ts'

/** What a film's player tells, whatever its host. */
export type FilmEvents = {
  ready: () => void
  plays: () => void
  rests: () => void
  /** It is blocked, gone, or not to be shown here. */
  fails: () => void
}

/** Makes the player in a frame speak; the answer makes it silent again. */
export type ListenToFilm = (frame: HTMLIFrameElement, events: FilmEvents) => () => void

/** How long a player may take until the GIF comes back, in ms (`docs/threats.md`, F28). */
export const PLAYER_WAIT_MS = 5000

/**
 * Turns what a player tells into the model's verbs (§4). One that fails, or says nothing in time, gives back the GIF;
 * `onFailed` then hears of it. After `stop`, or after failing, nothing counts any more.
 */
export function watchFilm(model: EmbedModel, onFailed: () => void): FilmEvents & { stop: () => void } {
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
