import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { DIALECTS, type Get } from '../../fixtures/same/ask.ts'
import { EXPECTATIONS, OF_V1 } from '../../fixtures/same/expectations.ts'
import { sameItems } from '../../fixtures/same/items.ts'
import { UPSTREAMS } from '../../fixtures/same/upstreams.ts'
import { violations } from '../axe.ts'
import { directProduct, PUBLIC_KEY, sharedAnswer } from '../direct-product.ts'
import { test as base, SHARED } from '../set-ups.ts'

const KEY = String(new URLSearchParams({ api_key: PUBLIC_KEY }))

type Item = { id: string; slug: string; title: string }

const itemsAt = async (path: string): Promise<Item[]> =>
  ((await (await fetch(SHARED + path)).json()) as { data: Item[] }).data

const test = base.extend<object, { items: Item[]; product: Awaited<ReturnType<typeof directProduct>> }>({
  items: [
    async ({ setUp: _ }, use) => {
      await use(await itemsAt('/v1/gifs/trending?limit=25'))
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ items }, use) => {
      const product = await directProduct([items[2]?.id ?? ''])
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.base),
})

test.use({ viewport: { width: 700, height: 600 } })

const warnings: string[] = []

/** What no test may have seen: a call of the Worker's own, a warning in a console. */
test.beforeEach(({ page, product }) => {
  product.provider.failing = false
  product.provider.asked.length = 0
  product.provider.answer = sharedAnswer
  warnings.length = 0
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !product.provider.failing)
      warnings.push(message.text())
  })
})
test.afterEach(({ product }) => {
  expect(warnings).toEqual([])
  expect(product.provider.asked.length).toBeGreaterThan(0)
  expect(product.provider.asked.filter(({ isBrowser }) => !isBrowser)).toEqual([])
})

const stageOf = (page: Page) =>
  page.locator('.stage').evaluate((stage) =>
    [stage, ...stage.querySelectorAll('*')].map((element) => [
      element.tagName,
      ...[...element.attributes]
        .map(({ name, value }) => `${name}=${value}`)
        .sort()
        .filter((text) => !text.includes('scripting: none')),
    ]),
  )

test('an embed is the one that the Worker draws, and plays, pauses and goes on as it', async ({
  page,
  items,
  product,
}) => {
  const [item] = items as [Item]
  await page.goto(`${SHARED}/embed/${item.slug}`)
  const drawn = (await stageOf(page)).filter(([tag, ...rest]) => tag !== 'SOURCE' || rest.length > 1)
  const name = await page.locator('.click-area [role="img"]').getAttribute('aria-label')

  await page.goto(`/embed/${item.slug}`)
  await expect(page.locator('.stage')).toBeVisible()
  expect(await stageOf(page)).toEqual(drawn)
  await expect(page.locator('.click-area [role="img"]')).toHaveAttribute('aria-label', name ?? '')
  await expect(page.locator('.click-area')).toHaveAttribute('href', /utm_medium=embed/)
  await expect(page.locator('#embed')).toHaveAttribute('data-ready', '')
  expect(await violations(page)).toEqual([])

  await page.mouse.move(300, 300)
  await expect(page.getByRole('link', { name: /Continue Watching/ })).toBeVisible()
  await expect(page.locator('.related a').first().or(page.locator('a.loop-tile').first())).toBeAttached()
  await page.keyboard.press('k')
  await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
  expect(product.provider.asked[0]?.path).toBe(`/v1/gifs/${item.id}?${KEY}`)
})

test('a failure is said, and another try leads to the GIF', async ({ page, items, product }) => {
  product.provider.failing = true
  await page.goto(`/embed/${items[0]?.slug}`)
  const retry = page.getByRole('button', { name: 'Try again?' })
  await expect(retry).toBeVisible()
  expect(await violations(page)).toEqual([])
  product.provider.failing = false
  await retry.click()
  await expect(page.locator('.stage')).toBeVisible()
})

