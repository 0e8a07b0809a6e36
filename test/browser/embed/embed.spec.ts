import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { devices, expect, type Page } from '@playwright/test'
import { hostPage } from '../host-page.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'
import { layoutShift, watch } from '../watched.ts'

/** When the page asked for the first resource of each path, and had it. */
const timesOf = (page: Page, ...paths: string[]) =>
  page.evaluate((wanted) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return wanted.map((path) => entries.find(({ name }) => name.includes(path))?.toJSON())
  }, paths) as Promise<(PerformanceResourceTiming | undefined)[]>

const shown = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element: HTMLImageElement | HTMLVideoElement) => {
    const src = element.currentSrc
    const drawn = 'naturalWidth' in element ? element.naturalWidth : element.videoWidth
    return { src, drawn }
  })

test.describe('a passive embed', () => {
  for (const [kind, item] of Object.entries(items)) {
    test(`plays a ${kind}, costs its page, its picture and then tracking, and says nothing`, async ({
      page,
      baseURL,
    }) => {
      const { requests, said } = watch(page)
      await page.addInitScript(() =>
        addEventListener('loadeddata', () => performance.mark('first frame'), true),
      )
      // The last that a passive page asks for.
      const told = page.waitForResponse('**/v2/pingback')
      await page.goto(embedOf(item))
      await expect(page.locator('#embed')).toHaveAttribute('data-kind', kind)
      await expect(page.locator('#embed')).toHaveAttribute('data-ready', '')
      const motion = kind === 'video' ? 'video.motion' : '.motion img'
      await expect.poll(async () => (await shown(page, motion)).drawn).toBeGreaterThan(0)
      await (await told).finished()

      const own = requests.filter((url) => !/\/favicon\.ico$|\/v2\/pingback$/.test(url))
      const scripts = own.filter((url) => url.includes('/static/'))
      expect(scripts).toEqual([expect.stringMatching(/\/static\/watch-\w+\.js$/)])
      expect(new Set(own).size).toBe(3)
      const [script, media] = await timesOf(page, '/static/', '/media/')
      // A video plays before all of it has arrived.
      const frame = await page.evaluate(() => performance.getEntriesByName('first frame')[0]?.startTime)
      const drawn = kind === 'video' ? frame : media?.responseEnd
      expect(script?.startTime).toBeGreaterThanOrEqual(drawn ?? Number.NaN)
      expect(own.every((url) => url.startsWith(baseURL as string))).toBe(true)
      expect(await layoutShift(page)).toBe(0)
      expect(said).toEqual([])
    })
  }

  test('chooses a small form of a GIF, and of a sticker AVIF or the plain URL (§5)', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    await expect.poll(async () => (await shown(page, '.motion img')).src).toMatch(/\.(avif|webp)$/)
    await page.goto(embedOf(items.sticker))
    await expect.poll(async () => (await shown(page, '.motion img')).src).toMatch(/\.(avif|gif)$/)
  })

  test('F24: moves without scripts, links, and has no dead button', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(embedOf(items.gif))
    await expect(page.locator('.motion img')).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    const href = await page.locator('.click-area').getAttribute('href')
    expect(href).toContain(`/gifs/${items.gif.slug}-${items.gif.id}?`)
    expect(href).toContain('utm_source=iframe&utm_medium=embed&utm_campaign=Embeds')
    await context.close()
  })

  test('F24, F25: stands still without scripts where motion is unwanted, and fetches no animation', async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { requests } = watch(page)
    await page.goto(embedOf(items.gif))
    await expect(page.locator('.still')).toBeVisible()
    await expect(page.locator('.motion img')).toBeHidden()
    const pictures = requests.filter((url) => url.includes(`/media/${items.gif.id}/`))
    expect(pictures.filter((url) => !url.includes('_still'))).toEqual([])
    await context.close()
  })
})

