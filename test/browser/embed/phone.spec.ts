import { devices, expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedRoot, island, live } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'

test.use(devices['Pixel 7'])

test('has no share menu, no grid, and says what else there is (§2)', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(embedOf(items.gif))
  await page.locator('.stage').tap()
  await live(page, 'mobile-footer')
  await expect(island(page, 'share-menu')).toHaveCount(0)
  await expect(island(page, 'related-grid')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View on Loopframe' })).toBeVisible()
  expect(asked.filter((url) => url.includes('/related'))).toEqual([])
  expect(await violations(page)).toEqual([])
})

test('toggles its footer by a tap only where there is a film (§2)', async ({ page }) => {
  await page.goto(embedOf(items.gif))
  await page.locator('.stage').tap()
  await live(page, 'mobile-footer')
  await page.locator('.stage').tap()
  await expect(embedRoot(page)).toHaveAttribute('data-mobile-footer', '')

  await page.goto(embedOf(films.youtube))
  await expect(page.getByRole('link', { name: 'View on Loopframe' })).toBeVisible()
  await page.locator('.stage').tap()
  await expect(embedRoot(page)).not.toHaveAttribute('data-mobile-footer')
  await page.locator('.stage').tap()
  await expect(embedRoot(page)).toHaveAttribute('data-mobile-footer', '')
})

test('has two halves, and Watch shows the film; GIF brings the footer back', async ({ page }) => {
  const host = await standInForVimeo(page)
  await page.goto(embedOf(films.vimeo))
  const watch = page.getByRole('button', { name: 'Watch' })
  const [half, other] = await Promise.all([
    watch.boundingBox(),
    page.getByRole('link', { name: 'View on Loopframe' }).boundingBox(),
  ])
  expect(half?.width).toBeCloseTo(other?.width ?? 0, 0)
  expect(half?.height).toBe(36)
  await watch.tap()
  await expect(embedRoot(page)).toHaveAttribute('data-media', '')
  const back = page.getByRole('button', { name: 'GIF', exact: true })
  await expect.poll(async () => host.say('ended').then(() => back.count())).toBe(1)
  expect(await violations(page)).toEqual([])
  await back.tap()
  await expect(embedRoot(page)).not.toHaveAttribute('data-media')
  await expect(embedRoot(page)).toHaveAttribute('data-mobile-footer', '')
})
