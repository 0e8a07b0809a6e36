import { expect } from '@playwright/test'
import { embedRoot, live, tiles } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { embedOf, films } from '../library.ts'
import { test } from '../test.ts'

// A tablet: the desktop's layout under a finger.
test.use({ hasTouch: true, viewport: { width: 768, height: 432 } })

test('§4 a finger opens the footer, the share menu and the film, and pauses', async ({ page }) => {
  const host = await standInForVimeo(page)
  await page.goto(embedOf(films.vimeo))
  await page.getByRole('button', { name: 'Pause' }).tap()
  await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
  await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
  await expect(tiles(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Play' }).tap()
  await expect(embedRoot(page)).not.toHaveAttribute('data-paused')

  await live(page, 'share-menu')
  await page.getByRole('button', { name: 'Share', exact: true }).tap()
  await expect(embedRoot(page)).toHaveAttribute('data-share', '')
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(embedRoot(page)).not.toHaveAttribute('data-share')

  await page.getByRole('button', { name: 'Watch' }).tap()
  await expect(embedRoot(page)).toHaveAttribute('data-media', '')
  const back = page.getByRole('button', { name: 'GIF', exact: true })
  await expect.poll(async () => host.say('ended').then(() => back.count())).toBe(1)
  await back.tap()
  await expect(embedRoot(page)).not.toHaveAttribute('data-media')
})

test('§4 a finger scrolls to the related grid', async ({ page }) => {
  await page.goto(embedOf(films.vimeo))
  await page.getByRole('button', { name: 'Pause' }).tap()
  await expect(tiles(page).first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 300, y }] })
  const bar = await page.locator('.bar').boundingBox()
  const from = Math.round((bar?.y ?? 0) + 20)
  await touch('touchStart', from)
  for (let y = from - 10; y >= 60; y -= 10) await touch('touchMove', y)
  await touch('touchEnd')
  await expect(embedRoot(page)).toHaveAttribute('data-grid-active', '')
  await expect(embedRoot(page)).toHaveAttribute('data-header-hidden', '')
})
