import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'

/** The index that a key leads to in a row of `count`, round and round; undefined for any other key. */
export function nextInRow(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/**
 * Makes the children of a row one stop of the Tab key, with arrow keys from one to the next.
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 * @param first the index of the control that the Tab key reaches first
 * @param onMove is called with the index that a key leads to
 */
export function useRoving(row: RefObject<HTMLElement | null>, first: number, onMove?: (at: number) => void) {
  const [stop, setStop] = useState(Math.max(0, first))
  const controls = () => [...(row.current?.children ?? [])] as HTMLElement[]
  const indexOf = (target: EventTarget) => controls().findIndex((control) => control.contains(target as Node))
  useWheel(row)
  return {
    stop,
    onFocus: ({ target }: FocusEvent) => setStop(indexOf(target)),
    onKeyDown: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey) return
      const all = controls()
      const next = nextInRow(key, indexOf(target), all.length)
      if (next !== undefined) {
        all[next]?.focus()
        onMove?.(next)
        // A link is pressed by Enter alone; here by Space too.
      } else if (key === ' ' && target instanceof HTMLAnchorElement) target.click()
      else return
      event.preventDefault()
    },
  }
}

/** A wheel that only goes down reaches the end of a row too. */
function useWheel(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = row
    const onWheel = (event: WheelEvent) => {
      if (!current) return
      const before = current.scrollLeft
      if (!event.deltaX && !event.ctrlKey) current.scrollLeft += event.deltaY
      if (current.scrollLeft !== before) event.preventDefault()
    }
    // Not by a property: those of React are passive.
    current?.addEventListener('wheel', onWheel)
    return () => current?.removeEventListener('wheel', onWheel)
  }, [row])
}
