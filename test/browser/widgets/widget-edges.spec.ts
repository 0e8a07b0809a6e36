import { expect, type Page } from '@playwright/test'
import { test } from '../test.ts'

/** The gaps between the frame's edges and the tiles, in px: before the first and behind the last. */
const gaps = (page: Page) =>
  page.locator('#widget').evaluate((widget) => {
    const boxes = [...widget.querySelectorAll('.loop-tiles > li')].map((tile) => tile.getBoundingClientRect())
    const left = Math.min(...boxes.map((box) => box.left))
    const right = innerWidth - Math.max(...boxes.map((box) => box.right))
    return { tiles: boxes.length, left: Math.round(left), right: Math.round(right) }
  })

for (const width of [320, 600, 1040]) {
  test(`§4 a grid stands in the middle of its frame: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 560 })
    for (const query of ['type=gifs&gutter=10', 'q=happy&columns=2', 'type=stickers&columns=3']) {
      await page.goto(`/widgets/grid?${query}`)
      const { tiles, left, right } = await gaps(page)
      expect(tiles).toBeGreaterThan(1)
      // A pixel, as a column's width is rarely whole.
      expect(Math.abs(left - right), `${query}: ${left} and ${right}`).toBeLessThanOrEqual(1)
    }
  })

  test(`§4 a row fills its frame from edge to edge: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 264 })
    await page.goto('/widgets/carousel?gutter=12')
    const { left, right } = await gaps(page)
    expect({ left, right: Math.max(0, right) }).toEqual({ left: 0, right: 0 })
  })
}
