import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { lowVisionFaults } from '../low-vision.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { layoutShift, watch } from '../watched.ts'
import { faultsAtWidths } from '../widths.ts'

let product: InSetUp<Awaited<ReturnType<typeof signedInProduct>>>

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await signedInProduct())
})
test.afterAll(() => product.stop())

const PASSWORD = 'four words are enough'

const open = (page: Page, path: string) => page.goto(product.base + path)

/** Registers somebody by the pages, and follows the mailed link. */
async function register(page: Page, username: string) {
  const email = `${username}@example.test`
  await open(page, '/register')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change it' })).toBeVisible()
  await open(page, await product.linkTo(email))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
}

/** Likewise, and is signed in by that. */
async function join(page: Page, username: string) {
  await register(page, username)
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
}

async function signIn(page: Page, username: string, password = PASSWORD) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })
    const name = javaScriptEnabled ? 'ann' : 'bob'

    test('somebody registers, confirms, signs in, changes things, and leaves for good', async ({ page }) => {
      await join(page, name)
      await page.getByLabel('About you').fill('Loops, mostly')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Changes saved.')).toBeVisible()
      await expect(page.getByLabel('About you')).toHaveValue('Loops, mostly')

      await page.getByLabel('Name of the new token').fill('Ingest')
      await page.getByRole('button', { name: 'Create token' }).click()
      await expect(page.getByLabel('Your new token “Ingest”')).toHaveValue(/^[\w-]{43}$/)
      await page.getByRole('button', { name: 'Delete Ingest' }).click()
      await expect(page.getByText('No tokens yet.')).toBeVisible()

      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByText('You’re signed out.')).toBeVisible()
      await signIn(page, name, 'wrong')
      await expect(page.getByRole('alert')).toHaveText('Wrong username or password.')
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByLabel('Username or email')).toHaveValue(name)
      await expect(page.getByLabel('Password')).toHaveValue('')
      await signIn(page, name)

      const danger = page.locator('section', { hasText: 'This can’t be undone' })
      await danger.getByLabel('Current password').fill(PASSWORD)
      await danger.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByText('Your account was deleted.')).toBeVisible()
    })
  })
}

test('with a site elsewhere somebody registers there, whose sign-in is its own', {
  tag: '@elsewhere',
}, async ({ page }) => {
  const { said } = watch(page)
  await register(page, 'eve')
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])
  expect((await open(page, '/login'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a forgotten password, by keyboard alone', async ({ page }) => {
  await join(page, 'cyd')
  await page.context().clearCookies()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await expect(page).toHaveURL(/\/password$/)
  await page.getByLabel('Email address').focus()
  await page.keyboard.type('cyd@example.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('we sent it a link')
  await open(page, await product.linkTo('cyd@example.test'))
  await page.getByLabel('New password').focus()
  await page.keyboard.type('five words are better still')
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save password' })).toBeFocused()
  await page.keyboard.press('Enter')
  await signIn(page, 'cyd', 'five words are better still')
  await expect(page).toHaveURL(/\/account$/)
})

test('whoever comes from elsewhere is led back', async ({ page }) => {
  await open(page, '/account')
  await expect(page).toHaveURL(/\/login\?next=\/account$/)
})

test('the first field that is wrong has the focus, and says why', async ({ page }) => {
  await open(page, '/register')
  await page.getByLabel('Username').fill('a b')
  await page.getByLabel('Email address').fill('a@b')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  const field = page.getByLabel('Username')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Everyone can see it\. Use up to 50/)
  await expect(page.getByLabel('Email address')).toHaveValue('a@b')
  await expect(page.getByLabel('Password')).toHaveValue('')
  await page.getByRole('alert').getByRole('link', { name: 'Username' }).click()
  await expect(field).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('axe finds nothing, nothing moves or reaches out', async ({ page }) => {
      const { requests, said } = watch(page)
      const user = `axe-${colorScheme}`
      await join(page, user)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await open(page, '/account?done=saved')
        expect(await violations(page)).toEqual([])
        expect(await layoutShift(page)).toBe(0)
      }
      await page.context().clearCookies()
      for (const path of [
        '/login',
        '/register',
        '/register/confirm',
        '/register/confirm?token=a',
        '/password',
      ]) {
        await open(page, path)
        expect(await violations(page)).toEqual([])
        expect([path, await layoutShift(page)]).toEqual([path, 0])
        if (colorScheme === 'light') expect([path, await lowVisionFaults(page)]).toEqual([path, []])
      }
      await open(page, '/login')
      await signIn(page, user, 'wrong')
      await expect(page.getByRole('alert')).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(requests.filter((url) => !url.startsWith(product.base))).toEqual([])
      // A browser reports each response of 401 by itself.
      expect(said.filter((text) => !text.includes('401'))).toEqual([])
    })
  })
}

test('the pages hold at every width, in every language', async ({ page }) => {
  await join(page, 'wide')
  const look = {
    paths: ['/account?done=password'],
    languages: ['en', 'de', 'fr', 'es', 'ja'],
    widths: [360, 390, 1440],
  }
  expect(await faultsAtWidths(page, product.base, look)).toEqual([])
})
