import { type Browser, devices, expect, type Page } from '@playwright/test'
import { hostPage } from '../host-page.ts'
import { listedProduct, TOTAL } from '../listed-product.ts'
import { test } from '../test.ts'
import { layoutShift, picturesThere } from '../watched.ts'

let product: Awaited<ReturnType<typeof listedProduct>>
test.beforeAll(async () => {
  product = await listedProduct()
})
test.afterAll(() => product.stop())

const KINDS = ['carousel', 'grid'] as const
/** An animation of any size. */
const MOVING = /-(width|height|original)\.gif$/

type Kind = (typeof KINDS)[number]

const payloadOf = (event: { analytics_response_payload: string }) => event.analytics_response_payload

/** Everything that a page's console says. */
function saidBy(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  return said
}

const open = (page: Page, kind: Kind, query = '') => page.goto(`${product.base}/widgets/${kind}${query}`)
const island = (page: Page, kind: Kind) => page.locator(`[data-island="${kind}"]`)
const TILE = '.loop-tile'
const tiles = (page: Page) => page.locator(TILE)

/** Means the widget, so that its island wakes. */
async function wake(page: Page, kind: Kind) {
  await page.mouse.move(20, 120)
  await expect(island(page, kind)).toHaveAttribute('data-hydrated', '')
}

const SCROLLERS: Record<Kind, string> = { carousel: '.loop-row', grid: '[data-island="grid"]' }

/** Not so far that a tile is passed before it is drawn. */
const STEPS: Record<Kind, { left?: number; top?: number }> = { carousel: { left: 900 }, grid: { top: 600 } }

type Scrolled = { ids: string[]; mostDrawn: number; overlaps: number }

/** Scrolls through the list as fast as it comes, to its end or until so many tiles were drawn, and tells which. */
const scrollThrough = (page: Page, kind: Kind, count = 1e6) =>
  page.evaluate(
    async ({ selector, step, count }) => {
      const scroller = document.querySelector(selector) as HTMLElement
      const names = new Set<string>()
      let mostDrawn = 0
      let overlaps = 0
      const started = performance.now()
      let grew = started
      // The last page's tiles may be drawn after its end is known.
      const more = (now = performance.now()) =>
        names.size < count &&
        now - started < 120_000 &&
        (document.querySelector('[data-more]') || now - grew < 1000)
      while (more()) {
        const drawn = [...document.querySelectorAll<HTMLElement>('.loop-tiles > li')]
        const shown = drawn.map((tile) => tile.querySelector('.loop-tile img')?.getAttribute('alt') ?? '')
        if (new Set(shown).size < shown.length) overlaps++
        const known = names.size
        for (const name of shown) names.add(name)
        if (names.size > known) grew = performance.now()
        mostDrawn = Math.max(mostDrawn, drawn.length)
        scroller.scrollBy({ ...step, behavior: 'instant' })
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
      return { ids: [...names], mostDrawn, overlaps }
    },
    { selector: SCROLLERS[kind], step: STEPS[kind], count },
  ) as Promise<Scrolled>

type TraceEvent = {
  name: string
  ph: string
  tid: number
  pid: number
  tdur?: number
  args: { name?: string }
}

/** The longest task of the page's main thread meanwhile, in ms of the thread's own time: what else runs does not count. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.ph === 'X' && mains.has(threadOf(event)))
  expect(tasks.length).toBeGreaterThan(100)
  // Too many to be the arguments of one call.
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
}

const heapMb = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 2 ** 20
}

/** Where every tile of the first page stands. */
// In one look: a list that wakes takes tiles out of view away.
const places = (page: Page) =>
  page.evaluate((tile) => {
    const all = [...document.querySelectorAll(tile)].slice(0, 25)
    return all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return [x, y, width, height].map(Math.round).join(' ')
    })
  }, TILE)

