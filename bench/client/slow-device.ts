import type { BenchBrowser } from './browser.ts'
import { evaluateInFrame } from './evaluate-in-frame.ts'
import { paints } from './frame-facts.ts'
import { type Hover, hover } from './hover.ts'
import { newProfile, SLOW, visit } from './visit.ts'

/** On a slow line the picture loads last; being lazy, it does not delay the load event. */
const SETTLE_MS = 3000

/** LCP of a page's first frame on slow 4G with a quarter of the CPU, in ms from the frame's own navigation. */
export async function slowLcp(browser: BenchBrowser, url: string): Promise<number> {
  const { browserContextId, dispose } = await newProfile(browser)
  const { frames, leave } = await visit(browser, browserContextId, url, { device: SLOW, settleMs: SETTLE_MS })
  const lcp = frames[0] ? (await evaluateInFrame(frames[0], paints)).lcp : Number.NaN
  await leave()
  await dispose()
  return lcp
}

/** Hovering at the first visit and at the second one, with everything in the browser's cache. */
export async function slowHovers(browser: BenchBrowser, url: string): Promise<{ cold: Hover; warm: Hover }> {
  const { browserContextId, dispose } = await newProfile(browser)
  const once = async () => {
    const visited = await visit(browser, browserContextId, url, { device: SLOW, settleMs: SETTLE_MS })
    const times = await hover(visited)
    await visited.leave()
    return times
  }
  const cold = await once()
  const warm = await once()
  await dispose()
  return { cold, warm }
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
