import type { Page } from '@playwright/test'

/** Stops of the Tab key on the longest page, those within its frames too. */
const PRESSES = 300

/** The stop that has the focus: its place among those met, and what is wrong with it; undefined where the page has ended. */
const stopOf = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body || at === document.documentElement) return undefined
    const here = window as { met?: Element[] }
    here.met ??= []
    const { met } = here
    const { left, right, top, bottom } = at.getBoundingClientRect()
    const isSeen =
      Math.min(right, innerWidth) > Math.max(left, 0) && Math.min(bottom, innerHeight) > Math.max(top, 0)
    const place = met.indexOf(at)
    if (place < 0) met.push(at)
    const name = `${at.localName}.${at.classList[0] ?? ''} “${at.textContent?.trim().slice(0, 20)}”`
    // What holds a page of its own has that one's stops, and is brought into view by them.
    return { name, place, isSeen, isFrame: at.localName === 'iframe' || at.localName.includes('-') }
  })

/**
 * Walks a page by the Tab key, from its top to its end. What is wrong is said in words: a stop out of view, one that comes
 * back, or no end. Give the page reduced motion, so that it scrolls at once.
 */
export async function tabWalkFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let presses = 0; presses < PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    if (!stop) return faults
    if (stop.isFrame) continue
    if (!stop.isSeen) faults.push(`${stop.name} is out of view`)
    // Back at the first one: the browser has gone round.
    if (stop.place === 0) return faults
    if (stop.place > 0) return [...faults, `${stop.name} comes back`]
  }
  return [...faults, 'the Tab key does not leave the page']
}
