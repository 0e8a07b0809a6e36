import { expect, type Page } from '@playwright/test'

/** Decisions of a moderator in their usual mix: nothing wrong, hidden, rated. */
const KEYS = ['a', 'h', 'a', '2'] as const
const NAMES = { a: 'Nothing wrong', h: 'Hide', 2: 'G' } as const

const picture = '.admin-queue-picture img'

/** Waits for another case, with its picture and its reports. @returns whether there is none: then the list is there */
const isOver = async (page: Page, before: string | null) =>
  (
    await page.waitForFunction(
      ([selector, src]) => {
        if (!document.querySelector('.admin-queue')) return 'over'
        const image = document.querySelector<HTMLImageElement>(selector ?? '')
        const isThere = image && image.getAttribute('src') !== src && image.complete && image.naturalWidth > 0
        return isThere && document.querySelector('.admin-queue-words figure') ? 'next' : undefined
      },
      [picture, before] as const,
    )
  ).jsonValue()

/** Whether all buttons of the decision are in the window, where nothing is scrolled. */
const isInView = (page: Page) =>
  page.locator('.admin-queue-ways').evaluate((ways) => {
    const { top, bottom } = ways.getBoundingClientRect()
    return scrollY === 0 && top >= 0 && bottom <= innerHeight
  })

/**
 * Presses, and the ms from a press until the next case is there with its picture, of so many decisions, or of all that are left. The
 * decision is in view without scrolling each time.
 */
export async function pace(page: Page, cases: number, hand: 'keyboard' | 'touch') {
  let presses = 0
  const ms: number[] = []
  const press = async (key: (typeof KEYS)[number]) => {
    presses++
    if (hand === 'keyboard') return page.keyboard.press(key)
    return page.locator('.admin-queue-ways').getByRole('button', { name: NAMES[key], exact: true }).click()
  }
  while (presses < cases) {
    expect(await isInView(page)).toBe(true)
    const before = await page.locator(picture).getAttribute('src')
    const began = performance.now()
    await press(KEYS[presses % KEYS.length] ?? 'a')
    if (presses === cases || (await isOver(page, before)) === 'over') break
    ms.push(performance.now() - began)
  }
  ms.sort((one, other) => one - other)
  const of = (part: number) => Math.round(ms[Math.floor(ms.length * part)] ?? 0)
  expect(ms.length).toBe(presses - 1)
  return { presses, median: of(0.5), p95: of(0.95), most: of(1 - 1 / Math.max(1, ms.length)) }
}
