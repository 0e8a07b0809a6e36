import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { hovered, tiles } from '../embed-page.ts'
import { embedOf, films } from '../library.ts'
import { test } from '../test.ts'

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on a desktop, ${theme}`, async ({ page }) => {
    await page.goto(embedOf(films.vimeo, `?theme=${theme}`))
    expect(await violations(page)).toEqual([])
    await hovered(page, embedOf(films.vimeo, `?theme=${theme}`))
    await expect(tiles(page).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Pause' }).click()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
