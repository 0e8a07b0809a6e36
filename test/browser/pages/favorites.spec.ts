import { type BrowserContext, expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { hovered } from '../embed-page.ts'
import { hostPage } from '../host-page.ts'
import { embedOf, items } from '../library.ts'
import { sharedTest as test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { watch } from '../watched.ts'

const KEY = 'loopframe-favorites'
const CALL = '/api/v1/users/self/favorites'

const pageOf = ({ slug, id, type }: (typeof items)['gif']) =>
  `/${type === 'sticker' ? 'stickers' : 'gifs'}/${slug}-${id}`
const heart = (page: Page) => page.getByRole('button', { name: 'Favorite', exact: true })
const kept = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as string[], KEY)
const keep = (context: BrowserContext, ids: readonly string[]) =>
  context.addInitScript(
    ([key, value]) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, value)
    },
    [KEY, JSON.stringify(ids)] as const,
  )
const withoutStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })

test.describe('§4 the favorite of an item’s page', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('is kept in this browser, says so, and is taken back, by key', async ({ page }) => {
    const { requests, said } = watch(page)
    await page.goto(pageOf(items.gif))
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await heart(page).press('Enter')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status').filter({ hasText: 'Saved in this browser.' })).toBeVisible()
    await expect.poll(() => kept(page)).toEqual([items.gif.id])
    expect(await violations(page)).toEqual([])
    await page.reload()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await heart(page).press('Space')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => kept(page)).toEqual([])
    expect(requests.filter((url) => url.includes('/api/') || url.includes('/login'))).toEqual([])
    expect(said).toEqual([])
  })

  test('F25: beats once, and not where motion is unwanted', async ({ page }) => {
    await page.goto(pageOf(items.gif))
    const beats = () =>
      page.evaluate(() => {
        const icon = document.querySelector('.favorite-button svg') as SVGElement
        return icon.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration)
      })
    // In one go: a beat may be over before it is looked for.
    const started = await heart(page).evaluate((button: HTMLElement) => {
      button.click()
      const icon = button.querySelector('svg') as SVGElement
      return icon.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration)
    })
    expect(started).toEqual([450])
    await expect.poll(beats).toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await heart(page).click()
    await heart(page).click()
    await expect(heart(page)).not.toHaveAttribute('data-active')
  })

  test('F21: without storage it says that nothing was saved', async ({ page, context }) => {
    await withoutStorage(context)
    await page.goto(pageOf(items.gif))
    await heart(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Couldn’t save that' })).toBeVisible()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('a browser that is full keeps what it has', async ({ page, context }) => {
    const full = Array.from({ length: 200 }, (_, at) => `full${at}`)
    await keep(context, full)
    await page.goto(pageOf(items.gif))
    await heart(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your favorites are full' })).toBeVisible()
    expect(await kept(page)).toEqual(full)
  })

  test('T19: a link of another site keeps nothing by itself', async ({ page, baseURL }) => {
    const host = await hostPage(`<a href="${baseURL}${pageOf(items.gif)}#favorite">Look</a>`)
    await page.goto(host.url)
    await page.getByRole('link').click()
    await expect(page.getByText('Tap the heart to save it.')).toBeVisible()
    await expect(heart(page)).toBeFocused()
    expect(await kept(page)).toEqual([])
    host.close()
  })
})

