import { expect } from '@playwright/test'
import { violations } from '../axe.ts'
import { test } from '../test.ts'

test('a search is tried in the page: its request, status and answer are shown', async ({ page }) => {
  await page.goto('/docs/api')
  const form = page.locator('.api-try')
  await form.getByLabel('q').fill('cat')
  await form.getByRole('button', { name: 'Send' }).press('Enter')
  const answer = page.locator('.api-try + .answer')
  await expect(answer.getByRole('status')).toHaveText(
    /^GET \/v1\/gifs\/search\?q=cat&limit=2&rating=g → 200, \d+ ms$/,
  )
  await expect(answer.locator('pre')).toContainText('"response_id"')
  // A call by its own example.
  await page.locator('#trending .try').click()
  await expect(page.locator('#trending .answer pre')).toContainText('"embed_url"')
  await expect(page).toHaveURL(/\/docs\/api$/)
})

test('the filter leaves the calls that have each word, in the list and in the navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/docs/api')
  // The script is there.
  await expect(page.locator('.api-find')).toHaveAttribute('data-live')
  await page.getByLabel('Filter calls').fill('gifs trending')
  await expect(page.locator('#trending')).toBeVisible()
  await expect(page.locator('#emoji')).toBeHidden()
  await expect(page.locator('.api-nav a[href="#emoji"]')).toBeHidden()
  await expect(page.locator('.api-find output')).toHaveText(/^\d of \d+ calls$/)
  await page.locator('.api-nav a[href="#trending"]').press('Enter')
  await expect(page.locator('#trending')).toBeInViewport()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the filter asks the server, and an example opens', async ({ page }) => {
    await page.goto('/docs/api/staff')
    await page.getByLabel('Filter calls').fill('takedown')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.locator('#takedown')).toBeVisible()
    await expect(page.locator('#people')).toHaveCount(0)
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.locator('#trending .try').click()
    await expect(page).toHaveURL(/\/v1\/gifs\/trending\?limit=2$/)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone in ${colorScheme} nothing is too wide, and axe finds nothing`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    // One call of each kind: axe over all of them takes a minute.
    await page.goto('/docs/api/signed-in?find=api/v1/users')
    await page.locator('#updateUser summary').first().click()
    await expect(page.locator('#updateUser details pre').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto('/docs/api')
    for (const details of await page.locator('.api details').all())
      await details.evaluate((each: HTMLDetailsElement) => each.setAttribute('open', ''))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
}
