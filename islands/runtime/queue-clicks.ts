/**
 * Queues the clicks that an island gets before it is live, so that none is lost; links work without it. Call the result
 * once the island is live: it stops queueing and dispatches the clicks.
 */
export function queueClicks(element: HTMLElement): () => void {
  const queue: HTMLElement[] = []
  const add = (event: Event) => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role=button]') : null
    if (!control) return
    event.preventDefault()
    event.stopPropagation()
    queue.push(control)
  }
  element.addEventListener('click', add, true)
  return () => {
    element.removeEventListener('click', add, true)
    for (const control of queue) control.click()
  }
}
