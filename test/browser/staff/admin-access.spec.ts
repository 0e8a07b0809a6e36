import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { csrfOf } from '../../../origin/people/secrets.ts'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'

const PASSWORD = 'correct horse battery'
const SESSION = 'o'.repeat(43)
const hash = createHash('sha256').update(SESSION).digest('hex')
/** Within what a session of staff lasts without use, and beyond a fresh sign-in. */
const EARLIER = new Date(Date.now() - 3_600_000).toISOString()

let product: Awaited<ReturnType<typeof productWith>>

test.beforeAll(async () => {
  product = await productWith(
    [
      `INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, expires_at)
       VALUES ('${hash}', 'earlier', 'id-sue', '${EARLIER}', '${EARLIER}', '2100-01-01T00:00:00.000Z')`,
      `INSERT INTO tokens (hash, id, user_id, name, created_at, scopes)
       VALUES ('t', 'ann-token', 'id-ann', 'Night job', '${EARLIER}', '["read","upload"]')`,
    ],
    'ann',
    'sue:staff',
  )
})
test.afterAll(() => product.stop())
test.use({ viewport: { width: 1280, height: 800 } })

/** Opens a page as staff who signed in an hour ago. */
async function open(page: Page, path: string) {
  await page.context().clearCookies()
  await page.context().addCookies([
    { name: 'sessionid', value: SESSION, url: product.base, httpOnly: true },
    { name: 'csrftoken', value: await csrfOf(SESSION), url: product.base },
  ])
  await page.goto(product.base + path)
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('T55: a staff page asks for the password, and goes on with what was asked', async ({ page }) => {
  await page.request.post(`${product.base}/api/v3/password/reset`, {
    form: { email: 'ann@example.test' },
    headers: { Origin: product.base },
  })
  await open(page, '/admin/outbox')
  const asked = dialog(page, 'Confirm that it’s you')
  await expect(asked.getByLabel('Password')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await asked.getByLabel('Password').fill('wrong')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(asked.getByText('Wrong password.')).toBeVisible()
  await asked.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(asked).toBeHidden()

  const row = page.locator('tr[data-row]').filter({ hasText: 'ann@example.test' }).first()
  await row.getByRole('button', { name: 'Read' }).click()
  const mail = dialog(page, 'Reset your Loopframe password')
  await expect(mail.getByText('[link hidden]')).toBeVisible()
  await mail.getByRole('button', { name: 'Reveal' }).click()
  await expect(mail.getByText('Enter a reason.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await mail.getByLabel('Reason').fill('Her mailbox is full')
  await mail.getByRole('button', { name: 'Reveal' }).click()
  await expect(mail.getByText(/\/password\?token=[\w-]{43}/)).toBeVisible()
  await expect(page.getByText('Link shown. An email tells ann@example.test.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await mail.getByRole('button', { name: 'Copy link' }).click()
  await expect(mail.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/password\?token=[\w-]{43}$/)
  await page.keyboard.press('Escape')
  await page.getByLabel('State').selectOption('Not sent')
  await expect(page).toHaveURL(/state=unsent$/)
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('Nothing was sent: this installation has no mail service.')).toBeVisible()
  // An old address: there are fewer pages now.
  await page.goto(`${product.base}/admin/outbox?page=9`)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/page=9/)
})

test('T55: who cancels changes nothing, and is told', async ({ page }) => {
  // Another browser's sign-in is as old.
  await page.route('**/api/v3/users/*/role', (route) =>
    route.fulfill({ status: 403, json: { error: { kind: 'password-needed', message: 'x' } } }),
  )
  await open(page, '/admin/accounts')
  await page.getByLabel('Role of ann').selectOption('artist')
  await dialog(page, 'Make ann Artist?').getByRole('button', { name: 'Change role' }).click()
  await dialog(page, 'Confirm that it’s you').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed. Confirm your password first.')).toBeVisible()
})

test('T54, T55: staff end a token, and suspend an account', async ({ page }) => {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/accounts`)
  const openPerson = () => page.getByRole('button', { name: 'Profile of ann' }).click()
  await openPerson()
  const person = dialog(page, 'Profile of ann')
  await expect(person.getByText('Night job')).toBeVisible()
  await expect(person.getByText('Read, Upload', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await person.getByRole('button', { name: 'Delete Night job' }).click()
  await dialog(page, 'Delete the token Night job?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The token Night job was deleted.')).toBeVisible()
  await openPerson()
  await expect(person.getByText('Gateway')).toBeVisible()
  await expect(person.getByText('Night job')).toBeHidden()

  await person.getByRole('button', { name: 'Change state' }).click()
  const state = dialog(page, 'State of ann')
  await state.getByLabel('State').selectOption('suspended')
  await state.getByRole('button', { name: 'Change state' }).click()
  await expect(state.getByText('Enter a reason.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await state.getByLabel('Reason').fill('A stolen account')
  await state.getByRole('button', { name: 'Change state' }).click()
  await expect(page.getByText('State of ann: Suspended')).toBeVisible()
  await expect(page.getByRole('row', { name: /@ann/ }).getByText('Suspended')).toBeVisible()
  const refused = await page.request.post(`${product.base}/api/v3/login`, {
    form: { username: 'ann', password: PASSWORD },
    headers: { Origin: product.base },
  })
  expect(refused.status()).toBe(403)
})
