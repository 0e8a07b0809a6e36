import { expect } from '@playwright/test'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { violations } from '../axe.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct('ann', 'bob')
})
test.afterAll(() => product.stop())

const file = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from(sampleBytes('gif')) }
const notes = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') }

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('one’s own pictures are chosen, shown, sent, and removed', async ({ page }) => {
      await product.signIn(page, javaScriptEnabled ? 'ann' : 'bob')
      await page.goto(`${product.base}/account`)
      for (const [label, submit, kind] of [
        ['Profile picture', 'Change picture', 'avatar'],
        ['Banner', 'Change banner', 'banner'],
      ] as const) {
        const part = page.locator('.portrait').nth(kind === 'avatar' ? 0 : 1)
        await page.getByLabel(label).setInputFiles(notes)
        await page.getByRole('button', { name: submit }).click()
        await expect(page.getByLabel(label)).toBeFocused()
        await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Choose a GIF, WebP, or PNG file/)
        await page.getByLabel(label).setInputFiles(file)
        if (javaScriptEnabled) await expect(part.locator('canvas')).toBeVisible()
        await page.getByRole('button', { name: submit }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Changes saved.' })).toBeVisible()
        const picture = part.locator('img')
        await expect(picture).toHaveAttribute('src', new RegExp(`/media/user-id-\\w+/${kind}/`))
        expect(
          await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
        ).toBeGreaterThan(0)
        if (javaScriptEnabled) expect(await violations(page)).toEqual([])
        await page.getByRole('button', { name: `Remove ${label}` }).click()
        await expect(page.getByRole('button', { name: `Remove ${label}` })).toHaveCount(0)
      }
    })
  })
}
