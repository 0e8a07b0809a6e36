import { type BrowserContext, expect, type FrameLocator, type Page } from '@playwright/test'
import { hostPage } from '../host-page.ts'
import { embedOf, items } from '../library.ts'
import { signedInProduct } from '../signed-in-product.ts'
import { test } from '../test.ts'
import { PIXEL_HOST, trackedProduct } from '../tracked-product.ts'

type Product = Awaited<ReturnType<typeof trackedProduct>>

let unused = 0
/** An id that nothing has been told about: the upstream's events are those of one test. */
const freshId = (prefix = 'cat') => `${prefix}${unused++}x${Date.now()}`

/** Links are counted but lead nowhere: a test's page stays. */
const stayHere = (page: Page | BrowserContext) =>
  page.addInitScript(() => addEventListener('click', (event) => event.preventDefault()))

/** Batches that the page posts, and everything else that is not the page, its picture, or its scripts. */
function listen(page: Page) {
  const batches: { action_type: string }[][] = []
  const requests: string[] = []
  const said: string[] = []
  page.on('request', (request) => {
    requests.push(request.url())
    if (request.url().endsWith('/v2/pingback')) batches.push(request.postDataJSON().events)
  })
  // What Chromium itself says of a request that was blocked is not ours to silence.
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  return { batches, requests, said }
}

const actions = (events: readonly { action_type: string }[]) => events.map(({ action_type }) => action_type)

