import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { watch } from '../watched.ts'

let product: InSetUp<Awaited<ReturnType<typeof signedInProduct>>>

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await signedInProduct('ann', 'max:moderator', 'sue:staff'))
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 900 } })
// Each test goes on with the channels of the one before.
test.describe.configure({ mode: 'serial' })

async function open(page: Page, query = '') {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/channels${query}`)
  await expect(page.getByRole('tree')).toBeVisible()
}

const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const detail = (page: Page) => page.getByRole('region', { name: 'Selected channel' })
const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

async function create(page: Page, name: string) {
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'New channel' }).click()
  await said(page, `${name} was created.`)
}

/** The names of the tree's rows below a channel, in their order. */
async function namesBelow(page: Page, name: string): Promise<string[]> {
  const all = await page
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.map((item) => [item.querySelector('bdi')?.textContent ?? '', Number(item.ariaLevel)] as const),
    )
  const at = all.findIndex(([each]) => each === name)
  const level = all[at]?.[1] ?? 0
  const after = all.slice(at + 1)
  const end = after.findIndex(([, each]) => each <= level)
  return (end < 0 ? after : after.slice(0, end))
    .filter(([, each]) => each === level + 1)
    .map(([each]) => each)
}

test('the page is not there for people and moderators', async ({ page }) => {
  for (const person of ['ann', 'max']) {
    await product.signIn(page, person)
    const response = await page.request.get(`${product.base}/admin/channels`)
    expect([person, response.status()]).toEqual([person, 404])
  }
})

test('the tree is walked by keyboard alone, and the selected channel stands in the address', async ({
  page,
}) => {
  const { said: console } = watch(page)
  await open(page)
  const lab = row(page, 'Loop Lab')
  await lab.focus()
  await page.keyboard.press('ArrowRight')
  await expect(lab).toHaveAttribute('aria-expanded', 'true')
  await expect(row(page, 'Lab Reactions')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Lab Reactions')).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('treeitem').last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('treeitem').first()).toBeFocused()
  await page.keyboard.type('lll')
  await expect(row(page, 'Lab Kitchen')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Lab Kitchen')).toHaveAttribute('aria-selected', 'true')
  await expect(detail(page).getByRole('heading', { name: 'Lab Kitchen' })).toBeVisible()
  await expect(page).toHaveURL(/\?channel=4$/)
  await expect(page.locator('[role=treeitem][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('ArrowLeft')
  await expect(lab).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'Lab Kitchen')).toBeHidden()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(row(page, 'Lab Kitchen')).toHaveAttribute('aria-selected', 'true')
  await expect(detail(page).getByRole('link', { name: 'Public page' })).toHaveAttribute(
    'href',
    '/channels/loop-lab-food',
  )
  expect(console).toEqual([])
})

test('two new channels: one moves by the dialog, one by the mouse, and a move is taken back', {
  tag: '@both',
}, async ({ page }) => {
  await open(page)
  await create(page, 'Cats')
  await expect(row(page, 'Cats')).toHaveAttribute('aria-selected', 'true')
  await row(page, 'Pixel Garden').click()
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New channel' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Dogs')
  await dialog.getByLabel('Location').selectOption('At the top level')
  await dialog.getByLabel('URL name').fill('no good address')
  await dialog.getByRole('button', { name: 'New channel' }).click()
  await expect(dialog.getByText('Use letters, digits, and dashes')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('URL name').fill('loop-lab')
  await dialog.getByRole('button', { name: 'New channel' }).click()
  await expect(page.getByText('This URL name is taken')).toBeVisible()
  await dialog.getByLabel('URL name').fill('good-dogs')
  await dialog.getByRole('button', { name: 'New channel' }).click()
  await said(page, 'Dogs was created.')

  await detail(page).getByRole('button', { name: 'Move to…' }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Move Dogs' })
  await expect(move.getByLabel('Channel', { exact: true })).toBeFocused()
  await page.keyboard.type('Cats')
  await expect(move.getByLabel('Position')).toHaveValue('last-child')
  expect(await violations(page)).toEqual([])
  await move.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  await said(page, 'Dogs was moved.')
  await expect(row(page, 'Dogs')).toHaveAttribute('aria-level', '2')

  await row(page, 'Cats').click()
  await create(page, 'Birds')
  await expect.poll(() => namesBelow(page, 'Cats')).toEqual(['Dogs', 'Birds'])
  await row(page, 'Birds').dragTo(row(page, 'Dogs'), { targetPosition: { x: 60, y: 3 } })
  await said(page, 'Birds was moved.')
  await expect.poll(() => namesBelow(page, 'Cats')).toEqual(['Birds', 'Dogs'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesBelow(page, 'Cats')).toEqual(['Dogs', 'Birds'])
  await row(page, 'Dogs').dragTo(row(page, 'Pixel Garden'))
  await said(page, 'Dogs was moved.')
  await expect.poll(() => namesBelow(page, 'Pixel Garden')).toEqual(['Dogs'])
  await expect.poll(() => namesBelow(page, 'Cats')).toEqual(['Birds'])
})

test('a channel is edited and hidden, found by search, and another write is not lost', {
  tag: '@both',
}, async ({ page }) => {
  await open(page)
  await row(page, 'Cats').click()
  await detail(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Cats' })
  await expect(dialog).toBeVisible()
  const id = new URL(page.url()).searchParams.get('channel')
  await product.asStaff(`/api/v3/channels/${id}/`, { description: 'Soft paws' }, 'PUT')
  await dialog.getByLabel('Name', { exact: true }).fill('All cats')
  await dialog.getByLabel('Visible to everyone').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'All cats was saved.')
  await expect(detail(page).getByText('Soft paws')).toBeVisible()
  await expect(detail(page).getByText('Hidden')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('treeitem', { name: 'All cats Hidden' })).toHaveAttribute(
    'aria-selected',
    'true',
  )

  await detail(page).getByRole('button', { name: 'Edit' }).click()
  const again = page.getByRole('dialog', { name: 'Edit All cats' })
  await again.getByLabel('Description').fill('')
  await again.getByLabel('Visible to everyone').check()
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(detail(page).getByText('Soft paws')).toBeHidden()

  await page.getByLabel('Search').fill('kitchen')
  await page.getByRole('button', { name: 'Lab Kitchen' }).click()
  await expect(detail(page).getByRole('heading', { name: 'Lab Kitchen' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Search').fill('qzxqzx')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, 'Lab Kitchen')).toHaveAttribute('aria-selected', 'true')
})

/** Holds the reads of a channel's GIFs. @returns lets them go, and resolves when one has been answered */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const reads = '**/api/v3/channels/*/gifs/*'
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(reads, async (route) => {
    await promise
    // Those that a later read has replaced are aborted.
    await route.continue().catch(() => {})
  })
  return async () => {
    const answered = page.waitForResponse(reads)
    resolve()
    await answered
    await page.unroute(reads)
  }
}

test('GIFs go in by id and address, page by page, and out and back', { tag: '@both' }, async ({ page }) => {
  await open(page, '?channel=10')
  const gifs = detail(page).locator('.admin-channel-gifs li')
  await expect(gifs).toHaveCount(25)
  await detail(page).getByRole('button', { name: 'Show more' }).click()
  await expect(gifs).toHaveCount(28)
  await expect(detail(page).getByRole('button', { name: 'Show more' })).toBeHidden()

  await row(page, 'All cats').click()
  await expect(detail(page).getByText('No GIFs yet.')).toBeVisible()
  const first = 'Zx5fZMuJJpT4'
  const second = 'PmCauRQGcReP'
  await detail(page).getByRole('button', { name: 'Add GIFs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add GIFs' })
  await dialog
    .getByLabel('GIFs', { exact: true })
    .fill(`${first}\nnothing1\n${product.base}/gifs/a-title-${second}`)
  await dialog.getByRole('button', { name: 'Add GIFs' }).click()
  await said(page, '2 added. Not in the library: nothing1.')
  await expect(dialog.getByLabel('GIFs', { exact: true })).toHaveValue('nothing1')
  await page.keyboard.press('Escape')
  await expect(gifs).toHaveCount(2)
  const hrefs = () =>
    gifs.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const ends = [new RegExp(`${first}$`), new RegExp(`${second}$`)].map((end) => expect.stringMatching(end))
  await expect.poll(hrefs).toEqual(ends)

  const move = (name: string) => detail(page).getByRole('button', { name, exact: true })
  // A site elsewhere has no call for it.
  if (test.info().project.name === 'origin') {
    await move('Move GIF 1 down').press('Enter')
    await expect(move('Move GIF 2 up')).toBeFocused()
    await said(page, 'Order saved.')
    await expect.poll(hrefs).toEqual(ends.toReversed())
    await page.reload()
    await expect.poll(hrefs).toEqual(ends.toReversed())
    // The order is taken back before it has been read again.
    const release = await holdReads(page)
    await gifs.last().dragTo(gifs.first())
    await expect.poll(hrefs).toEqual(ends)
    await said(page, 'Order saved.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(hrefs).toEqual(ends.toReversed())
    await said(page, 'Order saved.')
    await release()
    await expect.poll(hrefs).toEqual(ends.toReversed())
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(hrefs).toEqual(ends)
  }

  await gifs.last().getByRole('button', { name: 'Remove' }).click()
  await expect(gifs).toHaveCount(1)
  await expect(detail(page).getByRole('button', { name: 'Add GIFs' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(gifs).toHaveCount(2)
  await expect.poll(hrefs).toEqual(ends.toReversed())
})

test('ranked tags are put into order, and a magic tag comes and goes', async ({ page }) => {
  await open(page)
  await row(page, 'All cats').click()
  const ranked = detail(page).getByRole('region', { name: 'Ranked tags' })
  const tags = ranked.locator('li bdi')
  for (const tag of ['cat', 'kitten', 'paw']) {
    await ranked.getByRole('textbox').fill(tag)
    await page.keyboard.press('Enter')
    await expect(tags.last()).toHaveText(tag)
  }
  await ranked.getByRole('button', { name: 'Move paw up' }).press('Enter')
  await expect(tags).toHaveText(['cat', 'paw', 'kitten'])
  await expect(ranked.getByRole('button', { name: 'Move paw up' })).toBeFocused()
  await ranked.getByRole('button', { name: 'Move cat down' }).click()
  await expect(tags).toHaveText(['paw', 'cat', 'kitten'])
  await ranked.getByRole('button', { name: 'Remove cat' }).click()
  await expect(tags).toHaveText(['paw', 'kitten'])
  await expect(ranked.getByRole('textbox')).toBeFocused()

  const magic = detail(page).getByRole('region', { name: 'Auto tags' })
  await magic.getByRole('textbox').fill('purr')
  await magic.getByRole('button', { name: 'Add' }).click()
  await expect(magic.locator('li bdi')).toHaveText(['purr'])
  expect(await violations(page)).toEqual([])
  await magic.getByRole('button', { name: 'Remove purr' }).click()
  await expect(magic.getByText('No tags yet.')).toBeVisible()
})

test('a channel is deleted after the page has said what goes', async ({ page }) => {
  await open(page)
  await row(page, 'All cats').click()
  await detail(page).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete All cats?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Birds'])
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'All cats')).toBeVisible()
  await detail(page).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await said(page, 'All cats was deleted.')
  await expect(row(page, 'All cats')).toBeHidden()
  await expect(detail(page).getByText('Select a channel')).toBeVisible()
})

test('what fails is said: a move that is refused, a channel that is gone, a list that does not come', async ({
  page,
}) => {
  await open(page)
  const full = { error: { kind: 'conflict', message: 'full', detail: { target_channel: 'full' } } }
  await page.route('**/move/', (route) => route.fulfill({ status: 409, json: full }))
  await row(page, 'Night Owl').dragTo(row(page, 'Soft Shapes'))
  await expect(page.getByText('There’s no room')).toBeVisible()
  await expect(row(page, 'Night Owl')).toHaveAttribute('aria-level', '1')

  await page.goto(`${product.base}/admin/channels?channel=999999`)
  await expect(page.getByText('This channel no longer exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/admin\/channels$/)

  await page.route('**/api/v3/channels/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.reload()
  await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
  await page.unroute('**/api/v3/channels/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Night Owl')).toBeVisible()
})

test('on a phone the selected channel comes into sight below the tree', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page)
  await row(page, 'Soft Shapes').click()
  await expect(detail(page).getByRole('heading', { name: 'Soft Shapes' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('what somebody else changes meanwhile is shown, and never overwritten', async ({ page }) => {
  await open(page)
  await create(page, 'Shared')
  const id = new URL(page.url()).searchParams.get('channel')
  await detail(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Description')).toBeVisible()
  await product.asStaff(`/api/v3/channels/${id}/`, { description: 'Theirs' }, 'PUT')
  await dialog.getByLabel('Description').fill('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Someone else already changed this.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(detail(page).getByText('Theirs')).toBeVisible()
})