for (const kind of KINDS) {
  test.describe(`the ${kind}`, () => {
    test('comes with 25 tiles and no script of React, and says nothing', async ({ page }) => {
      const said = saidBy(page)
      const scripts: string[] = []
      page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
      await open(page, kind, `?q=quiet-${kind}`)
      await expect(tiles(page)).toHaveCount(25)
      // The last that a passive page does: it tells of what is seen.
      await expect.poll(() => product.provider.events.map(payloadOf)).toContain(`quiet-${kind} item0`)
      await picturesThere(page)
      expect(scripts.filter((url) => url.includes('/react-'))).toEqual([])
      expect(await layoutShift(page)).toBe(0)
      expect(said).toEqual([])
    })

    for (const width of [320, 768, 1440]) {
      test(`moves no tile when it wakes, ${width} px wide`, async ({ page }) => {
        const said = saidBy(page)
        await page.setViewportSize({ width, height: 420 })
        await open(page, kind)
        const before = await places(page)
        expect(new Set(before).size).toBe(25)
        await wake(page, kind)
        const after = await places(page)
        expect(after).toEqual(before.slice(0, after.length))
        expect(await layoutShift(page)).toBe(0)
        expect(said).toEqual([])
      })
    }

    test('grows without a shift while its end is in view', async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 256 })
      await open(page, kind, '?limit=2')
      await expect.poll(() => tiles(page).count()).toBeGreaterThan(2)
      expect(await layoutShift(page)).toBe(0)
    })

    test('F24: stands without scripts: pictures, links, no dead button', async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await open(page, kind)
      await expect(tiles(page)).toHaveCount(25)
      await expect(tiles(page).first()).toHaveAttribute(
        'href',
        /\/gifs\/number-0-item0\?utm_source=iframe&utm_medium=embed/,
      )
      await expect.poll(() => pictureOf(page, 0)).toMatch(MOVING)
      await expect(page.getByRole('button')).toHaveCount(0)
      await context.close()
    })

    test(`goes through ${TOTAL} items: each once, a bounded page, no long task, nothing after the end`, async ({
      page,
      browser,
    }) => {
      test.setTimeout(300_000)
      const q = `${kind}${TOTAL}`
      await open(page, kind, `?q=${q}&limit=50`)
      await wake(page, kind)
      const first = await scrollThrough(page, kind, 200)
      const early = await heapMb(page)
      const middle = await scrollThrough(page, kind, 1200)
      // A trace of all processes: of the end of the list alone, where what grows with its length would be longest.
      let scrolled: Scrolled | undefined
      const longest = await longestTask(browser, page, async () => {
        scrolled = await scrollThrough(page, kind)
      })
      const { ids = [], mostDrawn, overlaps } = scrolled ?? {}
      expect(new Set([...first.ids, ...middle.ids, ...ids]).size).toBe(TOTAL)
      expect([middle.overlaps, overlaps]).toEqual([0, 0])
      expect(Math.max(middle.mostDrawn, mostDrawn ?? Infinity)).toBeLessThan(90)
      // 50 ms on a machine of its own; one that is busy computes more slowly too.
      expect(longest).toBeLessThanOrEqual(100)
      // Two thousand items' names and addresses, and nothing of their tiles.
      expect((await heapMb(page)) - early).toBeLessThan(8)
      await expect(page.locator('.loop-end[data-more]')).toHaveCount(0)
      const asked = product.provider.pagesOf(q)
      // The provider is called for pages of 25, two of them at once.
      expect(asked.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: TOTAL / 25 }, (_, page) => page * 25),
      )
      await page.mouse.wheel(300, 300)
      await page.waitForTimeout(600)
      expect(product.provider.pagesOf(q)).toEqual(asked)
    })

    test('shows an item once that two pages hold', async ({ page }) => {
      await open(page, kind, '?q=moving60')
      await wake(page, kind)
      const { ids, overlaps } = await scrollThrough(page, kind)
      expect(ids.length).toBeGreaterThanOrEqual(58)
      expect(overlaps).toBe(0)
    })

    test('says so where there is nothing, in its own words if it has some', async ({ page }) => {
      await open(page, kind, '?q=none0')
      await expect(page.getByText('No GIFs found.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
      await open(page, kind, '?q=none0&noResultsMessage=Nothing%20loops%20here')
      await expect(page.getByText('Nothing loops here')).toBeVisible()
    })

    test('pauses every tile on its still, and plays again (WCAG 2.2.2)', async ({ page }) => {
      await open(page, kind)
      await expect.poll(() => pictureOf(page, 0)).toMatch(MOVING)
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect.poll(() => pictureOf(page, 0)).toMatch(/-still\.gif$/)
      await expect(island(page, kind)).toHaveAttribute('data-hydrated', '')
      await expect.poll(() => pictureOf(page, 0)).toMatch(/-still\.gif$/)
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => pictureOf(page, 0)).toMatch(MOVING)
    })

    test('F25: starts on stills where motion is unwanted, and fetches no animation', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const moving: string[] = []
      page.on('request', (request) => MOVING.test(request.url()) && moving.push(request.url()))
      await open(page, kind)
      await expect.poll(() => pictureOf(page, 0)).toMatch(/-still\.gif$/)
      await wake(page, kind)
      await expect.poll(() => pictureOf(page, 0)).toMatch(/-still\.gif$/)
      expect(moving).toEqual([])
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => pictureOf(page, 0)).toMatch(MOVING)
    })

    test('names whose GIF it is on hover, but not where that is hidden', async ({ page }) => {
      await open(page, kind)
      const by = tiles(page).first().locator('.loop-by')
      await expect(by).toBeHidden()
      await page.mouse.move(20, 120)
      await expect(by).toBeVisible()
      await expect(by).toContainText('Ann Artist')
      await expect(by).toContainText('@ann')
      await open(page, kind, '?hideAttribution=1')
      await expect(page.locator('.loop-by')).toHaveCount(0)
    })

    test('tells of seen, hover and click, once each', async ({ page }) => {
      await open(page, kind, `?q=told-${kind}`)
      const about = (type: string) =>
        product.provider.events.filter(
          (event) => event.action_type === type && payloadOf(event) === `told-${kind} item0`,
        )
      await expect.poll(() => about('SEEN').length).toBe(1)
      await wake(page, kind)
      await expect.poll(() => about('HOVER').length).toBe(1)
      const opened = page.context().waitForEvent('page')
      await tiles(page).first().click()
      await (await opened).close()
      await expect.poll(() => about('CLICK').length).toBe(1)
      await page.waitForTimeout(1500)
      expect([about('SEEN').length, about('HOVER').length, about('CLICK').length]).toEqual([1, 1, 1])
      const [seen] = about('SEEN')
      expect(seen?.attributes.layout_type).toBe(kind === 'carousel' ? 'CAROUSEL' : undefined)
    })

    test('counts each page of its list as a view, after its own (§2, §7)', async ({ page }) => {
      await open(page, kind, '?q=views90&limit=25')
      const paths = () =>
        page.evaluate(() =>
          ((window.dataLayer ?? []) as { virtualPagePath?: string }[]).flatMap(
            ({ virtualPagePath }) => virtualPagePath ?? [],
          ),
        )
      await wake(page, kind)
      const first = [`/widgets/${kind}`, '/search/views90/page/1']
      await expect.poll(paths).toEqual(first)
      await page.locator('.loop-end').evaluate((end) => end.scrollIntoView())
      await expect.poll(async () => (await paths()).slice(0, 3)).toEqual([...first, '/search/views90/page/2'])
    })

    for (const viewport of [
      { width: 249, height: 300 },
      { width: 400, height: 199 },
    ]) {
      test(`shows tiles and their pause at ${viewport.width}x${viewport.height} (§9)`, async ({ page }) => {
        await page.setViewportSize(viewport)
        await open(page, kind)
        await expect(tiles(page).first()).toBeVisible()
        await expect(page.locator('.widget-bar')).toBeHidden()
        await expect(page.getByRole('button')).toHaveCount(1)
        await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
      })
    }

    test('a phone gets its call to action', async ({ browser }) => {
      const context = await browser.newContext({ ...devices['Pixel 7'] })
      const page = await context.newPage()
      await open(page, kind)
      await expect(page.getByRole('link', { name: 'View on Loopframe' })).toBeVisible()
      await context.close()
    })

    test('F23: works in a sandboxed frame on another site', async ({ page }) => {
      const said = saidBy(page)
      const src = `${product.base}/widgets/${kind}?q=sandboxed90`
      const host = await hostPage(
        `<iframe sandbox="allow-scripts" src="${src}" width="480" height="300"></iframe>`,
      )
      await page.goto(host.url)
      const frame = page.frameLocator('iframe')
      await frame.locator('.loop-tile').first().hover()
      await expect(frame.locator(`[data-island="${kind}"]`)).toHaveAttribute('data-hydrated', '')
      expect(said).toEqual([])
      host.close()
    })
  })
}

