import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedRoot, hovered, island, live } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'

test.describe('§2 the alternate view', () => {
  test('Watch swaps in the film, muted, from one second before its start; GIF comes back with its rest', async ({
    page,
  }) => {
    const host = await standInForVimeo(page)
    await hovered(page, embedOf(films.vimeo))
    await page.getByRole('button', { name: 'Watch' }).click()
    await expect(embedRoot(page)).toHaveAttribute('data-media', '')
    await expect(embedRoot(page)).not.toHaveAttribute('data-footer')
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
    await expect(embedRoot(page)).not.toHaveAttribute('data-media')
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(page.locator('.motion img')).toBeVisible()
  })

  test('with the keyboard alone the focus goes into the film and comes back to Watch', async ({ page }) => {
    const host = await standInForVimeo(page)
    await page.goto(embedOf(films.vimeo))
    await page.keyboard.press('Tab')
    for (const name of ['hover-footer', 'media-player']) await live(page, name)
    const watch = page.getByRole('button', { name: 'Watch' })
    await watch.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.media-player')).toBeFocused()
    const back = page.getByRole('button', { name: 'GIF', exact: true })
    await expect.poll(async () => host.say('pause').then(() => back.count())).toBe(1)
    await back.focus()
    await page.keyboard.press('Enter')
    await expect(watch).toBeFocused()
    await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
  })

  test('there is no button where nothing could answer it: scripts off, or their code missing', async ({
    page,
    browser,
  }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const still = await plain.newPage()
    await still.goto(embedOf(films.vimeo))
    await still.mouse.move(200, 80)
    await expect(still.locator('.cta:not(.watch)')).toBeVisible()
    await expect(still.locator('.watch')).toBeHidden()
    await plain.close()

    await page.route(/\/static\/react-/, (route) => route.abort())
    await page.goto(embedOf(films.vimeo))
    await page.mouse.move(200, 80)
    await expect(page.locator('.cta:not(.watch)')).toBeVisible()
    await expect(page.locator('.watch')).toBeHidden()
  })

  test('in a frame of the snippet’s own size nothing of the footer lies on another', async ({ page }) => {
    for (const width of [250, 320, 440, 460, 480, 540, 600]) {
      await page.setViewportSize({ width, height: 270 })
      await hovered(page, embedOf(films.youtube))
      // The attribution cuts what does not fit, so its own edge is what is seen of it.
      const [attribution, watch, cta] = await page
        .locator('.bar > :not(h2)')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
      expect(attribution?.right, `at ${width}`).toBeLessThanOrEqual(watch?.left ?? 0)
      expect(watch?.right, `at ${width}`).toBeLessThanOrEqual(cta?.left ?? 0)
      expect(cta?.right, `at ${width}`).toBeLessThanOrEqual(width)
      expect(cta?.height, `at ${width}`).toBeLessThanOrEqual(68)
    }
  })

  test('a blocked player gives back the GIF and a plain link (F28)', async ({ page }) => {
    await page.route(/youtube/, (route) => route.abort())
    await hovered(page, embedOf(films.youtube))
    await page.getByRole('button', { name: 'Watch' }).click()
    const link = page.getByRole('link', { name: 'Watch on YouTube' })
    await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    await expect(embedRoot(page)).not.toHaveAttribute('data-media')
    expect(await violations(page)).toEqual([])
  })

  test('there is no button for a GIF without a film', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await expect(page.getByRole('button', { name: 'Watch' })).toHaveCount(0)
    await expect(island(page, 'media-player')).toHaveCount(0)
  })
})
