import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'
import { STAFF_ROWS } from './staff-rows.ts'

let product: Awaited<ReturnType<typeof productWith>>
let gifs: string[]

test.beforeAll(async () => {
  product = await productWith(STAFF_ROWS, 'pia:artist', 'max:moderator', 'sue:staff')
  const response = await fetch(`${product.base}/v1/gifs/trending?limit=6`)
  gifs = ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })

async function open(page: Page, address: string, person = 'sue') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/${address}`)
  await expect(page.locator('.admin-intro').first()).toBeVisible()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
/** The names of a level of categories. */
const tops = (page: Page) => page.locator('.admin-sheet > ol > li > .admin-item bdi')
const below = (page: Page, name: string) =>
  page
    .locator('.admin-sheet > ol > li')
    .filter({ has: button(page, `Add subcategory: ${name}`) })
    .locator('.admin-order-below .admin-item bdi')

test('a category has names, tags, items and a cover; below another one it is deleted and made again with it', async ({
  page,
}) => {
  const { said } = watch(page)
  await open(page, 'categories')
  await button(page, 'New category').click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('挨拶')
  await dialog(page).getByRole('button', { name: 'New category' }).click()
  await expect(page.getByText('Enter a URL name: the name has no letters a to z.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('URL name').fill('aisatsu')
  await dialog(page).getByLabel('Name in German').fill('Grüße')
  await dialog(page).getByLabel('Tags').fill('wave, hello')
  await dialog(page)
    .getByLabel('Cover')
    .fill(gifs[0] ?? '')
  await dialog(page).getByLabel('Add GIFs').fill(`${gifs[1]}\n${gifs[2]}`)
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog(page).locator('.admin-order li')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'New category' }).click()
  await expect(page.getByText('挨拶 was created.')).toBeVisible()

  await button(page, 'Add subcategory: 挨拶').click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Bow')
  await dialog(page).getByRole('button', { name: 'New category' }).click()
  await expect(below(page, '挨拶')).toHaveText(['Bow'])
  await expect(page.getByText('Empty, so visitors don’t see it').last()).toBeVisible()

  const listed = async () => {
    const { results } = (await product.asStaff('/api/v3/categories/')) as { results: { path: string }[] }
    return results.filter(({ path }) => path.startsWith('aisatsu'))
  }
  const before = await listed()
  expect(before).toMatchObject([
    { names: { de: 'Grüße' }, tags: ['wave', 'hello'], gif_ids: [gifs[1], gifs[2]], cover: gifs[0] },
    { path: 'aisatsu/bow', items: 0 },
  ])
  await button(page, 'Delete: 挨拶').click()
  await expect(dialog(page)).toContainText('This also deletes its subcategories: Bow.')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(button(page, 'Edit: 挨拶')).toBeHidden()
  await button(page, 'Undo').click()
  await expect(button(page, 'Edit: 挨拶')).toBeVisible()
  expect(await listed()).toEqual(before)
  expect(said).toEqual([])
})

test('categories are moved by keys and by the mouse, each on its own level', async ({ page }) => {
  await open(page, 'categories')
  await expect(tops(page).first()).toHaveText('Reactions')
  await button(page, 'Move Reactions down').press('Enter')
  await expect(tops(page).nth(1)).toHaveText('Reactions')
  await expect(button(page, 'Move Reactions down')).toBeFocused()
  await page.keyboard.press('u')
  await expect(tops(page).first()).toHaveText('Reactions')
  const rows = page.locator('.admin-order-below li')
  const [one = '', two = '', three = ''] = await below(page, 'Reactions').allTextContents()
  await rows.nth(2).dragTo(rows.nth(0))
  await expect(below(page, 'Reactions').nth(0)).toHaveText(three)
  await expect(below(page, 'Reactions').nth(1)).toHaveText(one)
  await expect(tops(page).first()).toHaveText('Reactions')
  await button(page, 'Undo').click()
  await expect(below(page, 'Reactions').nth(1)).toHaveText(two)
})

test('what others have featured meanwhile is not lost', async ({ page }) => {
  await open(page, 'featured')
  await expect(page.locator('.admin-order li').first()).toBeVisible()
  await product.asStaff('/api/v3/featured/', { gif_ids: gifs }, 'PUT')
  await button(page, 'Remove GIF 1').click()
  await expect(page.getByRole('alert')).toContainText('Someone else already changed this.')
  await expect(page.locator('.admin-order li')).toHaveCount(gifs.length)
  await button(page, 'Choose from the library').click()
  await dialog(page).getByRole('button', { name: 'Remove GIF 1' }).click()
  await button(page, 'Use selection').click()
  await expect(page.locator('.admin-order li')).toHaveCount(gifs.length - 1)
  await expect(page.getByText(`Saved. Featured now: ${gifs.length - 1}`)).toBeVisible()
})

test('a term that is pinned and then blocked is no longer pinned; one undo brings it back', async ({
  page,
}) => {
  await open(page, 'trending')
  const part = (name: string) => page.getByRole('region', { name })
  await part('Pinned').getByRole('textbox').fill('Zzyzx, Happy  Term 060')
  await part('Pinned').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Pinned: zzyzx, happy term 060')).toBeVisible()
  await expect(part('Pinned').getByRole('textbox')).toHaveValue('')
  const row = part('Pinned').getByRole('listitem').filter({ hasText: 'zzyzx' })
  await expect(row).toContainText('Finds nothing')
  const recent = part('Recent searches').getByRole('listitem').filter({ hasText: 'happy term 060' })
  await expect(recent).toContainText('Pinned')
  await recent.getByRole('button', { name: /^Block/ }).click()
  await expect(recent).toContainText('Blocked')
  await expect(part('Pinned')).not.toContainText('happy term 060')
  await button(page, 'Undo').click()
  await expect(part('Pinned')).toContainText('happy term 060')
  expect(await violations(page)).toEqual([])
  // What the call refuses stays in its field.
  await part('Blocked').getByRole('textbox').fill('@someone')
  await part('Blocked').getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('alert')).toContainText('that don’t start with @')
  await expect(part('Blocked').getByRole('textbox')).toHaveValue('@someone')
})

test('a search that finds nothing leads to a synonym, and finds something then', async ({ page }) => {
  await open(page, 'searches')
  await expect(page.locator('tr[data-row]').first()).toContainText('Finds nothing')
  await page.getByLabel('Results').selectOption('None')
  await expect(page).toHaveURL(/[?&]found=nothing/)
  expect(await violations(page)).toEqual([])
  await page.locator('tr[data-row]').first().getByRole('link', { name: 'Add a synonym' }).click()
  await expect(dialog(page).getByLabel('Words')).toHaveValue('happy term 060')
  await expect(page).toHaveURL(/\/admin\/synonyms$/)
  await dialog(page).getByRole('button', { name: 'New synonym' }).click()
  await expect(dialog(page).getByText('Use 1 to 20 words')).toBeVisible()
  await dialog(page).getByLabel('Direction').selectOption('Both ways')
  await expect(dialog(page).getByText('Enter two words or more.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog(page).getByLabel('Direction').selectOption('One way')
  await dialog(page).getByLabel('Also find').fill('happy')
  await dialog(page).getByRole('button', { name: 'New synonym' }).click()
  await expect(page.getByText('Synonym saved: happy term 060')).toBeVisible()
  await page.getByRole('searchbox').fill('term 060')
  await expect(page.locator('tr[data-row]')).toHaveCount(1)
  await page.goto(`${product.base}/admin/searches?q=happy%20term%20060`)
  await expect(page.locator('tr[data-row]')).toHaveCount(1)
  await expect(page.locator('tr[data-row]')).not.toContainText('Finds nothing')
})

test('moderators see what finds nothing, without a way to change it', async ({ page }) => {
  await open(page, 'searches', 'max')
  await expect(page.locator('tr[data-row]').nth(1)).toContainText('Finds nothing')
  await expect(page.getByRole('link', { name: 'Add a synonym' })).toHaveCount(0)
})

test('a block has channels or searches; what is refused stays in its form', async ({ page }) => {
  await open(page, 'blocks')
  await button(page, 'Edit: featured-channels').click()
  await dialog(page).getByLabel('Find a channel').fill('pixel')
  await dialog(page).getByRole('button', { name: 'Add: Pixel Garden' }).click()
  await expect(dialog(page).locator('.admin-order ol').first()).toContainText('Pixel Garden')
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('featured-channels was saved.')).toBeVisible()
  const response = await fetch(`${product.base}/api/v3/content-blocks/featured-channels`)
  expect(await response.json()).toMatchObject({ items: [{ display_name: 'Pixel Garden' }] })

  await button(page, 'New block').click()
  await dialog(page).getByLabel('Block').fill('of searches')
  await dialog(page).getByLabel('Kind').selectOption('Searches')
  await dialog(page).getByLabel('Searches').fill('one\ntwo, three')
  await dialog(page).getByRole('button', { name: 'New block' }).click()
  await expect(dialog(page).getByText('Use letters, digits, - and _, up to 64.')).toBeVisible()
  await expect(dialog(page).getByText('without commas')).toBeVisible()
  await dialog(page).getByLabel('Block').fill('of-searches')
  await dialog(page).getByLabel('Searches').fill('one\ntwo')
  await page.route('**/api/v3/content-blocks/of-searches', (route) =>
    route.fulfill({ status: 503, body: '{}' }),
  )
  await dialog(page).getByRole('button', { name: 'New block' }).click()
  await expect(page.getByRole('alert')).toContainText('Nothing was changed')
  await expect(dialog(page).getByLabel('Searches')).toHaveValue('one\ntwo')
  await page.unroute('**/api/v3/content-blocks/of-searches')
  await dialog(page).getByRole('button', { name: 'New block' }).click()
  await expect(page.getByText('of-searches was saved.')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(button(page, 'Edit: of-searches')).toBeHidden()
})

test('an old ID leads to one item: another one is refused in words', async ({ page }) => {
  await open(page, 'redirects')
  const add = async (item: string) => {
    await dialog(page).getByLabel('Leads to').fill(item)
    await dialog(page).getByRole('button', { name: 'New redirect' }).click()
  }
  await button(page, 'New redirect').click()
  await dialog(page).getByLabel('From').selectOption('GIPHY')
  await dialog(page).getByLabel('Old ID').fill('old-2')
  await add(gifs[5] ?? '')
  await expect(page.getByRole('alert')).toContainText('leads to another item already')
  await dialog(page).getByLabel('Old ID').fill('xyz123')
  await add('nothere1')
  await expect(page.getByRole('alert')).toContainText('The library has no such item.')
  await add(`${product.base}/gifs/any-words-${gifs[5]}`)
  await expect(page.getByText('xyz123 now leads to the item.')).toBeVisible()
  expect((await fetch(`${product.base}/gifs/giphy-xyz123`)).url).toContain(gifs[5])
  await page.getByRole('searchbox').fill(gifs[5] ?? '')
  await expect(page.locator('tr[data-row]')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
})
