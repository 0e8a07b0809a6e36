import { type BrowserContext, expect, type Page } from '@playwright/test'
import { codeOf, stepAt } from '../../../origin/people/totp.ts'
import { violations } from '../axe.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { faultsAtWidths } from '../widths.ts'

let product: InSetUp<Awaited<ReturnType<typeof signedInProduct>>>
let base: string

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await signedInProduct('ann'))
  // A passkey belongs to a host name: an IP address cannot have one.
  base = product.base.replace('127.0.0.1', 'localhost')
})
test.afterAll(() => product.stop())

async function signIn(page: Page, username: string) {
  await page.goto(`${base}/login`)
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.goto(`${base}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
}

/** Chromium's own authenticator, whose person is always there. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await client.send('WebAuthn.addVirtualAuthenticator', { options })
}

test('T72, T73: someone sets up an app and a passkey, and signs in by each', async ({
  page,
  context,
  browser,
}) => {
  await addAuthenticator(context, page)
  await signIn(page, 'ann')
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' }).locator('svg')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
  const step = stepAt(Date.now())
  await page.getByLabel('Code from the app').fill(await codeOf(secret, step))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('textbox', { name: 'Recovery codes' })
  expect((await codes.inputValue()).split('\n')).toHaveLength(10)
  expect(await violations(page)).toEqual([])
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt')

  await page.getByLabel('Name of the new passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible()
  await expect(codes).toHaveCount(0)
  const opened = () => page.locator('#second-factor .records li').first().waitFor()
  const look = {
    paths: ['/account/second-factor'],
    languages: ['en', 'de', 'ja'],
    widths: [360, 390, 1440],
    opened,
  }
  expect(await faultsAtWidths(page, base, look)).toEqual([])

  // By itself, and after the password.
  await signOut(page)
  await page.goto(`${base}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ann' })).toBeVisible()
  await signOut(page)
  await signIn(page, 'ann')
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ann' })).toBeVisible()

  // Without scripts: a code.
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const other = await plain.newPage()
  await signIn(other, 'ann')
  await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  await other.getByLabel('Code').fill(await codeOf(secret, step + 1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'ann' })).toBeVisible()
  await plain.close()

  await page.goto(`${base}/account/second-factor`)
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await expect(page.getByText('Laptop')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await expect(codes).toBeVisible()
})
