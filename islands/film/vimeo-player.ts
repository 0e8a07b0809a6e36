import type { FilmEvents, ListenToFilm } from './film-watch.ts'
import { type VimeoWord, vimeoWord } from './vimeo-message.ts'

const ORIGIN = 'https://player.vimeo.com'

/** The events of the film that we ask to hear of. */
const ASKED = ['play', 'pause', 'ended'] as const

const MEANING: Record<Exclude<VimeoWord, 'ready'>, keyof FilmEvents> = {
  play: 'plays',
  pause: 'rests',
  ended: 'rests',
  error: 'fails',
}

/** Listens to Vimeo's player in a frame by its messages: three events and one command need no script of its host. */
export const listenToVimeo: ListenToFilm = (frame, events) => {
  const post = (method: string, value?: unknown) =>
    frame.contentWindow?.postMessage({ method, value }, ORIGIN)

  let wasReady = false
  const begin = () => {
    if (wasReady) return
    wasReady = true
    post('setVolume', 0)
    for (const name of ASKED) post('addEventListener', name)
    events.ready()
  }

  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== ORIGIN || source !== frame.contentWindow) return
    const word = vimeoWord(data)
    if (word === 'ready') begin()
    else if (word) events[MEANING[word]]()
  }
  // It may have been ready before anybody listened: then it answers this.
  const ping = () => post('ping')

  window.addEventListener('message', hear)
  frame.addEventListener('load', ping)
  return () => {
    window.removeEventListener('message', hear)
    frame.removeEventListener('load', ping)
  }
}
