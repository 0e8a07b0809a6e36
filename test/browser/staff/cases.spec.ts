import { expect, type Page } from '@playwright/test'
import { violations } from '../axe.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { jsonSent, watch } from '../watched.ts'
import { pace } from './case-pace.ts'
import { EDIT_ROWS, paceRows, QUEUE_ROWS } from './staff-rows.ts'

const VIEWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 800 },
  { width: 360, height: 640 },
]

/** Cases that are decided one after the other, and items around them: by hand 240 of 2,000, for M64. */
const [CASES, ITEMS] = [Number(process.env.PACE_CASES ?? 6), Number(process.env.PACE_ITEMS ?? 18)]

let product: Awaited<ReturnType<typeof productWith>>
test.beforeAll(async () => {
  product = await productWith(
    [
      ...QUEUE_ROWS,
      ...EDIT_ROWS,
      `UPDATE gifs SET user_id = 'id-ann' WHERE id IN (SELECT gif_id FROM reports)`,
      ...paceRows(ITEMS, 3 * CASES),
      `INSERT INTO reports (search_term, reasons, anonymous, visitor, created_at)
       VALUES ('cats in hats', '["hate"]', 1, 'another visitor', '2026-11-20T00:00:00.000Z')`,
    ],
    'max:moderator',
    'mel:moderator',
    'sue:staff',
    'ann',
    'pia',
  )
})
test.afterAll(() => product.stop())
test.use({ viewport: { width: 1440, height: 900 } })

async function open(page: Page, person: string, query = '') {
  await product.signIn(page, person)
  await page.goto(`${product.base}/admin/cases${query}`)
  await expect(page.locator('.admin-intro')).toBeVisible()
}

async function begin(page: Page, person: string, query = '?kind=report&sort=reports') {
  await open(page, person, query)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('d')
  await there(page)
}

/** The case is there, with its picture and reports, and can be decided. */
const there = async (page: Page) => {
  await expect(page.locator('.admin-queue-picture img')).toBeVisible()
  await expect(page.locator('.admin-queue-words figure').first()).toBeAttached()
  await expect(page.locator('.admin-queue-ways button:not([aria-disabled])').first()).toBeVisible()
}
const decided = (page: Page, done: number) =>
  expect(page.getByText(new RegExp(`^${done} of \\d+ decided$`))).toBeVisible()
const idOf = (page: Page) => new URL(page.url()).searchParams.get('item') ?? ''
const button = (page: Page, name: string) =>
  page.locator('.admin-queue-ways').getByRole('button', { name, exact: true })

/** Where each button is in the window, by its name. */
const places = (page: Page) =>
  page.locator('.admin-queue-ways').evaluate((ways) =>
    Object.fromEntries(
      [...ways.querySelectorAll('button')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [one.textContent, [x, y, width, height].map(Math.round).join()]
      }),
    ),
  )

/** What is wider than there is room for, and so cut at its edge. */
const wider = (page: Page) =>
  page
    .locator('.admin-queue-words, .admin-with, .admin-person')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className))

