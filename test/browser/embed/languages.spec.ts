import { expect } from '@playwright/test'
import { hovered } from '../embed-page.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'

test.describe('languages', () => {
  for (const [lang, { share, pause, close }] of Object.entries({
    de: { share: 'Teilen', pause: 'Pause', close: 'Schließen' },
    fr: { share: 'Partager', pause: 'Pause', close: 'Fermer' },
    es: { share: 'Compartir', pause: 'Pausa', close: 'Cerrar' },
    ja: { share: '共有', pause: '一時停止', close: '閉じる' },
  })) {
    test(`the page speaks ${lang} by ?lang=`, async ({ page }) => {
      await hovered(page, embedOf(items.gif, `?lang=${lang}`))
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('button', { name: pause })).toBeVisible()
      await page.getByRole('button', { name: share, exact: true }).click()
      await expect(page.getByRole('button', { name: close })).toBeVisible()
    })
  }

  test.describe('by the browser’s wish', () => {
    test.use({ locale: 'de-AT' })
    test('the page speaks German to an Austrian', async ({ page }) => {
      await page.goto(embedOf(items.gif))
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    })
  })
})
