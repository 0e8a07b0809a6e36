import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

// Items of the library are chosen by looking, in every form of the staff that names them.

let product: Awaited<ReturnType<typeof signedInProduct>>
test.beforeAll(async () => {
  product = await signedInProduct('sue:staff')
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })

const CHOOSE = 'Choose from the library'
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const library = (page: Page) => page.getByRole('dialog', { name: CHOOSE })
const options = (page: Page) => library(page).getByRole('listbox').getByRole('option')
const chosen = (page: Page) => library(page).locator('.admin-order li')
const idsOf = (lines: string) => lines.split('\n').filter(Boolean)

async function open(page: Page, path: string, add: string) {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/${path}`)
  await button(page, add).click()
  return page.getByRole('dialog', { name: add })
}

/** No fault, at any width and in both colors. */
async function isSound(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  for (const width of [390, 360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = () =>
      library(page)
        .locator('.mantine-Modal-body')
        .evaluate((body) => body.scrollWidth - body.clientWidth)
    await expect.poll(wide, { message: `at ${width}` }).toBeLessThanOrEqual(0)
  }
}

test('keys go through the pictures, choose many, and put them into the form in order', async ({ page }) => {
  const { said } = watch(page)
  const form = await open(page, 'schedule', 'Schedule')
  await button(form, CHOOSE).press('Enter')
  await expect(library(page).getByRole('searchbox')).toBeFocused()
  await expect(options(page)).toHaveCount(48)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(0)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveCount(3)
  await expect(library(page).getByRole('heading', { name: '3 selected' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(chosen(page)).toHaveCount(2)
  await isSound(page)
  const [first = '', second = ''] = await chosen(page).locator('bdi').allTextContents()
  await button(library(page), 'Move GIF 2 up').press('Enter')
  await expect(chosen(page).locator('bdi')).toHaveText([second, first])
  await options(page).nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(library(page)).toBeHidden()
  await expect(button(form, CHOOSE)).toBeFocused()
  const ids = idsOf(await form.getByLabel('GIFs or stickers').inputValue())
  expect(ids).toHaveLength(2)
  expect(said).toEqual([])

  // Those that are in the field are chosen when it opens again; a mouse takes one out, and drags another.
  await form.getByLabel('GIFs or stickers').fill([...ids, 'nothere1'].join('\n'))
  await button(form, CHOOSE).click()
  await expect(chosen(page)).toHaveCount(3)
  await chosen(page).nth(2).dragTo(chosen(page).nth(0))
  await expect(chosen(page).nth(0)).toContainText('nothere1')
  await button(library(page), 'Remove GIF 1').click()
  await button(library(page), 'Use selection').click()
  await expect(form.getByLabel('GIFs or stickers')).toHaveValue(ids.join('\n'))
})

test('items are found by words, kind, rating, and address, hidden ones too', async ({ page }) => {
  const response = await fetch(`${product.base}/v1/stickers/trending?limit=1`)
  const { data } = (await response.json()) as { data: { id: string; title: string; url: string }[] }
  const [sticker] = data
  await product.asStaff('/ajax/gif/update', { gif_id: sticker?.id, key: 'is_hidden', value: 'true' })
  const form = await open(page, 'takedowns', 'Take down')
  await button(form, CHOOSE).click()
  const search = library(page).getByRole('searchbox')
  await search.fill(`${product.base}/stickers/any-${sticker?.id}`)
  await expect(options(page)).toHaveText([sticker?.title ?? ''])
  await search.fill('nothing of this name')
  await expect(library(page).getByText('No results for these filters.')).toBeVisible()
  await search.fill('')
  await library(page).getByLabel('Kind').selectOption('Clip')
  await library(page).getByLabel('Rating').selectOption('G')
  await expect.poll(() => options(page).count()).toBeLessThan(48)
  await options(page).first().click()
  await search.fill('happy')
  await expect(library(page).getByRole('heading', { name: '1 selected' })).toBeVisible()

  // What was pasted as several ids is chosen; without room for more it says so.
  const many = Array.from({ length: 100 }, (_, n) => `id${n}`).join('\n')
  await search.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, many)
  await expect(chosen(page)).toHaveCount(100)
  await expect(library(page).getByText('You can choose up to 100.')).toBeVisible()
})

test('a choice is not lost without a question, and Escape closes the upper dialog alone', async ({
  page,
}) => {
  const form = await open(page, 'takedowns', 'Take down')
  await button(form, CHOOSE).click()
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(library(page)).toBeHidden()
  await expect(form).toBeVisible()
  await button(form, CHOOSE).click()
  await options(page).first().click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await expect(question).toBeVisible()
  await button(question, 'Keep editing').click()
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await button(question, 'Discard').click()
  await expect(library(page)).toBeHidden()
  await expect(form.getByLabel('Items')).toHaveValue('')
})

test('a story’s GIFs are chosen in their order', async ({ page }) => {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/stories?story=new`)
  await button(page, CHOOSE).click()
  await options(page).nth(1).click()
  await options(page).nth(0).click()
  await button(library(page), 'Use selection').click()
  await expect(page.locator('.admin-order li')).toHaveCount(2)
  await expect(page.getByLabel('Cover 1')).toBeChecked()
  await button(page, CHOOSE).click()
  await options(page).nth(1).click()
  await button(library(page), 'Use selection').click()
  await expect(page.locator('.admin-order li')).toHaveCount(1)
})

test('where items are a provider’s, what visitors find is offered', async ({ page }) => {
  await page.route('**/admin/schedule', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('data-items="own"', '') })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const form = await open(page, 'schedule', 'Schedule')
  await button(form, CHOOSE).click()
  await expect(options(page).first()).toBeVisible()
  await library(page).getByLabel('Kind').selectOption('Stickers')
  await library(page).getByRole('searchbox').fill('happy')
  await expect.poll(() => asked).toContain('/v1/stickers/search')
  await options(page).first().click()
  await button(library(page), 'Use selection').click()
  expect(idsOf(await form.getByLabel('GIFs or stickers').inputValue())).toHaveLength(1)
  expect(asked).toContain('/v1/gifs/trending')
  expect(asked).not.toContain('/api/v3/gifs/')
})