const titles = (page: Page) =>
  page.locator('.loop-tile img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

test('T53 a grid has the provider’s items in their order, page by page, without what was taken down', async ({
  page,
  items,
  product,
}) => {
  const [, , gone] = items as [Item, Item, Item]
  const first = (await itemsAt('/v1/gifs/trending?limit=10')).map(({ id }) => id)
  const second = (await itemsAt('/v1/gifs/trending?limit=10&offset=10')).map(({ id }) => id)
  await page.goto('/widgets/grid?limit=10')
  const ids = () =>
    page
      .locator('a.loop-tile')
      .evaluateAll((all) =>
        all.map((one) => /-?(\w+)(?:[?#]|$)/.exec(one.getAttribute('href') ?? '')?.[1] ?? ''),
      )
  const wanted = first.filter((id) => id !== gone.id)
  await expect.poll(async () => (await ids()).slice(0, wanted.length)).toEqual(wanted)
  // At once: a list that has grown gets a new end.
  await page.locator('.loop-end').evaluate((end) => end.scrollIntoView())
  await expect.poll(async () => (await ids()).length).toBeGreaterThan(wanted.length)
  await expect
    .poll(async () => (await ids()).slice(0, wanted.length + second.length))
    .toEqual([...wanted, ...second])
  expect(product.provider.asked[0]?.path).toBe(`/v1/gifs/trending?limit=10&offset=0&${KEY}`)
})

test('the picker searches and picks, and a carousel and public pages show the same', async ({
  page,
  items,
}) => {
  const [, , gone] = items as [Item, Item, Item]
  await page.goto('/widgets/picker')
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(5)
  const found = await itemsAt('/v1/gifs/search?q=wave&limit=25')
  await page.getByRole('combobox', { name: 'Search' }).fill('wave')
  await page.keyboard.press('Enter')
  const wanted = found.filter(({ id }) => id !== gone.id).length
  await expect.poll(async () => (await titles(page)).length).toBe(wanted)
  expect(await violations(page)).toEqual([])

  await page.goto('/widgets/carousel')
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(0)
  await page.goto('/search/wave')
  const grid = page.frameLocator('iframe[name="list"]')
  await expect(grid.locator('.loop-tile').first()).toBeVisible()
  await page.goto(`/gifs/${items[0]?.slug}`)
  await expect(page.frameLocator('iframe[name="item"]').locator('.stage')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an unchanged client of another site follows to the provider', async ({ page, items }) => {
  await page.goto(`/embed/${items[0]?.slug}`)
  await expect(page.locator('.stage')).toBeVisible()
  // By an image's own fetch a page's script would go to the provider at once: this is who does not know of it.
  const response = await page.request.get('/v1/gifs/trending?limit=3', { maxRedirects: 0 })
  expect(response.status()).toBe(307)
  const found = await fetch(response.headers().location ?? '', {
    headers: { Origin: 'https://chat.test', 'Sec-Fetch-Mode': 'cors' },
  })
  expect(((await found.json()) as { data: Item[] }).data.map(({ id }) => id)).toEqual(
    items.slice(0, 3).map(({ id }) => id),
  )
})

// As `test/worker/provider/same-everywhere.test.ts` holds the other set-ups to it.
const SAME = sameItems(readFileSync(new URL('../../../seed/library.json', import.meta.url), 'utf8'))
const DIFFERS = { ratings: true, related: 'provider', unknown: 'unknown1' } as const

test('docs/providers.md: the same over a provider that pages call', async ({ page, items, product }) => {
  const gone = SAME.find(({ id }) => id === items[2]?.id)?.title
  const left = (wanted: unknown): unknown =>
    Array.isArray(wanted) ? wanted.filter((one) => one !== gone).map(left) : wanted
  const upstream = UPSTREAMS.giphy(SAME)
  product.provider.answer = async (path) => upstream(new Request(`https://provider.test${path}`))
  await page.route('https://media.giphy.test/**', (route) => route.fulfill({ path: 'static/icon.svg' }))
  await page.goto('/widgets/grid')
  await expect(page.locator('a.loop-tile').first()).toBeVisible()
  const get: Get = async (path) => {
    const { status, text } = await page.evaluate(async (path) => {
      const response = await fetch(path)
      return { status: response.status, text: await response.text() }
    }, path)
    return new Response(text, { status })
  }
  const ask = DIALECTS['/v1'](get)
  for (const { name, seen, wanted } of [...EXPECTATIONS, ...OF_V1])
    expect([name, await seen(ask, DIFFERS)]).toEqual([name, left(wanted(SAME, DIFFERS))])
  // An item that nobody has is a 404, which a console reports.
  expect(warnings.splice(0).filter((text) => !text.includes('404'))).toEqual([])
})