/** The file that a tile shows. */
const pictureOf = (page: Page, at: number) =>
  tiles(page)
    .nth(at)
    .locator('picture > img')
    .evaluate((img: HTMLImageElement) => img.currentSrc)

test.describe('failing', () => {
  test.beforeEach(() => {
    product.provider.failing = true
  })
  test.afterEach(() => {
    product.provider.failing = false
  })

  test('F1: a grid whose first page fails says so and tries again (§8)', async ({ page }) => {
    const response = await open(page, 'grid', '?q=fails-first')
    expect(response?.status()).toBe(502)
    await expect(page.getByText('Error loading GIFs.')).toBeVisible()
    product.provider.failing = false
    // A failure is kept for 6 s (§9).
    const status = async () => (await page.request.get(page.url())).status()
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
    await page.getByRole('link', { name: 'Try again?' }).click()
    await expect(tiles(page).first()).toBeVisible()
    await expect(page.getByText('Error loading GIFs.')).toHaveCount(0)
  })

  test('F1: a carousel whose first page fails is an error page', async ({ page }) => {
    const response = await open(page, 'carousel', '?q=fails-row')
    expect(response?.status()).toBe(502)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  for (const kind of KINDS) {
    test(`F1: a ${kind} keeps what it has when a later page fails`, async ({ page }) => {
      product.provider.failing = false
      await open(page, kind, `?q=fails-later-${kind}`)
      await wake(page, kind)
      product.provider.failing = true
      await page.evaluate((selector) => {
        const scroller = document.querySelector(selector)
        scroller?.scrollTo({ left: 1e6, top: 1e6, behavior: 'instant' })
      }, SCROLLERS[kind])
      const error = page.getByText('Error loading GIFs.')
      if (kind === 'grid') await expect(error).toBeVisible()
      else {
        await expect(page.locator('.loop-spinner')).toHaveCount(0)
        await expect(error).toHaveCount(0)
      }
      await expect(tiles(page).last()).toBeVisible()
    })
  }
})

test.describe('by keyboard', () => {
  test('arrows, Home and End lead through the carousel, also to tiles that were released', async ({
    page,
  }) => {
    await open(page, 'carousel', '?q=keys75')
    await tiles(page).first().focus()
    await expect(island(page, 'carousel')).toHaveAttribute('data-hydrated', '')
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-at]')?.dataset.at)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toBe('1')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('24')
    await expect(page.locator('[data-at="24"]')).toBeInViewport()
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('0')
    await expect(page.locator('[data-at="0"]')).toBeInViewport()
  })

  for (const kind of ['grid', 'carousel'] as const) {
    test(`the tiles of a ${kind} are one stop, which remembers its place`, async ({ page }) => {
      await open(page, kind, '?q=stops75&columns=3&height=200')
      await tiles(page).first().focus()
      await expect(island(page, kind)).toHaveAttribute('data-hydrated', '')
      await expect(page.locator('.loop-tile:not([tabindex="-1"])')).toHaveCount(1)
      await page.keyboard.press('ArrowRight')
      await expect(page.locator('[data-at="1"] > :focus')).toBeVisible()
      await page.keyboard.press('Alt+ArrowRight')
      await page.keyboard.press('Tab')
      await expect(page.locator('.loop-tile:focus')).toHaveCount(0)
      await page.keyboard.press('Shift+Tab')
      await expect(page.locator('[data-at="1"] > :focus')).toBeVisible()
    })
  }

  test('arrows lead through the columns of a grid', async ({ page }) => {
    await open(page, 'grid', '?q=columns75&columns=3')
    await tiles(page).first().focus()
    await expect(island(page, 'grid')).toHaveAttribute('data-hydrated', '')
    const column = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.style.getPropertyValue('--column'))
    await page.keyboard.press('ArrowRight')
    await expect.poll(column).toBe('1')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-at="1"] > :focus')).toHaveCount(0)
    await expect.poll(column).toBe('1')
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('[data-at="1"] > :focus')).toBeVisible()
  })

  test('buttons move the row, and the way that leads nowhere is not there', async ({ page }) => {
    await open(page, 'carousel', '?q=buttons75')
    await wake(page, 'carousel')
    await expect(page.getByRole('button', { name: 'Previous' })).toBeHidden()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('button', { name: 'Previous' })).toBeVisible()
    await expect.poll(() => page.locator('.loop-row').evaluate((row) => row.scrollLeft)).toBeGreaterThan(300)
  })
})

