import { expect, type Page, test } from '@playwright/test'
import { sampleBytes } from '../fixtures/media-samples.ts'
import { signedInProduct } from './signed-in-product.ts'
import { watch } from './watched.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct()
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

const PASSWORD = 'four words are enough'

/** Goes on with the Tab key to what has this label, and types. */
async function type(page: Page, label: string, text: string) {
  await tabTo(page, () => page.getByLabel(label))
  await page.keyboard.type(text)
}

/** Goes on with the Tab key to a button or link, and presses Enter. */
async function enter(page: Page, role: 'button' | 'link', name: string) {
  await tabTo(page, () => page.getByRole('main').getByRole(role, { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, find: () => ReturnType<Page['locator']>) {
  await expect(find()).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await find().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key does not lead to ${find()}`)
}

async function signIn(page: Page, name: string) {
  await page.goto(`${product.base}/login`)
  await type(page, 'Username or e-mail', name)
  await type(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
}

/** Uploads a GIF by the page, and goes to the page of the item. */
async function upload(page: Page, name: string, title: string, hasScripts: boolean): Promise<string> {
  await page.goto(`${product.base}/upload`)
  if (hasScripts) await expect(page.locator('.uploads')).toBeAttached()
  await type(page, 'Title', title)
  await tabTo(page, () => page.getByLabel('File', { exact: true }))
  const opened = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  // What follows its trailer changes its hash and nothing else.
  const buffer = Buffer.concat([sampleBytes('gif'), Buffer.from(title)])
  await (await opened).setFiles({ name, mimeType: 'image/gif', buffer })
  await enter(page, 'button', 'Upload')
  await expect(page.getByText('It is there, and plays').first()).toBeVisible()
  await enter(page, 'link', hasScripts ? name : 'Open its page')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return new URL(page.url()).pathname
}

/** The picture on an item's page, which plays. */
const expectPlays = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main picture img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a person’s story by keyboard, with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })
    const name = javaScriptEnabled ? 'ida' : 'jon'

    test('joins, uploads, sees it play, go and come back, and leaves', async ({ page }) => {
      test.slow()
      const { said } = watch(page)
      const email = `${name}@example.test`
      await page.goto(`${product.base}/register`)
      await type(page, 'Username', name)
      await type(page, 'E-mail address', email)
      await type(page, 'Password', PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
      await page.goto(product.base + (await product.linkTo(email)))
      await enter(page, 'button', 'Confirm address')
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
      await signIn(page, name)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

      const path = await upload(page, `${name}.gif`, `Loop of ${name}`, javaScriptEnabled)
      const id = path.split('-').pop()
      await expectPlays(page)
      if (javaScriptEnabled) {
        await enter(page, 'button', 'Favorite')
        await expect(page.getByRole('button', { name: 'Favorite', exact: true })).toHaveAttribute(
          'aria-pressed',
          'true',
        )
        await page.goto(`${product.base}/favorites`)
        await expect(page.locator(`main a[href*="${id}"]`).first()).toBeVisible()
      }

      const takedowns = [{ gif_id: id, reason: 'a claim' }]
      await product.asStaff('/api/v3/content-takedown/takedown', { takedowns, send_email: false })
      await page.goto(product.base + path)
      // A browser may keep a page for a minute; a reload asks.
      expect((await page.reload())?.status()).toBe(410)
      type Rows = { results: { id: number; gif_id: string }[] }
      const { results } = (await product.asStaff('/api/v3/content-takedown/')) as Rows
      const row = results.find(({ gif_id }) => gif_id === id)?.id
      await product.asStaff(`/api/v3/content-takedown/${row}/restore`, { reason: 'a mistake' })
      expect((await page.reload())?.status()).toBe(200)
      await expectPlays(page)

      await page.goto(`${product.base}/account`)
      const danger = page.locator('section', { hasText: 'Nobody can undo this' })
      await tabTo(page, () => danger.getByLabel('Current password'))
      await page.keyboard.type(PASSWORD)
      await enter(page, 'button', 'Delete account')
      await expect(page.getByText('Your account is deleted.')).toBeVisible()
      expect(said.filter((line) => !line.includes('410'))).toEqual([])
    })
  })
}