test.describe('pausing', () => {
  test('the button pauses on the still and plays again, by mouse', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
    await expect(page.locator('.still')).toBeVisible()
    await expect(page.locator('.motion img')).toBeHidden()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('#embed')).not.toHaveAttribute('data-paused')
    await expect(page.locator('.motion img')).toBeVisible()
  })

  for (const key of ['Space', 'Enter']) {
    test(`obeys ${key}`, async ({ page }) => {
      await page.goto(embedOf(items.gif))
      await page.getByRole('button', { name: 'Pause' }).focus()
      await page.keyboard.press(key)
      await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
      await page.keyboard.press(key)
      await expect(page.locator('#embed')).not.toHaveAttribute('data-paused')
    })
  }

  test('the still is there before anybody pauses, so that the stage is never empty', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    await page.mouse.move(200, 80)
    await expect
      .poll(() => page.locator('.still').evaluate((still: HTMLImageElement) => still.naturalWidth))
      .toBeGreaterThan(1)
    await expect(page.locator('#embed')).not.toHaveAttribute('data-paused')
  })

  test('pauses a film where it is', async ({ page }) => {
    await page.goto(embedOf(items.video))
    const film = page.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  })

  test('starts paused with ?autoplay=0 and plays on demand', async ({ page }) => {
    await page.goto(embedOf(items.gif, '?autoplay=0'))
    await expect(page.locator('.still')).toBeVisible()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('.motion img')).toBeVisible()
  })

  for (const kind of ['gif', 'video'] as const) {
    test(`F25: starts a ${kind} still where motion is unwanted, and plays on demand`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(embedOf(items[kind]))
      await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
      if (kind === 'video') {
        const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
        await expect.poll(isPaused).toBe(true)
      }
      await page.getByRole('button', { name: 'Play' }).click()
      await expect(page.locator('#embed')).not.toHaveAttribute('data-paused')
      await expect(page.locator('.motion img, video.motion')).toBeVisible()
    })
  }
})

