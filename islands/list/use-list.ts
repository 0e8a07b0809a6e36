import { type ReadonlySignal, signal } from '@preact/signals-core'
import { useModel } from '@preact/signals-react/runtime'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPaginator, type FetchPage } from '../../shared/client/paginator.ts'
import { scrollerOf } from '../dom/observe-view.ts'
import { EndlessList, type ListStart } from './endless-list.ts'
import { type Range, rangeFor } from './places/fluid-place.ts'

/** Where a list's GIFs come from: its first page, with the offset of the next one, and its later pages. */
export type ListSource = { fetchPage: FetchPage; start?: ListStart & { offset?: number } }

/** A list of GIFs from a source, from its first page on. */
export function endlessList({ fetchPage, start = {} }: ListSource, debounceMs: number) {
  const { gifs = [], offset = gifs.length, done = false } = start
  return new EndlessList(createPaginator(fetchPage, gifs, { offset, done }), debounceMs, start)
}

/** The same for as long as the component is there. */
export const useEndlessList = (source: ListSource, debounceMs: number) =>
  useModel(() => endlessList(source, debounceMs))

/** Whether a script has taken the component over: false on the server, and in the render that hydrates. */
export function useLive(): boolean {
  const [live, setLive] = useState(false)
  useLayoutEffect(() => setLive(true), [])
  return live
}

/** A list's size in CSS pixels, and the part of it to render. */
type ListView = { width: number; height: number; range: Range }

/** The view of the list in an element; undefined before it is measured. It changes only when another part must be rendered. */
export function useView(
  place: RefObject<Element | null>,
  axis: 'x' | 'y',
): ReadonlySignal<ListView | undefined> {
  const [view] = useState(() => signal<ListView>())
  useLayoutEffect(() => {
    const list = place.current?.querySelector('.loop-tiles')
    if (!list) return
    return observeListView(list, () => {
      const { width, height } = list.getBoundingClientRect()
      const next = { width, height, range: rangeFor(visibleRange(list, axis)) }
      if (!isSame(view.value, next)) view.value = next
    })
  }, [place, axis, view])
  return view
}

const isSame = (a: ListView | undefined, b: ListView): boolean =>
  a?.width === b.width && a.height === b.height && a.range.from === b.range.from && a.range.to === b.range.to

/** Calls back now and whenever scrolling or resizing may change a list's view, at most once an animation frame. */
function observeListView(list: Element, onChange: () => void): () => void {
  let frame = 0
  const measure = () => {
    frame = 0
    onChange()
  }
  const soon = () => {
    frame ||= requestAnimationFrame(measure)
  }
  const resized = new ResizeObserver(soon)
  resized.observe(list)
  // Captured, so that anything that scrolls around the list counts, the page included.
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

function visibleRange(list: Element, axis: 'x' | 'y'): Range {
  const box = list.getBoundingClientRect()
  const clip = scrollerOf(list)?.getBoundingClientRect()
  const [start, near, far, window] =
    axis === 'y'
      ? [box.top, clip?.top, clip?.bottom, innerHeight]
      : [box.left, clip?.left, clip?.right, innerWidth]
  const from = Math.max(0, near ?? 0) - start
  const to = Math.min(window, far ?? window) - start
  return { from, to: Math.max(from, to) }
}
