import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { watch } from '../watched.ts'

let product: InSetUp<Awaited<ReturnType<typeof signedInProduct>>>

/** Items of one batch. */
const BATCH = 50
const REPORTED = 60

test.beforeAll(async ({ setUp }) => {
  product = await inSetUp(setUp, await signedInProduct('max:moderator', 'mel:moderator', 'sue:staff'))
  const idsFrom = async (offset: number) => {
    const response = await fetch(`${product.base}/v1/gifs/trending?limit=50&offset=${offset}`)
    const { data } = (await response.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }
  const stickers = await fetch(`${product.base}/v1/stickers/trending?limit=50`)
  const { data } = (await stickers.json()) as { data: { id: string }[] }
  const ids = new Set([...(await idsFrom(0)), ...(await idsFrom(50)), ...data.map(({ id }) => id)])
  expect(ids.size).toBeGreaterThanOrEqual(REPORTED)
  for (const gif of [...ids].slice(0, REPORTED)) await product.report(gif)
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

async function open(page: Page, person: string) {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/moderation`)
  await expect(page.getByRole('button', { name: 'Start reviewing' })).toBeFocused()
}

const decided = (page: Page, done: number, total = BATCH) =>
  expect(page.getByText(`${done} of ${total} decided`)).toBeVisible()

test('a batch of 50 by keyboard alone, while another moderator gets other items', async ({
  page,
  browser,
}) => {
  const { said } = watch(page)
  await open(page, 'max')
  const seen = new Set<string>()
  page.on('request', (request) => {
    const gif = /\/api\/v1\/gifs\/(\w+)\/moderation/.exec(request.url())?.[1]
    if (gif) seen.add(gif)
  })
  await page.keyboard.press('Enter')
  await decided(page, 0)
  await expect(page.getByText('Seen elsewhere')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const context = await browser.newContext()
  const other = await context.newPage()
  await open(other, 'mel')
  const assigned = other.waitForResponse((response) => response.request().method() === 'POST')
  await other.keyboard.press('Enter')
  const { gif_ids } = (await (await assigned).json()) as { gif_ids: string[] }
  expect(gif_ids).toHaveLength(REPORTED - BATCH)

  await page.keyboard.press('a')
  await decided(page, 1)
  await page.keyboard.press('h')
  await page.keyboard.press('3')
  await decided(page, 3)
  await page.keyboard.press('u')
  await decided(page, 2)
  for (let done = 3; done <= BATCH; done++) {
    await page.keyboard.press('aah2'[done % 4] ?? 'a')
    await decided(page, done)
  }
  await expect(page.getByText('Batch done.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
  await expect.poll(() => seen.size).toBe(BATCH)
  expect(gif_ids.filter((id) => seen.has(id))).toEqual([])

  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'max' })).toContainText(String(BATCH))
  await page.keyboard.press('Enter')
  await expect(page.getByText('All done. Nice work!')).toBeVisible()
  expect(said).toEqual([])
  await context.close()
})

test('a decision that fails brings its item back, and one about an item of somebody else shows an error', async ({
  page,
}) => {
  await open(page, 'mel')
  await page.keyboard.press('Enter')
  const heading = page.locator('.admin-queue-words h2 a')
  await expect(heading).toBeVisible()
  const total = Number(await page.locator('.admin-queue progress').getAttribute('max'))
  await decided(page, 0, total)
  const path = (await heading.getAttribute('href')) ?? ''
  await page.route('**/moderation', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.keyboard.press('a')
  await expect(page.getByText('Nothing was changed because the service failed.')).toBeVisible()
  // The next press is meant for what is seen by now: the item comes behind it.
  await expect(heading).not.toHaveAttribute('href', path)
  await decided(page, 0, total)
  await page.unroute('**/moderation')
  await page.route('**/moderation', (route) => route.fulfill({ status: 409, body: '{}' }))
  await page.keyboard.press('s')
  await expect(page.getByText('Someone else decided')).toBeVisible()
  await expect(heading).toHaveAttribute('href', path)
  await decided(page, 0, total - 1)
  await expect(page.getByRole('button', { name: 'Take down' })).toHaveCount(0)
})

test('staff take down with the mouse, and undo it', { tag: '@both' }, async ({ page }) => {
  const { data } = (await (await fetch(`${product.base}/v1/text/trending?limit=1`)).json()) as {
    data: { id: string }[]
  }
  await product.report(data[0]?.id ?? '')
  await open(page, 'sue')
  await page.getByRole('button', { name: 'Start reviewing' }).click()
  const link = page.locator('.admin-queue-words h2 a')
  const path = (await link.getAttribute('href')) ?? ''
  const status = async () => (await page.request.get(product.origin + path)).status()
  expect(await status()).toBe(200)
  for (const _press of ['asks', 'decides']) await page.getByRole('button', { name: 'Take down' }).click()
  await expect.poll(status).toBe(410)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(status).toBe(200)
  await expect(link).toHaveAttribute('href', path)
})

test('with a site elsewhere takedowns are sent to it, and a page that is the site’s says so', {
  tag: '@elsewhere',
}, async ({ page }) => {
  const { said } = watch(page)
  const { data } = (await (await fetch(`${product.base}/v1/stickers/trending?limit=1`)).json()) as {
    data: { id: string }[]
  }
  const [{ id } = { id: '' }] = data
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/takedowns`)
  await expect(page.getByText('The site keeps the list')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take down' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Items').fill(id)
  await dialog.getByLabel('Reason').fill('A claim')
  await dialog.getByRole('button', { name: 'Take down 1' }).click()
  await expect(page.getByText('1 taken down.')).toBeVisible()
  expect((await page.request.get(`${product.origin}/gifs/${id}`)).status()).toBe(410)
  expect(said).toEqual([])

  await expect(page.getByRole('link', { name: 'Library' })).toHaveCount(0)
  expect((await page.goto(`${product.base}/admin/library`))?.status()).toBe(404)
  await expect(page.getByText('Another service keeps this data')).toBeVisible()
  expect(await violations(page)).toEqual([])
})
