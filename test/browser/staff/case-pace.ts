import { expect, type Page } from '@playwright/test'

/** Decisions of a moderator in their usual mix: nothing wrong, hidden, rated. */
const KEYS = ['a', 'h', 'a', '2'] as const
const NAMES = { a: 'Nothing wrong', h: 'Hide', 2: 'G' } as const

const picture = '.admin-queue-picture img'

/** Presses, and the ms from a press until the next case is there with its picture, of so many decisions. */
export async function pace(page: Page, cases: number, hand: 'keyboard' | 'touch') {
  let presses = 0
  const ms: number[] = []
  const press = async (key: (typeof KEYS)[number]) => {
    presses++
    if (hand === 'keyboard') return page.keyboard.press(key)
    return page.locator('.admin-queue-ways').getByRole('button', { name: NAMES[key], exact: true }).click()
  }
  for (let at = 0; at < cases; at++) {
    const before = await page.locator(picture).getAttribute('src')
    const began = performance.now()
    await press(KEYS[at % KEYS.length] ?? 'a')
    if (at === cases - 1) break
    await page.waitForFunction(
      ([selector, src]) => {
        const image = document.querySelector<HTMLImageElement>(selector ?? '')
        return image && image.getAttribute('src') !== src && image.complete && image.naturalWidth > 0
      },
      [picture, before] as const,
    )
    ms.push(performance.now() - began)
  }
  ms.sort((one, other) => one - other)
  const of = (part: number) => Math.round(ms[Math.floor(ms.length * part)] ?? 0)
  expect(ms.length).toBe(cases - 1)
  return { cases, presses, median: of(0.5), p95: of(0.95) }
}
