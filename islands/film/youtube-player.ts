import type { FilmEvents, ListenToFilm } from './film-handler.ts'

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
