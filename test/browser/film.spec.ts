import { expect, test } from '@playwright/test'
import { violations } from './axe.ts'
import { hovered, island, root } from './embed-page.ts'
import { standInForVimeo } from './film-host.ts'
import { embedOf, films, items } from './library.ts'

test.describe('§2 the alternate view', () => {
  test('Watch swaps in the film, muted, from one second before its start; GIF comes back with its rest', async ({
    page,
  }) => {
    const host = await standInForVimeo(page)
    await hovered(page, embedOf(films.vimeo))
    await page.getByRole('button', { name: 'Watch' }).click()
    await expect(root(page)).toHaveAttribute('data-media', '')
    await expect(root(page)).not.toHaveAttribute('data-footer')
    const src = await page.locator('iframe').getAttribute('src')
    expect(src).toMatch(/^https:\/\/player\.vimeo\.com\/video\/1084537\?.*muted=1.*#t=29s$/)

    const back = page.getByRole('button', { name: 'GIF', exact: true })
    await expect(back).toHaveCount(0)
    await expect.poll(async () => host.say('pause').then(() => back.count())).toBe(1)
    await host.say('play')
    await expect(back).toHaveCount(0)
    await host.say('ended')
    expect(await violations(page)).toEqual([])
    await back.click()
    await expect(root(page)).not.toHaveAttribute('data-media')
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.locator('.motion img')).toBeVisible()
  })

  test('a blocked player gives back the GIF and a plain link (F28)', async ({ page }) => {
    await page.route(/youtube/, (route) => route.abort())
    await hovered(page, embedOf(films.youtube))
    await page.getByRole('button', { name: 'Watch' }).click()
    const link = page.getByRole('link', { name: 'Watch on YouTube' })
    await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    await expect(root(page)).not.toHaveAttribute('data-media')
    expect(await violations(page)).toEqual([])
  })

  test('there is no button for a GIF without a film', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await expect(page.getByRole('button', { name: 'Watch' })).toHaveCount(0)
    await expect(island(page, 'media-player')).toHaveCount(0)
  })
})
