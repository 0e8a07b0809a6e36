import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedRoot, hovered, leave, tiles } from '../embed-page.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'

/** Turns the wheel over the bar: over the picture it is the host's. */
async function wheel(page: Page, by: number) {
  await page.locator('.bar h2').hover()
  await page.mouse.wheel(0, by)
}

test.describe('§2 the related grid', () => {
  test('comes with the first hover, once, 6 and then 12 at a time, in 3 columns with a 6 px gutter', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/related')) asked.push(search)
    })
    await page.goto(embedOf(items.gif))
    expect(asked).toEqual([])
    await page.mouse.move(200, 80)
    await expect(tiles(page).first()).toBeVisible()
    await leave(page)
    // Within what it is over already, a pointer does not come again.
    await page.getByRole('button', { name: 'Pause' }).hover()
    await page.mouse.move(210, 90)
    await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
    expect(asked).toEqual([`?gif_id=${items.gif.id}&limit=6&offset=0`])

    const places = await tiles(page).evaluateAll((all) =>
      all.slice(0, 3).map((tile) => {
        const { left, right } = tile.getBoundingClientRect()
        return [left, right] as const
      }),
    )
    const [first, second, third] = places
    // Its width is the window's minus 30 px.
    expect(first?.[0]).toBeCloseTo(15, 0)
    // Columns are whole pixels wide, so up to two are left over.
    expect(640 - 15 - (third?.[1] ?? 0)).toBeLessThan(3)
    expect((second?.[0] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo(6, 0)

    await wheel(page, 500)
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    expect(asked[1]).toBe(`?gif_id=${items.gif.id}&limit=12&offset=6`)
  })

  test('scrolling marks the grid and hides the header; leaving then takes 1000 ms (§4)', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await expect(tiles(page).first()).toBeVisible()
    await page.clock.install()
    await wheel(page, 200)
    await expect(embedRoot(page)).toHaveAttribute('data-grid-active', '')
    await expect(embedRoot(page)).toHaveAttribute('data-header-hidden', '')
    await page.clock.pauseAt(Date.now() + 60_000)
    await leave(page)
    await page.clock.runFor(990)
    await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
    await page.clock.runFor(20)
    for (const flag of ['data-footer', 'data-grid-active', 'data-header-hidden']) {
      await expect(embedRoot(page)).not.toHaveAttribute(flag)
    }
    // The next visitor finds the footer at its top.
    await expect.poll(() => page.locator('.footer').evaluate((footer) => footer.scrollTop)).toBe(0)
  })

  test('a click opens the item in a new tab, with the tracking query', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await expect(tiles(page).first()).toBeVisible()
    const href = await tiles(page).first().getAttribute('href')
    expect(href).toMatch(/\/(gifs|stickers)\/.*utm_source=iframe/)
    const [tab] = await Promise.all([page.waitForEvent('popup'), tiles(page).first().click()])
    await expect(tab).toHaveURL(new URL(href ?? '', page.url()).href)
  })

  test('says that it failed, and tries again on demand (§8)', async ({ page }) => {
    await page.route(/\/related\?/, (route) => route.fulfill({ status: 502, body: '{}' }))
    await hovered(page, embedOf(items.gif))
    await wheel(page, 400)
    await expect(page.getByText('Error loading GIFs.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.unroute(/\/related\?/)
    await page.getByRole('link', { name: 'Try again?' }).click()
    await expect(tiles(page).first()).toBeVisible()
    await expect(page.getByText('Error loading GIFs.')).toHaveCount(0)
  })

  test('says that there is nothing where there is nothing', async ({ page }) => {
    const nothing = {
      data: [],
      pagination: { count: 0, offset: 0, total_count: 0 },
      meta: { response_id: 'none' },
    }
    await page.route(/\/related\?/, (route) => route.fulfill({ json: nothing }))
    await hovered(page, embedOf(items.gif))
    await wheel(page, 400)
    await expect(page.getByText('No related GIFs.')).toBeVisible()
  })

  test('is laid out anew for another width', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await expect(tiles(page).first()).toBeVisible()
    await page.setViewportSize({ width: 480, height: 360 })
    const width = () =>
      page.locator('.related-grid .loop-tiles').evaluate((list) => list.getBoundingClientRect().width)
    await expect.poll(width).toBe(450)
  })
})
