/** Functions that run inside a picker's frame. They are sent as source, so they share nothing. */

/** Types a term at once, and waits for the picture of its first result: ms, or -1 where it never came. */
export function searchTime(term: string, firstId: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('input:not([type="hidden"])')
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return new Promise((resolve) => {
    const from = performance.now()
    // As a browser does it: React looks for a value that it has not set itself.
    setValue?.call(field, term)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    const look = () => {
      const isThere = [...document.images].some(
        (image) => image.currentSrc.includes(`/media/${firstId}/`) && image.naturalWidth > 0,
      )
      const past = performance.now() - from
      if (isThere) resolve(past)
      else if (past > 10_000) resolve(-1)
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Scrolls down until there are so many results, or for three seconds no more; how many there are then. */
export async function fillTo(selector: string, wanted: number): Promise<number> {
  const count = () => {
    const results = [...document.querySelectorAll(selector)]
    // A list that draws only what is near the view says how far that is.
    const last = results.at(-1)?.closest<HTMLElement>('[data-at]')
    return Math.max(results.length, Number(last?.dataset.at ?? -1) + 1)
  }
  let known = -1
  let since = performance.now()
  while (count() < wanted && performance.now() - since < 3000) {
    for (const element of [document.documentElement, ...document.querySelectorAll('*')]) {
      if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (count() === known) continue
    known = count()
    since = performance.now()
  }
  return count()
}

/** ms from the frame's navigation to its first picture of the library. */
export function firstPicture(): number {
  const pictures = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/media/'))
  const ends = (pictures as PerformanceResourceTiming[]).map(({ responseEnd }) => responseEnd)
  return Math.min(...ends)
}