test.describe('§4 the favorite of an embed', () => {
  test('F22, T20: in a frame of another site it is a link to the item’s page, which keeps it', async ({
    page,
    baseURL,
  }) => {
    const host = await hostPage(`<iframe src="${baseURL}${embedOf(items.gif)}" width="600" height="340">`)
    await page.goto(host.url)
    const frame = page.frameLocator('iframe')
    await page.mouse.move(200, 100)
    await frame.getByRole('button', { name: 'Share', exact: true }).click()
    const link = frame.getByRole('link', { name: 'Favorite' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await expect(heart(tab)).toHaveAttribute('aria-pressed', 'true')
    await expect(tab.getByText('Saved in this browser.')).toBeVisible()
    expect(new URL(tab.url()).pathname + new URL(tab.url()).hash).toBe(pageOf(items.gif))
    await expect.poll(() => kept(tab)).toEqual([items.gif.id])
    host.close()
  })

  test('on our own page it toggles in place', async ({ page }) => {
    await hovered(page, embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await heart(page).press('Enter')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status').filter({ hasText: 'Added to your favorites.' })).toHaveCount(1)
    await expect.poll(() => kept(page)).toEqual([items.gif.id])
    expect(await violations(page)).toEqual([])
    await heart(page).press('Enter')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => kept(page)).toEqual([])
  })

  test('F21: without storage it goes back, and says so', async ({ page, context }) => {
    await withoutStorage(context)
    await hovered(page, embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await heart(page).click()
    await expect(page.getByText('Couldn’t save that. Try again.')).toBeVisible()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('a widget’s share menu has none', async ({ page }) => {
    await page.goto('/widgets/carousel')
    await page.mouse.move(200, 100)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('Favorite')).toHaveCount(0)
  })
})

test.describe('/favorites of a visitor', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  const tiles = (page: Page) => page.getByRole('list', { name: 'Favorites' }).getByRole('listitem')

  test('lists what this browser keeps, and removes it in place, with a way back', { tag: '@both' }, async ({
    page,
    context,
  }) => {
    const { said } = watch(page)
    await keep(context, [items.sticker.id, 'nothing1', items.gif.id])
    await page.goto('/favorites')
    await expect(tiles(page)).toHaveCount(2)
    await expect(tiles(page).first().getByRole('link')).toHaveAttribute('href', pageOf(items.sticker))
    expect(await violations(page)).toEqual([])
    await tiles(page).first().getByRole('button').press('Enter')
    await expect.poll(() => kept(page)).not.toContain(items.sticker.id)
    await expect(page.getByText('Removed from your favorites.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(tiles(page).first().getByRole('button')).toBeFocused()
    await expect.poll(() => kept(page)).toContain(items.sticker.id)
    expect(said).toEqual([])
  })

  test('says where there are none, and where to look', async ({ page }) => {
    await page.goto('/favorites')
    await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Trending' }).getByRole('listitem').first()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Search' }).click()
    await expect(page.getByRole('searchbox')).toBeFocused()
    expect(await violations(page)).toEqual([])
  })

  test('F21: says that this browser keeps nothing', async ({ page, context }) => {
    await withoutStorage(context)
    await page.goto('/favorites')
    await expect(page.getByText('doesn’t allow saving')).toBeVisible()
  })

  test('a list that did not arrive can be tried again', async ({ page, context }) => {
    await keep(context, [items.gif.id])
    await page.route('**/v1/gifs?ids=*', (route) => route.abort())
    await page.goto('/favorites')
    await expect(page.getByText('Couldn’t load the GIFs.')).toBeVisible()
    await page.unroute('**/v1/gifs?ids=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tiles(page)).toHaveCount(1)
  })

  test('F24: without scripts a sentence says what is missing', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/favorites')
    await expect(page.getByText('Turn on JavaScript')).toBeVisible()
    await context.close()
  })
})

test.describe('favorites of an account', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  let product: Awaited<ReturnType<typeof signedInProduct>>
  test.beforeAll(async () => {
    product = await signedInProduct('ann', 'bea', 'cid', 'dan')
  })
  test.afterAll(() => product.stop())

  const stored = async (page: Page) => {
    const response = await page.request.get(product.base + CALL)
    const { data } = (await response.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }

  test('the item’s page and an embed of our own change the account’s, not the browser’s', async ({
    page,
  }) => {
    await product.signIn(page, 'ann')
    await page.goto(product.base + pageOf(items.gif))
    await heart(page).click()
    await expect(page.getByText('Added to your favorites.')).toBeVisible()
    await expect.poll(() => stored(page)).toEqual([items.gif.id])
    await expect.poll(() => kept(page)).toEqual([])
    await hovered(page, product.base + embedOf(items.gif))
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await heart(page).click()
    await expect.poll(() => stored(page)).toEqual([])
  })

  test('T19: an account takes nothing from a link', async ({ page }) => {
    await product.signIn(page, 'cid')
    await page.goto(`${product.base}${pageOf(items.gif)}#favorite`)
    await expect(page.getByText('Tap the heart to save it.')).toBeVisible()
    expect(await stored(page)).toEqual([])
  })

  test('no press is lost while it is asked whose favorite it would be', async ({ page }) => {
    await product.signIn(page, 'cid')
    const asked = Promise.withResolvers<void>()
    await page.route(`**${CALL}/*`, async (route) => {
      await asked.promise
      await route.continue()
    })
    await page.goto(product.base + pageOf(items.gif))
    await expect(heart(page)).toBeDisabled()
    asked.resolve()
    await expect(heart(page)).toBeEnabled()
  })

  test('a press that is refused is taken back', async ({ page }) => {
    await product.signIn(page, 'cid')
    await page.goto(product.base + pageOf(items.gif))
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await page.route(`**${CALL}/*`, (route) => route.fulfill({ status: 503 }))
    await heart(page).click()
    await expect(page.getByText('Couldn’t save that. Try again.')).toBeVisible()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('the picker shows and changes the account’s', async ({ page }) => {
    await product.signIn(page, 'dan')
    await page.goto(`${product.base}/widgets/picker`)
    await expect(page.locator('#picker')).toHaveAttribute('data-ready', '')
    const tile = page.locator('.loop-tile').first()
    const id = (await tile.getAttribute('href'))?.split('?')[0]?.split('-').at(-1)
    await tile.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Add to favorites' }).press('Enter')
    await expect.poll(() => stored(page)).toEqual([id])
    await expect.poll(() => kept(page)).toEqual([])
    await page.getByRole('button', { name: 'Favorites' }).press('Enter')
    await expect(page.locator('.loop-tile')).toHaveCount(1)
    await page.locator('.loop-tile').press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Remove from favorites' }).press('Enter')
    await expect.poll(() => stored(page)).toEqual([])
  })

  test('/favorites lists them, takes over those of this browser, and removes in place', async ({
    page,
    context,
  }) => {
    const ids = [items.gif.id, items.sticker.id]
    await product.signIn(page, 'bea')
    await page.goto(`${product.base}/favorites`)
    await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      KEY,
      JSON.stringify(ids),
    ] as const)
    await page.reload()
    await page.getByRole('button', { name: 'Add 2 from this browser' }).click()
    const list = page.getByRole('list', { name: 'Favorites' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('link').first()).toHaveAttribute('href', pageOf(items.gif))
    await expect.poll(() => stored(page)).toEqual(ids)
    await expect.poll(() => kept(page)).toEqual([])
    await expect(page.getByRole('button', { name: 'from this browser' })).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    await list.getByRole('button').first().click()
    await expect.poll(() => stored(page)).toEqual([items.sticker.id])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stored(page)).toHaveLength(2)

    const bare = await context.browser()?.newContext({ javaScriptEnabled: false })
    await bare?.addCookies(await context.cookies())
    const still = await bare?.newPage()
    await still?.goto(`${product.base}/favorites`)
    await expect.poll(() => still?.locator('.favorites .row-tile').count()).toBeGreaterThan(1)
    await bare?.close()
  })
})
