import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { test } from '../test.ts'

// WCAG 2.2.2 in frames that are too small for a bar (§9): what pauses them is there for every hand.

const SIZES = [
  { width: 300, height: 150 },
  { width: 343, height: 193 },
  { width: 200, height: 120 },
] as const
const KINDS = ['carousel', 'grid'] as const

const button = (page: Page, name: 'Pause' | 'Play') => page.getByRole('button', { name, exact: true })

/** Whether the first tile shows its still. */
const isStill = (page: Page) =>
  page
    .locator('.loop-tile img')
    .first()
    .evaluate((image) => /still/.test((image as HTMLImageElement).currentSrc))

for (const kind of KINDS)
  test(`a ${kind} stays paused when it’s paused while React takes over`, async ({ page }) => {
    await page.setViewportSize(SIZES[0])
    await page.addInitScript(() => {
      const takenOver = new MutationObserver(() => {
        takenOver.disconnect()
        document.querySelector<HTMLElement>('[data-action="pause"]')?.click()
      })
      const options = { subtree: true, attributeFilter: ['data-hydrated'] }
      document.addEventListener('DOMContentLoaded', () => takenOver.observe(document.body, options))
    })
    await page.goto(`/widgets/${kind}`)
    await expect.poll(() => isStill(page)).toBe(false)
    await page.locator('.loop-tile').first().focus()
    await expect(button(page, 'Play')).toBeVisible()
    await expect.poll(() => isStill(page)).toBe(true)
  })

for (const kind of KINDS)
  for (const viewport of SIZES)
    test.describe(`a ${kind} of ${viewport.width}x${viewport.height}`, () => {
      test.use({ viewport })

      test('is paused and played by mouse, next to its tiles', async ({ page }) => {
        await page.goto(`/widgets/${kind}`)
        await expect.poll(() => isStill(page)).toBe(false)
        const box = await button(page, 'Pause').boundingBox()
        expect(box?.width).toBeGreaterThanOrEqual(24)
        expect(box?.height).toBeGreaterThanOrEqual(24)
        // The link of each tile has all of its picture: what lies over no tile takes none of its clicks.
        const tiles = await page.locator(`[data-island="${kind}"]`).boundingBox()
        expect((tiles?.x ?? 0) + (tiles?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0)
        await button(page, 'Pause').click()
        await expect.poll(() => isStill(page)).toBe(true)
        await expect(page.locator(`[data-island="${kind}"]`)).toHaveAttribute('data-hydrated', '')
        expect(await isStill(page)).toBe(true)
        expect(await violations(page)).toEqual([])
        await button(page, 'Play').click()
        await expect.poll(() => isStill(page)).toBe(false)
      })

      test('is paused by keyboard: K, its button, and Space where nothing scrolls', async ({ page }) => {
        await page.goto(`/widgets/${kind}`)
        await page.keyboard.press('Tab')
        await expect(button(page, 'Pause')).toBeFocused()
        await page.keyboard.press('Space')
        await expect(button(page, 'Play')).toBeFocused()
        await page.keyboard.press('k')
        await expect(button(page, 'Pause')).toBeVisible()
        await page.keyboard.press('Tab')
        await expect(page.locator('.loop-tile').first()).toBeFocused()
        await page.keyboard.press('Shift+K')
        await expect(button(page, 'Play')).toBeVisible()
        await page.keyboard.press('Control+k')
        await page.keyboard.press('Space')
        await expect(button(page, kind === 'carousel' ? 'Pause' : 'Play')).toBeVisible()
      })

      test('is paused by a finger', async ({ browser }) => {
        const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true })
        const page = await context.newPage()
        await page.goto(`/widgets/${kind}`)
        await button(page, 'Pause').tap()
        await expect.poll(() => isStill(page)).toBe(true)
        await context.close()
      })

      test('starts still where motion is unwanted', async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.goto(`/widgets/${kind}`)
        await expect(button(page, 'Play')).toBeVisible()
        await expect.poll(() => isStill(page)).toBe(true)
      })
    })

test('K pauses a grid with a bar too, and types in the fields of its share menu', async ({ page }) => {
  await page.goto('/widgets/grid')
  await page.locator('.loop-tile').first().focus()
  await page.keyboard.press('k')
  await expect(button(page, 'Play')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('textbox').first().press('k')
  await expect(page.locator('#widget')).toHaveAttribute('data-paused', '')
  await page.keyboard.press('Escape')
})
