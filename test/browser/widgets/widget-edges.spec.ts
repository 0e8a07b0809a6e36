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

for (const [width, height] of [
  [300, 300],
  [343, 193],
] as const) {
  test(`§4 a row's first tile is whole, and the next one shows: ${width} x ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const query of ['', '?type=stickers', '?q=happy']) {
      await page.goto(`/widgets/carousel${query}`)
      const tiles = page.locator('.loop-tiles > li')
      const [row, first, next] = await Promise.all(
        [page.locator('.loop-row'), tiles.nth(0), tiles.nth(1)].map((one) => one.boundingBox()),
      )
      expect(first?.width, query).toBeLessThanOrEqual(0.85 * (row?.width ?? 0) + 1)
      expect(first?.height, query).toBeLessThanOrEqual(row?.height ?? 0)
      expect(next?.x, query).toBeLessThan((row?.x ?? 0) + (row?.width ?? 0) - 8)
    }
  })
}
