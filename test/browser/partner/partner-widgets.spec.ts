import { expect } from '@playwright/test'
import { layoutShift } from '../watched.ts'
import { eventsOf, loader, test } from './partner-test.ts'

test.use({ viewport: { width: 900, height: 900 }, colorScheme: 'dark', reducedMotion: 'reduce' })

const WIDGETS = `<loop-carousel q="happy" width="600" height="220"></loop-carousel><p>Between</p>
<loop-grid columns="4" width="600" height="400"></loop-grid>`

test('the real widgets in a strict, dark, still page: no shift, nothing foreign, and the page hears of them', async ({
  page,
  open,
  product,
  watched,
}) => {
  const url = await open(loader(product) + WIDGETS)
  const said = async (tag: string) =>
    (await eventsOf(page)).flatMap(([from, type]) => (from === tag ? type : []))
  for (const tag of ['loop-carousel', 'loop-grid']) {
    await expect
      .poll(() => said(tag))
      .toEqual(expect.arrayContaining(['ready', 'fetched', 'seen', 'visible']))
  }
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('loop-grid iframe').locator('.loop-tile').first().click(),
  ])
  await tab.close()
  await expect.poll(() => said('loop-grid')).toEqual(expect.arrayContaining(['click']))
  expect(await layoutShift(page)).toBe(0)
  const origins = new Set(watched.requests.map((asked) => new URL(asked).origin))
  expect([...origins].filter((origin) => origin !== product && origin !== new URL(url).origin)).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(watched.said).toEqual([])
})

test('a grid that cannot go on tells the page', async ({ page, open, product }) => {
  await page.route(/\/v1\/gifs\/trending\?.*offset=/, (route) => route.fulfill({ status: 502, json: {} }))
  await open(loader(product) + WIDGETS)
  const grid = page.frameLocator('loop-grid iframe')
  await expect(grid.locator('.loop-tile').first()).toBeVisible()
  await grid.locator('.loop-tile').nth(24).scrollIntoViewIfNeeded()
  await page.mouse.move(300, 500)
  await page.mouse.wheel(0, 3000)
  await expect.poll(async () => (await eventsOf(page)).map(([, type]) => type)).toContain('error')
})
