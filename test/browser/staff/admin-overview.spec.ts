import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { type InSetUp, inSetUp, test } from '../set-ups.ts'
import { productWith } from '../signed-in-product.ts'
import { watch } from '../watched.ts'

let product: InSetUp<Awaited<ReturnType<typeof productWith>>>

const event = { user_id: 'abc', action_type: 'CLICK', attributes: {}, analytics_response_payload: '' }
const letter = (fields: object, reason: string) =>
  `INSERT INTO dead_letters (event, reason) VALUES ('${JSON.stringify({ ...event, ...fields })}', '${reason}')`

/** The library refuses the first for good, and takes the others. */
const LETTERS = [
  letter({ user_id: 'no id' }, 'The first reason'),
  letter({}, 'The second reason'),
  letter({}, 'The third reason'),
]

const TERMS = 230
const SEARCHES = [
  `INSERT INTO search_counts (term, count, searched_at)
   WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${TERMS})
   SELECT printf('term %03d', n), 1000 + n, '2026-11-22T10:00:00.000Z' FROM numbers`,
  `INSERT INTO search_counts (term, count, searched_at) VALUES ('"cats", dogs', 7, '2026-11-22T10:00:00.000Z')`,
]

test.beforeAll(async ({ setUp }) => {
  const origin = await productWith([...LETTERS, ...SEARCHES], 'max:moderator', 'sue:staff')
  product = await inSetUp(setUp, origin, LETTERS)
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 800 } })

