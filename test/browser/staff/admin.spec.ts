import { expect, type Page } from '@playwright/test'
import { ADMIN_PAGES, adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { violations } from '../axe.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>
let items: string[]

test.beforeAll(async () => {
  product = await signedInProduct('ann', 'max:moderator', 'sue:staff')
  const { data } = (await (await fetch(`${product.base}/v1/gifs/trending?limit=4`)).json()) as {
    data: { id: string }[]
  }
  items = data.map(({ id }) => id)
  for (const gif of items) await product.report(gif)
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

/** Opens a page, and waits for its island: it brings the sentence below the headline. */
async function open(page: Page, name: string, person = 'sue') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/${name}`)
  await expect(page.locator('.admin-intro')).toBeVisible()
}

/** The rows of the list, once it is there. */
const rows = (page: Page) => page.locator('tr[data-row]')

test.describe('every staff page', () => {
  for (const language of ['de', 'ja']) {
    test(`is no wider than its screen, in ${language}`, async ({ page }) => {
      await product.signIn(page, 'sue')
      for (const name of Object.keys(ADMIN_PAGES)) {
        await page.goto(`${product.base}/admin/${name}?lang=${language}`)
        await expect(page.locator('.admin-foot, .admin-state, .admin-sheet').first()).toBeVisible()
        for (const width of [1024, 390, 360]) {
          await page.setViewportSize({ width, height: 800 })
          const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
          await expect.poll(wide, { message: name }).toBe(width)
        }
      }
    })
  }

  test('a list that fails says so, and is read again', async ({ page }) => {
    await page.route('**/api/v3/audit/**', (route) => route.fulfill({ status: 503, body: '{}' }))
    await open(page, 'audit')
    await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/api/v3/audit/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Couldn’t load this list.')).toBeHidden()
  })

  test('a session that has ended leads to the sign-in and back', async ({ page }) => {
    await open(page, 'outbox')
    await page.context().clearCookies()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.route('**/api/v3/outbox/**', (route) => route.fulfill({ status: 401, body: '{}' }))
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Faudit/)
  })

  test('without scripts it says what it needs', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await product.signIn(page, 'sue')
    await page.goto(`${product.base}/admin/audit`)
    await expect(page.locator('noscript p')).toBeVisible()
    await context.close()
  })
})

test('a moderator has their pages, and keys that a page shows', async ({ page }) => {
  await open(page, 'cases', 'max')
  const links = page.getByRole('navigation', { name: 'Staff pages' }).getByRole('link')
  // With the ways to the site and to the account, and the same page in other languages.
  await expect(links).toHaveCount(adminPagesOf('moderator').length + 2 + languages.length)
  const isScrolled = (scrolled: boolean) =>
    expect.poll(() => page.evaluate(() => window.scrollY > 0)).toBe(scrolled)
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.mouse.move(700, 200)
  await page.mouse.wheel(0, 100)
  await isScrolled(true)
  await page.mouse.wheel(0, -500)
  await isScrolled(false)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('takedowns: several at once by address and id, seen in the audit log, and restored', async ({
  page,
}) => {
  await open(page, 'takedowns')
  await page.getByRole('button', { name: 'Take down' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take down', exact: true }).click()
  await expect(dialog.getByText('Enter at least one item.')).toBeVisible()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const [, , third = '', fourth = ''] = items
  const typo = 'typo'
  await dialog
    .getByLabel('Items')
    .fill(`${third}\n${product.base}/gifs/a-title-${fourth}\n${typo}\nnot an ID`)
  await dialog.getByLabel('Reason').fill('A claim')
  const lines = dialog.getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.filter({ hasText: typo })).toContainText('Not in the library')
  await expect(lines.first().locator('img')).toHaveCount(1)
  const block = dialog.getByLabel(`Block this ID anyway: ${typo}`)
  await block.check()
  await expect(dialog.getByRole('button', { name: 'Take down 3' })).toBeVisible()
  await block.uncheck()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Take down 2' }).click()
  await expect(page.getByText('2 taken down.')).toBeVisible()
  // The one wrong line is left, and named whole.
  await expect(dialog.getByText('Not the ID or URL of a GIF: “not an ID”')).toBeVisible()
  await expect(dialog.getByLabel('Items')).toHaveValue('not an ID')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page).filter({ hasText: typo })).toHaveCount(0)
  expect((await page.request.get(`${product.base}/gifs/${fourth}`)).status()).toBe(410)

  const row = rows(page).filter({ hasText: fourth })
  await row.getByRole('button', { name: 'Restore' }).click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(/ is back\.$/)).toBeVisible()
  await row.getByRole('link', { name: 'Audit trail' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('gif.restore')
  await page.getByLabel('Action').selectOption('gif.takedown')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/action=gif\.takedown/)
  await page.keyboard.press('/')
  await page.keyboard.type('mia')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/actor=mia/)
  await expect(page.getByRole('searchbox').first()).toBeFocused()
})

test('known files: a list is pasted, its wrong lines are named, and it is saved and deleted', async ({
  page,
}) => {
  await open(page, 'takedowns')
  await page.getByRole('button', { name: 'Known files' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByText('Paste hashes, or choose a file.')).toBeVisible()
  await dialog.getByLabel('List name').fill('partners')
  // More than one import takes.
  const lines = Array.from({ length: 600 }, (_, n) => `sha256,${String(n).padStart(64, '0')}`)
  await dialog.getByLabel('Hashes', { exact: true }).fill(['kind,hash', ...lines, 'md5,0'].join('\n'))
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(
    dialog.getByText('Added: 600. Already listed: 0. Found in the library, now cases: 0.'),
  ).toBeVisible()
  await expect(dialog.getByText('Skipped lines: 602.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'partners' })).toContainText(
    'Exact: 600, similar: 0',
  )
  expect(await violations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('known-hashes.csv')
  await dialog.getByRole('button', { name: 'Delete: partners' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete the list “partners”?' })
  expect(await violations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The list “partners” was deleted.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'partners' })).toHaveCount(0)
  await expect(asked).toHaveCount(0)
  // Its button has gone with it.
  await expect(dialog).toBeFocused()
})

test('accounts: somebody is found and becomes a moderator; the last of the staff stays', async ({ page }) => {
  await open(page, 'accounts')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ann@')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Role of ann').selectOption('Moderator')
  const dialog = page.getByRole('dialog', { name: 'Make ann Moderator?' })
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('ann is now Moderator.')).toBeVisible()
  await expect(page.getByLabel('Role of ann')).toHaveValue('moderator')
  await page.getByLabel('Search').fill('nobody of this name')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('keys: a new one is shown once, edited, and deleted', async ({ page }) => {
  await open(page, 'keys')
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('A partner')
  await page.getByRole('dialog').getByLabel('Blocked').fill('not <these>')
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  await expect(page.getByText('Use up to 200 IDs, types, #tags, and @users')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Blocked').fill('#edgy, @ann')
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  const given = page.getByRole('dialog', { name: 'Key for A partner' })
  await expect(given.getByLabel('Copy it now')).toHaveValue(/^[\w-]{43}$/)
  expect(await violations(page)).toEqual([])
  // It is not lost by a key: it was not copied.
  await page.keyboard.press('Escape')
  await given.getByRole('button', { name: 'Close' }).click()
  await expect(given).toBeHidden()
  await expect(rows(page)).toContainText('#edgy, @ann')
  await rows(page).getByRole('button', { name: 'Edit: A partner' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Key for A partner' })
  await expect(form.getByLabel('Blocked')).toHaveValue('#edgy, @ann')
  await form.getByLabel('Name').fill('Another')
  await form.getByLabel('Blocked').fill('')
  await form.getByLabel('Requests per minute').fill('60')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Key saved.')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(rows(page)).toContainText('Another')
  await expect(rows(page)).toContainText('60')
  await expect(rows(page)).toContainText('Nothing')
  await rows(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
})

test('on a phone a menu has the pages, by keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, 'keys')
  const audit = page.getByRole('link', { name: 'Audit log' })
  await expect(audit).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await expect(audit).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(audit).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await audit.click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
})

test('the colors that somebody chooses stay on the next page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, 'audit')
  await page.getByLabel('Colors').selectOption('Dark')
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Colors')).toHaveValue('dark')
})
