import { expect, type Page } from '@playwright/test'
import type { LoopElement } from '../../../islands/partner/element-types.ts'
import { stubFrames } from '../stub-frame.ts'
import { eventsOf, loader, stubOf, test } from './partner-test.ts'

const heightOf = async (page: Page, tag: string) => (await page.locator(tag).boundingBox())?.height

test.beforeEach(async ({ page }) => stubFrames(page))

test.describe('the frame of an element', () => {
  test('is lazy, named, and has no more rights than it needs', async ({ page, open, product }) => {
    await open(`${loader(product)}<loop-embed gif="happy-cat-abc"><a href="/">A cat</a></loop-embed>`)
    const frame = page.locator('loop-embed iframe')
    await expect(frame).toHaveAttribute('title', 'A cat')
    await expect(frame).toHaveAttribute('loading', 'lazy')
    await expect(frame).toHaveAttribute('allow', 'autoplay; fullscreen; clipboard-write')
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    await expect(frame).not.toHaveAttribute('sandbox')
    await expect(frame).not.toHaveAttribute('credentialless')
    await expect(frame).toHaveAttribute('src', `${product}/embed/happy-cat-abc?id=l1`)
  })

  test('far below is not fetched before it comes near', async ({ page, open, product, watched }) => {
    const near = '<loop-embed gif="near"></loop-embed>'
    await open(`${loader(product)}${near}<div class="far"></div><loop-grid q="far"></loop-grid>`, {
      style: '.far{height:9000px}',
    })
    await stubOf(page, 'loop-embed')
    expect(watched.requests.filter((url) => url.includes('/widgets/'))).toEqual([])
    await page.locator('loop-grid').scrollIntoViewIfNeeded()
    await stubOf(page, 'loop-grid')
  })

  test('gives the size where the page has not decided itself', async ({ page, open, product }) => {
    const elements =
      '<loop-embed gif="abc"></loop-embed><loop-carousel></loop-carousel><loop-grid></loop-grid>'
    await open(loader(product) + elements)
    await (await stubOf(page, 'loop-embed')).say('size', { width: 200, height: 200 })
    await (await stubOf(page, 'loop-carousel')).say('size', { width: 640, height: 123 })
    await page.locator('loop-grid').scrollIntoViewIfNeeded()
    const grid = await stubOf(page, 'loop-grid')
    await grid.say('size', { width: 640, height: 913 })
    await expect.poll(() => heightOf(page, 'loop-embed')).toBe(480)
    await expect.poll(() => heightOf(page, 'loop-carousel')).toBe(123)
    await expect.poll(() => heightOf(page, 'loop-grid')).toBe(913)
    await grid.say('size', { width: 640, height: -1 })
    // It has been read: this is a later one.
    await grid.say('seen')
    await expect.poll(() => eventsOf(page)).toContainEqual(['loop-grid', 'seen', {}])
    expect(await heightOf(page, 'loop-grid')).toBe(913)
  })

  test('hears what the page tells it, even what was told too early', async ({ page, open, product }) => {
    const early = `addEventListener('DOMContentLoaded', () => {
      const embed = document.querySelector('loop-embed')
      embed.pause()
      embed.consent(true)
    }); window.events = []; addEventListener('loop-ready', () => events.push(['loop-embed', 'ready']))`
    await open(`${loader(product)}<loop-embed gif="abc"></loop-embed>`, { script: early })
    const { heard } = await stubOf(page, 'loop-embed')
    await page.locator('loop-embed').evaluate((embed: LoopElement) => {
      embed.play()
      embed.stop()
      embed.share()
      embed.consent(false)
      embed.load('https://loop.test/gifs/other-def456')
    })
    const orders = [
      { type: 'consent', granted: true },
      { type: 'pause' },
      { type: 'play' },
      { type: 'stop' },
      { type: 'share' },
      { type: 'consent', granted: false },
      { type: 'load', gif: 'other-def456' },
    ]
    await expect.poll(heard).toEqual(orders.map((order) => ({ source: 'loopframe', id: 'l1', ...order })))
    // It changes its content itself: it is not fetched anew.
    await expect(page.locator('loop-embed')).toHaveAttribute('gif', /def456$/)
    await expect(page.locator('loop-embed iframe')).toHaveAttribute('src', /\/embed\/abc\?/)
  })

  test('T21: forged messages are ignored', async ({ page, open, product }) => {
    await open(`${loader(product)}<loop-embed gif="abc"></loop-embed><loop-carousel></loop-carousel>`)
    const embed = await stubOf(page, 'loop-embed')
    const carousel = await stubOf(page, 'loop-carousel')
    const before = (await eventsOf(page)).length
    const forged = { source: 'loopframe', id: 'l1', type: 'click' }
    // From the page itself, in its name and in ours; from another frame of ours; from the right one, but odd.
    await page.evaluate(
      ([data, origin]) => {
        const frame = document.querySelector('loop-embed')?.shadowRoot?.querySelector('iframe')
        postMessage(data, '*')
        dispatchEvent(new MessageEvent('message', { data, origin: origin as string, source: window }))
        dispatchEvent(
          new MessageEvent('message', {
            data,
            origin: location.origin,
            source: frame?.contentWindow ?? null,
          }),
        )
      },
      [forged, product] as const,
    )
    await carousel.say('click', { id: 'l1' })
    await embed.say('click', { source: 'other' })
    await embed.say('click', { id: 'l9' })
    await embed.say('navigate')
    await carousel.say('hover')
    await embed.say('seen')
    await expect
      .poll(async () => (await eventsOf(page)).slice(before))
      .toEqual([
        ['loop-carousel', 'hover', {}],
        ['loop-embed', 'seen', {}],
      ])
  })

  test('may be sandboxed: it then speaks as nobody', async ({ page, open, product }) => {
    await open(`${loader(product)}<loop-embed gif="abc" sandbox="allow-scripts"></loop-embed>`)
    await expect(page.locator('loop-embed iframe')).toHaveAttribute('sandbox', 'allow-scripts')
    const { heard, say } = await stubOf(page, 'loop-embed')
    await page.locator('loop-embed').evaluate((embed: LoopElement) => embed.play())
    await expect.poll(heard).toMatchObject([{ type: 'play' }])
    await say('seen')
    await expect.poll(() => eventsOf(page)).toContainEqual(['loop-embed', 'seen', {}])
  })

  test('shows in an isolated page, without credentials', async ({ page, open, product }) => {
    await open(`${loader(product)}<loop-embed gif="abc"></loop-embed>`, {
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await expect(page.locator('loop-embed iframe')).toHaveAttribute('credentialless', '')
    await stubOf(page, 'loop-embed')
  })
})

test.describe('an element', () => {
  test('changes with its attributes: one new frame for all of them, none for its size', async ({
    page,
    open,
    product,
    watched,
  }) => {
    await open(`${loader(product)}<loop-embed gif="abc"></loop-embed>`)
    await stubOf(page, 'loop-embed')
    await page.locator('loop-embed').evaluate((embed) => {
      embed.setAttribute('width', '300')
      embed.setAttribute('title', 'Named')
    })
    await expect(page.locator('loop-embed iframe')).toHaveAttribute('title', 'Named')
    await expect(page.locator('loop-embed')).toHaveCSS('width', '300px')
    await page.locator('loop-embed').evaluate((embed) => {
      embed.setAttribute('gif', 'def')
      embed.setAttribute('theme', 'light')
    })
    await expect.poll(async () => (await eventsOf(page)).length).toBe(2)
    expect(watched.requests.filter((url) => url.includes('/embed/'))).toEqual([
      `${product}/embed/abc?id=l1`,
      `${product}/embed/def?theme=light&id=l1`,
    ])
  })

  test('comes and goes, and lives once however often the script is loaded', async ({
    page,
    open,
    product,
    watched,
  }) => {
    await open(
      `${loader(product)}<main></main>${loader(product, 'async')}${loader(product, 'type="module"')}`,
    )
    await page.evaluate(() => {
      const embed = document.createElement('loop-embed')
      embed.setAttribute('gif', 'abc')
      document.querySelector('main')?.append(embed)
    })
    await stubOf(page, 'loop-embed')
    await expect(page.locator('iframe')).toHaveCount(1)
    await page.evaluate(() => {
      const embed = document.querySelector('loop-embed') as LoopElement
      embed.remove()
      document.body.append(embed)
    })
    await expect.poll(async () => (await eventsOf(page)).length).toBe(2)
    await page.evaluate(() => document.querySelector('loop-embed')?.remove())
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(watched.said).toEqual([])
  })

  test('knows the product when the script is a copy on the page’s own host', async ({
    page,
    open,
    product,
  }) => {
    const copy = await (await page.request.get('/loopframe.js')).text()
    await page.route('**/vendor/loopframe.js', (route) =>
      route.fulfill({ body: copy, contentType: 'text/javascript' }),
    )
    const own = `<script src="/vendor/loopframe.js" data-base="${product}/"></script>`
    await open(`${own}<loop-embed gif="abc"></loop-embed>`)
    await expect(page.locator('loop-embed iframe')).toHaveAttribute('src', `${product}/embed/abc?id=l1`)
    await stubOf(page, 'loop-embed')
  })

  test('may be a plain one with data attributes, and may come late', async ({ page, open, product }) => {
    await open(
      `${loader(product)}
       <div data-loop-embed="abc" data-width="320" data-theme="dark"><a href="/">A cat</a></div>
       <p data-loop-carousel="cat" data-border-radius="0"></p>`,
    )
    await expect(page.locator('div iframe')).toHaveAttribute('src', /\/embed\/abc\?theme=dark&id=l\d$/)
    await expect(page.locator('div iframe')).toHaveAttribute('title', 'A cat')
    await expect(page.locator('p iframe')).toHaveAttribute('src', /carousel\?q=cat&borderRadius=0&id=l\d$/)
    await expect(page.locator('div iframe')).toHaveCSS('width', '320px')
    await page.evaluate(() => {
      const section = document.createElement('section')
      section.append(Object.assign(document.createElement('b'), { textContent: 'Dogs' }))
      section.dataset.loopGrid = 'dog'
      document.body.append(section)
      document.querySelector('[data-loop-embed]')?.setAttribute('data-loop-embed', 'def')
    })
    await expect(page.locator('section iframe')).toHaveAttribute('src', /\/widgets\/grid\?q=dog&id=l\d$/)
    await expect(page.locator('div iframe')).toHaveAttribute('src', /\/embed\/def\?/)
    await expect(page.getByText('Dogs')).toBeHidden()
  })
})

test.describe('a facade', () => {
  test('costs nothing before it is pressed; then the frame plays and has the focus', async ({
    page,
    open,
    product,
    watched,
  }) => {
    await open(
      `${loader(product)}
       <loop-embed facade poster="/dot.gif" gif="abc"><a href="/">A cat</a></loop-embed>
       <loop-grid facade="Zeigen" title="Katzen"></loop-grid>`,
    )
    const button = page.getByRole('button', { name: 'Play: A cat' })
    await expect(button).toBeVisible()
    await expect(page.getByRole('button', { name: 'Zeigen: Katzen' })).toBeVisible()
    const poster = page.locator('loop-embed img')
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    expect(watched.requests.filter((url) => url.startsWith(product))).toEqual([`${product}/loopframe.js`])
    const before = await page.locator('loop-embed').boundingBox()

    await button.focus()
    await page.keyboard.press('Enter')
    const { heard } = await stubOf(page, 'loop-embed')
    await expect.poll(heard).toMatchObject([{ type: 'play' }])
    await expect(page.locator('loop-embed iframe')).toBeFocused()
    await expect.poll(() => page.locator('loop-embed').boundingBox()).toEqual(before)
    await expect(button).toHaveCount(0)
    expect(watched.said).toEqual([])
  })

  test('without a poster, or with one that is refused, is a plain button', async ({
    page,
    open,
    product,
  }) => {
    await open(`${loader(product)}<loop-embed facade poster gif="happy-cat-abc"></loop-embed>`)
    await expect(page.getByRole('button', { name: 'Play: GIF' })).toBeVisible()
    await expect(page.locator('loop-embed img')).toHaveCount(0)
  })
})
