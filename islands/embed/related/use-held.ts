import { type RefObject, useEffect, useState } from 'react'
import { scrollerOf } from '../../dom/scroller-of.ts'

const SCROLLING = ['wheel', 'touchmove'] as const

/**
 * Whether the grid must not load more by itself: from a focus that shows itself, which scrolls the end into view without
 * meaning to, until the visitor scrolls.
 */
export function useHeld(place: RefObject<Element | null>): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const root = place.current?.closest('#embed')
    const scroller = place.current && scrollerOf(place.current)
    if (!root || !scroller) return
    const hold = () => {
      if (root.querySelector(':focus-visible')) setHeld(true)
    }
    const release = () => setHeld(false)
    hold()
    root.addEventListener('focusin', hold)
    for (const type of SCROLLING) scroller.addEventListener(type, release, { passive: true })
    return () => {
      root.removeEventListener('focusin', hold)
      for (const type of SCROLLING) scroller.removeEventListener(type, release)
    }
  }, [place])
  return held
}
