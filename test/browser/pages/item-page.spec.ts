import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { embedOf, items } from '../library.ts'
import { lowVisionFaults } from '../low-vision.ts'
import { SHARED, sharedTest as test } from '../set-ups.ts'
import { layoutShift, picturesThere, watch } from '../watched.ts'

type Kind = keyof typeof items
const pageOf = (kind: Kind, query = '') => {
  const { slug, id } = items[kind]
  return `/${kind === 'sticker' ? 'stickers' : 'gifs'}/${slug}-${id}${query}`
}

test.use({ viewport: { width: 1280, height: 800 } })

for (const kind of Object.keys(items) as Kind[]) {
  test(`the page of a ${kind} plays it, shifts nothing, reaches nobody else, and breaks no policy`, {
    tag: kind === 'gif' ? '@both' : [],
  }, async ({ page, baseURL }) => {
    const { requests, said } = watch(page)
    await page.goto(pageOf(kind))
    const motion = page.locator(kind === 'video' ? '.player video.motion' : '.player .motion img')
    await expect(motion).toBeVisible()
    await page.locator('iframe[name="preview"]').scrollIntoViewIfNeeded()
    await expect(page.frameLocator('iframe[name="preview"]').locator('#embed')).toHaveAttribute(
      'data-ready',
      '',
    )
    await picturesThere(page)
    expect(await layoutShift(page)).toBe(0)
    // A provider elsewhere has the pictures on its own host.
    const known = [baseURL as string, `${SHARED}/media/`]
    expect(requests.filter((url) => !known.some((start) => url.startsWith(start)))).toEqual([])
    expect(said).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
}

test.describe('pausing', () => {
  test('the player’s button stops on the still and goes on, by key', async ({ page }) => {
    await page.goto(pageOf('gif'))
    await page.locator('.player').getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(page.locator('.player .still')).toBeVisible()
    await expect(page.locator('.player .motion')).toBeHidden()
    await page.locator('.player').getByRole('button', { name: 'Play' }).press('Space')
    await expect(page.locator('.player .motion')).toBeVisible()
  })

  test('a film pauses and plays', async ({ page }) => {
    await page.goto(pageOf('video'))
    const isPaused = () => page.locator('.player video').evaluate((film: HTMLVideoElement) => film.paused)
    await expect.poll(isPaused).toBe(false)
    await page.locator('.player').getByRole('button', { name: 'Pause' }).click()
    await expect.poll(isPaused).toBe(true)
  })

  test('one switch stops everything that moves, tiles too (WCAG 2.2.2)', async ({ page }) => {
    await page.goto(pageOf('gif'))
    const tile = page.locator('.row-tile img').first()
    await tile.scrollIntoViewIfNeeded()
    await expect
      .poll(() => tile.evaluate((img: HTMLImageElement) => img.currentSrc))
      .toMatch(/\.(avif|webp)$/)
    await page.getByRole('button', { name: 'Pause all motion' }).click()
    await expect.poll(() => tile.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/_still\./)
    await expect(page.locator('.player .still')).toBeVisible()
    await page.getByRole('button', { name: 'Play all motion' }).click()
    await expect.poll(() => tile.evaluate((img: HTMLImageElement) => img.currentSrc)).not.toMatch(/_still\./)
    await expect(page.locator('.player .motion')).toBeVisible()
  })

  test('F25: where motion is unwanted nothing moves and no animation is fetched, until it is asked for', async ({
    browser,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { requests } = watch(page)
    await page.goto(pageOf('gif'))
    await expect(page.locator('.player .still')).toBeVisible()
    await page.locator('.related').scrollIntoViewIfNeeded()
    const pictures = () => requests.filter((url) => /\/media\/(?!user-)/.test(url))
    await expect.poll(() => pictures().length).toBeGreaterThan(1)
    await picturesThere(page)
    expect(pictures().filter((url) => !url.includes('_still'))).toEqual([])
    await page.locator('.player').getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('.player .motion')).toBeVisible()
    await context.close()
  })
})

test.describe('taking it along (§5, §9)', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('fields select themselves on focus and click', async ({ page }) => {
    await page.goto(pageOf('gif'))
    const selected = () => page.evaluate(() => document.getSelection()?.toString())
    await page.getByLabel('Link', { exact: true }).focus()
    await expect.poll(selected).toContain(pageOf('gif'))
    await page.getByLabel('Embed', { exact: true }).click()
    await expect.poll(selected).toMatch(/^<iframe /)
  })

  test('the buttons copy, and say so', async ({ page }) => {
    await page.goto(pageOf('gif'))
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    await expect.poll(clipboard).toMatch(new RegExp(`^http.+${pageOf('gif')}$`))
    await page.getByRole('button', { name: 'Copy Embed' }).press('Enter')
    await expect.poll(clipboard).toContain('width="480" height="270"')
  })

  test('the snippet’s form is chosen by keys, and the preview follows; without scripts too', async ({
    browser,
  }) => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        javaScriptEnabled,
        viewport: { width: 1280, height: 800 },
      })
      const page = await context.newPage()
      await page.goto(pageOf('gif'))
      const frame = page.locator('iframe[name="preview"]')
      await expect(page.locator('#snippet-fixed')).toHaveValue(/width="480" height="270"/)
      await expect.poll(async () => (await frame.boundingBox())?.width).toBe(480)
      await page.getByRole('radio', { name: 'Fixed size' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.locator('#snippet-responsive')).toHaveValue(/padding-bottom:56\.25%/)
      await expect(page.locator('#snippet-fixed')).toBeHidden()
      await expect.poll(async () => (await frame.boundingBox())?.width).toBeGreaterThan(480)
      const wide = await frame.boundingBox()
      expect((wide?.height ?? 0) / (wide?.width ?? 1)).toBeCloseTo(270 / 480, 2)
      await context.close()
    }
  })
})

