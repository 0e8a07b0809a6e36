import { expect } from '@playwright/test'
import { builderSnippet } from '../../../shared/public/builder-snippet.ts'
import { hostPage } from '../host-page.ts'
import { items } from '../library.ts'
import { test } from '../test.ts'
import { layoutShift } from '../watched.ts'

const { gif } = items

// All in view, so that whatever moves is counted.
test.use({ viewport: { width: 360, height: 2600 } })

const FORMS = [
  { what: 'embed' },
  { what: 'embed', responsive: 'on' },
  { what: 'carousel' },
  { what: 'grid' },
].flatMap((form) => ['frame', 'element'].map((as) => ({ ...form, as })))

test('§9 no snippet is wider than a phone, and none shifts when its script comes late', async ({
  page,
  baseURL,
}) => {
  const product = baseURL ?? ''
  const slug = `${gif.slug}-${gif.id}`
  const itemUrl = `${product}/gifs/${slug}`
  const place = {
    publicUrl: product,
    brand: 'Loopframe',
    title: 'GIFs',
    // Not the ratio that the loader holds by itself.
    item: { slug, itemUrl, title: gif.title, width: 400, height: 300 },
  }
  const oembed = await page.request.get(`/services/oembed?url=${encodeURIComponent(itemUrl)}`)
  await page.goto('/')
  const usage = await page.locator('#usage').inputValue()
  const snippets = [
    ...FORMS.map((form) => builderSnippet(new URLSearchParams(form), place).html),
    ((await oembed.json()) as { html: string }).html,
    usage,
  ]
  const host = await hostPage(snippets.map((html) => `<section>${html}</section>`).join('<p>Between</p>'))

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/loopframe.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(host.url, { waitUntil: 'commit' })
  await page
    .locator('section')
    .nth(snippets.length - 1)
    .waitFor()
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('section :is(iframe, loop-embed, loop-carousel, loop-grid)')].map(
        (one) => {
          const { top, right, height } = one.getBoundingClientRect()
          return { top, right, height }
        },
      ),
    )
  const before = await places()
  expect(before.filter(({ right, height }) => right > 360 || height < 40)).toEqual([])
  // It has been painted like this.
  expect(await layoutShift(page)).toBe(0)

  release()
  for (const nth of [0, 1]) {
    const embed = page.locator('loop-embed').nth(nth).frameLocator('iframe').locator('#embed')
    await expect(embed).toHaveAttribute('data-ready', '')
  }
  for (const tag of ['loop-carousel', 'loop-grid']) {
    await expect(
      page.locator(tag).first().frameLocator('iframe').locator('picture img').first(),
    ).toBeVisible()
  }
  expect(await places()).toEqual(before)
  expect(await layoutShift(page)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  host.close()
})
