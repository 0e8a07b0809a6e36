/**
 * The inline boot of an embed: what must be right before any file arrives. It marks the page ready, starts still where
 * motion is unwanted, and wakes the live module at the first sign of interest, keeping every event until then.
 * Its bytes are in each page: no framework, and of the limits only the number itself. Every listener is on the window,
 * and a frame out of view touches no element: the first one that a script touches costs its frame 14 KB.
 */
import { FADE_IN_FALLBACK_MS } from '../../shared/limits.ts'
import type { SOURCE } from '../host/protocol.ts'
import { visitorObjects } from '../track/privacy.ts'

/** The live module and its imports: fetched at once, they take one round trip (`build.ts`). */
declare const LIVE_URLS: string[]

type Picture = HTMLImageElement & HTMLVideoElement

const root = () => document.getElementById('embed') as HTMLElement
const flag = (name: string) => root().setAttribute(name, '')
const still = matchMedia('(prefers-reduced-motion: reduce)').matches

// A touch and a press begin with a pointerover. A listener on the window costs a passive embed nothing.
const WAKING = ['pointerover', 'focusin', 'click', 'keydown']

// A broken picture leaves its place to the still layer.
const giveUp = ({ target }: Event) => {
  if ((target as Element).closest?.('.motion')) flag('data-broken')
}
addEventListener('error', giveUp, true)

// Until the model is there, a film that starts by itself while paused is stopped here.
const holdFilm = ({ target }: Event) => {
  if (early && root().hasAttribute('data-paused')) (target as HTMLVideoElement).pause()
}
if (still) {
  flag('data-paused')
  addEventListener('play', holdFilm, true)
}

// Until the live module takes over: the listeners stay, which takes fewer bytes, and do nothing after it.
let early: Event[] | undefined = []

// Once, for the picture or for the visitor, whichever comes first. Blocked: without it the page is the same.
let tracked: Promise<void> | undefined
const track = () => (tracked ??= fetchTracking(root().getAttribute('data-tracking')).catch(() => {}))
const fetchTracking = async (url: string | null) => {
  if (url && !visitorObjects()) (await import(/* @vite-ignore */ url)).startTracking(root(), early)
}

const wake = (event: Event) => {
  if (early?.push(event) !== 1) return
  // All are awaited, so that all that is missing is one warning; and tracking, which listens to the live module.
  Promise.all([...LIVE_URLS.map((url) => import(/* @vite-ignore */ url)), track()]).then(
    ([{ start }]) => {
      const events = early
      early = undefined
      start(root(), events)
    },
    (error) => console.warn('loopframe: the page stays as it is', error),
  )
}
for (const type of WAKING) addEventListener(type, wake, { capture: true, passive: true })

// A host wakes the page by its first command, or at once by giving the frame a name: then it gets `ready` as soon as
// everything is there. The marker is only checked against its type: an import would cost bytes.
const summon = (event: MessageEvent) => {
  if (event.source === parent && event.data?.source === ('loopframe' satisfies typeof SOURCE)) wake(event)
}
addEventListener('message', summon)
// `giphy-debug` is one of them. What else matches wakes the page early, and changes nothing.
if (/[?&-](id|debug)\b/.test(location.search)) addEventListener('load', wake)

// §4: faded in once the animation ends, or 700 ms later in any case. Both come only to a frame in view: there its
// picture is on its way too, and where that is, tracking follows.
const inView = () => {
  clearTimeout(late)
  flag('data-ready')
  if (!root().hasAttribute('data-tracking')) return
  const pictures = [...root().querySelectorAll<Picture>('.stage img,video')]
  // Its size is known long before the whole of it.
  if (pictures.some((picture) => (picture.complete && picture.naturalWidth) || picture.readyState > 1))
    track()
  // The still counts where it shows; elsewhere it never comes. A load never reaches the window.
  for (const type of ['load', 'loadeddata']) document.addEventListener(type, track, true)
}
const late = setTimeout(() => requestAnimationFrame(inView), still ? 0 : FADE_IN_FALLBACK_MS)
addEventListener('animationend', inView, { once: true })
