import { expect, type Page } from '@playwright/test'
import { items } from '../library.ts'
import { sharedTest as test } from '../set-ups.ts'
import { watch } from '../watched.ts'

const PAGE = `/gifs/${items.gif.slug}-${items.gif.id}`

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1280, height: 800 } })

/** What the page says was shared, and what came of it. */
function shares(page: Page) {
  const sent: { body: unknown; cookie: string | undefined; status: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/gateway/analytics/share')) return
    const request = response.request()
    sent.push({ body: request.postDataJSON(), cookie: request.headers().cookie, status: response.status() })
  })
  return sent
}

test('§7 an item’s page says what is taken along, once each, by button and by key', { tag: '@both' }, async ({
  page,
}) => {
  const sent = shares(page)
  const { said } = watch(page)
  await page.goto(PAGE)
  await page.getByLabel('Link', { exact: true }).focus()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await page.getByLabel('Embed', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+c')
  await page.getByRole('button', { name: 'Copy Embed' }).click()
  const gifId = items.gif.id
  await expect
    .poll(() => sent.map(({ body }) => body))
    // Their responses come in any order.
    .toEqual(
      expect.arrayContaining([
        { shareType: 'link', gifId },
        { shareType: 'embed', gifId },
      ]),
    )
  expect(sent).toHaveLength(2)
  for (const { cookie, status } of sent) expect([cookie, status]).toEqual([undefined, 204])
  expect(said).toEqual([])
})

test('words that somebody copies of the page are no share', async ({ page }) => {
  const sent = shares(page)
  await page.goto(PAGE)
  await page.locator('h1').click({ clickCount: 3 })
  await page.keyboard.press('ControlOrMeta+c')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect.poll(() => sent.length).toBe(1)
})

test('a visitor whose browser objects says nothing, and copies all the same', async ({ page }) => {
  const { requests } = watch(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  // Asked for after whatever the press has asked for.
  await page.evaluate(() => fetch('/healthz'))
  await expect.poll(() => requests.some((url) => url.endsWith('/healthz'))).toBe(true)
  expect(requests.filter((url) => url.endsWith('/gateway/analytics/share'))).toEqual([])
})
