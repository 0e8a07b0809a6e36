/** The place that a key leads to from another in a row of so many; undefined for any other key. */
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
 * Makes a row of controls one stop of the Tab key, with arrow keys from one to the next.
 * https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex
 * @param stop the control that the Tab key reaches first
 * @param onMove is called with the control that a key leads to
 * @returns makes another control the stop
 */
export function rove(
  row: HTMLElement,
  controls: readonly HTMLElement[],
  stop: HTMLElement | undefined,
  onMove: (control: HTMLElement) => void = () => {},
): (stop: HTMLElement) => void {
  const setStop = (stop: HTMLElement | undefined) => {
    for (const control of controls) control.tabIndex = control === stop ? 0 : -1
  }
  setStop(stop ?? controls[0])
  row.addEventListener('focusin', ({ target }) => {
    if (controls.includes(target as HTMLElement)) setStop(target as HTMLElement)
  })
  row.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey) return
    const next = nextInRow(key, controls.indexOf(target as HTMLElement), controls.length)
    const control = next === undefined ? undefined : controls[next]
    if (!control) return
    event.preventDefault()
    control.focus()
    onMove(control)
  })
  return setStop
}
