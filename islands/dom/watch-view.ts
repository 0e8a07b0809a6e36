import { scrollerOf } from './scroller-of.ts'

/**
 * Says whenever an element comes into view in what scrolls it, or goes. `nearPx` counts as in view already: the margin
 * works only against a scroller of the frame's own, never against the window of a cross-site frame. Without an observer
 * whatever may come early comes at once, and nothing else ever does.
 */
export function watchView(
  element: Element,
  onChange: (inView: boolean) => void,
  nearPx: number = 0,
): () => void {
  if (!globalThis.IntersectionObserver) {
    if (nearPx > 0) onChange(true)
    return () => {}
  }
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting ?? false), {
    root: scrollerOf(element),
    rootMargin: `${nearPx}px 0px`,
  })
  observer.observe(element)
  return () => observer.disconnect()
}
