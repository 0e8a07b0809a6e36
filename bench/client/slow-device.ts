import type { BenchBrowser } from './browser.ts'
import { evaluateInFrame } from './evaluate-in-frame.ts'
import { paints } from './frame-facts.ts'
import { type Hover, hover, NEVER } from './hover.ts'
import { newProfile, SLOW, visit } from './visit.ts'

/** On a slow line the picture loads last; being lazy, it does not delay the load event. */
const SETTLE_MS = 2500

/** Paints of a page's first frame, in ms from its own navigation, and what hovering takes. */
export type SlowVisit = { fcp: number; lcp: number; hover: Hover }

/**
 * A page on slow 4G with a quarter of the CPU: at the first visit, and at the second one, with everything in the browser's
 * cache. A page without a footer has no hover: it is not waited for.
 */
export async function slowVisits(
  browser: BenchBrowser,
  url: string,
  { visits, hovers }: { visits: number; hovers: boolean },
): Promise<SlowVisit[]> {
  const { browserContextId, dispose } = await newProfile(browser)
  const seen: SlowVisit[] = []
  for (let count = 0; count < visits; count++) {
    const visited = await visit(browser, browserContextId, url, { device: SLOW, settleMs: SETTLE_MS })
    const [frame] = visited.frames
    const times = hovers ? await hover(visited) : NEVER
    const { fcp, lcp } = frame ? await evaluateInFrame(frame, paints) : { fcp: Number.NaN, lcp: Number.NaN }
    seen.push({ fcp, lcp, hover: times })
    await visited.leave()
  }
  await dispose()
  return seen
}

/** Hovering without throttling, in a fresh profile. */
export async function fastHover(browser: BenchBrowser, url: string): Promise<Hover> {
  const { browserContextId, dispose } = await newProfile(browser)
  const visited = await visit(browser, browserContextId, url, { settleMs: 1000 })
  const times = await hover(visited)
  await visited.leave()
  await dispose()
  return times
}
