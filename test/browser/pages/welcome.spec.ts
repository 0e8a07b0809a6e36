import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { items } from '../library.ts'
import { sharedTest as test } from '../set-ups.ts'
import { layoutShift } from '../watched.ts'

test.use({ viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

const snippet = '#built'

test('the embed at the top is live', async ({ page }) => {
  await page.goto('/')
  await expect(page.frameLocator('iframe[name="hero"]').locator('#embed')).toHaveAttribute('data-ready', '')
})

test('the switch for all motion reaches the frames (`docs/contract.md`, Messages)', async ({ page }) => {
  await page.goto('/')
  const embed = page.frameLocator('iframe[name="hero"]').locator('#embed')
  await expect(embed).toHaveAttribute('data-ready', '')
  await page.getByRole('button', { name: 'Pause all motion' }).click()
  await expect(embed).toHaveAttribute('data-paused', '')
  await page.getByRole('button', { name: 'Play all motion' }).click()
  await expect(embed).not.toHaveAttribute('data-paused')
})

test('carousel and grid show the library', { tag: '@both' }, async ({ page }) => {
  await page.goto('/')
  for (const name of ['carousel', 'grid']) {
    await page.locator(`iframe[name="${name}"]`).scrollIntoViewIfNeeded()
    await expect(page.frameLocator(`iframe[name="${name}"]`).locator('picture img').first()).toBeVisible()
  }
})

test('the builder writes what is chosen, and shows the real thing', async ({ page }) => {
  await page.goto('/')
  const builder = page.locator('#build')
  const preview = page.locator('iframe[name="built"]')
  await expect(builder.locator(snippet)).toHaveValue(/^<iframe src="http.+\/embed\/.+" width="480"/)

  await builder.getByLabel('Start paused').check()
  await builder.getByLabel('Theme').selectOption('dark')
  await expect(builder.locator(snippet)).toHaveValue(/theme=dark&amp;autoplay=0/)
  await expect(preview).toHaveAttribute('src', /theme=dark&autoplay=0/)
  await expect(page.frameLocator('iframe[name="built"]').locator('#embed')).toHaveAttribute('data-paused', '')

  await builder.getByText('Picker', { exact: true }).click()
  await expect(builder.getByLabel('Show', { exact: true })).toBeHidden()
  await expect(preview).toHaveAttribute('src', /^\/widgets\/picker\?theme=dark&pick=copy&id=built$/)
  await expect(page.frameLocator('iframe[name="built"]').getByRole('combobox')).toBeVisible()

  await builder.getByText('Grid', { exact: true }).click()
  await expect(builder.getByLabel('Start paused')).toBeHidden()
  await builder.getByLabel('Columns').fill('4')
  await builder.getByLabel('Show', { exact: true }).selectOption('q')
  await builder.getByLabel('Search, ID, channel, or IDs').fill('happy')
  await builder.getByText('Responsive', { exact: true }).click()
  await expect(builder.locator(snippet)).toHaveValue(
    /\/widgets\/grid\?q=happy&amp;columns=4&amp;theme=dark" width="100%"/,
  )
  await expect(preview).toHaveAttribute('src', /^\/widgets\/grid\?q=happy&columns=4&theme=dark&id=built$/)

  await builder.getByText('Custom element').click()
  await expect(builder.locator(snippet)).toHaveValue(/<loop-grid q="happy" columns="4" theme="dark"/)
  await builder.getByRole('button', { name: 'Copy Snippet' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<loop-grid')
  // The state is in the address, and the way back leads past it.
  await expect(page).toHaveURL(/what=grid.+as=element.+value=happy/)
  await page.reload()
  await expect(builder.locator(snippet)).toHaveValue(/<loop-grid q="happy" columns="4" theme="dark"/)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('a GIF or sticker for the builder is found in the library, or pasted', async ({ page, baseURL }) => {
  await page.goto('/')
  const builder = page.locator('#build')
  const pasted = builder.getByLabel('GIF link or ID')
  await builder.getByLabel('Search the library').fill('happy')
  const found = builder.locator('.found button')
  await expect(found.first()).toBeVisible()
  await found.nth(1).click()
  const slug = await pasted.inputValue()
  await expect(builder.locator(snippet)).toHaveValue(new RegExp(`/embed/${slug}"`))
  await expect(page).toHaveURL(new RegExp(`item=${slug}`))

  const { sticker } = items
  await builder.getByLabel('Search the library').fill(sticker.title)
  const ofSticker = page.locator(`img[src*="${sticker.id}"]`)
  await builder.locator('.found button', { has: ofSticker }).click()
  await expect(builder.locator(snippet)).toHaveValue(new RegExp(`/embed/${sticker.slug}-${sticker.id}" `))

  await pasted.fill(`${baseURL}/gifs/${items.gif.slug}-${items.gif.id}`)
  await expect(builder.locator(snippet)).toHaveValue(new RegExp(`/embed/${items.gif.slug}-${items.gif.id}" `))

  await builder.getByLabel('Search the library').fill('zzzzqqq')
  await expect(builder.getByText('No results.')).toBeVisible()
})

test('what cannot be embedded is said, and there is nothing to copy', async ({ page }) => {
  await page.goto('/')
  const builder = page.locator('#build')
  const pasted = builder.getByLabel('GIF link or ID')
  const copy = builder.getByRole('button', { name: 'Copy Snippet' })
  const problem = builder.getByRole('alert')
  await expect(copy).toBeEnabled()
  for (const [text, words] of [
    ['', 'Enter a GIF’s link or ID'],
    ['nowhere0000', 'No GIF has this ID'],
    ['https://giphy.com/gifs/cat-abc123', 'This link is from GIPHY'],
    ['https://tenor.com/view/cat-1', 'This link is from Tenor'],
    ['https://elsewhere.test/gifs/abc123', 'This link is from elsewhere.test'],
  ] as const) {
    await pasted.fill(text)
    await expect(problem).toContainText(words)
    await expect(copy).toBeDisabled()
    await expect(builder.locator(snippet)).toHaveValue('')
  }
  await pasted.fill(items.gif.id)
  await expect(problem).toHaveCount(0)
  await expect(copy).toBeEnabled()

  await builder.getByText('Custom', { exact: true }).click()
  await builder.getByLabel('Width').fill('5000')
  await expect(problem).toHaveText('Enter a whole number from 100 to 2000.')
  await expect(copy).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await builder.getByLabel('Width').fill('800')
  await expect(builder.locator(snippet)).toHaveValue(/ width="800" height=/)
})

test('the preview has the size of the snippet, and scrolls where the page is narrower', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const preview = page.locator('iframe[name="built"]')
  const widthOf = () => preview.evaluate((frame) => frame.getBoundingClientRect().width)
  for (const size of ['320', '480', '640']) {
    await page.locator('#build').getByText(size, { exact: true }).click()
    await expect.poll(widthOf).toBe(Number(size))
  }
  await expect(page.locator('.built-size')).toHaveText('Live preview: 640 × 360 px')
  await page.locator('#build').getByText('Responsive', { exact: true }).click()
  await expect.poll(widthOf).toBeLessThan(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('F24: without scripts the form draws the snippet on the server, and search works', {
  tag: '@both',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('#build').getByText('Carousel', { exact: true }).click()
  await page.locator('#build').getByLabel('Height').fill('160')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/what=carousel.+#build$/)
  await expect(page.locator(snippet)).toHaveValue(/\/widgets\/carousel" width="480" height="160"/)
  await page.goto('/?item=https://imgur.com/a1')
  await expect(page.getByText('This link is from Imgur')).toBeVisible()
  await expect(page.locator(snippet)).toHaveValue('')
  await page.locator('.hero-terms a').first().click()
  await expect(page.locator('.row-tile').first()).toBeVisible()
  await context.close()
})

test('nothing shifts while it loads', async ({ page }) => {
  await page.goto('/')
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()))
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(await layoutShift(page)).toBe(0)
})
