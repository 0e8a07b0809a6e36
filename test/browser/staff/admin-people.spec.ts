import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'

let product: Awaited<ReturnType<typeof productWith>>

test.beforeAll(async () => {
  const at = new Date().toISOString()
  product = await productWith(
    [
      `INSERT INTO sessions (hash, id, user_id, agent, created_at, last_used_at, expires_at)
       VALUES ('a', 'one', 'id-ann', 'Firefox on a desk', '${at}', '${at}', '2100-01-01T00:00:00.000Z')`,
      `INSERT INTO factors (id, user_id, kind, name, secret, credential, created_at)
       VALUES ('f1', 'id-ann', 'passkey', '', '', 'c1', '2026-11-01T00:00:00.000Z')`,
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       VALUES ('anns1', 'anns1', 'One', 'gif', '2026-11-01 10:00:00', 'id-ann'),
              ('anns2', 'anns2', 'Two', 'gif', '2026-11-01 10:00:00', 'id-ann')`,
    ],
    'ann',
    'sue:staff',
  )
})
test.afterAll(() => product.stop())
test.use({ viewport: { width: 1280, height: 900 } })

test('T70: staff end a session, and hide all items behind the typed name', async ({ page }) => {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/accounts`)
  const openPerson = () => page.getByRole('button', { name: 'Profile of ann' }).click()
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await openPerson()
  const person = dialog('Profile of ann')
  await expect(person.getByText('0 of 2 taken down, 0 hidden')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await person.getByRole('button', { name: 'End Firefox on a desk' }).click()
  await dialog('End Firefox on a desk').getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByText('A session of ann was ended.')).toBeVisible()

  await openPerson()
  await expect(person.getByText('Not signed in anywhere.')).toBeVisible()
  await person.getByRole('button', { name: 'Hide all…' }).click()
  const asked = dialog('Hide everything by @ann?')
  await asked.getByLabel('Username').fill('an')
  await asked.getByLabel('Reason').fill('Spam')
  await asked.getByRole('button', { name: 'Hide all' }).click()
  expect(await violations(page)).toEqual([])
  await asked.getByLabel('Username').fill('ann')
  await asked.getByRole('button', { name: 'Hide all' }).click()
  await expect(page.getByText('Started for @ann. It goes on by itself.')).toBeVisible()
  await openPerson()
  await expect(person.getByText('0 of 2 taken down, 2 hidden')).toBeVisible()
  await expect(person.getByRole('button', { name: 'Show again…' })).toBeVisible()
})

test('T74: staff take off two-step sign-in of who lost it, for a reason', async ({ page }) => {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/accounts?search=ann`)
  await page.getByRole('button', { name: 'Profile of ann' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take off two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take off two-step sign-in of ann?' })
  await dialog.getByRole('button', { name: 'Take off two-step sign-in' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  await dialog.getByLabel('Reason').fill('She lost her phone')
  await dialog.getByRole('button', { name: 'Take off two-step sign-in' }).click()
  await expect(page.getByText('ann signs in by password alone.')).toBeVisible()
})

test('a person’s profile is shown at once: no part that comes late moves what is pressed', async ({
  page,
}) => {
  await product.signIn(page, 'sue')
  const held = Promise.withResolvers<void>()
  await page.route('**/tokens', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${product.base}/admin/accounts?search=ann`)
  const asked = page.waitForRequest('**/tokens')
  const others = ['follows', 'sessions', 'items'].map((part) => page.waitForResponse(`**/*${part}*`))
  await page.getByRole('button', { name: 'Profile of ann' }).click()
  await Promise.all([asked, ...others])
  const dialog = page.getByRole('dialog', { name: 'Profile of ann' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  held.resolve()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(dialog.getByLabel('Display name')).toBeFocused()
})

test('the staff pages have every language, and a way to sign out', async ({ page }) => {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/accounts?search=ann`)
  await page.getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(/search=ann.*lang=ja/)
  await expect(page.getByRole('heading', { name: 'アカウント', level: 1 })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login\?.*done=signed-out/)
  await page.goto(`${product.base}/admin/cases?kind=report`)
  await expect(page).toHaveURL(/\/login\?next=/)
})
