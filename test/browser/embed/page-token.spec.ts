import { expect, type FrameLocator, type Page } from '@playwright/test'
import { freePort } from '../../../tools/steps/free-port.ts'
import { copyLibrary } from '../../../tools/steps/local-library.ts'
import { serveSimulated } from '../../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../../tools/steps/wait-until-up.ts'
import { directProduct } from '../direct-product.ts'
import { hovered, tiles } from '../embed-page.ts'
import { hostPage } from '../host-page.ts'
import { embedOf, items, seedItems } from '../library.ts'
import { test as base } from '../set-ups.ts'

/** A product whose API needs keys (`API_ACCESS`). */
const test = base.extend<{ asked: Asked }, { product: string }>({
  product: [
    async ({ setUp: _ }, use) => {
      const [port, state] = await Promise.all([freePort(), copyLibrary()])
      const stop = await serveSimulated({ port, state, unlimited: true, vars: { API_ACCESS: 'keys' } })
      await waitUntilUp(`http://127.0.0.1:${port}/healthz`)
      await use(`http://127.0.0.1:${port}`)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product),
  asked: async ({ page }, use) => {
    const asked: Asked = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/^\/v[12]\//.test(pathname) && !pathname.endsWith('/pingback'))
        asked.push([pathname, response.status()])
    })
    await use(asked)
  },
})

type Asked = [path: string, status: number][]

test.use({ viewport: { width: 700, height: 600 } })

const atEnd = (scope: Page | FrameLocator) =>
  scope.locator('.loop-end').evaluate((end) => end.scrollIntoView())
const listed = (scope: Page | FrameLocator) => scope.locator('.loop-tile')
const refused = (asked: Asked) => asked.filter(([, status]) => status !== 200)

/** Puts a token that has ended in the place of a page's. */
const endToken = (scope: Page | FrameLocator) =>
  scope
    .locator('meta[name="loopframe-page"]')
    .evaluate((meta) => meta.setAttribute('content', 'zz.AAAAAAAAAAAAAAAA.cGFnZQ'))

test('T51 an embed’s related grid goes on', async ({ page, asked }) => {
  await hovered(page, embedOf(items.gif))
  await expect(tiles(page).first()).toBeVisible()
  await page.locator('.bar h2').hover()
  await page.mouse.wheel(0, 500)
  await expect.poll(() => asked.filter(([path]) => path === '/v1/gifs/related').length).toBeGreaterThan(1)
  expect(refused(asked)).toEqual([])
})

test('T51 a grid goes on, and renews a token that has ended', async ({ page, asked }) => {
  await page.goto('/widgets/grid?limit=10')
  await atEnd(page)
  await expect.poll(() => listed(page).count()).toBeGreaterThan(10)
  expect(refused(asked)).toEqual([])

  await page.goto('/widgets/grid?limit=10&type=stickers')
  await endToken(page)
  await atEnd(page)
  await expect.poll(() => listed(page).count()).toBeGreaterThan(10)
  expect(refused(asked)).toEqual([['/v1/stickers/trending', 401]])
})

test('T51 the picker searches, completes and scrolls', async ({ page, asked }) => {
  await page.goto('/widgets/picker')
  await expect(page.locator('#picker')).toHaveAttribute('data-ready', '')
  await atEnd(page)
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('ca')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await expect(listed(page).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Emoji' }).click()
  await expect.poll(() => asked.map(([path]) => path)).toContain('/v1/emoji')
  for (const path of ['/v1/gifs/search/tags', '/v1/gifs/search'])
    expect(asked.map(([each]) => each)).toContain(path)
  expect(refused(asked)).toEqual([])
})

test('T51 favorites, the builder and the search field list', async ({ page, asked }) => {
  const kept = seedItems('gif', 3).map(({ id }) => id)
  await page.addInitScript((ids) => localStorage.setItem('loopframe-favorites', ids), JSON.stringify(kept))
  await page.goto('/favorites')
  await expect(page.locator('main li a').nth(2)).toBeVisible()
  await page.getByRole('searchbox').first().pressSequentially('ca')
  await expect.poll(() => asked.map(([path]) => path)).toContain('/v1/gifs/search/tags')
  await page.goto('/')
  await page.locator('#build input[type="search"]').first().pressSequentially('cat')
  await expect.poll(() => asked.map(([path]) => path)).toContain('/v1/stickers/search')
  await expect(page.locator('.found button').first()).toBeVisible()
  expect(refused(asked)).toEqual([])
})

test('T51 frames without an origin, on another site, list and renew', async ({ page, product, asked }) => {
  const frame = (path: string, name: string) =>
    `<iframe sandbox="allow-scripts" name="${name}" width="600" height="400" src="${product}${path}"></iframe>`
  const host = await hostPage(frame('/widgets/grid?limit=10', 'grid') + frame(embedOf(items.gif), 'embed'))
  await page.goto(host.url)
  const grid = page.frameLocator('[name="grid"]')
  await endToken(grid)
  await atEnd(grid)
  await expect.poll(() => listed(grid).count()).toBeGreaterThan(10)
  expect(refused(asked)).toEqual([['/v1/gifs/trending', 401]])
  const embed = page.frameLocator('[name="embed"]')
  await embed.locator('#embed').hover({ position: { x: 200, y: 80 } })
  await expect(embed.locator('.related-grid .loop-tile').first()).toBeAttached()
  expect(refused(asked)).toHaveLength(1)
  host.close()
})

test('T51 where the browser calls the provider, pages list there', async ({ page }) => {
  const direct = await directProduct([], { API_ACCESS: 'keys' })
  await page.goto(`${direct.base}/widgets/grid?limit=10`)
  await expect(listed(page).first()).toBeVisible()
  await atEnd(page)
  await expect.poll(() => listed(page).count()).toBeGreaterThan(10)
  await page.goto(direct.base + embedOf(items.gif))
  await expect(page.locator('.stage')).toBeVisible()
  expect(direct.provider.asked.length).toBeGreaterThan(2)
  await direct.stop()
})