test.describe('the decision is in view, and no button moves between cases', () => {
  for (const viewport of VIEWS)
    test(`at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await begin(page, 'sue')
      const first = await places(page)
      expect(Object.keys(first)).toHaveLength(9)
      if (viewport.height >= 800) {
        const bottoms = Object.values(first).map((place) => {
          const [, y = 0, , height = 0] = place.split(',').map(Number)
          return y + height
        })
        expect(Math.max(...bottoms)).toBeLessThanOrEqual(viewport.height)
      }
      const words = await page.locator('.admin-queue-words').boundingBox()
      expect(words?.height).toBeGreaterThanOrEqual(145)
      // Tiles of the owner's others, and long titles, make nothing wider than the case.
      expect(await wider(page)).toEqual([])
      for (const [at, key] of ['a', 'h', '4'].entries()) {
        await page.keyboard.press(key)
        await decided(page, at + 1)
        await there(page)
        expect(await places(page)).toEqual(first)
      }
      await page.keyboard.press('x')
      expect(await places(page)).toEqual(first)
      await page.keyboard.press('Escape')
      expect(await violations(page)).toEqual([])
      for (let left = 2; left >= 0; left--) {
        await page.keyboard.press('u')
        await decided(page, left)
        await there(page)
      }
    })
})

test('by keyboard: decides, goes on with a picture that is loaded, goes back and forth, and undoes', async ({
  page,
}) => {
  const { said } = watch(page)
  const sent = await jsonSent(page, /\/cases\/decide$/)
  await begin(page, 'sue')
  const content = page.locator('#content')
  await expect(content).toBeFocused()
  const first = idOf(page)
  await page.keyboard.press('j')
  await expect.poll(() => idOf(page)).not.toBe(first)
  const second = idOf(page)
  await there(page)
  await page.keyboard.press('k')
  await expect.poll(() => idOf(page)).toBe(first)
  await there(page)
  // The one reason of all its reports is the rule, with the words of the mail.
  await expect(page.getByLabel('Rule')).toHaveValue('spam')
  await expect(page.getByText('our rules don’t allow spam, or what misleads.')).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Seen elsewhere')
  await page.keyboard.press('Enter')
  await page.keyboard.press('w')
  await expect(page.getByLabel('Warn')).toBeChecked()
  expect(await violations(page)).toEqual([])
  await page
    .locator('img[hidden]')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode())
  await page.keyboard.press('h')
  await expect.poll(() => idOf(page)).toBe(second)
  expect(
    await page.locator('.admin-queue-picture img').evaluate((image: HTMLImageElement) => image.complete),
  ).toBe(true)
  await expect
    .poll(() => sent[0])
    .toMatchObject({
      decision: 'hide',
      template: 'spam',
      reason: 'Seen elsewhere',
      person: 'warn',
      cases: [{ id: first, version: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) }],
    })
  await page.keyboard.press('u')
  await expect(page.getByText('Undone: Hide')).toBeVisible()
  await expect.poll(() => idOf(page)).toBe(first)
  await expect(page.getByRole('heading', { name: 'Past decisions' })).toBeVisible()
  await expect(page.locator('.admin-past [data-undone]').first()).toContainText('Hide + Warn · sue')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Cases' })).toBeVisible()
  await expect(content).toBeFocused()
  expect(said).toEqual([])
})

test('T75: of two at once, the second reads who decided, and goes on; a moderator has no more than they may', async ({
  page,
  browser,
}) => {
  await begin(page, 'max')
  await expect(button(page, 'Take down')).toHaveCount(0)
  await expect(page.getByLabel('Warn')).toHaveCount(0)
  await expect(page.getByText('History')).toHaveCount(0)
  const id = idOf(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await begin(other, 'mel')
  expect(idOf(other)).toBe(id)
  await page.keyboard.press('h')
  await expect.poll(() => idOf(page)).not.toBe(id)
  await expect
    .poll(async () => (await page.request.get(`${product.base}/api/v3/cases/${id}/`)).json())
    .toMatchObject({ kinds: [] })
  await other.keyboard.press('a')
  await expect(other.getByText(/max has already decided/)).toBeVisible()
  expect(idOf(other)).not.toBe(id)
  await decided(other, 0)
  await context.close()
})

test('what comes next is known before a decision; one that fails leaves its case open, and says so', async ({
  page,
}) => {
  const next = Promise.withResolvers<void>()
  await page.route(/\/cases\/\?.*\blimit=100\b/, async (route) => {
    await next.promise
    await route.continue()
  })
  await open(page, 'max', '?kind=report&sort=reports')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('d')
  await expect(page.locator('.admin-queue-words figure').first()).toBeAttached()
  await expect(button(page, 'Nothing wrong')).toHaveAttribute('aria-disabled', 'true')
  next.resolve()
  await there(page)
  const id = idOf(page)
  await page.route('**/cases/decide', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.keyboard.press('a')
  await expect(page.getByText(/wasn’t decided\. Try again/)).toBeVisible()
  await decided(page, 0)
  await page.unroute('**/cases/decide')
  await page.keyboard.press('k')
  await expect.poll(() => idOf(page)).toBe(id)
})

test('a takedown is pressed twice, and Escape or another decision calls it off; a double click decides once', async ({
  page,
}) => {
  const sent = await jsonSent(page, /\/cases\/decide$/)
  await begin(page, 'sue')
  const again = page.getByText('Press again to take it down.')
  await page.keyboard.press('x')
  await expect(again).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await button(page, 'Take down').dblclick()
  await expect(again).toBeVisible()
  await button(page, 'Nothing wrong').dblclick()
  await decided(page, 1)
  await expect(again).toBeHidden()
  await there(page)
  const id = idOf(page)
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  await decided(page, 2)
  await expect.poll(() => sent.map(({ decision }) => decision)).toEqual(['approve', 'remove'])
  await expect.poll(async () => (await page.request.get(`${product.base}/gifs/${id}`)).status()).toBe(410)
  for (const left of [1, 0]) {
    await page.keyboard.press('u')
    await decided(page, left)
  }
  await expect.poll(async () => (await page.request.get(`${product.base}/gifs/${id}`)).status()).toBe(200)
})

test('the list: filters, all of a filter decided at once, and undone', async ({ page }) => {
  await open(page, 'sue', '?kind=report')
  const rows = page.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  const count = await page.locator('.admin-foot [role=status]').textContent()
  await page.getByLabel('Reason').selectOption('hate')
  await expect(page.getByText('No results for these filters.')).toBeVisible()
  await page.getByLabel('Reason').selectOption('spam')
  await expect(page.locator('.admin-foot [role=status]')).toHaveText(count ?? '')
  await page.getByRole('button', { name: /^Select all of the filter/ }).click()
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Decide').selectOption('hide')
  await dialog.getByLabel('Rule').selectOption('spam')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText(/^Decided: \d+/)).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.locator('.admin-foot [role=status]')).toHaveText(count ?? '')

  await page.getByLabel('Searches').check()
  await expect(page.getByRole('link', { name: 'Search for “cats in hats”' })).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The report is Rejected.')).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test('T57: what an owner has changed is seen before and after', async ({ page }) => {
  await open(page, 'max', '?kind=edit')
  await page.keyboard.press('d')
  const changes = page.getByRole('region', { name: 'Changed since the last decision' })
  await expect(changes).toBeVisible()
  const rows = await changes
    .locator('dl > div')
    .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)))
  expect(rows).toEqual([
    ['Title', 'Before A quiet title', 'Now A loud title'],
    ['Tags', 'Before quiet', 'Now loud, louder'],
    ['Rating', 'Before g', 'Now pg'],
    ['Button link', 'Now https://shop.example.com/'],
    ['Tags in other languages', 'Before de: leise', 'Now de: laut'],
    ['Files', 'Now original.gif'],
  ])
  expect(await violations(page)).toEqual([])
})

test('a decision is one press, and the next case is there with its picture', async ({ page }) => {
  test.setTimeout(600_000)
  for (const [hand, viewport] of [
    ['keyboard', { width: 1440, height: 900 }],
    ['touch', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport)
    await open(page, 'max', '?kind=report&owner=pia')
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    await page.getByRole('button', { name: 'Start deciding' }).click()
    await there(page)
    const found = await pace(page, CASES, hand)
    if (process.env.PACE_CASES) console.log(hand, JSON.stringify(found))
    expect(found.presses).toBe(CASES)
  }
})

test('T75: two at once decide each case of a filter once, and none is left', async ({ page, browser }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const hands = [
    { page, person: 'max' },
    { page: await context.newPage(), person: 'mel' },
  ]
  for (const { page: each, person } of hands) await begin(each, person, '?kind=report&owner=pia')
  const count = async () => {
    const list = await page.request.get(`${product.base}/api/v3/cases/?kind=report&owner=pia&limit=1`)
    return ((await list.json()) as { count: number }).count
  }
  const cases = await count()
  const paces = await Promise.all(hands.map((each) => pace(each.page, Number.POSITIVE_INFINITY, 'keyboard')))
  if (process.env.PACE_CASES) console.log('two at once', cases, JSON.stringify(paces))
  const ids = Array.from({ length: 3 * CASES }, (_, n) => `pace${n + 1}`)
  const decisions = async (id: string) => {
    const found = (await (await page.request.get(`${product.base}/api/v3/cases/${id}/`)).json()) as {
      kinds: string[]
      decisions: { undone_at: string | null }[]
    }
    const made = found.decisions.filter(({ undone_at }) => undone_at === null)
    return found.kinds.length === 0 && made.length === 1
  }
  await expect.poll(count).toBe(0)
  const wrong: string[] = []
  for (const id of ids) if (!(await decisions(id))) wrong.push(id)
  expect(wrong).toEqual([])
  // The second of two loses a few presses, not one for each case of the first.
  const presses = paces.reduce((sum, each) => sum + each.presses, 0)
  expect(presses).toBeLessThanOrEqual(cases * 1.25 + 6)
  await context.close()
})
