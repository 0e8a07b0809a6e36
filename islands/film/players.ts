import { attempt } from '../dom/page.ts'
import type { EmbedModel } from '../model/embed-model.ts'

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

/** Reads a message of Vimeo's player. Errors count only where the player did not come up. https://github.com/vimeo/player.js */
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
  const value: unknown = typeof data === 'string' ? attempt(() => JSON.parse(data)) : data
  return typeof value === 'object' && value !== null ? value : undefined
}

/** The little of YouTube's script API that we use: https://developers.google.com/youtube/iframe_api_reference */
type Player = { setVolume(percent: number): void; destroy(): void }
type PlayerEvent = { target: Player; data: number }
type PlayerEvents = Partial<
  Record<'onReady' | 'onStateChange' | 'onAutoplayBlocked' | 'onError', (event: PlayerEvent) => void>
>
type Api = { Player: new (frame: HTMLIFrameElement, options: { events: PlayerEvents }) => Player }

declare global {
  interface Window {
    YT?: Partial<Api>
    onYouTubeIframeAPIReady?: () => void
  }
}

const API = 'https://www.youtube.com/iframe_api'

/** §4 What each state of the player means: ended and paused are rest. */
const STATES: Record<number, 'plays' | 'rests'> = { 0: 'rests', 1: 'plays', 2: 'rests' }

/** Listens to YouTube's player in a frame, through its script API. */
export const listenToYouTube: ListenToFilm = (frame, events) => {
  let player: Player | undefined
  let stopped = false
  loadApi().then((api) => {
    if (!stopped) player = new api.Player(frame, { events: handlers(events) })
  }, events.fails)
  return () => {
    stopped = true
    // While its script is still on its way the player has no methods yet.
    player?.destroy?.()
  }
}

const handlers = ({ ready, plays, rests, fails }: FilmEvents): PlayerEvents => ({
  onReady: ({ target }) => {
    target.setVolume(0)
    ready()
  },
  onStateChange: ({ data }) => {
    const state = STATES[data]
    if (state) ({ plays, rests })[state]()
  },
  // A film that the browser does not let start must not be a dead end.
  onAutoplayBlocked: rests,
  onError: fails,
})

let loading: Promise<Api> | undefined

/** Fetches YouTube's script, once; after a failure the next visitor's press tries again. */
function loadApi(): Promise<Api> {
  loading ??= new Promise<Api>((resolve, reject) => {
    const arrived = () => resolve(window.YT as Api)
    if (window.YT?.Player) return arrived()
    window.onYouTubeIframeAPIReady = arrived
    const script = Object.assign(document.createElement('script'), { src: API, async: true })
    script.onerror = () => {
      script.remove()
      loading = undefined
      reject(new Error('YouTube’s script is blocked'))
    }
    document.head.append(script)
  })
  return loading
}

/** What a film's player reports, on any host. */
type FilmEvents = {
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

/** Turns a player's reports into the model's verbs (§4), until `stop`. One that fails or is late gives back the GIF: `onFailed`. */
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
