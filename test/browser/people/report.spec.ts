import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { layoutFaults } from '../layout-faults.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct()
})
test.afterAll(() => product.stop())

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('somebody reports an item from its page, by keyboard', async ({ page }) => {
      await page.goto(`${product.base}/search/cat`)
      await page.locator('.tile-rows a').first().click()
      await expect(page.getByRole('link', { name: 'Report', exact: true })).toBeVisible()
      const item = page.url()
      await page.goto(`${product.base}/report`)
      const which = page.getByLabel('Address or ID of the GIF')
      for (const [address, isHere] of [
        ['https://example.com/cat.gif', false],
        [item, true],
      ] as const) {
        await which.fill(address)
        await which.press('Enter')
        if (!isHere) await expect(which).toHaveAccessibleDescription(/on this site/)
      }
      await expect(page.getByRole('radio', { name: 'Spam or misleading' })).toBeVisible()
      await page.goto(item)
      await page.getByRole('link', { name: 'Report', exact: true }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Report' })).toBeVisible()
      await page.getByRole('radio', { name: 'Spam or misleading' }).press('Space')
      await page.getByLabel('Tell us more').fill('The same as yesterday')
      await page.getByRole('button', { name: 'Send report' }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Thanks for your report' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to what you reported' }).press('Enter')
      await expect(page.getByRole('link', { name: 'Report', exact: true })).toBeVisible()
    })
  })
}

test('a long name stays within its panel', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${product.base}/report?q=${'Donaudampfschiff'.repeat(6)}`)
  const widths = await page.locator('.panel-text').evaluate((text) => [text.scrollWidth, text.clientWidth])
  expect(widths[0]).toBe(widths[1])
  // It's a part of its sentence, with the quotes next to it.
  await expect(page.locator('.panel-text a')).toHaveCSS('display', 'inline')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing, and nothing is cut off', async ({ page }) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 })
        for (const path of [
          '/report',
          '/report?q=cat',
          '/report?q=cat&done=1',
          '/report?q=cat&lang=de',
          '/search/cat',
        ]) {
          await page.goto(product.base + path)
          expect(await violations(page)).toEqual([])
          expect(await layoutFaults(page)).toEqual([])
        }
      }
    })
  })
}
