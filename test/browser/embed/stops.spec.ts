import { expect, type Page } from '@playwright/test'
import { FETCH_DEBOUNCE_MS } from '../../../shared/limits.ts'
import { violations } from '../axe.ts'
import { embedRoot, hovered, live, tiles } from '../embed-page.ts'
import { standInForVimeo } from '../film-host.ts'
import { hostPage } from '../host-page.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'

const MAX_STOPS = 6

/** What has had the focus, frame by frame: the page and all its frames keep their own. */
const keepStops = (page: Page) =>
  page.addInitScript(() => {
    const stops: string[] = []
    Object.assign(window, { stops })
    // The page’s code gets an early focus a second time.
    const keep = ({ target, isTrusted }: Event) => isTrusted && stops.push((target as Element).className)
    addEventListener('focusin', keep, true)
  })
const stopsIn = (page: Page) =>
  Promise.all(
    page.frames().map((frame) => frame.evaluate(() => (window as unknown as { stops: string[] }).stops)),
  )

/** Presses the Tab key, and waits until the focus is somewhere else. */
async function tab(page: Page) {
  const count = async () => (await stopsIn(page)).flat().length
  const before = await count()
  await page.keyboard.press('Tab')
  await expect.poll(count).toBeGreaterThan(before)
}

test('three embeds and a grid on one page: an embed costs its host at most 6 stops', async ({
  page,
  baseURL,
}) => {
  const frame = (path: string, id: string) =>
    `<iframe id="${id}" src="${baseURL}${path}" width="480" height="270"></iframe>`
  const embeds = [films.vimeo, items.gif, items.sticker]
  const host = await hostPage(
    `<button class="first">First</button>${embeds.map((item, at) => frame(embedOf(item), `e${at}`)).join('')}
${frame('/widgets/grid?limit=3&columns=3', 'grid')}<button class="last">Last</button>`,
  )
  await keepStops(page)
  await page.setViewportSize({ width: 1040, height: 640 })
  await page.goto(host.url)
  const of = (at: number | 'grid') => page.frameLocator(at === 'grid' ? '#grid' : `#e${at}`)
  for (const at of [0, 1, 2]) await expect(of(at).locator('#embed')).toHaveAttribute('data-ready', '')
  await expect(of('grid').locator('.loop-tile').first()).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/related?')) asked.push(new URL(request.url()).search)
  })
  await page.locator('.first').focus()
  for (const [at] of embeds.entries()) {
    await tab(page)
    // All of it is there to be stopped at.
    await expect(of(at).locator('.pause')).toBeFocused()
    await expect(of(at).locator('[data-island="share-menu"]')).toHaveAttribute('data-hydrated', '')
    await expect(of(at).locator('.related-grid .loop-tiles .loop-tile').first()).toBeVisible()
    for (let presses = 1; presses <= MAX_STOPS; presses++) {
      if (await of(at).locator('.related-grid .loop-tiles .loop-tile:focus').count()) break
      await tab(page)
    }
    await expect(of(at).locator('.related-grid .loop-tiles .loop-tile').first()).toBeFocused()
  }
  await tab(page)
  const stops = Object.fromEntries(
    await Promise.all(
      page.frames().map(async (frame) => {
        const name = await frame.frameElement().then(
          (element) => element.getAttribute('id'),
          () => 'host',
        )
        return [name, await frame.evaluate(() => (window as unknown as { stops: string[] }).stops)] as const
      }),
    ),
  )
  const rest = ['click-area', 'attribution', 'cta watch', 'loop-tile']
  expect(stops.e0).toEqual(['round pause', 'round share-button extra', ...rest])
  for (const name of ['e1', 'e2']) {
    expect(stops[name]?.slice(0, 3)).toEqual(['round pause', 'round share-button extra', 'click-area'])
    expect(stops[name]?.filter((stop: string) => stop === 'loop-tile')).toHaveLength(1)
    expect(stops[name]?.length).toBeLessThanOrEqual(MAX_STOPS)
  }
  // From the third embed the focus went on to the grid; no focus asked for more than each first page.
  expect(stops.grid).not.toEqual([])
  expect(asked.map((search) => new URLSearchParams(search).get('offset'))).toEqual(['0', '0', '0'])
  host.close()
})

