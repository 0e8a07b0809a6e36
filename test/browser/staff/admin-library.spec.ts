import { expect, type Page } from '@playwright/test'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'

import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { violations } from '../axe.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct('max:moderator', 'sue:staff')
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

const itemsOf = async (query: string) =>
  ((await product.asStaff(`/api/v3/gifs/?${query}`)) as { results: LibraryItem[] }).results

async function oneItem(query: string): Promise<LibraryItem> {
  const [item] = await itemsOf(query)
  if (!item) throw new Error(`No item has ${query}`)
  return item
}

const rows = (page: Page) => page.locator('tr[data-row]')

async function open(page: Page, person: string, query = '') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/library${query}`)
  await expect(page.locator('.admin-foot, .admin-state')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
}

test('many items are changed at once by keyboard, and put back', async ({ page }) => {
  const { said } = watch(page)
  await open(page, 'sue', '?type=sticker')
  const [first, second] = await itemsOf('type=sticker&limit=2')
  for (const at of [0, 1]) {
    await page.keyboard.press('j')
    await expect(rows(page).nth(at)).toBeFocused()
    await page.keyboard.press('x')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Change selected' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change selected items: 2' })
  await dialog.getByRole('button', { name: 'Change selected' }).press('Enter')
  await expect(dialog.getByText('Nothing to change.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Rating').selectOption('R')
  await dialog.getByLabel('Add tags').fill('all at once, twice')
  await dialog.getByLabel('Visibility').selectOption('Remove from lists')
  await dialog.getByRole('button', { name: 'Change 2' }).press('Enter')
  await expect(page.getByText('2 changed.')).toBeVisible()
  await expect(page.getByText('0 selected')).toBeVisible()
  await expect(rows(page).first()).toContainText('Unlisted')
  for (const { id, tags } of [first, second].filter((each) => each !== undefined))
    expect(await oneItem(`gif=${id}`)).toMatchObject({
      rating: 'r',
      is_indexable: false,
      tags: [...tags, 'all at once', 'twice'],
    })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows(page).first()).not.toContainText('Unlisted')
  await expect.poll(() => itemsOf('type=sticker&limit=2')).toEqual([first, second])
  expect(said).toEqual([])
})

test('an item that fails is named and stays selected; the others are changed', async ({ page }) => {
  await open(page, 'sue', '?type=gif')
  const [first, second] = await itemsOf('type=gif&limit=2')
  await page.route(`**/api/v1/gifs/${first?.id}/`, (route) => route.fulfill({ status: 503, body: '{}' }))
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change selected' }).click()
  await page.getByRole('dialog').getByLabel('Add tags').fill('half')
  await page.getByRole('dialog').getByRole('button', { name: 'Change 2' }).click()
  const bulk = page.getByRole('region', { name: 'Selected items' })
  await expect(bulk.getByRole('alert')).toContainText(first?.title || 'nobody')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect((await oneItem(`gif=${second?.id}`)).tags).toContain('half')
  expect((await oneItem(`gif=${first?.id}`)).tags).not.toContain('half')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'Select this page' }).click()
  await expect(page.getByText(`${await rows(page).count()} selected`)).toBeVisible()
})

test('a bulk takes all results, changes owner and channel and takes that back, and takes items down', async ({
  page,
}) => {
  await open(page, 'sue', '?type=sticker')
  const all = await itemsOf('type=sticker&limit=100')
  const [first, second] = all
  const bulk = page.getByRole('region', { name: 'Selected items' })
  await bulk.getByRole('button', { name: 'Select all results' }).click()
  await expect(bulk.getByRole('status')).toHaveText(`${all.length} selected`)
  expect(all.length).toBeGreaterThan(25)
  await bulk.getByRole('button', { name: 'Clear selection' }).click()
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await bulk.getByRole('button', { name: 'Change selected' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New owner').fill('max')
  await dialog.getByLabel('Channel', { exact: true }).selectOption({ index: 1 })
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  await expect(rows(page).first()).toContainText('@max')
  expect((await oneItem(`gif=${second?.id}`)).username).toBe('max')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await oneItem(`gif=${second?.id}`)).username).toBe(second?.username)
  await expect(bulk.getByRole('status')).toHaveText('0 selected')

  await rows(page).nth(0).getByRole('checkbox').check()
  await bulk.getByRole('button', { name: 'Take down' }).click()
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('A claim')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByText('1 changed.')).toBeVisible()
  const status = async () => (await fetch(`${product.base}/v1/gifs/${first?.id}`)).status
  expect(await status()).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(status).toBe(200)
})

test('an item has the ways to its neighbours, asks before it loses words, and is deleted for good', async ({
  page,
}) => {
  const [first, second, third] = await itemsOf('type=text&limit=3')
  await open(page, 'sue', `?type=text&item=${second?.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next item' }).click()
  await expect(page).toHaveURL(new RegExp(`item=${third?.id}`))
  await expect(dialog.getByText('3 of')).toBeVisible()
  await dialog.getByLabel('Title', { exact: true }).fill('Not saved')
  await dialog.getByRole('button', { name: 'Previous item' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue(second?.title ?? '')
  await dialog.getByRole('button', { name: 'Add to channel' }).click()
  const above = page.getByRole('dialog', { name: 'Add to channel' })
  await above.getByLabel('Channel', { exact: true }).selectOption({ index: 1 })
  await above.getByRole('button', { name: 'Add to channel' }).click()
  await expect(page.getByText('Added to the channel.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous item' }).click()
  await expect(page).toHaveURL(new RegExp(`item=${first?.id}`))
  await dialog.getByRole('button', { name: 'Take down' }).click()
  const takedown = page.getByRole('dialog', { name: /^Take down/ })
  await takedown.getByLabel('Reason').fill('A claim')
  await takedown.getByRole('button', { name: 'Take down' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/ is back\./)).toBeVisible()
  await page.goto(`${product.base}/admin/library?type=text&item=${first?.id}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('dialog', { name: 'Delete this item' }).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Deleted.')).toBeVisible()
})

test('the ways to neighbours go on over the pages of the list', async ({ page }) => {
  const [last, next] = await itemsOf('limit=2&offset=24')
  await open(page, 'sue', `?item=${last?.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('25 of')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next item' }).click()
  await expect(page).toHaveURL(new RegExp(`item=${next?.id}&page=2$|page=2&item=${next?.id}$`))
  await expect(dialog.getByText('26 of')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous item' }).click()
  await expect(page).toHaveURL(new RegExp(`library\\?item=${last?.id}$`))
  await expect(dialog.getByText('25 of')).toBeVisible()
})

test('public pages have the tools of staff for staff alone, and fetch nothing of them for visitors', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('tools') && scripts.push(request.url()))
  const [first, second] = await itemsOf('type=gif&limit=2&offset=10')
  const item = `${product.base}/gifs/${first?.id}`
  await page.goto(item)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts).toEqual([])
  await open(page, 'sue')
  await page.goto(item)
  const tools = page.getByRole('group', { name: 'Staff tools' })
  await expect(page.locator('.ways').getByRole('link', { name: 'Staff pages' })).toHaveAttribute(
    'href',
    '/admin',
  )
  await expect(page.locator('.ways').getByRole('link', { name: 'sue', exact: true })).toHaveAttribute(
    'href',
    '/account',
  )
  await expect(tools.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/library?item=${first?.id}`,
  )
  await tools.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Hidden.')).toBeVisible()
  expect((await oneItem(`gif=${first?.id}`)).is_hidden).toBe(true)
  await tools.getByRole('button', { name: 'Show' }).click()
  await expect.poll(async () => (await oneItem(`gif=${first?.id}`)).is_hidden).toBe(false)
  await tools.getByRole('button', { name: 'Feature' }).click()
  await expect(page.getByText('Featured first.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }

  await page.goto(`${product.base}/search?q=${encodeURIComponent(second?.title ?? '')}`)
  const tile = page.locator('.tile-rows > li', { has: page.locator(`a[href$="${second?.id}"]`) })
  const menu = tile.getByRole('button', { name: /^Staff tools/ })
  const dialog = page.getByRole('dialog', { name: 'Take down' })
  await menu.click()
  await tile.getByRole('button', { name: 'Take down' }).click()
  await dialog.getByLabel('Reason').fill('A claim')
  // Escape gives the focus back, and loses nothing that was typed.
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await tile.getByRole('button', { name: 'Take down' }).press('Enter')
  await expect(dialog.getByLabel('Reason')).toHaveValue('A claim')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(page.getByText('Taken down.')).toBeVisible()
  expect((await fetch(`${product.base}/v1/gifs/${second?.id}`)).status).toBe(410)

  await product.signIn(page, 'max')
  await page.goto(item)
  await expect(tools.getByRole('button', { name: 'Hide' })).toBeVisible()
  await expect(tools.getByRole('button', { name: 'Take down' })).toHaveCount(0)
  await page.context().clearCookies()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('loopframe-staff'))).toBe(null)
  await expect(tools).toHaveCount(0)
})

test('one item: opened by key, edited, never over somebody else’s edit', async ({ page }) => {
  const { said } = watch(page)
  const item = await oneItem('type=gif&limit=1&offset=5')
  await open(page, 'sue')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${product.base}/gifs/${item.id}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(dialog.locator('.admin-sizes li').nth(3)).toBeHidden()
  await dialog.getByText(/^Sizes \(/).click()
  await expect(dialog.locator('.admin-sizes li').nth(3)).toBeVisible()
  await expect(dialog.getByText('No changes yet.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`item=${item.id}`))
  expect(await violations(page)).toEqual([])

  await dialog.getByLabel('Source').fill('nowhere')
  await expect(dialog.getByText('Enter a URL that starts with http')).toBeVisible()
  await dialog.getByLabel('Source').fill(item.source_post_url)
  await product.asStaff(`/api/v1/gifs/${item.id}/`, { title: 'Theirs' }, 'PUT')
  await dialog.getByLabel('Title', { exact: true }).fill('Mine')
  await dialog.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Someone else already changed this')).toBeVisible()
  await expect(dialog.getByText('Someone else changed this in the meantime')).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'Theirs' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await oneItem(`gif=${item.id}`)).title).toBe('Mine')
  await expect(dialog.locator('.admin-history li')).toHaveCount(2)
  expect(said.filter((line) => !line.includes('409'))).toEqual([])
})

test('one item: tags in other languages, a call to action, hidden and shown again', async ({ page }) => {
  const item = await oneItem('type=gif&limit=1&offset=7')
  await open(page, 'sue', `?item=${item.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter a language code, like de.')).toBeVisible()
  await dialog.getByLabel('Language', { exact: true }).fill('de')
  await dialog.getByLabel('Tag', { exact: true }).fill('Katze')
  await dialog.getByLabel('Translation of').selectOption(item.tags[0] ?? '')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const added = dialog.locator('.admin-tag').filter({ hasText: 'katze' })
  await expect(added).toHaveCount(1)
  await expect(dialog.locator('.admin-languages dt').filter({ hasText: 'German' })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove katze' }).click()
  await expect(added).toHaveCount(0)

  await dialog.getByLabel('Button text').fill('Look')
  await dialog.getByLabel('Button link').fill('https://shop.example/')
  const cta = dialog.getByRole('region', { name: 'Call to action' })
  await cta.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Call to action saved.')).toBeVisible()
  expect(await oneItem(`gif=${item.id}`)).toMatchObject({
    cta_link: 'https://shop.example/',
    cta_text: 'Look',
  })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Call to action removed.')).toBeVisible()
  expect(await oneItem(`gif=${item.id}`)).toMatchObject({ cta_link: '', cta_text: '' })

  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText('Hidden', { exact: true })).toBeVisible()
  await expect(dialog.locator('.admin-original')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('button', { name: 'Hide' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/item=/)
})

test('what was just hidden can be shown again while the list behind is still being read', async ({
  page,
}) => {
  const { id } = await oneItem('limit=1')
  await open(page, 'sue', `?item=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Hide' })).toBeVisible()
  let arrives = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrives = resolve
  })
  await page.route('**/api/v3/gifs/?*', async (route) => {
    if (!route.request().url().includes('gif=')) await arrived
    await route.continue().catch(() => {})
  })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Everyone can see it.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Hide' })).toBeVisible()
  arrives()
  await expect(page.locator('.admin-list[aria-busy=false]')).toBeAttached()
  expect(await oneItem(`gif=${id}`)).toMatchObject({ is_hidden: false })
})

test('a moderator reads everything, hides several, and finds them by their state', async ({ page }) => {
  await open(page, 'max', '?type=sticker')
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change selected' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Rating')).toHaveCount(0)
  await dialog.getByLabel('Visibility').selectOption('Hide')
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(page.getByText('2 changed.')).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('Hidden')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/type=sticker&state=hidden/)
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Only staff can change this.')).toBeVisible()
  await expect(dialog.getByLabel('Title', { exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByLabel('Search', { exact: true }).fill('no item has these words')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
})

test('files are dropped and chosen, each says how it ends, and what is new is in the table at once', async ({
  page,
}) => {
  const { said } = watch(page)
  /** A GIF that no other test has: what follows its trailer changes its hash and nothing else. */
  const gifOf = (name: string) => ({
    name,
    mimeType: 'image/gif',
    buffer: Buffer.concat([sampleBytes('gif'), Buffer.from(`of staff: ${name}`)]),
  })
  let isBroken = true
  await page.route('**/v1/gifs', async (route) => {
    if (!isBroken) return route.continue()
    isBroken = false
    await route.abort()
  })
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/library?owner=sue`)
  await expect(page.getByText('No results for these filters.')).toBeVisible()

  // Dropped before anybody has asked for the form.
  await page.evaluate(
    (bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'dropped.gif', { type: 'image/gif' }))
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...gifOf('dropped').buffer],
  )
  const panel = page.getByRole('region', { name: 'Upload' })
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
  await expect(row('dropped.gif')).toContainText('Ready')
  const chosen = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Choose files' }).click()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture at all') }
  await (await chosen).setFiles([gifOf('chosen.gif'), notes])
  await expect(row('notes.txt')).toContainText('This isn’t a GIF')
  expect(await violations(page)).toEqual([])
  await row('notes.txt').getByRole('button', { name: 'Remove: notes.txt' }).press('Enter')
  await expect(row('notes.txt')).toHaveCount(0)
  await expect(row('chosen.gif').getByRole('button')).toBeFocused()

  await panel.getByLabel('Tags').fill('by staff, together')
  await panel.getByRole('button', { name: 'Upload 2' }).click()
  await expect(row('dropped.gif')).toContainText('The connection was lost.')
  await expect(row('chosen.gif')).toContainText('Your upload is live')
  await expect(rows(page)).toHaveCount(1)
  await row('dropped.gif').getByRole('button', { name: 'Try again: dropped.gif' }).press('Enter')
  await expect(row('dropped.gif')).toContainText('Your upload is live')
  await expect(rows(page)).toHaveCount(2)
  const items = await itemsOf('owner=sue')
  expect(items.map(({ tags }) => tags)).toEqual([
    ['by staff', 'together'],
    ['by staff', 'together'],
  ])
  await expect(row('dropped.gif')).toContainText(/All sizes are ready|The still images are ready/, {
    timeout: 30_000,
  })
  await row('dropped.gif').getByRole('button', { name: 'Open: dropped.gif' }).click()
  await expect(page.getByRole('dialog').locator('.admin-original')).toBeVisible()
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  expect(said.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('the way back goes through what was chosen, not through letters, and finds the place in the list', async ({
  page,
}) => {
  await open(page, 'sue')
  const kind = page.getByLabel('Kind', { exact: true })
  await kind.selectOption('GIF')
  await expect(page).toHaveURL(/type=gif$/)
  await page.getByLabel('Search', { exact: true }).fill('cat')
  await expect(page).toHaveURL(/q=cat&type=gif$|type=gif&q=cat$/)
  await page.goBack()
  await expect(kind).toHaveValue('')
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('')
  await page.goForward()
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('cat')
  await page.goBack()
  await expect(kind).toHaveValue('')

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.getByRole('columnheader', { name: 'Added' })).toBeInViewport()
  await expect(page.getByText('Page 2 of')).toBeVisible()
  // Until they come, the rows of the page before stand there.
  await expect(page.locator('.admin-list')).toHaveAttribute('aria-busy', 'false')
  await rows(page).first().press('Enter')
  await expect(page).toHaveURL(/item=/)
  await page.keyboard.press('Escape')
  // Closed, an item is no step of its own.
  await expect(page).toHaveURL(/library\?page=2$/)

  const leftBelow = () =>
    page.evaluate(() => document.documentElement.scrollHeight - innerHeight - (history.state?.y ?? 0))
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 10_000)
      return leftBelow()
    })
    .toBe(0)
  const at = await page.evaluate(() => scrollY)
  expect(at).toBeGreaterThan(500)
  await page.goto(`${product.base}/admin/audit`)
  await page.goBack()
  await expect(page).toHaveURL(/library\?page=2$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(at)
  await page.goBack()
  await expect(page.getByText('Page 1 of')).toBeVisible()
})

test('the page before, reached by its button, is found as it was left', async ({ page }) => {
  await open(page, 'sue')
  const scrolled = () => page.evaluate(() => scrollY)
  const turn = (name: string) => page.getByRole('button', { name }).click()
  await turn('Next page')
  await expect(page.getByText('Page 2 of')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Added' })).toBeInViewport()
  await turn('Previous page')
  await expect(page.getByText('Page 1 of')).toBeVisible()
  await expect(page).toHaveURL(/library$/)
  await expect.poll(scrolled).toBeGreaterThan(500)
})

test('a press of a row opens its item; one beside a checkbox or with selected words does not', async ({
  page,
}) => {
  await open(page, 'sue')
  const row = rows(page).nth(1)
  await row
    .locator('td')
    .first()
    .click({ position: { x: 4, y: 4 } })
  const kind = await row.locator('.admin-line').boundingBox()
  if (!kind) throw new Error('The kind is not drawn')
  const middle = kind.y + kind.height / 2
  await page.mouse.move(kind.x + 1, middle)
  await page.mouse.down()
  await page.mouse.move(kind.x + kind.width - 1, middle, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  // To open an item changes the address at once.
  expect(await page.evaluate(() => location.search)).toBe('')
  await row.locator('td').nth(4).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the oldest come first where somebody asks, by the column and by the field', async ({ page }) => {
  const ends = async (order: string) => {
    const { title, id } = await oneItem(`limit=1&order=${order}`)
    return [title || id]
  }
  await open(page, 'sue')
  const firstTitle = () => rows(page).first().locator('.admin-item-name').allInnerTexts()
  await expect.poll(firstTitle).toEqual(await ends('desc'))
  await page.getByRole('button', { name: 'Added' }).click()
  await expect(page).toHaveURL(/order=asc$/)
  await expect(page.getByRole('columnheader', { name: 'Added' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(firstTitle).toEqual(await ends('asc'))
  await page.getByLabel('Sort by').selectOption({ label: 'Added ↓' })
  await expect.poll(firstTitle).toEqual(await ends('desc'))
})

for (const width of [1024, 390, 360]) {
  test(`an item’s sheet is no wider than a screen of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const item = await oneItem('limit=1')
    for (const language of ['de', 'ja']) {
      await open(page, 'sue', `?item=${item.id}&lang=${language}`)
      const sheet = page.getByRole('dialog')
      await expect(sheet.locator('.admin-original')).toBeVisible()
      await expect.poll(() => sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}
