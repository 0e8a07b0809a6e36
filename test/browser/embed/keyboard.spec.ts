import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedRoot, live, tiles } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { embedOf, films } from '../library.ts'
import { test } from '../test.ts'

/** Goes on with the Tab key until the focus is on what a selector finds. */
async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`The Tab key does not lead to ${selector}`)
}

/** Opens an embed with a film, its footer opened by the Tab key, everything live. */
async function entered(page: Page) {
  await page.goto(embedOf(films.vimeo))
  await page.keyboard.press('Tab')
  await expect(embedRoot(page)).toHaveAttribute('data-hover', '')
  await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
  for (const name of ['hover-footer', 'related-grid', 'share-menu', 'media-player']) await live(page, name)
  await expect(tiles(page).first()).toBeVisible()
}

test('§4 the footer opens with the first focus, and goes with the last', async ({ page }) => {
  await entered(page)
  await expect(page.locator('.pause')).toBeFocused()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect(embedRoot(page)).not.toHaveAttribute('data-footer')
  await expect(embedRoot(page)).not.toHaveAttribute('data-hover')
})

test('§4 the related grid is walked with the arrows: it scrolls, and is marked', async ({ page }) => {
  await entered(page)
  await tabTo(page, '.related-grid .loop-tiles a')
  await expect(tiles(page).first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tiles(page).nth(1)).toBeFocused()
  // Where nothing is below yet, the key asks for more.
  const below = page.locator('.related-grid .loop-tiles > li:nth-child(n + 4) a:focus')
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(below).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expect(embedRoot(page)).toHaveAttribute('data-grid-active', '')
  await expect(embedRoot(page)).toHaveAttribute('data-header-hidden', '')
  expect(await violations(page)).toEqual([])
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await expect(tab).toHaveURL(/\/(gifs|stickers)\//)
})

test('§4 the film comes with Enter on Watch, and the GIF with Enter on GIF; the focus goes along', async ({
  page,
}) => {
  const host = await standInForVimeo(page)
  await entered(page)
  await tabTo(page, '.bar .watch')
  await page.keyboard.press('Enter')
  await expect(embedRoot(page)).toHaveAttribute('data-media', '')
  await expect(page.locator('.media-player')).toBeFocused()
  const back = page.getByRole('button', { name: 'GIF', exact: true })
  await expect.poll(async () => host.say('pause').then(() => back.count())).toBe(1)
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(embedRoot(page)).not.toHaveAttribute('data-media')
  await expect(page.locator('.bar .watch')).toBeFocused()
  await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
})

test('§4 share opens with Space and closes with Escape; pause follows Space; both show a ring', async ({
  page,
}) => {
  await entered(page)
  await tabTo(page, '.share-button')
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
  await expect.poll(ring).toBe('solid')
  await page.keyboard.press('Space')
  await expect(embedRoot(page)).toHaveAttribute('data-share', '')
  await expect(embedRoot(page)).not.toHaveAttribute('data-footer')
  await page.keyboard.press('Escape')
  await expect(embedRoot(page)).not.toHaveAttribute('data-share')
  await tabTo(page, '.pause')
  await expect.poll(ring).toBe('solid')
  await page.keyboard.press('Space')
  await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
})