test.describe('with tracking on', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await trackedProduct()
  })
  test.afterAll(() => product.stop())

  test('a visit tells SEEN, HOVER and CLICK, each once and in order (§4, §7)', async ({ page }) => {
    const id = freshId()
    const { batches, said } = listen(page)
    await stayHere(page)
    const opened = Date.now()
    await page.goto(`${product.base}/embed/happy-${id}`)
    await expect.poll(() => batches.length).toBe(1)
    await page.mouse.move(200, 100)
    await page.mouse.move(210, 110)
    await expect.poll(() => actions(product.about(id))).toContain('HOVER')
    await page.locator('.click-area').click({ position: { x: 100, y: 100 } })
    await expect.poll(() => product.about(id).length).toBe(3)

    // How they are put together depends on time: `pingback-queue.test.ts` has it.
    expect(batches.flatMap(actions)).toEqual(['SEEN', 'HOVER', 'CLICK'])
    const events = product.about(id)
    expect(actions(events)).toEqual(['SEEN', 'HOVER', 'CLICK'])
    expect(new Set(events.map(({ user_id }) => user_id)).size).toBe(1)
    expect(events[0]?.user_id).toBe(await page.evaluate(() => sessionStorage.getItem('pingback-id')))
    expect(events[0]?.user_id).toMatch(/^[A-Za-z0-9]{16}$/)
    for (const { ts, attributes } of events) {
      // The browser's clock may be off by a little.
      expect(ts).toBeGreaterThan(opened - 1000)
      expect(ts).toBeLessThan(Date.now() + 1000)
      expect(JSON.parse(attributes.position)).toMatchObject({ x: 0, y: 0, width: 640, height: 360 })
    }
    expect(said).toEqual([])
  })

  for (const [start, query] of [
    ['where motion is unwanted', ''],
    ['by ?autoplay=0', '?autoplay=0'],
  ] as const) {
    test(`a page that starts on its still ${start} is seen by that`, async ({ page }) => {
      const id = freshId()
      const { batches, requests } = listen(page)
      if (!query) await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`${product.base}/embed/${id}${query}`)
      await expect.poll(() => batches.map(actions)).toEqual([['SEEN']])
      expect(requests.some((url) => url.includes('/live-'))).toBe(false)
    })
  }

  test('a hover of less than 200 ms is none, and a picture out of view is not seen', async ({ page }) => {
    const id = freshId()
    const { batches } = listen(page)
    const host = await hostPage(
      `<div style="height:330px"></div><iframe src="${product.base}/embed/${id}" width="300" height="200"></iframe>`,
    )
    await page.goto(host.url)
    await expect(page.frameLocator('iframe').locator('.motion img')).toHaveJSProperty('complete', true)
    await page.waitForTimeout(1300)
    expect(batches).toEqual([])
    await page.evaluate(() => scrollTo(0, 400))
    await expect.poll(() => batches.map(actions)).toEqual([['SEEN']])
    host.close()
  })

  for (const sandbox of ['', 'sandbox="allow-scripts"']) {
    test(`F30, F23: loses nothing when the tab closes 10 ms after the last event ${sandbox}`, async ({
      browser,
    }) => {
      for (let run = 0; run < 4; run++) {
        const id = freshId()
        const context = await browser.newContext({ viewport: { width: 640, height: 360 } })
        await stayHere(context)
        const page = await context.newPage()
        const host = await hostPage(
          `<iframe ${sandbox} src="${product.base}/embed/${id}" width="480" height="270"></iframe>`,
        )
        await page.goto(host.url)
        const frame = page.frameLocator('iframe')
        await expect(frame.locator('#embed')).toHaveAttribute('data-ready', '')
        await trackingThere(frame)
        await page.mouse.move(200, 100)
        // By the frame's own clock: on a busy machine ours runs ahead of it.
        await frame.locator('#embed').evaluate(() => new Promise((resolve) => setTimeout(resolve, 260)))
        await page.mouse.down()
        await page.mouse.up()
        await page.waitForTimeout(10)
        await page.close()
        await expect
          .poll(() => actions(product.about(id)), { timeout: 15_000 })
          .toEqual(['SEEN', 'HOVER', 'CLICK'])
        await context.close()
        host.close()
      }
    })
  }

  test('F21: keeps its id in memory where storage is refused, one for the whole page', async ({ page }) => {
    const id = freshId()
    await stayHere(page)
    const { said } = listen(page)
    const host = await hostPage(
      `<iframe sandbox="allow-scripts" src="${product.base}/embed/${id}" width="480" height="270"></iframe>`,
    )
    await page.goto(host.url)
    await expect(page.frameLocator('iframe').locator('#embed')).toHaveAttribute('data-ready', '')
    await page.mouse.move(200, 100)
    await expect.poll(() => product.about(id).length).toBe(2)
    const [first, second] = product.about(id)
    expect(first?.user_id).toBe(second?.user_id)
    expect(first?.user_id).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(said).toEqual([])
    host.close()
  })

  test('loads a GIF’s pixels once it is seen: https only, placeholders filled, once a view (T7)', async ({
    page,
  }) => {
    const pixels: string[] = []
    await page.route(/pixels\.test/, (route) => {
      pixels.push(route.request().url())
      return route.fulfill({ contentType: 'image/gif', body: '' })
    })
    const { batches } = listen(page)
    await page.goto(`${product.base}/embed/${freshId('px')}`)
    await expect.poll(() => batches.length).toBe(1)
    await expect.poll(() => pixels.length).toBe(1)
    // What else happens loads none.
    await page.mouse.move(200, 100)
    await expect.poll(() => batches.flatMap(actions)).toEqual(['SEEN', 'HOVER'])
    expect(pixels).toHaveLength(1)
    expect(pixels[0]).toMatch(new RegExp(`^${PIXEL_HOST}/a\\?cb=(\\d+)&b=\\1$`))
    await expect(page.locator('head img')).toHaveCount(0)
  })

  test('F20: works in silence behind an ad-blocker', async ({ page }) => {
    const id = freshId()
    const { said, batches } = listen(page)
    await page.route('**/v2/pingback', (route) => route.abort('blockedbyclient'))
    await page.goto(`${product.base}/embed/${id}`)
    await expect.poll(() => batches.length, { timeout: 10_000 }).toBe(2)
    await page.mouse.move(200, 100)
    await expect(page.locator('#embed')).toHaveAttribute('data-footer', '')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
    expect(said).toEqual([])
    // Seen was tried twice and given up.
    expect(batches.slice(0, 2).map(actions)).toEqual([['SEEN'], ['SEEN']])
  })

  test('F20: works in silence where the module itself is blocked', async ({ page }) => {
    const { said } = listen(page)
    await page.route('**/watch-*.js', (route) => route.abort('blockedbyclient'))
    await page.goto(`${product.base}/embed/${freshId()}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
    expect(said).toEqual([])
  })

  test('events and views go into the data layer under the labels of §7', async ({ page }) => {
    const id = freshId()
    await stayHere(page)
    await page.goto(`${product.base}/embed/${id}`)
    await page.mouse.move(200, 100)
    type Entry = { event: string; eventLabel?: string; virtualPagePath?: string }
    const layer = () => page.evaluate(() => (window.dataLayer ?? []) as Entry[])
    const labels = async () => (await layer()).flatMap(({ eventLabel }) => eventLabel ?? [])
    await expect(page.locator('[data-island="hover-footer"]')).toHaveAttribute('data-hydrated', '')
    await expect.poll(labels).toEqual(['Hover Image'])
    await page.locator('.click-area').click({ position: { x: 100, y: 100 } })
    await page.getByRole('button', { name: 'Pause' }).click()
    // A click of the mouse may scroll the footer to the link first, which is an event too.
    await page.getByRole('link', { name: 'Continue Watching on Loopframe' }).dispatchEvent('click')
    await expect.poll(labels).toEqual(['Hover Image', 'Click Image', 'Click Pause', 'Click View More CTA'])
    expect((await layer())[0]).toEqual({ event: 'VirtualPageview', virtualPagePath: `/embed/${id}` })
    // §7: the category is 'Embed'.
    const categories = (await layer()).filter(({ eventLabel }) => eventLabel).map(({ event }) => event)
    expect(new Set(categories)).toEqual(new Set(['Embed']))
  })

  test('the related grid’s request is a view, and its tiles are seen and clicked for themselves', async ({
    page,
  }) => {
    const id = freshId()
    await stayHere(page)
    await page.goto(`${product.base}/embed/${id}`)
    await page.mouse.move(200, 100)
    const tile = page.locator('.loop-tile').first()
    await expect(tile.locator('img')).toHaveJSProperty('naturalWidth', 480)
    await page.locator('.bar').hover()
    await page.mouse.wheel(0, 300)
    await tile.click()
    await expect
      .poll(() => actions(product.about(`${id}r0`)), { timeout: 10_000 })
      .toEqual(expect.arrayContaining(['SEEN', 'CLICK']))
    expect(actions(product.about(`${id}r0`)).filter((action) => action === 'SEEN')).toHaveLength(1)
    const paths = await page.evaluate(() =>
      (window.dataLayer as { virtualPagePath?: string }[]).map(({ virtualPagePath }) => virtualPagePath),
    )
    expect(paths).toContain(`/gifs/${id}/related/page/1`)
    expect(actions(product.about(id))).not.toContain('CLICK')
  })

  test('errors of a sampled page are reported with what went before, and an answer of 400 and above (§7, §9)', async ({
    page,
  }) => {
    // Only an address without a port is sampled.
    await page.route('http://loop.test/**', async (route) => {
      const own = 'http://loop.test'
      const request = route.request()
      const { origin, ...rest } = await request.allHeaders()
      const response = await route.fetch({
        url: request.url().replace(own, product.base),
        headers: { ...rest, ...(origin && { origin: origin.replace(own, product.base) }) },
      })
      const policy = response.headers()['content-security-policy']?.replaceAll(product.base, own) ?? ''
      const headers = { ...response.headers(), 'content-security-policy': policy }
      await route.fulfill({ response, headers })
    })
    const reports: { message: string; status?: number; entries: { text: string }[] }[] = []
    const statuses: Promise<number | undefined>[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/browser-errors')) return
      reports.push(JSON.parse(request.postData() ?? ''))
      statuses.push(request.response().then((response) => response?.status()))
    })
    await page.addInitScript(() => Object.defineProperty(Math, 'random', { value: () => 0 }))
    await page.goto(`http://loop.test/embed/${freshId()}`)
    // Such a page may not load a picture from this machine, so the visitor comes first.
    await page.mouse.move(200, 100)
    await expect.poll(() => page.evaluate(() => 'dataLayer' in window)).toBe(true)
    await page.evaluate(() => {
      console.warn('something before')
      setTimeout(() => {
        throw new Error('boom')
      })
      return fetch('/v1/nothing')
    })
    await expect
      .poll(() => reports.map(({ message }) => message))
      .toEqual(expect.arrayContaining(['Error: boom', '404 from http://loop.test/v1/nothing']))
    const boom = reports.find(({ message }) => message === 'Error: boom')
    expect(boom?.entries.map(({ text }) => text)).toContain('warn: something before')
    expect(reports.find(({ status }) => status)?.status).toBe(404)
    // A public page reports its own by the same rule; nothing else is asked for by that.
    await page.goto(`http://loop.test/gifs/tracked-${freshId()}`)
    await expect.poll(() => page.evaluate(() => 'dataLayer' in window)).toBe(true)
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('boom on a page'))))
    await expect.poll(() => reports.map(({ message }) => message)).toContain('Error: boom on a page')
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([204]))
    // A pingback may still be on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const objections = {
    'Sec-GPC: 1': (page: Page) => page.setExtraHTTPHeaders({ 'Sec-GPC': '1' }),
    'DNT: 1': (page: Page) => page.setExtraHTTPHeaders({ DNT: '1' }),
    'navigator.globalPrivacyControl': (page: Page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })),
    'navigator.doNotTrack': (page: Page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' })),
  }
  for (const [objection, object] of Object.entries(objections)) {
    test(`tells nothing to nobody and touches no storage with ${objection}`, async ({ page }) => {
      await object(page)
      await staysQuiet(page, product, freshId('px'))
    })
  }
})

