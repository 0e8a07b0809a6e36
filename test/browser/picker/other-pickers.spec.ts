import { expect, type Page } from '@playwright/test'
import { waitUntilUp } from '../../../tools/steps/wait-until-up.ts'
import { listedProduct } from '../listed-product.ts'
import { test } from '../test.ts'
import { otherPickers, type Shape } from './other-pickers.ts'

/** What the pickers show first: each dialect's first response loads its code, and no picker asks again. */
const FIRST_READS = [
  '/v1/gifs/categories',
  '/v1/gifs/trending?rating=pg-13&limit=50',
  '/v2/featured?limit=50',
  '/api/v1/any/gifs/trending?per_page=50',
] as const

let product: Awaited<ReturnType<typeof listedProduct>>
test.beforeAll(async () => {
  product = await listedProduct()
  for (const path of FIRST_READS) await waitUntilUp(product.base + path)
})
test.afterAll(() => product.stop())

test.beforeEach(() => {
  product.provider.failing = false
  product.provider.events.length = 0
})

test.use({ viewport: { width: 900, height: 900 } })

const pickedOn = (page: Page) => page.evaluate(() => (window as unknown as { picked: string[] }).picked)

/** Acts that arrived at the service of pingbacks, with their items. */
const arrived = (action: string) =>
  product.provider.events
    .filter(({ action_type }) => action_type === action)
    .map(({ analytics_response_payload: payload }) => payload.split('&')[0])

async function open(page: Page, shape: Shape) {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('console', (message) => said.push(`${message.text()} ${message.location().url}`))
  // GIPHY's own picture of somebody without one.
  await page.route('https://media.giphy.com/**', (route) => route.fulfill({ status: 204 }))
  const host = await otherPickers(shape, product.base)
  await page.goto(host.url)
  return { said, close: host.close }
}

for (const shape of ['giphy', 'tenor', 'klipy'] as const) {
  test(`docs/clients.md: gif-picker-react picks of ${shape}’s shape, and shows that the API fails`, async ({
    page,
  }) => {
    const { said, close } = await open(page, shape)
    const picker = page.locator('.GifPickerReact')
    const field = picker.getByRole('textbox')
    const results = picker.getByRole('button', { name: 'Select GIF' })
    const categories = picker.getByTestId('gpr-category')
    await expect(categories).toHaveCount(6)
    await expect(categories.nth(1)).toHaveText('Category 0')

    await field.fill('ducks60')
    await expect(results).toHaveCount(50)
    await expect(results.locator('img').first()).toHaveAttribute('alt', 'Number 0')
    const last = results.last().locator('img')
    await last.scrollIntoViewIfNeeded()
    await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

    await results.first().click()
    await expect.poll(() => pickedOn(page)).toHaveLength(1)
    await results.nth(1).focus()
    await expect(results.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => pickedOn(page)).toHaveLength(2)
    const ids = (await pickedOn(page)).map((id) => /item\d+$/.exec(id)?.[0])
    expect(ids[0]).toBe('item0')
    // The picker tells GIPHY of nothing.
    const told = shape === 'giphy' ? [] : ids.map((id) => `by id ${id}`)
    await expect.poll(() => arrived('SENT')).toEqual(told)
    expect(said).toEqual([])

    product.provider.failing = true
    await field.fill('fails')
    await expect.poll(() => said.join()).toMatch(/API request failed \(502/)
    // It stays with its placeholders.
    await expect(results).toHaveCount(0)
    await expect(picker.locator('.gpr-result-placeholder').first()).toBeVisible()
    product.provider.failing = false
    await field.fill('ducks3')
    await expect(results).toHaveCount(3)
    close()
  })
}

test('docs/clients.md: GIPHY’s search bar, grid and carousel list all there is, pick, and show that the API fails', async ({
  page,
}) => {
  const { said, close } = await open(page, 'giphy')
  const carousel = page.locator('.giphy-carousel .giphy-gif')
  await expect(carousel.nth(9)).toBeAttached()
  const before = await carousel.count()
  await page.locator('.giphy-carousel').evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
  await expect.poll(() => carousel.count()).toBeGreaterThan(before)

  const grid = page.locator('.giphy-grid')
  const gifs = grid.locator('.giphy-gif')
  const field = page.getByPlaceholder('Search GIPHY').last()
  await field.fill('moving60')
  await expect(gifs.first()).toHaveAttribute('data-giphy-id', 'item0')
  // The provider's pages begin with the last item of the one before.
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return gifs.count()
    })
    .toBe(59)
  const ids = await gifs.evaluateAll((all) => all.map((gif) => gif.getAttribute('data-giphy-id')))
  expect(new Set(ids).size).toBe(59)

  await gifs.first().scrollIntoViewIfNeeded()
  await gifs.first().click()
  await expect.poll(() => pickedOn(page)).toEqual(['item0'])
  await gifs.nth(1).focus()
  await expect(gifs.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => pickedOn(page)).toHaveLength(2)
  expect((await pickedOn(page))[1]).toMatch(/^Enter item\d+$/)
  await expect.poll(() => arrived('CLICK')).toEqual(['moving60 item0'])
  await expect.poll(() => arrived('SEEN').length).toBeGreaterThan(0)
  expect(said).toEqual([])

  product.provider.failing = true
  await field.fill('fails')
  await expect(grid).toContainText('Error loading GIFs. Try again?')
  close()
})