test('in the related grid a focus loads nothing, and the arrows beyond the last row do', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 900 })
  const offsets: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/related')) offsets.push(searchParams.get('offset'))
  })
  await page.goto(embedOf(items.gif))
  await page.keyboard.press('Tab')
  await expect(tiles(page)).toHaveCount(6)
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    await page.keyboard.press('Tab')
    if (
      await tiles(page)
        .first()
        .evaluate((tile) => tile === document.activeElement)
    )
      break
  }
  await expect(tiles(page).first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(tiles(page).nth(5)).toBeFocused()
  // However a focus may scroll, the list's end in view is no wish for more.
  await page.clock.install()
  await page.locator('.footer').evaluate((footer) => footer.scrollTo(0, footer.scrollHeight))
  await expect(page.locator('.loop-end')).toBeInViewport()
  await page.clock.runFor(2 * FETCH_DEBOUNCE_MS.grid)
  expect(offsets).toEqual(['0'])
  await page.clock.resume()
  await page.keyboard.press('Home')
  await expect(tiles(page).first()).toBeFocused()
  await expect(page.locator('.related-grid .loop-tiles a:not([tabindex="-1"])')).toHaveCount(1)
  for (let presses = 0; presses < 4 && offsets.length < 2; presses++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => offsets).toEqual(['0', '6'])
  await expect(tiles(page)).toHaveCount(18)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.related-grid .loop-tiles > li:nth-child(n + 7) a:focus')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
})

test('Space and K pause, S shares, Escape closes, wherever the focus is', async ({ page }) => {
  const host = await standInForVimeo(page)
  await hovered(page, embedOf(films.vimeo))
  await live(page, 'media-player')
  await page.locator('.click-area').focus()
  await page.keyboard.press('Space')
  await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
  await page.keyboard.press('k')
  await expect(embedRoot(page)).not.toHaveAttribute('data-paused')
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog).toBeVisible()
  // In the menu a letter is a letter.
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(embedRoot(page)).not.toHaveAttribute('data-paused')

  // The bar comes back a moment after the menu has gone.
  await expect(embedRoot(page)).toHaveAttribute('data-footer', '')
  await page.getByRole('button', { name: 'Watch' }).click()
  await expect(embedRoot(page)).toHaveAttribute('data-media', '')
  await expect.poll(async () => host.say('pause').then(() => true)).toBe(true)
  await page.locator('.media-player').focus()
  await page.keyboard.press('Escape')
  await expect(embedRoot(page)).not.toHaveAttribute('data-media')

  // With nothing in focus, and not with a modifier: that is the browser's own.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Control+k')
  await page.keyboard.press('K')
  await expect(embedRoot(page)).toHaveAttribute('data-paused', '')
})

test('a key that comes before the page’s code is not lost', async ({ page }) => {
  await page.goto(embedOf(items.gif))
  await page.locator('body').press('s')
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
})

test('a wheel over the picture scrolls the host, and over bar and tiles the grid', async ({
  page,
  baseURL,
}) => {
  const host = await hostPage(
    `<iframe src="${baseURL}${embedOf(items.gif)}" width="480" height="270"></iframe><div style="height:2000px"></div>`,
  )
  await page.goto(host.url.replace('localhost', '127.0.0.1'))
  const frame = page.frameLocator('iframe')
  const scrolled = () => page.evaluate(() => scrollY)
  await page.mouse.move(200, 80)
  await expect(frame.locator('.related-grid .loop-tiles .loop-tile').first()).toBeVisible()
  await page.mouse.wheel(0, 40)
  await expect.poll(scrolled).toBe(40)
  const scrolledInside = () => frame.locator('.footer').evaluate((footer) => footer.scrollTop)
  expect(await scrolledInside()).toBe(0)

  // To hover may itself scroll a footer that is still sliding in.
  await frame.locator('.bar h2').hover()
  const before = await scrolledInside()
  await page.mouse.wheel(0, 60)
  await expect.poll(scrolledInside).toBe(before + 60)
  await expect(frame.locator('#embed')).toHaveAttribute('data-grid-active', '')
  expect(await scrolled()).toBe(40)
  await frame.locator('.related-grid .loop-tiles .loop-tile').first().hover()
  const halfway = await scrolledInside()
  await page.mouse.wheel(0, 60)
  await expect.poll(scrolledInside).toBeGreaterThan(halfway)
  expect(await scrolled()).toBe(40)
  host.close()
})
