import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'

let product: Awaited<ReturnType<typeof signedInProduct>>

test.beforeAll(async () => {
  product = await signedInProduct('ann', 'bob', 'max:moderator', 'sue:staff')
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

async function open(page: Page, address: string, person = 'sue') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/${address}`)
  await expect(page.locator('.admin-intro').first()).toBeVisible()
}

/** An item of the library, which no test has read before. */
async function anyItem(): Promise<string> {
  const { data } = (await (await fetch(`${product.base}/v1/gifs/search?q=cat&limit=1`)).json()) as {
    data: { id: string }[]
  }
  return data[0]?.id ?? ''
}

test.describe('overview', () => {
  test('tells how upstreams, queues and caches are, and that it speaks for one server', async ({ page }) => {
    await open(page, 'overview', 'sue')
    const upstreams = page.locator('.admin-part').filter({ hasText: 'Connected services' })
    await expect(upstreams.locator('tr[data-row]')).toHaveCount(12)
    await expect(upstreams).toContainText('Each server counts for itself')
    const provider = upstreams.locator('tr[data-row]').filter({ hasText: 'GIF provider' })
    await expect(provider).toContainText('Built in')
    await expect(provider).toContainText('Normal')
    const caches = page.locator('section', { has: page.locator('#caches') })
    await expect(caches).toContainText(/read from cache/)
    const queues = page.locator('section', { has: page.locator('#queues') })
    await expect(queues).toContainText('Works · 0 failed pingbacks')
    await expect(queues).toContainText(/Versions of uploads\d+ waiting/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
  })

  test('a breaker that is open, and one that waits for its next calls, say since when and why', async ({
    page,
  }) => {
    const at = '2026-11-22T10:00:00.000Z'
    const upstream = { place: 'elsewhere', since: at, answered_at: at }
    await page.route('**/api/v3/health/', (route) =>
      route.fulfill({
        json: {
          started_at: at,
          upstreams: [
            {
              ...upstream,
              name: 'provider',
              breaker: 'open',
              failed: { reason: 'late', status: null, at },
            },
            {
              ...upstream,
              name: 'site',
              breaker: 'half-open',
              failed: { reason: 'status', status: 502, at },
            },
          ],
          caches: [{ layer: 'kv', is_there: true, copies: null, bytes: null, faults: 3 }],
          reads: { hit: 0, miss: 0, stale: 0, error: 0, load: 0 },
        },
      }),
    )
    await open(page, 'overview', 'max')
    const row = (name: string) => page.locator('tr[data-row]').filter({ hasText: name })
    await expect(row('GIF provider')).toContainText('Blocked: failing')
    await expect(row('GIF provider')).toContainText('Too slow')
    await expect(row('Site')).toContainText('Testing')
    await expect(row('Site')).toContainText('Responded with 502')
    await expect(page.getByText('Failures: 3')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.route('**/api/v3/health/', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.reload()
    await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
    await expect(page.locator('#health')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

test.describe('accounts', () => {
  const rows = (page: Page) => page.locator('tr[data-row]')

  test('somebody is found by filters, and their profile changed and verified by mouse', async ({ page }) => {
    await open(page, 'accounts')
    await page.getByLabel('Freelance').selectOption('Yes')
    await expect(page.getByText('No results for these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Highest rating').selectOption('PG')
    await page.getByLabel('Sort by').selectOption('Name ↑')
    await expect(page).toHaveURL(/\?rating=pg&sort=username&order=asc$/)
    await page.getByLabel('Search').fill('ann@')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Profile of ann' }).click()
    const dialog = page.getByRole('dialog', { name: 'Profile of ann' })
    await expect(dialog.getByText('Not following anyone.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Website').fill('nowhere')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a URL that starts with')).toBeVisible()
    await dialog.getByLabel('Website').fill('https://ann.example/')
    await dialog.getByLabel('Verified').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('ann was saved.')).toBeVisible()
    await expect(rows(page)).toContainText('Verified')
  })

  test('what somebody else has changed is shown and stays; sessions end by keyboard alone', async ({
    page,
    browser,
  }) => {
    const context = await browser.newContext()
    await product.signIn(await context.newPage(), 'bob')
    await open(page, 'accounts?search=bob')
    await expect(rows(page)).toHaveCount(1)
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await expect(rows(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Display name')).toBeFocused()
    await product.asStaff('/api/v3/users/id-bob/', { description: 'Theirs' }, 'PUT')
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Someone else already changed this.')).toBeVisible()
    await expect(dialog.getByLabel('Description')).toHaveValue('Theirs')
    await expect(dialog.getByLabel('Display name')).toHaveValue('bob')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'End all sessions' }).press('Enter')
    const ask = page.getByRole('dialog', { name: 'End all sessions of bob?' })
    await ask.getByRole('button', { name: 'End all sessions' }).press('Enter')
    await expect(page.getByText('All sessions of bob were ended.')).toBeVisible()
    const check = await context.request.get(`${product.base}/login/check`)
    expect(await check.json()).toMatchObject({ logged_in: false })
    await context.close()
  })
})

test.describe('cache', () => {
  test('what is held for a call is looked up and renewed by mouse', async ({ page }) => {
    const { said } = watch(page)
    await open(page, 'cache')
    await expect(page.getByText('Look up an item or call')).toBeVisible()
    await page.getByRole('button', { name: 'Trending GIFs' }).click()
    const copy = page.locator('.admin-copy').filter({ hasText: '/v1/gifs/trending?limit=25' })
    await expect(page).toHaveURL(/\?of=%2Fv1%2Fgifs%2Ftrending%3Flimit%3D25$/)
    const memory = copy.getByRole('row').filter({ hasText: 'Memory of this server' })
    await expect(memory).toContainText(/Not cached|Fresh/)
    await copy.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Refreshed.')).toBeVisible()
    await expect(memory).toContainText('Fresh')
    await expect(memory).toContainText('kB')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
    expect(said).toEqual([])
  })

  test('and for an item by keyboard alone; who did it is noted', async ({ page }) => {
    const id = await anyItem()
    await open(page, 'cache')
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('not an item!')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This isn’t an item or a cached call')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`${product.base}/gifs/some-title-${id}`)
    await page.keyboard.press('Enter')
    const rows = page.locator('tr[data-row]')
    await expect(rows).toHaveCount(3)
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('Refresh this view')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('j')
    await expect(rows.first()).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByText('Refreshed.')).toBeVisible()
    await expect(rows.first()).toContainText('Fresh')
    await page.goto(`${product.base}/admin/audit?target=gif/${id}`)
    await expect(rows.first()).toContainText('cache.refresh')
  })

  test('a provider that fails, a call that is refused, and a role that is gone say so', async ({ page }) => {
    const layer = { layer: 'memory', is_there: true, copy: null }
    const failure = {
      kind: 'upstream',
      status: 503,
      message: 'The provider answered 503',
      failed_at: '2026-11-22T10:00:00.000Z',
      until: '2026-11-22T10:00:06.000Z',
    }
    const held = { call: 'gif', copies: [{ address: '/v1/gifs/abc', layers: [{ ...layer, failure }] }] }
    await page.route('**/api/v3/cache/?*', (route) => route.fulfill({ json: held }))
    await page.route('**/api/v3/cache/refresh', (route) => route.fulfill({ json: held }))
    await open(page, 'cache?of=abc')
    await expect(page.getByText('Failed: The provider answered 503')).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Couldn’t refresh.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.route('**/api/v3/cache/?*', (route) => route.fulfill({ status: 403, body: '{}' }))
    await page.reload()
    await expect(page.getByText('Your account no longer has permission.')).toBeVisible()
    await page.unroute('**/api/v3/cache/?*')
    await page.goto(`${product.base}/admin/cache?of=/v1/gifs/random`)
    await expect(page.getByText('This isn’t an item or a cached call')).toBeVisible()
  })
})
