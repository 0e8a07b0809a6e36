import { HOVER_HOLD_MS, VISIBILITY } from '../../shared/limits.ts'

/** Calls back when a tile's picture is in view for the first time, and on a right click, until the signal ends it. */
export function onTileEvent(
  tile: HTMLElement,
  onEvent: (event: 'visible' | 'contextmenu', cause: Event | undefined) => void,
  signal: AbortSignal,
): void {
  tile.addEventListener('contextmenu', (event) => onEvent('contextmenu', event), { signal })
  const picture = tile.querySelector('img')
  let wasVisible = false
  const check = (event?: Event) => {
    // A placeholder is a single pixel: it counts as nothing.
    if (wasVisible || !picture?.complete || picture.naturalWidth <= 1) return
    wasVisible = true
    onEvent('visible', event)
  }
  picture?.addEventListener('load', check, { signal })
  check()
}

/** The steps at which the observer reports; the last one is what counts as seen, for 1 is missed by rounding. */
const STEPS = Array.from(
  { length: VISIBILITY.thresholds },
  (_, index) => (VISIBILITY.seen * index) / (VISIBILITY.thresholds - 1),
)

/** Calls `done` once, when 99 % of the element is visible and a picture in it has loaded (§4), until `signal` ends it. */
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

/** Calls `done` each time a pointer has rested on the element for 200 ms (§9); a finger does not count. `signal` ends it. */
export function onHoverHold(element: Element, done: () => void, signal?: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => clearTimeout(timer)
  const enter = (event?: Event & { pointerType?: string }) => {
    leave()
    if (event?.pointerType !== 'touch') timer = setTimeout(done, HOVER_HOLD_MS)
  }
  element.addEventListener('pointerenter', enter, signal && { signal })
  element.addEventListener('pointerleave', leave, signal && { signal })
  signal?.addEventListener('abort', leave)
  // The pointer may have come before this code.
  if (element.matches(':hover')) enter()
}

/** What a visitor does with a GIF without pressing a control (§4). */
export type GifEvent = 'seen' | 'hover' | 'click'

/** A GIF on a page: all of it, the part that must be seen, and which links in it are clicks on the GIF. */
export type GifTarget = {
  area: Element
  picture?: Element
  link?: string
  /** What happened here before this code came. */
  early?: readonly Event[]
  signal?: AbortSignal
}

/** Calls back when a GIF is seen (once), hovered for 200 ms, or clicked, until the target's signal ends it (§4). */
export function onGifEvent(
  { area, picture = area, link = 'a', early = [], signal }: GifTarget,
  onEvent: (event: GifEvent) => unknown,
): void {
  onSeen(picture, () => onEvent('seen'), signal)
  onHoverHold(area, () => onEvent('hover'), signal)
  // A middle click opens the link too; a right click opens a menu.
  const click = ({ type, target, button }: Event & { button?: number }) => {
    if (type.endsWith('click') && button !== 2 && (target as Element).closest(link)) onEvent('click')
  }
  early.forEach(click)
  for (const type of ['click', 'auxclick']) area.addEventListener(type, click, signal && { signal })
}
