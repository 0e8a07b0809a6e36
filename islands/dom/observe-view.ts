/** The nearest ancestor that scrolls its content up and down, if there is one. */
export function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return null
}

/**
 * Calls back whenever an element enters or leaves the view of what scrolls it. An element as near as `nearPx` counts as in
 * view: that works against a scroller of the frame's own, never against the window of a cross-site frame. A browser
 * without observers counts it as in view at once if `nearPx` is given, else never. The result stops observing.
 */
export function observeView(
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
