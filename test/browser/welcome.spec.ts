import { expect } from '@playwright/test'
import { items } from './library.ts'
import { sharedTest as test } from './set-ups.ts'
import { layoutShift } from './watched.ts'

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

  await builder.getByLabel('Starts paused').check()
  await builder.getByLabel('Theme').selectOption('dark')
  await expect(builder.locator(snippet)).toHaveValue(/theme=dark&amp;autoplay=0/)
  await expect(preview).toHaveAttribute('src', /theme=dark&autoplay=0/)
  await expect(page.frameLocator('iframe[name="built"]').locator('#embed')).toHaveAttribute('data-paused', '')

  await builder.getByText('Grid', { exact: true }).click()
  await expect(builder.getByLabel('Starts paused')).toBeHidden()
  await builder.getByLabel('Columns').fill('4')
  await builder.getByLabel('Show', { exact: true }).selectOption('q')
  await builder.getByLabel('Search, id, channel or ids').fill('happy')
  await builder.getByLabel('Responsive').check()
  await expect(builder.locator(snippet)).toHaveValue(
    /\/widgets\/grid\?q=happy&amp;columns=4&amp;theme=dark" width="100%"/,
  )
  await expect(preview).toHaveAttribute('src', /^\/widgets\/grid\?q=happy&columns=4&theme=dark&id=built$/)

  await builder.getByText('Custom element').click()
  await expect(builder.locator(snippet)).toHaveValue(/<loop-grid q="happy" columns="4" theme="dark"/)
  await builder.getByRole('button', { name: 'Copy Snippet' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<loop-grid')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('a GIF for the builder is found in the library, or pasted', async ({ page }) => {
  await page.goto('/')
  const builder = page.locator('#build')
  await builder.getByLabel('Find one in the library').fill('happy')
  const found = builder.locator('.found button')
  await expect(found.first()).toBeVisible()
  await found.nth(1).click()
  const slug = await builder.getByLabel('GIF: its address or id').inputValue()
  await expect(builder.locator(snippet)).toHaveValue(new RegExp(`/embed/${slug}"`))

  const { sticker } = items
  await builder
    .getByLabel('GIF: its address or id')
    .fill(`http://loop.test/stickers/${sticker.slug}-${sticker.id}`)
  await builder.getByLabel('Width').focus()
  await expect(builder.locator(snippet)).toHaveValue(
    new RegExp(`/embed/${sticker.slug}-${sticker.id}" width="480" height="480"`),
  )

  await builder.getByLabel('Find one in the library').fill('zzzzqqq')
  await expect(builder.getByText('Nothing found.')).toBeVisible()
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
  await expect(page.locator(snippet)).toHaveValue(/\/widgets\/carousel" width="640" height="160"/)
  await page.locator('.hero-terms a').first().click()
  await expect(page.locator('.row-tile').first()).toBeVisible()
  await context.close()
})

test('nothing shifts while it loads', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(await layoutShift(page)).toBe(0)
})
