import { VISIBILITY } from '../../shared/limits.ts'

/** The steps at which the observer reports; the last one is what counts as seen, for 1 is missed by rounding. */
const STEPS = Array.from(
  { length: VISIBILITY.thresholds },
  (_, index) => (VISIBILITY.seen * index) / (VISIBILITY.thresholds - 1),
)

/**
 * Calls `done` once, when 99 % of the element is visible and one of its pictures has loaded (§4), unless `signal` ends it
 * before. Without an observer, or in a frame without a size, nothing is ever seen.
 */
export function onSeen(element: Element, done: () => void, signal?: AbortSignal): void {
  if (!globalThis.IntersectionObserver) return
  let visible = false
  const check = () => {
    if (!visible || ![...element.querySelectorAll<Media>('img,video')].some(hasLoaded)) return
    visible = false
    observer.disconnect()
    done()
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (signal?.aborted) return observer.disconnect()
      for (const { intersectionRatio, boundingClientRect } of entries)
        visible = intersectionRatio >= VISIBILITY.seen && boundingClientRect.width > 0
      check()
    },
    { threshold: STEPS },
  )
  observer.observe(element)
  const until = { capture: true, ...(signal && { signal }) }
  for (const type of ['load', 'loadeddata']) element.addEventListener(type, check, until)
}

type Media = HTMLImageElement | HTMLVideoElement

// A tile's placeholder is a single pixel: it counts as nothing.
const hasLoaded = (media: Media): boolean =>
  'naturalWidth' in media ? media.complete && media.naturalWidth > 1 : media.readyState > 1
