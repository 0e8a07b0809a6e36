import { expect } from '@playwright/test'
import { items } from '../library.ts'
import { stubFrames } from '../stub-frame.ts'
import { layoutShift } from '../watched.ts'
import { eventsOf, type LoopEvent, loader, stubOf, test } from './partner-test.ts'

const slug = `${items.gif.slug}-${items.gif.id}`

/** The rule of docs/embedding.md that keeps a place free until an async script has come. */
const PLACES = `loop-embed:not(:defined){display:block;max-width:480px;aspect-ratio:16/9}
loop-carousel:not(:defined){display:block;height:200px}
loop-grid:not(:defined){display:block;height:480px}`

const ELEMENTS = `<h1>Before</h1>
<loop-embed gif="${slug}"><a href="/cat">A cat</a></loop-embed><p>Between</p>
<loop-carousel q="cat"><a href="/cats">Cats</a></loop-carousel><p>Between</p>
<loop-grid q="cat" columns="3" height="480"><a href="/cats">Cats</a></loop-grid><p>After</p>`

const originsOf = (urls: string[]) => [...new Set(urls.map((url) => new URL(url).origin))].sort()

test.describe('a partner page under a strict policy, dark, motion unwanted', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 800, height: 1200 } })
  test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' }))

  for (const [how, attributes, style] of [
    ['async, its places kept by a rule', 'async', PLACES],
    ['in the head', '', ''],
  ] as const) {
    test(`hears every message, the script ${how}: no shift, foreign request, cookie or word`, async ({
      page,
      open,
      product,
      watched,
    }) => {
      await stubFrames(page)
      const url = await open(loader(product, attributes) + ELEMENTS, { style })
      for (const tag of ['loop-embed', 'loop-carousel', 'loop-grid']) {
        const { say } = await stubOf(page, tag)
        for (const type of ['seen', 'hover', 'click', 'visible', 'contextmenu', 'play', 'pause'])
          await say(type)
        await say('fetched', { count: 25 })
        await say('error', { message: 'Error fetching' })
        await say('size', { width: 480, height: tag === 'loop-embed' ? 270 : 200 })
      }
      const ofGrid = (events: LoopEvent[]) =>
        events.flatMap(([tag, ...rest]) => (tag === 'loop-grid' ? [rest] : []))
      await expect
        .poll(async () => ofGrid(await eventsOf(page)))
        .toEqual([
          ...['ready', 'seen', 'hover', 'click', 'visible', 'contextmenu', 'play', 'pause'].map((type) => [
            type,
            {},
          ]),
          ['fetched', { count: 25 }],
          ['error', { message: 'Error fetching' }],
          ['size', { width: 480, height: 200 }],
        ])

      const boxOf = async (tag: string) => (await page.locator(tag).boundingBox()) ?? { width: 0, height: 0 }
      await expect.poll(() => boxOf('loop-embed')).toMatchObject({ width: 480, height: 270 })
      await expect.poll(() => boxOf('loop-carousel')).toMatchObject({ height: 200 })
      await expect.poll(() => boxOf('loop-grid')).toMatchObject({ height: 480 })
      await expect(page.getByText('A cat')).toBeHidden()
      expect(await layoutShift(page)).toBe(0)
      expect(originsOf(watched.requests)).toEqual([product, new URL(url).origin].sort())
      expect(await page.context().cookies()).toEqual([])
      expect(watched.said).toEqual([])
    })
  }

  test('F25: shows the real embed in its scheme, at rest: no shift, foreign request, cookie or word', async ({
    page,
    open,
    product,
    watched,
  }) => {
    const embed = `<loop-embed gif="${slug}" theme="dark"><a href="/cat">A cat</a></loop-embed><p>After</p>`
    const url = await open(loader(product, 'async') + embed, { style: PLACES })
    const frame = page.frameLocator('loop-embed iframe')
    await expect(frame.locator('#embed')).toHaveAttribute('data-ready', '')
    await expect(frame.locator('#embed')).toHaveAttribute('data-paused', '')
    await expect(frame.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
    expect(await layoutShift(page)).toBe(0)
    expect(originsOf(watched.requests)).toEqual([product, new URL(url).origin].sort())
    expect(await page.context().cookies()).toEqual([])
    expect(watched.said).toEqual([])
  })
})

test('a facade takes the still of our host where the page asks for it and allows it', async ({
  page,
  open,
  product,
}) => {
  await open(`${loader(product)}<loop-embed facade poster gif="${slug}"></loop-embed>`, {
    pictures: `${product}/media/`,
  })
  const poster = page.locator('loop-embed img')
  await expect(poster).toHaveAttribute('src', `${product}/media/${items.gif.id}/original_still.gif`)
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1)
})

test('where the script is refused the page keeps what it wrote', async ({ page, open, product }) => {
  await open(
    `${loader(product)}<loop-embed gif="${slug}"><a href="/cat">A cat</a></loop-embed>
     <div data-loop-grid="cat"><a href="/cats">Cats</a></div>`,
    { policy: "script-src 'none'" },
  )
  await expect(page.getByRole('link', { name: 'A cat' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cats' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test.describe('oEmbed', () => {
  test('F23: its html works in another page, sandboxed as WordPress does it, and says nothing', async ({
    page,
    open,
    product,
    watched,
  }) => {
    const url = `${product}/gifs/${slug}`
    const answer = await page.request.get('/services/oembed', { params: { url, maxwidth: 320 } })
    const { html } = (await answer.json()) as { html: string }
    const sandboxed = html
      .replace('<iframe ', '<iframe sandbox="allow-scripts" security="restricted" ')
      .replace(/ src="([^"]*)"/, ' src="$1#?secret=abcdefghij"')
    await open(html + sandboxed)
    for (const nth of [0, 1]) {
      const frame = page.locator('iframe').nth(nth)
      await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 320, height: 180 })
      await expect(frame.contentFrame().locator('#embed')).toHaveAttribute('data-ready', '')
    }
    expect(watched.said.filter((text) => !text.includes('inline style'))).toEqual([])
  })

  test('a browser reads its XML', async ({ page, product }) => {
    await page.goto('/embed/nothing')
    const url = `${product}/services/oembed?format=xml&url=${encodeURIComponent(`${product}/embed/${slug}`)}`
    const text = await (await page.request.get(url)).text()
    const read = await page.evaluate((xml) => {
      const { documentElement } = new DOMParser().parseFromString(xml, 'text/xml')
      return [documentElement.localName, documentElement.querySelector('html')?.textContent?.slice(0, 8)]
    }, text)
    expect(read).toEqual(['oembed', '<iframe '])
  })
})
