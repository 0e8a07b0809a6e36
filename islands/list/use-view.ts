import { type ReadonlySignal, signal } from '@preact/signals-core'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { observeListView } from './observe-list-view.ts'
import { type Range, rangeFor } from './places/list-window.ts'

/** A list's size and the part of it to render. */
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
    return observeListView(list, axis, ({ width, height, from, to }) => {
      const next = { width, height, range: rangeFor({ from, to }) }
      if (!isSame(view.value, next)) view.value = next
    })
  }, [place, axis, view])
  return view
}

const isSame = (a: ListView | undefined, b: ListView): boolean =>
  a?.width === b.width && a.height === b.height && a.range.from === b.range.from && a.range.to === b.range.to
