import { expect, type Page } from '@playwright/test'

/** The embed’s root, which bears its flags. */
export const embedRoot = (page: Page) => page.locator('#embed')
export const island = (page: Page, name: string) => page.locator(`[data-island="${name}"]`)
export const live = (page: Page, name: string) =>
  expect(island(page, name)).toHaveAttribute('data-hydrated', '')

/** Opens an embed with the pointer on its picture, and waits until all of it is live. */
export async function hovered(page: Page, path: string) {
  await page.goto(path)
  await page.mouse.move(200, 80)
  for (const name of ['hover-footer', 'related-grid', 'share-menu']) await live(page, name)
  await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
}

/** Takes the pointer away: Playwright’s own sends no such event. */
export const leave = (page: Page) =>
  embedRoot(page).evaluate((element) => element.dispatchEvent(new PointerEvent('pointerleave')))

export const tiles = (page: Page) => page.locator('.related-grid .loop-tiles .loop-tile')
