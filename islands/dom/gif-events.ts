import { onHoverHold } from './hover-hold.ts'
import { onSeen } from './seen.ts'

/** What a visitor does with a GIF without pressing anything of ours (§4). */
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
