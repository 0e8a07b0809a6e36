import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { test } from '../partner/partner-test.ts'
import { layoutShift } from '../watched.ts'

test.use({ viewport: { width: 380, height: 460 }, reducedMotion: 'reduce' })

const open = async (page: Page, product: string, query = '') => {
  await page.goto(`${product}/widgets/picker${query}`)
  await expect(page.locator('#picker')).toHaveAttribute('data-ready', '')
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const tiles = (page: Page) => page.locator('.loop-tile')
const settled = (page: Page) => expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')

/** Opens the menu of a tile by keyboard, and chooses. */
async function choose(page: Page, at: number, name: string) {
  await tiles(page).nth(at).press('Shift+F10')
  await page.getByRole('menuitem', { name }).press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
}

test('copies a link, Markdown and the file, keeps recents and favorites, and is dragged out of', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product })
  await open(page, product)
  const link = (await tiles(page).first().getAttribute('href'))?.split('?')[0] ?? ''
  const alt = await tiles(page).first().locator('img').getAttribute('alt')
  expect(link).toMatch(/\/gifs\/[\w-]+$/)

  await tiles(page).first().click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await expect.poll(() => clipboard(page)).toBe(new URL(link, product).href)

  await choose(page, 1, 'Copy link')
  const second = (await tiles(page).nth(1).getAttribute('href'))?.split('?')[0] ?? ''
  await expect.poll(() => clipboard(page)).toBe(new URL(second, product).href)
  await expect(tiles(page).nth(1)).toBeFocused()

  await choose(page, 0, 'Copy Markdown')
  const file = `${product}/media/${link.split('-').at(-1)}/original.gif`
  await expect.poll(() => clipboard(page)).toBe(`![${alt}](<${file}>)`)

  const downloading = page.waitForEvent('download')
  await choose(page, 0, 'Download file')
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${link.split('-').at(-1)}.gif`)
  expect(readFileSync(await download.path()).toString('latin1', 0, 4)).toBe('GIF8')

  await page.evaluate(() => {
    addEventListener('dragover', (event) => event.preventDefault())
    addEventListener('drop', (event) => {
      event.preventDefault()
      const types = ['text/uri-list', 'text/plain', 'text/html']
      document.title = JSON.stringify(types.map((type) => event.dataTransfer?.getData(type)))
    })
  })
  await tiles(page).first().dragTo(page.getByRole('toolbar'))
  await expect(page).toHaveTitle(/^\[/)
  const [uris, text, html] = JSON.parse(await page.title()) as string[]
  expect([uris?.trim(), text]).toEqual([file, file])
  expect(html).toContain(`<img src="${file}" alt="${alt}" width="480"`)

  await choose(page, 1, 'Add to favorites')
  await page.getByRole('button', { name: 'Favorites' }).press('Enter')
  await expect(tiles(page)).toHaveCount(1)
  await expect(tiles(page)).toHaveAttribute('href', new RegExp(`^${second}`))
  await choose(page, 0, 'Remove from favorites')
  await page.getByRole('button', { name: 'Recent' }).press('Enter')
  await expect(tiles(page)).toHaveAttribute('href', new RegExp(`^${link}`))
  await tiles(page).focus()
  await tiles(page).press('Enter')
  await expect.poll(() => clipboard(page)).toBe(new URL(link, product).href)
  await page.getByRole('button', { name: 'Favorites' }).press('Enter')
  await expect(page.getByRole('tabpanel').getByText('No favorites yet.')).toBeVisible()
})

test('copies the file itself where the browser takes a GIF', async ({ page, product }) => {
  await page.addInitScript(() => {
    Object.defineProperty(ClipboardItem, 'supports', { value: () => true })
    navigator.clipboard.write = async ([item]) => {
      const blob = await item?.getType('image/gif')
      document.title = `${blob?.type} ${(await blob?.text())?.slice(0, 4)}`
    }
  })
  await open(page, product)
  await choose(page, 0, 'Copy file')
  await expect(page).toHaveTitle('image/gif GIF8')
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
})

for (const [colorScheme, width] of [
  ['light', 380],
  ['dark', 1280],
] as const) {
  test(`offers what others search for, says what failed, and nothing shifts: ${colorScheme}`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 460 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Few tiles: axe looks at each.
    await open(page, product, '?limit=6')
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect(page.getByRole('button', { name: 'Clear' })).toBeHidden()
    await field.click()
    await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(8)
    expect(await violations(page)).toEqual([])
    await field.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await field.press('Alt+ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await field.press('ArrowDown')
    const option = page.getByRole('option', { selected: true })
    await expect(option).toBeVisible()
    const term = await option.textContent()
    await option.click()
    await expect(field).toHaveValue(term ?? '')
    await settled(page)
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await expect(page.getByRole('link', { name: 'Trending' })).toHaveAttribute('aria-current', 'true')

    await field.fill('zzqq')
    await expect(page.getByRole('tabpanel').getByText('No results.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/gifs/search?*', async (route) => {
      await held.promise
      await route.abort()
    })
    await field.fill('moon')
    await expect(page.locator('.loop-grid')).toHaveCSS('opacity', '0.4')
    held.resolve()
    const retry = page.getByRole('button', { name: 'Try again?' })
    await expect(retry).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Error loading GIFs.' })).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    await page.unroute('**/v1/gifs/search?*')
    await retry.click()
    await expect(tiles(page).first()).toBeFocused()

    // A wheel that only goes down reaches the last category.
    const row = page.getByRole('toolbar', { name: 'Categories' })
    await row.hover()
    await page.mouse.wheel(0, 2000)
    await expect(row.getByRole('link').last()).toBeInViewport({ ratio: 1 })
    expect(await layoutShift(page)).toBe(0)
  })
}

test('a screen reader finds a combobox, tabs, a toolbar and a grid, each with its name', async ({
  page,
  product,
}) => {
  await open(page, product, '?q=coffee')
  await expect(page.locator('#picker')).toMatchAriaSnapshot(`
    - main:
      - heading "GIF picker" [level=1]
      - search:
        - button "Search"
        - combobox "Search": coffee
        - button "Clear"
      - button "Play"
      - tablist "Type":
        - tab "GIFs" [selected]
        - tab "Stickers"
        - tab "Text"
        - tab "Emoji"
      - toolbar "Categories":
        - link "Trending"
        - button "Recent"
        - button "Favorites"
      - tabpanel "GIFs":
        - grid "Results":
          - row /A sleepy coffee mug/:
            - gridcell /A sleepy coffee mug/:
              - button /A sleepy coffee mug/
            - gridcell /Options. A sleepy coffee mug/:
              - button /Options. A sleepy coffee mug/
  `)
})
