import { onHoverHold } from './hover-hold.ts'
import { onSeen } from './seen.ts'

/** What a visitor does with a GIF without pressing anything of ours (§4). */
export type Happened = 'seen' | 'hover' | 'click'

/** A GIF on a page: all of it, the part that must be seen, and which links in it are clicks on the GIF. */
export type GifPlace = {
  area: Element
  picture?: Element
  link?: string
  /** What happened here before this code came. */
  early?: readonly Event[]
  signal?: AbortSignal
}

/** Tells of a GIF being seen (once), hovered for 200 ms, and clicked, until the place's signal ends it (§4). */
export function watchPlace(
  { area, picture = area, link = 'a', early = [], signal }: GifPlace,
  happened: (event: Happened) => unknown,
): void {
  onSeen(picture, () => happened('seen'), signal)
  onHoverHold(area, () => happened('hover'), signal)
  // A middle click opens the link too; a right click only asks.
  const click = ({ type, target, button }: Event & { button?: number }) => {
    if (type.endsWith('click') && button !== 2 && (target as Element).closest(link)) happened('click')
  }
  early.forEach(click)
  for (const type of ['click', 'auxclick']) area.addEventListener(type, click, signal && { signal })
}