test.describe('with a web analytics service', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await trackedProduct({ ANALYTICS_ID: 'G-TEST' })
  })
  test.afterAll(() => product.stop())

  test('asks it for nothing before the host tells of consent, then tells it, and stops when it is taken back', async ({
    page,
  }) => {
    const service: string[] = []
    const { said } = listen(page)
    await page.route(/googletagmanager\.com/, (route) => {
      service.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    const id = freshId()
    const host = await hostPage(
      `<iframe src="${product.base}/embed/${id}?id=one" width="480" height="270"></iframe>`,
    )
    const command = (order: object) =>
      page.evaluate((order) => {
        const message = { source: 'loopframe', ...order }
        document.querySelector('iframe')?.contentWindow?.postMessage(message, '*')
      }, order)
    const consent = (granted: boolean) => command({ type: 'consent', granted })
    const embed = page.frameLocator('iframe')
    const sent = () =>
      embed.locator('#embed').evaluate(() =>
        (window.dataLayer ?? [])
          .filter((said) => String(said) === '[object Arguments]')
          .map((command) => (command as string[])[1])
          .filter((name) => typeof name === 'string'),
      )
    await page.goto(host.url)
    const related = page.waitForResponse(/\/gifs\/related/)
    await embed.getByRole('button', { name: 'Pause' }).click()
    // What the pointer alone brings about comes before the consent: the related GIFs, and a hover.
    await related
    await expect.poll(() => product.about(id).map(({ action_type }) => action_type)).toContain('HOVER')
    expect(service).toEqual([])

    await consent(true)
    await expect.poll(() => service).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST'])
    // What the host commands is no visitor's doing.
    for (const type of ['play', 'pause', 'play', 'pause']) await command({ type })
    await embed.getByRole('button', { name: 'Play' }).click()
    await embed.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(sent).toEqual(['G-TEST', 'page_view', 'Click'])
    await consent(false)
    await expect
      .poll(() =>
        embed
          .locator('#embed')
          .evaluate(() => (window as never as Record<string, unknown>)['ga-disable-G-TEST']),
      )
      .toBe(true)
    expect(said).toEqual([])
    host.close()
  })

  test('§2 a public page counts its view, and asks in its footer before the service hears of it', async ({
    page,
  }) => {
    const { said } = listen(page)
    const service: string[] = []
    await page.route(/googletagmanager\.com/, (route) => {
      service.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    const path = `/gifs/tracked-${freshId()}`
    await page.goto(product.base + path)
    const views = () =>
      page.evaluate(() =>
        ((window.dataLayer ?? []) as { virtualPagePath?: string }[]).flatMap(
          ({ virtualPagePath }) => virtualPagePath ?? [],
        ),
      )
    await expect.poll(views).toEqual([path])
    const allow = page.getByRole('button', { name: 'Allow web analytics' })
    await expect(allow).toHaveAttribute('aria-pressed', 'false')
    expect(service).toEqual([])
    await allow.click()
    await expect.poll(() => service).toHaveLength(1)
    // The next page knows, and it is taken back as it was given.
    await page.reload()
    await expect.poll(() => service).toHaveLength(2)
    await allow.click()
    await expect(allow).toHaveAttribute('aria-pressed', 'false')
    // People's pages count nothing: an address there may be a secret.
    await page.goto(`${product.base}/login?token=secret`)
    await expect(page.locator('[data-visit]')).toHaveCount(0)
    await expect(allow).toHaveCount(0)
    // Who objects is not asked, and nothing is counted or reported.
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    const requested = page.waitForRequest(/public-\w+\.js/)
    await page.goto(product.base + path)
    await requested
    await page.waitForLoadState('networkidle')
    await expect(allow).toBeHidden()
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
    expect(said).toEqual([])
  })

  test('F20: a service that is blocked costs one line in the log and nothing else', async ({ page }) => {
    const { said } = listen(page)
    await page.route(/googletagmanager\.com/, (route) => route.abort('blockedbyclient'))
    const host = await hostPage(
      `<iframe src="${product.base}/embed/${freshId()}?id=one" width="480" height="270"></iframe>`,
    )
    await page.goto(host.url)
    const embed = page.frameLocator('iframe')
    await expect(embed.locator('#embed')).toHaveAttribute('data-ready', '')
    await page.evaluate(() => {
      const message = { source: 'loopframe', type: 'consent', granted: true }
      document.querySelector('iframe')?.contentWindow?.postMessage(message, '*')
    })
    await expect.poll(() => said).toEqual([expect.stringContaining('loopframe: analytics failed')])
    await embed.getByRole('button', { name: 'Pause' }).click()
    await expect(embed.locator('#embed')).toHaveAttribute('data-paused', '')
    expect(said).toHaveLength(1)
    host.close()
  })
})

test.describe('with TRACKING=off', () => {
  let product: Product
  test.beforeAll(async () => {
    product = await trackedProduct({ TRACKING: 'off', ANALYTICS_ID: 'G-TEST' })
  })
  test.afterAll(() => product.stop())

  test('a passive embed is its page and its picture; a hover tells nobody and touches no storage', async ({
    page,
  }) => {
    await staysQuiet(page, product, freshId('px'))
  })
})

test.describe('§6 who is signed in, on pages that caches share', () => {
  let product: Awaited<ReturnType<typeof signedInProduct>>
  test.beforeAll(async () => {
    product = await signedInProduct('ann')
  })
  test.afterAll(() => product.stop())

  /** Presses Pause in an embed, and gives its data layer once that is counted. */
  async function layerAfterPause(embed: Page | FrameLocator): Promise<Record<string, unknown>[]> {
    await embed.getByRole('button', { name: 'Pause' }).click()
    const root = embed.locator('#embed')
    const layer = () => root.evaluate(() => (window.dataLayer ?? []) as Record<string, unknown>[])
    await expect
      .poll(async () => (await layer()).map(({ eventLabel }) => eventLabel))
      .toContain('Click Pause')
    return layer()
  }

  const asked = (requests: readonly string[]) => requests.filter((url) => url.endsWith('/login/check'))

  test('a person’s id, verified status and type stand before the first view, which has them', async ({
    page,
  }) => {
    const { requests } = listen(page)
    await product.signIn(page, 'ann')
    await page.goto(product.base + embedOf(items.gif))
    const [who, view] = await layerAfterPause(page)
    expect(who).toEqual({ userLoggedIn: true, userId: 'id-ann', userVerified: false, userType: 'user' })
    expect(view).toMatchObject({
      event: 'VirtualPageview',
      dimension1: 'id-ann',
      dimension2: 'false',
      dimension3: 'user',
    })
    expect(asked(requests)).toHaveLength(1)
  })

  test('a visitor costs no request, and has no dimensions', async ({ page }) => {
    const { requests } = listen(page)
    await page.goto(product.base + embedOf(items.gif))
    const layer = await layerAfterPause(page)
    expect(layer.flatMap((entry) => Object.keys(entry))).not.toContain('userLoggedIn')
    expect(layer[0]).toEqual({ event: 'VirtualPageview', virtualPagePath: embedOf(items.gif) })
    expect(asked(requests)).toEqual([])
  })

  test('a frame on another site knows nobody', async ({ page }) => {
    const { requests } = listen(page)
    await product.signIn(page, 'ann')
    const host = await hostPage(
      `<iframe src="${product.base}${embedOf(items.gif)}" width="480" height="270"></iframe>`,
    )
    await page.goto(host.url)
    const layer = await layerAfterPause(page.frameLocator('iframe'))
    expect(layer.flatMap((entry) => Object.keys(entry))).not.toContain('userLoggedIn')
    expect(asked(requests)).toEqual([])
    host.close()
  })
})

/** Settles when the page's tracking listens. */
const trackingThere = (frame: FrameLocator) =>
  frame.locator('#embed').evaluate((root) => import(root.dataset.tracking ?? ''))

/** Opens an embed, means it, and leaves it: only the page, its picture and what hovering needs may be asked for. */
async function staysQuiet(page: Page, { base, about }: Product, id: string) {
  const { requests, said } = listen(page)
  const touched: string[] = []
  await page.exposeFunction('touch', (name: string) => touched.push(name))
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'] as const) {
      const storage = window[name]
      const get = () => {
        ;(window as unknown as { touch: (name: string) => void }).touch(name)
        return storage
      }
      Object.defineProperty(window, name, { get })
    }
  })
  await page.goto(`${base}/embed/${id}`)
  await expect(page.locator('#embed')).toHaveAttribute('data-ready', '')
  await page.waitForTimeout(400)
  const passive = requests.filter((url) => !url.endsWith('/favicon.ico'))
  expect(passive).toHaveLength(2)

  await page.mouse.move(200, 100)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.waitForTimeout(1300)
  expect(requests.filter((url) => /pingback|watch-|start-reports|pixels|google/.test(url))).toEqual([])
  expect(about(id)).toEqual([])
  expect(touched).toEqual([])
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
  expect(said).toEqual([])
}
