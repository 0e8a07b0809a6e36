import type { FilmEvents, ListenToFilm } from './film-handler.ts'
import { type VimeoEvent, vimeoEvent } from './vimeo-message.ts'

const ORIGIN = 'https://player.vimeo.com'

/** The events that we subscribe to. */
const SUBSCRIBED = ['play', 'pause', 'ended'] as const

const MEANING: Record<Exclude<VimeoEvent, 'ready'>, keyof FilmEvents> = {
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
    for (const name of SUBSCRIBED) post('addEventListener', name)
    events.ready()
  }

  const receive = ({ origin, source, data }: MessageEvent) => {
    if (origin !== ORIGIN || source !== frame.contentWindow) return
    const event = vimeoEvent(data)
    if (event === 'ready') begin()
    else if (event) events[MEANING[event]]()
  }
  // It may have been ready before there was a listener: then it responds to this.
  const ping = () => post('ping')

  window.addEventListener('message', receive)
  frame.addEventListener('load', ping)
  return () => {
    window.removeEventListener('message', receive)
    frame.removeEventListener('load', ping)
  }
}
