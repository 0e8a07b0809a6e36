import { expect, test } from '@playwright/test'
import { violations } from './axe.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the API reference reads well in ${colorScheme}: no script, no error, nothing for axe`, async ({
    page,
  }) => {
    const said: string[] = []
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
    await page.emulateMedia({ colorScheme })
    await page.goto('/docs/api')
    const call = page.locator('#updateUser')
    await expect(call.getByText('Takes')).toBeHidden()
    await call.locator('summary').click()
    await expect(call.getByText('Takes')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await page.locator('script').count()).toBe(0)
    expect(said).toEqual([])
  })
}

test('on a phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/docs/api')
  for (const summary of await page.locator('summary').all())
    await summary.evaluate((each: HTMLElement) => each.click())
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
