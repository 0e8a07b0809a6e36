/** Functions that run inside a measured frame after the measurement. They are sent as source, so they share nothing. */

export type Loaded = { url: string; bytes: number }

/** Everything that the frame fetched, the page first, with each body's bytes on the wire; posts are left out. */
export function loadedFiles(): Loaded[] {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const fetched = entries.filter(({ name }) => !name.endsWith('/v2/pingback'))
  return (fetched as PerformanceResourceTiming[]).map(({ name, encodedBodySize, transferSize }) => ({
    url: name,
    bytes: encodedBodySize || transferSize,
  }))
}

/** The sum of layout shifts, and the times of the first and of the largest paint in ms from the frame's own navigation. */
export async function paints(): Promise<{ shift: number; fcp: number; lcp: number }> {
  const buffered = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 200)
    })
  const [shifts, largest] = await Promise.all([
    buffered('layout-shift'),
    buffered('largest-contentful-paint'),
  ])
  const shift = shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
  const [first] = performance.getEntriesByName('first-contentful-paint')
  return { shift, fcp: first?.startTime ?? Number.NaN, lcp: largest.at(-1)?.startTime ?? Number.NaN }
}

/** The file of the largest picture, as the browser chose it. */
export function shownPicture(): string {
  const area = (image: HTMLImageElement) => image.clientWidth * image.clientHeight
  return [...document.images].sort((a, b) => area(b) - area(a))[0]?.currentSrc ?? ''
}

/** ms from the first `pointerover` to the first frame with a visible footer, and to the live island; -1 if it never came. */
export function hoverTimes(patienceMs: number): Promise<{ footer: number; live: number }> {
  const island = document.querySelector<HTMLElement>('[data-island="hover-footer"]')
  const bar = island?.querySelector('footer')
  return new Promise((resolve) => {
    const times = { footer: -1, live: -1 }
    const end = setTimeout(() => resolve(times), patienceMs)
    function look({ timeStamp }: Event): void {
      const now = performance.now() - timeStamp
      if (times.footer < 0 && bar && getComputedStyle(bar).visibility === 'visible') times.footer = now
      if (times.live < 0 && island?.dataset.hydrated !== undefined) times.live = now
      if (times.footer < 0 || times.live < 0)
        return void requestAnimationFrame(() => look({ timeStamp } as Event))
      clearTimeout(end)
      resolve(times)
    }
    const start = (event: Event) => requestAnimationFrame(() => look(event))
    addEventListener('pointerover', start, { once: true, capture: true })
  })
}