test('one block shares: files are there to keep, the device’s menu where it has one, and the builder takes over', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) =>
        document.documentElement.setAttribute('data-said', JSON.stringify(data)),
    })
  })
  await page.goto(pageOf('gif'))
  const share = page.getByRole('region', { name: 'Share' })
  const kept = page.waitForEvent('download')
  await share.getByRole('link', { name: 'Download MP4' }).click()
  expect((await kept).suggestedFilename()).toBe(`${items.gif.id}.mp4`)
  await share.getByRole('button', { name: 'Share…' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-said', new RegExp(`${pageOf('gif')}"`))
  await expect(share.getByRole('link', { name: 'Reddit' })).toHaveAttribute(
    'href',
    /reddit\.com\/submit\?url=http/,
  )
  await share.getByRole('link', { name: 'Customize' }).click()
  await expect(page.getByLabel('GIF link or ID')).toHaveValue(`${items.gif.slug}-${items.gif.id}`)
})

test('F24: without scripts it plays, links and offers no dead button', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(pageOf('gif'))
  await expect(page.locator('.player .motion img')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(1)
  await page.getByRole('searchbox').fill('happy')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\/happy$/)
  await page.locator('.row-tile').first().click()
  await expect(page).toHaveURL(/\/gifs\/[\w-]+$/)
  await page.locator('.item-words .tags a').first().click()
  await expect(page).toHaveURL(/\/search\//)
  await context.close()
})

test('an embed’s own link leads to the page', async ({ page, baseURL }) => {
  await page.goto(embedOf(items.gif))
  const href = (await page.locator('.click-area').getAttribute('href')) ?? ''
  await page.goto(href)
  expect(new URL(page.url()).pathname).toBe(pageOf('gif'))
  expect(href.startsWith(baseURL as string)).toBe(true)
})

test('keys walk from the skip link to the content', async ({ page }) => {
  await page.goto(pageOf('gif'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test(`axe finds nothing at ${width} px, ${colorScheme}, and nothing hangs over`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
      const page = await context.newPage()
      for (const path of [
        pageOf('gif'),
        pageOf('sticker'),
        '/search/happy',
        '/search/nothingatall',
        '/channels/looplab',
        '/transparency',
        '/create/gifmaker/decorate/stickers',
        '/',
      ]) {
        await page.goto(path)
        expect([path, await violations(page)]).toEqual([path, []])
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, over]).toEqual([path, 0])
        if (width === 320 && colorScheme === 'light')
          expect([path, await lowVisionFaults(page)]).toEqual([path, []])
      }
      await context.close()
    })
  }
}
