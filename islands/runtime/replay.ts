/**
 * Keeps the clicks that an island gets before it is live, so that none is lost: links work as they are, everything else
 * is held back. Call the answer once the island is live: it stops keeping and does what was held.
 */
export function keepClicks(element: HTMLElement): () => void {
  const held: HTMLElement[] = []
  const keep = (event: Event) => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role=button]') : null
    if (!control) return
    event.preventDefault()
    event.stopPropagation()
    held.push(control)
  }
  element.addEventListener('click', keep, true)
  return () => {
    element.removeEventListener('click', keep, true)
    for (const control of held) control.click()
  }
}