test('the share menu offers the widget itself, and the logo leads home', async ({ page }) => {
  const said = saidBy(page)
  await open(page, 'grid', '?q=shared30&columns=3')
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByLabel('Embed', { exact: true })).toHaveValue(
    new RegExp(`<iframe src="${product.base}/widgets/grid\\?q=shared30&amp;columns=3"`),
  )
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(`${product.base}/search/shared30`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  const logo = page.getByRole('link', { name: 'Loopframe' })
  await expect(logo).toHaveAttribute('target', '_blank')
  await expect(logo).toHaveAttribute('href', /\/search\/shared30\?utm_source=iframe/)
  expect(said).toEqual([])
})

test('a list of ids is whole, and noLink makes buttons of its tiles', async ({ page }) => {
  await open(page, 'grid', '?ids=item1,item2&noLink=1')
  await wake(page, 'grid')
  await expect(page.locator('a.loop-tile')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Number 0' })).toBeVisible()
})

test('a host hears of what happens in its frame', async ({ page }) => {
  const src = `${product.base}/widgets/grid?q=hosted30`
  const host = await hostPage(
    `<script>const heard=[];addEventListener('message',(e)=>heard.push(e.data))</script>
     <iframe src="${src}" width="480" height="300"></iframe>`,
  )
  await page.goto(host.url)
  const heard = () => page.evaluate('heard') as Promise<{ source: string; type: string; count?: number }[]>
  const frame = page.frameLocator('iframe')
  await frame.locator('.loop-tile').first().hover()
  await frame.locator('.loop-tile').first().click({ button: 'right' })
  for (const type of ['ready', 'fetched', 'visible', 'seen', 'hover', 'contextmenu']) {
    await expect.poll(async () => (await heard()).map((message) => message.type)).toContain(type)
  }
  expect((await heard()).find(({ type }) => type === 'fetched')?.count).toBe(25)
  expect((await heard()).every(({ source }) => source === 'loopframe')).toBe(true)
  host.close()
})

test('a host pauses, plays and opens the share menu of a widget, and learns how high a row is', async ({
  page,
}) => {
  const src = `${product.base}/widgets/carousel?q=commanded30&height=150&id=mine`
  const host = await hostPage(
    `<script>const heard=[];addEventListener('message',(e)=>heard.push(e.data))</script>
     <iframe src="${src}" width="480" height="300"></iframe>`,
  )
  await page.goto(host.url)
  const heard = (type: string) =>
    page.evaluate(`heard.filter(({ type }) => type === '${type}')`) as Promise<Record<string, unknown>[]>
  const say = (message: object) =>
    page.evaluate((message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'), {
      source: 'loopframe',
      id: 'mine',
      ...message,
    })
  await expect.poll(() => heard('ready')).toHaveLength(1)
  await expect
    .poll(() => heard('size'))
    .toEqual([{ source: 'loopframe', id: 'mine', type: 'size', width: 480, height: 194 }])
  const frame = page.frameLocator('iframe')
  await say({ type: 'pause', id: 'another' })
  await say({ type: 'toString' })
  await say({ type: 'pause' })
  await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect.poll(() => heard('pause')).toHaveLength(1)
  await say({ type: 'play' })
  await expect(frame.getByRole('button', { name: 'Pause' })).toBeVisible()
  await say({ type: 'share' })
  await expect(frame.getByRole('dialog', { name: 'Share' })).toBeVisible()
  host.close()
})
