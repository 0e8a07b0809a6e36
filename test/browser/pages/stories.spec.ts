import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { layoutFaults } from '../layout-faults.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { storyIds, storyProduct } from '../story-product.ts'
import { picturesThere, watch } from '../watched.ts'

let product: InSetUp<Awaited<ReturnType<typeof storyProduct>>>

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await storyProduct())
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

const viewer = (page: Page) => page.getByRole('dialog', { name: 'A day at the sea' })
const at = (page: Page) => viewer(page).locator('.viewer-at')
const picture = (page: Page) => viewer(page).locator('.viewer-stage img')
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true })
const shown = async (page: Page) =>
  (await picture(page).evaluate((image: HTMLImageElement) => image.currentSrc)) ?? ''

/** Ends the GIF that is shown, as its time does. */
const passTime = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().fill === 'forwards') animation.finish()
  })

/** Whether the bar of the shown GIF fills. */
const isMoving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .some(({ effect, playState }) => effect?.getTiming().fill === 'forwards' && playState === 'running'),
  )

async function play(page: Page, slug = 'sea') {
  await page.goto(`${product.base}/stories/${slug}`)
  await page.getByRole('button', { name: 'Play story' }).click()
}

test.describe('a story', () => {
  test('plays its GIFs one after another by itself, and ends with the last', async ({ page }) => {
    const { said } = watch(page)
    await play(page, 'two')
    const dialog = page.getByRole('dialog', { name: 'Only two' })
    const [first = '', second = ''] = storyIds
    await expect
      .poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain(first)
    await expect.poll(() => isMoving(page)).toBe(true)
    await passTime(page)
    await expect(dialog.locator('.viewer-at')).toHaveText('2 of 2')
    await expect
      .poll(() => dialog.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain(second)
    await expect.poll(() => isMoving(page)).toBe(true)
    await passTime(page)
    await dialog.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(dialog.locator('.viewer-at')).toHaveText('1 of 2')
    await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible()
    expect(said).toEqual([])
  })

  test('goes by key, says where it is, pauses, and gives the focus back', async ({ page }) => {
    await play(page)
    await expect(button(page, 'Pause')).toBeFocused()
    await expect(button(page, 'Previous')).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await expect(at(page)).toHaveText('2 of 5')
    await expect(viewer(page).getByRole('status')).toHaveText(/^2 of 5: \S/)
    await page.keyboard.press('End')
    await expect(at(page)).toHaveText('5 of 5')
    await expect(button(page, 'Next')).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(at(page)).toHaveText('4 of 5')
    await page.keyboard.press('Home')
    await expect(at(page)).toHaveText('1 of 5')
    await expect.poll(() => isMoving(page)).toBe(true)
    await page.keyboard.press('Space')
    await expect(button(page, 'Play')).toBeFocused()
    await expect.poll(() => isMoving(page)).toBe(false)
    await expect.poll(() => shown(page)).toContain('_still')
    await page.keyboard.press('Space')
    await expect.poll(() => shown(page)).not.toContain('_still')
    await expect.poll(() => isMoving(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(viewer(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Play story' })).toBeFocused()
    await expect.poll(() => isMoving(page)).toBe(false)
  })

  test('goes by press: a third of the window each way, the middle pauses', async ({ page }) => {
    await play(page)
    await expect(at(page)).toHaveText('1 of 5')
    await page.mouse.click(1100, 500)
    await expect(at(page)).toHaveText('2 of 5')
    await page.mouse.click(200, 500)
    await expect(at(page)).toHaveText('1 of 5')
    await page.mouse.click(640, 500)
    await expect(button(page, 'Play')).toBeVisible()
    const title = viewer(page).getByRole('link')
    await expect(title).toHaveAttribute('href', new RegExp(`${storyIds[0]}$`))
    await button(page, 'Close').click()
    await expect(viewer(page)).toBeHidden()
  })

  test('F25: starts still where motion is unwanted, and plays for who asks', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await play(page)
    await expect.poll(() => shown(page)).toContain('_still')
    await expect(button(page, 'Play')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(1)
    await expect.poll(() => isMoving(page)).toBe(false)
    await button(page, 'Play').click()
    await expect.poll(() => shown(page)).not.toContain('_still')
    await expect.poll(() => isMoving(page)).toBe(true)
  })

  test('fetches its viewer when somebody is about to play it', async ({ page }) => {
    const { requests } = watch(page)
    const fetched = () => requests.filter((url) => url.includes('story-viewer')).length
    await page.goto(`${product.base}/stories/sea`)
    await picturesThere(page)
    expect(fetched()).toBe(0)
    await page.getByRole('button', { name: 'Play story' }).hover()
    await expect.poll(fetched).toBe(1)
  })

  test('F18: a viewer that does not arrive leads to the GIFs below instead', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    const failed: string[] = []
    page.on('pageerror', (error) => failed.push(String(error)))
    await page.route('**/story-viewer-*.js', (route) => route.abort())
    await play(page)
    await expect(page.locator('.story-gifs img').first()).toBeInViewport({ ratio: 0.9 })
    expect(failed).toEqual([])
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('F24: a story’s GIFs stand below each other in their order, and play', async ({ page }) => {
    await page.goto(`${product.base}/stories/sea`)
    const images = page.locator('.story-gifs img')
    await expect(images).toHaveCount(storyIds.length)
    const boxes = await Promise.all((await images.all()).map((image) => image.boundingBox()))
    const tops = boxes.map((box) => box?.y ?? 0)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    const links = await page
      .locator('.story-gifs a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.map((href, n) => href.endsWith(storyIds[n] ?? '?'))).toEqual(storyIds.map(() => true))
    await expect(page.getByRole('button', { name: 'Play story' })).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('its pages', () => {
  for (const [width, language, scheme] of [
    [1440, 'en', 'light'],
    [390, 'de', 'dark'],
    [360, 'ja', 'light'],
  ] as const) {
    test(`have no fault of layout or access: ${width} px, ${language}, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      for (const path of ['/stories', '/channels/ida', '/stories/sea']) {
        await page.goto(`${product.base}${path}?lang=${language}`)
        expect([path, await violations(page), await layoutFaults(page)]).toEqual([path, [], []])
      }
      await page.locator('.story-play').click()
      await expect(page.locator('.viewer-stage img')).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await layoutFaults(page, '.story-viewer')).toEqual([])
    })
  }

  test('lead from the list and the channel to the story, and to who tells it', { tag: '@both' }, async ({
    page,
  }) => {
    await page.goto(`${product.base}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Stories' }).click()
    await page.getByRole('link', { name: /A day at the sea/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A day at the sea' })).toBeVisible()
    await page.getByRole('link', { name: /Ida Artist/ }).click()
    await page
      .getByRole('region', { name: 'Stories by Ida Artist' })
      .getByRole('link', { name: /Only two/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Only two' })).toBeVisible()
  })

  test('T35: a draft is for who is signed in and made it', { tag: '@both' }, async ({ page }) => {
    const draft = `${product.base}/stories/draft`
    expect((await page.goto(draft))?.status()).toBe(404)
    await product.signIn(page)
    // A browser may keep the refusal for some seconds; a reload asks.
    expect((await page.reload())?.status()).toBe(200)
    await expect(page.getByText('Not published yet')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
