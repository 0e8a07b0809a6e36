import { scrollerOf } from '../dom/scroller-of.ts'
import type { Range } from './places/list-window.ts'

/** How large a list is, and which part of it is in view along its axis, in CSS pixels. */
type View = Range & { width: number; height: number }

/** Calls back with a list's view, now and whenever scrolling or resizing changes it, at most once an animation frame. */
export function observeListView(list: Element, axis: 'x' | 'y', onChange: (view: View) => void): () => void {
  let frame = 0
  const measure = () => {
    frame = 0
    onChange(viewOf(list, axis))
  }
  const soon = () => {
    frame ||= requestAnimationFrame(measure)
  }
  const resized = new ResizeObserver(soon)
  resized.observe(list)
  // Captured, so that whatever scrolls around the list counts, the page included.
  document.addEventListener('scroll', soon, { capture: true, passive: true })
  addEventListener('resize', soon)
  measure()
  return () => {
    cancelAnimationFrame(frame)
    resized.disconnect()
    document.removeEventListener('scroll', soon, { capture: true })
    removeEventListener('resize', soon)
  }
}

function viewOf(list: Element, axis: 'x' | 'y'): View {
  const box = list.getBoundingClientRect()
  const clip = scrollerOf(list)?.getBoundingClientRect()
  const [start, near, far, window] =
    axis === 'y'
      ? [box.top, clip?.top, clip?.bottom, innerHeight]
      : [box.left, clip?.left, clip?.right, innerWidth]
  const from = Math.max(0, near ?? 0) - start
  const to = Math.min(window, far ?? window) - start
  return { from, to: Math.max(from, to), width: box.width, height: box.height }
}