test.describe('the hover footer', () => {
  test('comes with the pointer, goes with it, and its island wakes behind it', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    const bar = page.locator('.bar')
    await expect(bar).toBeHidden()
    await page.mouse.move(200, 100)
    await expect(page.locator('#embed')).toHaveAttribute('data-hover', '')
    await expect(bar).toBeVisible()
    await expect(page.locator('#embed')).toHaveAttribute('data-footer', '')
    await expect(page.getByRole('heading', { name: 'Related Gifs' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Watching on Loopframe' })).toBeVisible()
    await expect(page.locator('[data-island="hover-footer"]')).toHaveAttribute('data-hydrated', '')
    await page.evaluate(() =>
      document.getElementById('embed')?.dispatchEvent(new PointerEvent('pointerleave')),
    )
    await expect(page.locator('#embed')).not.toHaveAttribute('data-footer')
  })

  test('stays shut when the pointer has passed before the page could listen', async ({ page, baseURL }) => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/static\/live-/, async (route) => {
      await held
      await route.continue()
    })
    const host = await hostPage(
      `<iframe src="${baseURL}${embedOf(items.gif)}" width="480" height="200"></iframe>`,
    )
    // In a frame of another site Playwright’s pointer never leaves.
    await page.goto(host.url.replace('localhost', '127.0.0.1'))
    const asked = page.waitForRequest(/\/static\/live-/)
    await page.mouse.move(200, 80)
    await asked
    await page.mouse.move(200, 330)
    arrive()
    const embed = page.frameLocator('iframe')
    // The still is fetched by the module that listens: it is there.
    await expect(embed.locator('.still')).toHaveAttribute('loading', 'eager')
    await expect(embed.locator('#embed')).not.toHaveAttribute('data-hover')
    await page.mouse.move(200, 80)
    await expect(embed.locator('#embed')).toHaveAttribute('data-footer', '')
    host.close()
  })

  test('opens by keyboard alone', async ({ page }) => {
    await page.goto(embedOf(items.gif))
    await page.keyboard.press('Tab')
    await expect(page.locator('#embed')).toHaveAttribute('data-footer', '')
    await expect(page.getByRole('link', { name: 'Continue Watching on Loopframe' })).toBeVisible()
  })

  test('F19: hydrates without a word in the console', async ({ page }) => {
    const { said } = watch(page)
    for (const item of Object.values(items)) {
      await page.goto(embedOf(item))
      await page.mouse.move(200, 100)
      await expect(page.locator('[data-island="hover-footer"]')).toHaveAttribute('data-hydrated', '')
    }
    expect(said).toEqual([])
  })

  test('F18: still rises when the chunks are missing, with one warning', async ({ page }) => {
    const { said } = watch(page)
    await page.route(/\/static\/react-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(embedOf(items.gif))
    await page.mouse.move(200, 100)
    await expect(page.locator('.bar')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
    await expect.poll(() => said.filter((text) => text.startsWith('loopframe:')).length).toBe(1)
  })

  for (const missing of ['live', 'chunk']) {
    test(`F18: still rises when the page’s ${missing} is missing, with one warning and no error`, async ({
      page,
    }) => {
      const { said } = watch(page)
      await page.route(`**/static/${missing}-*.js`, (route) => route.abort())
      await page.goto(embedOf(items.gif))
      await page.mouse.move(200, 100)
      await expect(page.locator('.bar')).toBeVisible()
      const own = () => said.filter((text) => !text.startsWith('Failed to load resource'))
      const warning = [expect.stringContaining('loopframe: the page stays as it is')]
      await expect.poll(own).toEqual(warning)
      // Nor does more interest bring another.
      await page.mouse.move(210, 110)
      await page.keyboard.press('Tab')
      expect(own()).toEqual(warning)
    })
  }
})

test.describe('small and mobile frames', () => {
  for (const viewport of [
    { width: 249, height: 300 },
    { width: 400, height: 199 },
  ]) {
    test(`F29: hide the extras at ${viewport.width}x${viewport.height} (§9), and a mouse finds the link and the pause`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.goto(embedOf(items.gif))
      await page.mouse.move(50, 50)
      await expect(page.locator('#embed')).toHaveAttribute('data-footer', '')
      await expect(page.locator('.bar')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
      await expect(page.locator('.pause')).toHaveCSS('opacity', '1')
      await expect(page.locator('.pause')).toHaveCSS('pointer-events', 'auto')
      await expect(page.locator('.click-area')).toHaveCount(1)
    })
  }

  test('F29: a frame of 0x0 has no extras, and one that grows then has them', async ({ page, baseURL }) => {
    const src = `${baseURL}${embedOf(items.gif)}`
    const host = await hostPage(`<iframe src="${src}" width="0" height="0" style="border:0"></iframe>`)
    await page.goto(host.url)
    const frame = page.frameLocator('iframe')
    const root = frame.locator('#embed')
    await expect(root).toHaveAttribute('data-ready', '')
    await expect(root.getByRole('button', { name: 'Share' })).toHaveCount(0)
    await page.locator('iframe').evaluate((node: HTMLIFrameElement) => {
      node.width = '480'
      node.height = '270'
    })
    await root.hover()
    await expect(frame.getByRole('button', { name: 'Pause' })).toBeVisible()
    host.close()
  })

  test('a phone gets its own footer with the way to the item', async ({ browser }) => {
    const context = await browser.newContext({ ...devices['Pixel 7'] })
    const page = await context.newPage()
    await page.goto(embedOf(items.gif))
    await expect(page.locator('#embed')).toHaveAttribute('data-layout', 'mobile')
    await expect(page.getByRole('link', { name: 'View on Loopframe' })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).tap()
    await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
    await context.close()
  })
})

test('F23: works in a sandboxed frame on another site', async ({ page, baseURL }) => {
  const { said } = watch(page)
  const src = `${baseURL}${embedOf(items.gif)}`
  const host = await hostPage(
    `<iframe sandbox="allow-scripts" src="${src}" width="480" height="270"></iframe>`,
  )
  await page.goto(host.url)
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('#embed')).toHaveAttribute('data-ready', '')
  await frame.locator('#embed').hover()
  await expect(frame.locator('[data-island="hover-footer"]')).toHaveAttribute('data-hydrated', '')
  await frame.getByRole('button', { name: 'Pause' }).click()
  await expect(frame.locator('#embed')).toHaveAttribute('data-paused', '')
  expect(said).toEqual([])
  host.close()
})

test('F26: without the media host the page is ready, with the alt text on its ground and no spinner', async ({
  page,
}) => {
  await page.route('**/media/**', (route) => route.abort())
  await page.goto(embedOf(items.gif))
  await expect(page.locator('#embed')).toHaveAttribute('data-ready', '')
  await expect(page.getByRole('img').first()).toHaveAccessibleName(/\S/)
  await expect(page.locator('[aria-busy="true"], progress')).toHaveCount(0)
  await page.locator('#embed').hover()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('#embed')).toHaveAttribute('data-paused', '')
})

for (const [status, path] of [
  [404, '/embed/no-such-gif-zzzz'],
  [400, '/embed/%24%24'],
  [404, '/nowhere'],
] as const) {
  test(`${path} is an error page with status ${status}`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('a page that was opened from a disk shows an embed, by its iframe and by its element', async ({
  page,
  baseURL,
}, info) => {
  const { gif } = items
  const element = `<script async src="${baseURL}/loopframe.js"></script><loop-embed gif="${gif.id}" width="300"></loop-embed>`
  const file = info.outputPath('mine.html')
  writeFileSync(file, `<iframe src="${baseURL}${embedOf(gif)}"></iframe>${element}`)
  await page.goto(pathToFileURL(file).href)
  await expect(page.frameLocator('body > iframe').locator('#embed')).toHaveAttribute('data-ready', '')
  await expect(page.frameLocator('loop-embed iframe').locator('#embed')).toHaveAttribute('data-ready', '')
})
