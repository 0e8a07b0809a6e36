import type { FilmEvents, ListenToFilm } from './film-handler.ts'

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

/** The events of Vimeo's player that count here. */
type VimeoEvent = 'ready' | 'play' | 'pause' | 'ended' | 'error'

type Message = { event?: unknown; method?: unknown; data?: { method?: unknown } | null }

/**
 * Reads a message of Vimeo's player: JSON, as an object or as its text. A response to our ping means ready; errors count
 * only where the player itself did not come up. https://github.com/vimeo/player.js
 */
export function vimeoEvent(data: unknown): VimeoEvent | undefined {
  const message = toMessage(data)
  if (message?.method === 'ping') return 'ready'
  switch (message?.event) {
    case 'ready':
    case 'play':
    case 'pause':
    case 'ended':
      return message.event
    case 'error':
      return message.data?.method === 'ready' ? 'error' : undefined
  }
}

function toMessage(data: unknown): Message | undefined {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
