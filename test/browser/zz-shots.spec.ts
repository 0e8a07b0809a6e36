import { test } from '@playwright/test'
import { productWith } from './signed-in-product.ts'
test('shots', async ({ page }) => {
  test.setTimeout(300_000)
  const product = await productWith(JSON.parse(process.env.SQL ?? '[]'), 'ann', 'max:moderator', 'sue:staff', 'bob:artist')
  try {
  await product.signIn(page, 'sue')
  for (const [name, path, w, scheme, lang, act] of JSON.parse(process.env.SHOTS ?? '[]')) {
    await page.setViewportSize({ width: w, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(product.base + path + (path.includes('?') ? '&' : '?') + 'lang=' + lang)
    await page.locator('.admin-intro').first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const step of act ?? []) { if (step.click) await page.locator(step.click).first().click(); if (step.press) await page.keyboard.press(step.press); await page.waitForTimeout(700) }
    await page.screenshot({ path: '/tmp/staffpages-shots/' + name + '.png', fullPage: true })
  }
  } finally { await product.stop() }
})
