import { expect, type FrameLocator, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { installPackages, packPackages } from '../../fixtures/installed-packages.ts'
import { violations } from '../axe.ts'
import { items } from '../library.ts'
import { loader, test } from '../partner/partner-test.ts'
import { layoutShift } from '../watched.ts'

test.use({ viewport: { width: 900, height: 700 }, reducedMotion: 'reduce' })

const CHAT = `<p>Chat</p><textarea aria-label="Message"></textarea>
<loop-picker rating="pg">GIF</loop-picker><ul></ul>`

/** A chat: what is picked becomes a message, and the field has the focus again. */
const SCRIPT = `window.picked = []
addEventListener('loop-pick', ({ detail: { gif } }) => {
  picked.push(gif)
  const text = document.createElement('li')
  text.textContent = gif.alt
  document.querySelector('ul').append(text)
  setTimeout(() => document.querySelector('textarea').focus())
})`

type Picked = {
  id: string
  alt: string
  url: string
  embed: string
  width: number
  images: Record<string, object>
}
const pickedOn = (page: Page) => page.evaluate(() => (window as unknown as { picked: Picked[] }).picked)
const ready = (frame: FrameLocator) => expect(frame.locator('#picker')).toHaveAttribute('data-ready', '')

test('a chat picks by keyboard alone: opens, searches, completes, picks, and types on', async ({
  page,
  open,
  product,
  watched,
}) => {
  await open(loader(product) + CHAT, { script: SCRIPT })
  const button = page.getByRole('button', { name: 'GIF' })
  await expect(button).toBeVisible()
  expect(watched.requests.filter((url) => url.includes('/widgets/picker'))).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('loop-picker iframe')
  const field = frame.getByRole('combobox', { name: 'Search' })
  await ready(frame)
  await expect(field).toBeFocused()

  await page.keyboard.type('ca')
  const option = frame.getByRole('option').first()
  await expect(option).toBeVisible()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  const term = (await option.textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(term)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(frame.getByRole('grid')).toHaveAttribute('aria-busy', 'false')

  await page.keyboard.press('ArrowDown')
  const tile = frame.locator('.loop-tile[tabindex="0"]')
  await expect(tile).toBeFocused()
  const alt = await tile.locator('img').getAttribute('alt')
  await page.keyboard.press('Enter')
  await expect(page.locator('li')).toHaveText([alt ?? ''])
  await expect(page.locator('textarea')).toBeFocused()
  await expect(page.locator('loop-picker iframe')).toBeHidden()

  const [gif] = await pickedOn(page)
  expect(gif).toMatchObject({ alt, url: `${product}/gifs/${gif?.url.split('/').at(-1)}` })
  expect(gif?.embed).toContain(`${product}/embed/`)
  expect(gif?.width).toBeGreaterThan(0)
  expect(gif?.images.original).toMatchObject({ url: expect.stringContaining(`${product}/media/`) })
  expect(watched.said).toEqual([])
})

test('a page that bundles the package shows an embed, and gets what is picked', async ({
  page,
  open,
  product,
  watched,
}) => {
  const contents = `import { defineElements } from 'loopframe'
defineElements({ origin: ${JSON.stringify(`${product}/anything`)} })\n${SCRIPT}`
  const resolveDir = await installPackages(await packPackages())
  const { outputFiles } = await build({ stdin: { contents, resolveDir }, bundle: true, write: false })
  await open(`<loop-embed gif="${items.gif.id}" loading="eager"></loop-embed>${CHAT}`, {
    script: outputFiles[0]?.text ?? '',
    policy: `script-src 'self'; frame-src ${product}`,
  })
  await expect(page.frameLocator('loop-embed iframe').locator('img').first()).toBeVisible()
  await page.getByRole('button', { name: 'GIF', exact: true }).click()
  const frame = page.frameLocator('loop-picker iframe')
  await ready(frame)
  await frame.locator('.loop-tile').first().click()
  await expect.poll(async () => (await pickedOn(page)).length).toBe(1)
  await expect(page.locator('loop-picker iframe')).toBeHidden()
  expect(watched.requests.filter((url) => url.endsWith('/loopframe.js'))).toEqual([])
  expect(watched.said).toEqual([])
})

test('Escape goes back step by step, and closes the panel at last', async ({ page, open, product }) => {
  await open(loader(product) + CHAT, { script: SCRIPT })
  const button = page.getByRole('button', { name: 'GIF' })
  await button.click()
  const frame = page.frameLocator('loop-picker iframe')
  await ready(frame)
  const field = frame.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(frame.locator('.loop-tile').first()).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(frame.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(frame.locator('.loop-tile').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('loop-picker iframe')).toBeHidden()
  await expect(button).toBeFocused()
})

test('on a phone it is a sheet from below, as wide as the page', async ({ page, open, product }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await open(loader(product) + CHAT, { script: SCRIPT })
  await page.getByRole('button', { name: 'GIF' }).click()
  await ready(page.frameLocator('loop-picker iframe'))
  const box = await page.locator('loop-picker iframe').boundingBox()
  expect(box).toMatchObject({ x: 0, width: 390 })
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(700)
})

test('a sandbox without storage has all but what is kept', async ({ page, open, product }) => {
  await open(`${loader(product)}<loop-picker inline sandbox="allow-scripts"></loop-picker>`, {
    script: SCRIPT,
  })
  const frame = page.frameLocator('loop-picker iframe')
  await ready(frame)
  await frame.getByRole('button', { name: 'Favorites' }).click()
  await expect(frame.getByRole('tabpanel').getByText('This browser doesn’t allow saving.')).toBeVisible()
  await frame.getByRole('tab', { name: 'Stickers' }).click()
  await expect(frame.locator('[data-ground="sticker"]').first()).toBeVisible()
  await frame.locator('.loop-tile').first().click()
  await expect.poll(async () => (await pickedOn(page)).length).toBe(1)
  await frame.getByRole('button', { name: 'Recent' }).click()
  await expect(frame.locator('.loop-tile')).toHaveCount(1)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing, and nothing shifts: ${colorScheme}`, async ({ page, product }) => {
    await page.setViewportSize({ width: 380, height: 460 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${product}/widgets/picker`)
    await expect(page.locator('#picker')).toHaveAttribute('data-ready', '')
    expect(await violations(page)).toEqual([])
    await page.getByRole('combobox').fill('ca')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option').first()).toBeHidden()
    await page.locator('.loop-tile').first().hover()
    await page.locator('.tile-more').first().click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Recent' }).click()
    await expect(page.getByRole('tabpanel').getByText('Nothing recent yet.')).toBeVisible()
    await expect(page.locator('.pause')).toBeHidden()
    expect(await violations(page)).toEqual([])
    expect(await layoutShift(page)).toBe(0)
  })
}

test('without scripts it is a page of links with a search', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${product}/widgets/picker?rating=pg`)
  await page.getByRole('link', { name: 'Stickers' }).click()
  await expect(page).toHaveURL(/type=stickers&rating=pg/)
  await page.getByRole('searchbox').fill('happy')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=happy/)
  await expect(page).toHaveURL(/type=stickers/)
  await expect(page.locator('a.loop-tile').first()).toHaveAttribute('href', /\/stickers\//)
  await context.close()
})
