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

/** A GIF of whoever is signed in. @returns the path of its page */
async function uploaded(page: Page, title: string): Promise<{ id: string; path: string }> {
  const cookies = await page.context().cookies(product.base)
  const csrf = cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
  const buffer = Buffer.concat([sampleBytes('gif'), Buffer.from(title)])
  const response = await page.request.post(`${product.base}/v1/gifs`, {
    headers: { Origin: product.base, 'X-CSRFToken': csrf },
    multipart: { title, file: { name: 'a.gif', mimeType: 'image/gif', buffer } },
  })
  expect(response.status(), await response.text()).toBe(200)
  const { data } = (await response.json()) as { data: { id: string } }
  return { id: data.id, path: `/gifs/${title.toLowerCase().replaceAll(' ', '-')}-${data.id}` }
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

      const { id, path } = await uploaded(page, `Loop of ${name}`)
      await page.goto(product.base + path)
      await expect(page.getByRole('heading', { level: 1, name: `Loop of ${name}` })).toBeVisible()
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
