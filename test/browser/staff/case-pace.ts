import { expect, type Page } from '@playwright/test'

/** Decisions of a moderator in their usual mix: nothing wrong, hidden, rated. */
const KEYS = ['a', 'h', 'a', '2'] as const
const NAMES = { a: 'Nothing wrong', h: 'Hide', 2: 'G' } as const

const words = '.admin-queue-words'

/** Waits for the next case, with its picture and its reports. @returns 'over' where the list is shown, as no case is left */
const isOver = async (page: Page, before: string | null) =>
  (
    await page.waitForFunction(
      ([selector, before]) => {
        if (!document.querySelector('.admin-queue')) return 'over'
        const image = document.querySelector<HTMLImageElement>('.admin-queue-picture img')
        const words = document.querySelector(selector)
        // Two cases may have the same picture, and none has another's words.
        const isThere = words?.textContent !== before && image?.complete && image.naturalWidth > 0
        return isThere && words?.querySelector('figure') ? 'next' : undefined
      },
      [words, before] as const,
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
    const before = await page.locator(words).textContent()
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
