import { useEffect, useLayoutEffect, useRef } from 'react'

const content = () => document.getElementById('content')

/** What had the focus on the page itself, before its dialogs. */
let onPage: Element | null = null

/** A row that a change removes goes when its list is read again: the dialog or the content around it has the focus then. */
function holdFocus(place: HTMLElement): void {
  const around = place.closest<HTMLElement>('[role=dialog]') ?? content()
  const observer = new MutationObserver(() => {
    if (document.activeElement === place) return
    observer.disconnect()
    if (document.activeElement === document.body) around?.focus({ preventScroll: true })
  })
  if (around) observer.observe(around, { childList: true, subtree: true })
}

/**
 * Gives the focus back when a dialog closes, also one that leaves the page with that: to what had it before, or, where a dialog
 * took another one's place, to what opened the first. What is gone or disabled by then leaves it to the content.
 */
export function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    if (before !== document.body && !before?.closest('[role=dialog]')) onPage = before
    return () => {
      const closing = document.activeElement
      setTimeout(() => {
        if (document.activeElement !== document.body && document.activeElement !== closing) return
        for (const place of [before, onPage, content()]) {
          if (!(place instanceof HTMLElement) || place === document.body) continue
          place.focus({ preventScroll: true })
          if (document.activeElement === place) return holdFocus(place)
        }
      })
    }
  }, [isOpen])
}

/** Moves the focus to the content when that shows another part: what had it is gone. */
export function useContentFocus(part: string): void {
  const shown = useRef(part)
  useEffect(() => {
    if (shown.current !== part) content()?.focus()
    shown.current = part
  }, [part])
}
