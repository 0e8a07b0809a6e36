import { expect } from '@playwright/test'
import { violations } from './axe.ts'
import { sharedTest as test } from './set-ups.ts'

test('the documentation’s example obeys its buttons and says what happens', async ({ page }) => {
  await page.goto('/docs')
  const log = page.locator('[data-log]')
  await page.locator('loop-embed').scrollIntoViewIfNeeded()
  await expect(log).toContainText('ready')
  const embed = page.frameLocator('loop-embed iframe').locator('#embed')
  await page.getByRole('button', { name: 'pause', exact: true }).click()
  await expect(embed).toHaveAttribute('data-paused', '')
  await expect(log).toContainText('pause')
  await page.getByRole('button', { name: 'play', exact: true }).click()
  await expect(embed).not.toHaveAttribute('data-paused')
  await page.getByRole('button', { name: 'share', exact: true }).click()
  await expect(page.frameLocator('loop-embed iframe').getByRole('dialog', { name: 'Share' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the documentation on a phone in ${colorScheme}: nothing too wide, nothing for axe`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/docs')
    await expect(page.locator('tbody th', { hasText: 'border-radius' })).toBeVisible()
    await expect(page.locator('tbody th', { hasText: 'loop-fetched' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await violations(page)).toEqual([])
  })
}
