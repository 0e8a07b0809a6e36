import { devices, expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedRoot, hovered } from '../embed-page.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'

const phone = devices['Pixel 7']

test.describe('§9 a frame without room for the extras', () => {
  for (const [name, userAgent] of [
    ['a phone', phone.userAgent],
    ['a tablet', undefined],
  ] as const)
    test(`on ${name}: a tap pauses, shows a small pause and the way to the item`, async ({ browser }) => {
      const context = await browser.newContext({
        ...(userAgent && { userAgent }),
        hasTouch: true,
        isMobile: true,
        viewport: { width: 328, height: 185 },
      })
      const page = await context.newPage()
      await page.goto(embedOf(items.gif))
      const pause = page.locator('.pause')
      const way = page.locator('.click-area .go')
      await expect(pause).toHaveCSS('opacity', '0')
      await expect(way).toBeVisible()
      await page.locator('.stage').tap()
      await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
      await expect(pause).toHaveCSS('opacity', '1')
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Play' }).tap()
      await expect(embedRoot(page)).not.toHaveAttribute('data-paused')
      await page.locator('.stage').tap({ position: { x: 60, y: 90 } })
      await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
      const [tab] = await Promise.all([page.waitForEvent('popup'), way.tap()])
      await expect(tab).toHaveURL(new RegExp(`/gifs/${items.gif.slug}-${items.gif.id}\\?`))
      await context.close()
    })

  test('by mouse the picture is the link, next to a pause; by key it is one of two stops, and Space pauses', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 240, height: 135 })
    await page.goto(embedOf(items.gif))
    await expect(page.locator('.pause')).toHaveCSS('opacity', '0')
    await page.mouse.move(60, 60)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('.click-area .go')).toBeHidden()
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.locator('.click-area').click({ position: { x: 60, y: 60 } }),
    ])
    await expect(tab).toHaveURL(/\/gifs\//)
    await tab.close()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.locator('.pause').focus()
    await expect(page.locator('.pause')).toHaveCSS('opacity', '1')
    await page.keyboard.press('Tab')
    await expect(page.locator('.click-area')).toBeFocused()
    await expect(page.locator('.pause')).toHaveCSS('opacity', '1')
    await page.keyboard.press('Space')
    await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
    expect(await violations(page)).toEqual([])
  })

  test('on paper there are the picture and its address', async ({ page }) => {
    for (const size of [
      { width: 240, height: 135 },
      { width: 640, height: 360 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(embedOf(items.gif))
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.pause')).toBeHidden()
      await expect(page.locator('.stage .motion img')).toBeVisible()
      const address = await page.locator('.click-area').evaluate((link) => {
        const { content, height } = getComputedStyle(link, '::after')
        return { content, height: Number.parseFloat(height) }
      })
      expect(address.content).toContain(items.gif.id)
      expect(address.height).toBeGreaterThan(10)
    }
  })

  test('without scripts a finger follows the picture itself', async ({ browser }) => {
    const context = await browser.newContext({
      ...phone,
      viewport: { width: 328, height: 185 },
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    await page.goto(embedOf(items.gif))
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.locator('.click-area').tap()])
    await expect(tab).toHaveURL(/\/gifs\//)
    await context.close()
  })
})

test.describe('the bar of a narrow frame', () => {
  for (const [lang, call] of [
    ['en', 'Continue Watching on Loopframe'],
    ['de', 'Weiter auf Loopframe'],
    ['ja', 'Loopframeで続きを見る'],
  ] as const)
    test(`at 480 has the author's name, the heading, and a short way with its whole name, ${lang}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 480, height: 270 })
      await hovered(page, embedOf(items.gif, `?lang=${lang}`))
      const inBar = (selector: string) =>
        page.locator(`.bar ${selector}`).evaluate((element) => {
          const text = document.createRange()
          text.selectNodeContents(element)
          const { top, bottom, left, right } = text.getBoundingClientRect()
          const bar = element.closest('.bar')?.getBoundingClientRect()
          return (
            bar !== undefined && top >= bar.top && bottom <= bar.bottom && left >= 0 && right <= innerWidth
          )
        })
      expect(await inBar('.name bdi')).toBe(true)
      expect(await inBar('h2')).toBe(true)
      const way = page.getByRole('link', { name: call, exact: true })
      await expect(way).toBeVisible()
      await expect(way).toHaveText('Loopframe', { useInnerText: true })
      await page.setViewportSize({ width: 560, height: 315 })
      await expect(way).toHaveText(call)
      await expect(way.locator('.more').filter({ hasText: /\S/ }).first()).toBeVisible()
    })

  test('beside a film the name goes last, cut short before it is gone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 240 })
    await hovered(page, embedOf(films.vimeo))
    const name = page.locator('.bar .name bdi')
    const { width, top } = await name.evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(width).toBeGreaterThanOrEqual(40)
    expect(top).toBeLessThan(240)
    expect(await name.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  })
})