async function open(page: Page, name: string, person = 'sue') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/${name}`)
  await expect(page.locator('.admin-intro')).toBeVisible()
}

/** The first GIFs of the trending list. */
async function trending(
  limit: number,
): Promise<{ id: string; title: string; analytics_response_payload: string }[]> {
  const response = await fetch(`${product.base}/v1/gifs/trending?limit=${limit}`)
  return ((await response.json()) as { data: never[] }).data
}

async function report(gif: string): Promise<void> {
  const csrf = 'c'.repeat(64)
  const response = await fetch(`${product.base}/api/v3/reports/`, {
    method: 'POST',
    headers: { Origin: product.base, Cookie: `csrftoken=${csrf}`, 'X-CSRFToken': csrf },
    body: new URLSearchParams({ gif, reason: 'spam' }),
  })
  if (!response.ok) throw new Error(`A report is ${response.status}`)
}

/** A visitor sees a GIF. */
async function see(payload: string): Promise<void> {
  const response = await fetch(`${product.base}/v2/pingback`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({
      events: [{ ts: Date.now(), user_id: 'abc', action_type: 'SEEN', analytics_response_payload: payload }],
    }),
  })
  if (!response.ok) throw new Error(`A pingback is ${response.status}`)
}

test('overview: /admin leads to it; what waits leads on, what was seen and what trends is there', async ({
  page,
}) => {
  const { said } = watch(page)
  const [first] = await trending(1)
  await report(first?.id ?? '')
  await see(first?.analytics_response_payload ?? '')
  await product.signIn(page, 'max')
  await page.goto(`${product.base}/admin`)
  await expect(page).toHaveURL(/\/admin\/overview$/)
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()
  // Mails are for staff: a moderator sees no count of what they cannot open.
  await expect(page.getByText(/unsent emails|scheduled|failed pingbacks/)).toHaveCount(0)

  const health = page.getByRole('region', { name: 'Service health' })
  await expect(health.getByText('All systems operational.')).toBeVisible()
  await expect(health.getByText('Media storage', { exact: true })).toBeVisible()
  await expect(health).toContainText('bind AI, VECTORIZE in wrangler.toml')
  const items = page.getByRole('region', { name: 'Trending now' }).getByRole('listitem')
  await expect(items).toHaveCount(8)
  for (const { title } of await trending(8)) await expect(items.filter({ hasText: title })).not.toHaveCount(0)

  const days = page.getByRole('region', { name: 'The last 30 days' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(days.getByText('Show numbers as a table')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await days.getByText('Show numbers as a table').press('Enter')
  await expect(days.getByRole('row')).toHaveCount(31)
  await expect(days.getByRole('row').last().getByRole('cell')).toHaveText(['1', '0', '0'])
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])

  await page.getByRole('link', { name: '1 open reports' }).click()
  await expect(page).toHaveURL(/\/admin\/cases\?kind=report$/)
  await expect(page.locator('tr[data-row]')).toHaveCount(1)
})

test('overview: a failed read shows an error and can be tried again; the rest of the page stays', async ({
  page,
}) => {
  await page.route('**/api/v3/overview/', (route) => route.fulfill({ status: 503, body: '{}' }))
  await open(page, 'overview')
  await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Trending now' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/v3/overview/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()
})

test('overview: with a site elsewhere what trends is there, and how this Worker is', {
  tag: '@elsewhere',
}, async ({ page }) => {
  const { said } = watch(page)
  await product.signIn(page, 'max')
  await page.goto(`${product.base}/admin`)
  await expect(page).toHaveURL(/\/admin\/overview$/)
  const items = page.getByRole('region', { name: 'Trending now' }).getByRole('listitem')
  await expect(items).toHaveCount(8)
  await expect(page.getByRole('region', { name: 'Service health' })).toContainText('All systems operational.')
  await expect(page.getByRole('region', { name: 'To do' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])
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

  await expect(page.getByRole('link', { name: 'Cases' })).toHaveCount(0)
  expect((await page.goto(`${product.base}/admin/cases`))?.status()).toBe(404)
  await expect(page.getByText('Another service keeps this data')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

/** The rows of the list, once it is there. */
const rows = (page: Page) => page.locator('tr[data-row]')

test('failed pingbacks: sent again, what fails once more stays with its new reason, and is dropped', {
  tag: '@both',
}, async ({ page }) => {
  await open(page, 'dead-letters')
  await expect(rows(page)).toHaveCount(LETTERS.length)
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('"action_type": "CLICK"')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const one = rows(page).filter({ hasText: 'The third reason' })
  await one.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sending. If it fails again')).toBeVisible()
  await expect(one).toHaveCount(0)

  await page.getByRole('button', { name: 'Send all again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send all again' }).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).not.toContainText('The first reason')
  await expect(rows(page).getByRole('button', { name: 'Send again' })).toBeVisible()

  await rows(page).getByRole('button', { name: 'Drop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
  await expect(page.getByText('No failures.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(rows(page).filter({ hasText: 'pingback.drop' })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: 'pingback.resend' })).toHaveCount(2)
})

test('failed pingbacks: one that somebody else sends meanwhile is a conflict', async ({ page }) => {
  const row = { id: 99, event, reason: 'refused', died_at: '2026-11-22T10:00:00Z', is_marked: false }
  const lists = [[row], [{ ...row, is_marked: true }]]
  await page.route('**/api/v3/dead-letters/?*', (route) =>
    route.fulfill({ json: { results: lists.length > 1 ? lists.shift() : lists[0], count: 1 } }),
  )
  await page.route('**/api/v3/dead-letters/resend', (route) => route.fulfill({ status: 409, body: '{}' }))
  await open(page, 'dead-letters')
  await rows(page).getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Someone else already changed this.')).toBeVisible()
  await expect(rows(page)).toContainText('Sending')
})

test('searches: the most frequent for moderators, sorted by mouse and by keyboard, and a file with all', {
  tag: '@both',
}, async ({ page }) => {
  await open(page, 'searches', 'max')
  await expect(page.getByText('231 total')).toBeVisible()
  await expect(rows(page).first()).toContainText(`term ${TERMS}`)
  await expect(rows(page).first()).toContainText((1000 + TERMS).toLocaleString('en'))
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page).first()).toContainText('term 205')
  await expect(page).toHaveURL(/\?page=2$/)
  await page.getByRole('button', { name: 'Term' }).click()
  await page.getByRole('button', { name: 'Term' }).press('Enter')
  await expect(page).toHaveURL(/\?sort=term&order=asc$/)
  await expect(page.getByRole('columnheader', { name: 'Term' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('"cats", dogs')
  await page.keyboard.press('Escape')
  await page.getByLabel('Sort by').selectOption('Searches ↑')
  await expect(rows(page).nth(1)).toContainText('term 001')
  await page.getByLabel('Starts with').fill('term 2')
  await expect(page.getByText('31 total')).toBeVisible()
  await page.reload()
  await expect(rows(page).first()).toContainText('term 200')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Starts with').fill('nothing of that')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('searches.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(1 + 1 + TERMS)
})

test('searches: somebody who has lost the role sees that they may not read it', async ({ page }) => {
  await page.route('**/api/v3/searches/?*', (route) => route.fulfill({ status: 403, body: '{}' }))
  await open(page, 'searches', 'max')
  await expect(page.getByText('Your account no longer has permission.')).toBeVisible()
})
