import { expect, type Page, type Route } from '@playwright/test'
import { ADMIN_PAGES, type AdminPageName } from '../../../shared/admin/admin-pages.ts'
import { PINGBACK_ACTIONS } from '../../../shared/schema/own/gateway.ts'
import { DEFAULT_SETTINGS } from '../../../shared/schema/own/rules.ts'
import { WAITING } from '../../../shared/schema/own/staff.ts'
import { violations } from '../axe.ts'
import { lowVisionFaults } from '../low-vision.ts'
import { productWith } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { watch } from '../watched.ts'
import { STAFF_ROWS } from './staff-rows.ts'

let product: Awaited<ReturnType<typeof productWith>>

test.beforeAll(async () => {
  product = await productWith(STAFF_ROWS, 'pia:artist', 'max:moderator', 'sue:staff')
})
test.afterAll(() => product.stop())

test.use({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' })

async function open(page: Page, name: string) {
  await product.signIn(page, 'sue')
  await page.goto(`${product.base}/admin/${name}`)
  await expect(page.locator('.admin-intro').first()).toBeVisible()
}

/**
 * No fault of the page as it stands; in the dark its colors alone are others.
 * @param part a selector: what is around it is the same in all states, and looked at where the page is filled
 */
async function isSound(page: Page, state: string, part = 'main', inTheDark = true) {
  await page.emulateMedia({ colorScheme: 'light' })
  expect([state, await violations(page, undefined, part)]).toEqual([state, []])
  if (!inTheDark) return
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([state, 'dark', await violations(page, ['color-contrast'], part)]).toEqual([state, 'dark', []])
}

/** The keys that the help of each page lists. */
const KEYS: Readonly<Record<AdminPageName, string>> = {
  overview: '?',
  cases: 'J ↓ K ↑ Enter X D A H 1 2 3 4 5 X×2 W L S R Esc U ?',
  searches: 'J ↓ K ↑ / ?',
  figures: 'J ↓ K ↑ ?',
  takedowns: 'J ↓ K ↑ ?',
  library: 'J ↓ K ↑ Enter X U / ?',
  categories: 'U ?',
  featured: 'U ?',
  trending: 'U ?',
  synonyms: 'J ↓ K ↑ Enter U / ?',
  schedule: 'J ↓ K ↑ ← → ↑ ↓ Home End PageUp PageDown U ?',
  stories: 'J ↓ K ↑ Enter U / ?',
  channels: '↑ ↓ → ← Home End A–Z Enter U / ?',
  blocks: 'J ↓ K ↑ Enter U ?',
  redirects: 'J ↓ K ↑ U / ?',
  accounts: 'J ↓ K ↑ Enter / ?',
  invitations: 'J ↓ K ↑ ?',
  settings: '?',
  cache: 'R / ?',
  keys: 'J ↓ K ↑ ?',
  webhooks: 'J ↓ K ↑ Enter ?',
  'dead-letters': 'J ↓ K ↑ Enter ?',
  outbox: 'J ↓ K ↑ Enter ?',
  audit: 'J ↓ K ↑ / ?',
}

const NAMES = Object.keys(ADMIN_PAGES) as AdminPageName[]

for (const name of NAMES) {
  test(`${name}: filled, with its keys in the help, axe finds nothing, and its policy refuses nothing`, async ({
    page,
  }) => {
    const { said } = watch(page)
    await open(page, name)
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
    await expect(
      page
        .locator(
          'tr[data-row], .admin-state, [role=treeitem], .admin-waits, .admin-order-rows li, .admin-site-texts li',
        )
        .first(),
    ).toBeVisible()
    await isSound(page, 'filled', 'html')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.locator('kbd')).toHaveText(KEYS[name].split(' '))
    // The same dialog on every page, by another list.
    if (name === 'cases') await isSound(page, 'help', '[role=dialog]')
    expect(said).toEqual([])
  })
}

type Look = {
  path: string
  /** What is there once the page is. */
  there?: string
  /** Selectors of what opens a dialog, and the next one from it. */
  presses?: readonly string[]
  isSpaced?: true
}

const HEAD = '.admin-top button'
const ACTION = 'tr[data-row] td:last-child button'

/** Names that differ in English may be one in Japanese. Pages without a dialog over them are looked at as readers with low vision set them. */
const IN_JAPANESE: readonly Look[] = [
  { path: 'cases', isSpaced: true },
  { path: 'cases?kind=claim&item=', there: '.admin-queue-words figure', isSpaced: true },
  { path: 'takedowns', presses: [HEAD] },
  { path: 'takedowns', presses: [`${HEAD} >> nth=1`] },
  { path: 'settings', there: '.admin-site-texts', isSpaced: true },
  { path: 'invitations', presses: [HEAD] },
  { path: 'webhooks', presses: [HEAD] },
  { path: 'accounts?search=pia' },
  { path: 'accounts?search=pia', presses: [ACTION] },
  { path: 'accounts?search=pia', presses: [ACTION, '[aria-labelledby=items] button'] },
  { path: 'accounts?search=pia', presses: [ACTION, '.admin-follows ~ .mantine-Group-root button'] },
  { path: 'outbox', presses: [ACTION] },
  { path: 'schedule' },
  { path: 'audit', isSpaced: true },
]

test('in Japanese, at 400 % with spaced text, and in forced colors, nothing is lost', async ({ page }) => {
  await product.signIn(page, 'sue')
  const claims = await page.request.get(`${product.base}/api/v3/cases/?kind=claim&limit=1`)
  const [claim] = ((await claims.json()) as { results: { id: string }[] }).results
  for (const { path, there = 'tr[data-row]', presses = [], isSpaced } of IN_JAPANESE) {
    const url = new URL(`${product.base}/admin/${path.replace(/item=$/, `item=${claim?.id}`)}`)
    url.searchParams.set('lang', 'ja')
    await page.goto(url.href)
    await expect(page.locator(there).first()).toBeVisible()
    for (const each of presses) {
      await page.locator(each).first().click()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
    }
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
    expect([path, await violations(page)]).toEqual([path, []])
    if (isSpaced) expect([path, await lowVisionFaults(page)]).toEqual([path, []])
  }
})

/** An answer of nothing, in the shape of every list. */
const NOTHING = {
  results: [],
  count: 0,
  actions: [],
  data: [],
  pagination: { total_count: 0, count: 0, offset: 0 },
  meta: { status: 200, msg: 'OK', response_id: '' },
  waiting: Object.fromEntries(WAITING.map((what) => [what, 0])),
  days: Array.from({ length: 30 }, (_, n) => ({
    day: `2026-11-${String(n + 1).padStart(2, '0')}`,
    ...Object.fromEntries(PINGBACK_ACTIONS.map((action) => [action, 0])),
  })),
  status: 'ok',
  build: 'test',
  bindings: {},
}

/** The same of calls whose answer has no other fields. */
const NOTHING_OF: Readonly<Record<string, object>> = {
  '/api/v3/featured/': { gif_ids: [] },
  '/api/v3/trending-terms/': { pinned: [], blocked: [], terms: [] },
  '/api/v3/settings': { ...DEFAULT_SETTINGS, version: 0, texts: [], set_by: { name: 'BRAND_NAME' } },
}

/** Answers all calls of a page: none yet, with a status, or with nothing in it. */
async function answering(page: Page) {
  let answer: number | 'nothing' | undefined
  const waiting: Route[] = []
  const send = async (route: Route) => {
    if (answer === undefined) waiting.push(route)
    else if (answer !== 'nothing') await route.fulfill({ status: answer, body: '{}' })
    else if (route.request().url().includes('/csv/')) await route.fulfill({ body: 'Term,Count,Last\r\n' })
    else await route.fulfill({ json: NOTHING_OF[new URL(route.request().url()).pathname] ?? NOTHING })
  }
  await page.route(
    (url) => /^\/(api|gateway|v1|healthz)/.test(url.pathname) && !url.pathname.endsWith('/login'),
    (route) => (route.request().resourceType() === 'document' ? route.continue() : send(route)),
  )
  return async (next: number | 'nothing') => {
    answer = next
    for (const route of waiting.splice(0)) await send(route)
  }
}

/** These read when somebody asks. */
const ASKED: readonly AdminPageName[] = ['cache']

/** What a page is like without its data. The same parts show it on all pages, so each page is dark in one of them. */
const STATES = ['waiting', 'failed', 'refused', 'empty'] as const

for (const [at, name] of NAMES.filter((each) => !ASKED.includes(each)).entries()) {
  const isStateSound = (page: Page, state: (typeof STATES)[number]) =>
    isSound(page, state, 'main', STATES[at % STATES.length] === state)

  test(`${name}: waiting, failed, refused and empty, axe finds nothing`, async ({ page }) => {
    const answer = await answering(page)
    await open(page, name)
    await expect(page.locator('.mantine-Skeleton-root, .admin-waiting').first()).toBeVisible()
    await isStateSound(page, 'waiting')
    await answer(500)
    const failed = page.getByText('Couldn’t load this list.').first()
    await expect(failed).toBeVisible()
    await isStateSound(page, 'failed')
    await answer(403)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('Your account no longer has permission.')).toBeVisible()
    await isStateSound(page, 'refused')
    await answer('nothing')
    // What was refused is asked for again when somebody comes back to the page.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Your account no longer has permission.')).toBeHidden()
    await isStateSound(page, 'empty')
  })
}

test('cache: a look that is waited for, that failed, and that is refused', async ({ page }) => {
  const answer = await answering(page)
  await open(page, 'cache?of=/v1/gifs/trending')
  await expect(page.locator('.admin-waiting')).toBeVisible()
  await isSound(page, 'waiting')
  await answer(500)
  await expect(page.getByText('Couldn’t load this list.')).toBeVisible()
  await isSound(page, 'failed')
  await answer(403)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Your account no longer has permission.')).toBeVisible()
  await isSound(page, 'refused')
})
