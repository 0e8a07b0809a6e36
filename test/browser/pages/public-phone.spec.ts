import { expect, type Page } from '@playwright/test'
import { layoutFaults } from '../layout-faults.ts'
import { embedOf, items } from '../library.ts'
import { test } from '../test.ts'
import { testFont } from '../test-font.ts'

/** As `fonts.spec.ts`: wider than the widest font that systems bring, and narrower than the narrowest. */
const FONTS = {
  wide: testFont({ advance: 0.7, line: 1.4 }),
  narrow: testFont({ advance: 0.36, line: 1.1 }),
}
/** As wide as the commonest ones. */
const COMMON = { common: testFont({ advance: 0.57, line: 1.2 }) }
const WIDTHS = [320, 360, 375, 384, 390, 393, 412, 430]
const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja']

// Our policy allows no style of the test's.
test.use({ bypassCSP: true })

/** Brings all the fonts at once: an attribute of the root chooses one, so no page has to load again. */
const bringFonts = (page: Page) =>
  page.addInitScript(
    (fonts) => {
      const sheet = new CSSStyleSheet()
      for (const [name, url] of Object.entries(fonts)) {
        document.fonts.add(new FontFace(name, `url(${url})`))
        sheet.insertRule(`:root[data-font="${name}"] * { font-family: ${name} !important }`)
      }
      document.adoptedStyleSheets.push(sheet)
    },
    { ...FONTS, ...COMMON },
  )

const wear = (page: Page, font: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.font = name
    return document.fonts.load(`14px ${name}`)
  }, font)

/**
 * What of a page is beyond its screen, in words. The page itself clips, so its scroll width says nothing; what is in a
 * box that scrolls or clips on its own is measured by that box.
 */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const isBounded = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isBounded(element.parentElement))
    return [...document.querySelectorAll('body :is(a, button, input, textarea, h1, h2, p, li, dd, img)')]
      .filter((one) => one.checkVisibility() && !isBounded(one.parentElement))
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < -1 || right > innerWidth + 1
      })
      .map((one) => `${one.localName}.${one.className} “${one.textContent?.trim().slice(0, 20)}”`)
  })

/** Whether the words in the empty search field have room in it. */
const searchIsWhole = (page: Page) =>
  page.locator('header input[type="search"]').evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input)
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    canvas.font = font
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return canvas.measureText(input.placeholder).width <= room
  })

/** The head is one for all pages but the welcome page, so the others are looked at in the longest and the widest language. */
const PAGES: [path: string, languages: string[]][] = [
  ['/search/happy', LANGUAGES],
  ['/', LANGUAGES],
  [embedOf(items.gif).replace('/embed/', '/gifs/'), ['de', 'ja']],
  ['/gifs/none-nothere12345', ['de', 'ja']],
]

for (const [path, languages] of PAGES) {
  test(`${path.split('-')[0]} is no wider than a phone, and its head is whole, in each language and font`, async ({
    page,
  }) => {
    await bringFonts(page)
    // Neither pictures nor frames decide about a width.
    await page.route(/\/(media|embed|widgets)\//, (route) => route.abort())
    const faults: string[] = []
    const look = async (where: string, width: number) => {
      await page.setViewportSize({ width, height: 800 })
      const found = [...(await beyond(page)), ...(await layoutFaults(page, 'body > header'))]
      faults.push(...found.map((fault) => `${where}, ${width}: ${fault}`))
    }
    for (const lang of languages) {
      await page.goto(`${path}?lang=${lang}`)
      for (const font of Object.keys(FONTS)) {
        await wear(page, font)
        for (const width of WIDTHS) await look(`${lang}, ${font}`, width)
      }
      if (!path.startsWith('/search')) continue
      await wear(page, 'common')
      for (const width of [768, 1024, 1440]) {
        await look(lang, width)
        if (!(await searchIsWhole(page))) faults.push(`${lang}, ${width}: the search’s words are cut`)
      }
    }
    expect(faults).toEqual([])
  })
}

const LISTS = [
  '/search/cat',
  '/search/happy%20birthday',
  '/trending',
  '/create/gifmaker/decorate/stickers',
  '/categories/reactions/happy',
  '/channels/softshapes',
  // With a banner.
  '/channels/loop-lab',
]

test('on a phone the first GIF of every list begins 220 px down at most', async ({ page }) => {
  await bringFonts(page)
  await page.route(/\/(media|embed|widgets)\//, (route) => route.abort())
  const late: string[] = []
  for (const path of LISTS) {
    for (const lang of ['en', 'de', 'ja']) {
      await page.goto(`${path}?lang=${lang}`)
      await wear(page, 'common')
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const top = (await page.locator('.tile-rows li').first().boundingBox())?.y ?? Number.NaN
        if (!(top <= 220)) late.push(`${path}, ${lang}, ${width}: ${top}`)
      }
    }
  }
  expect(late).toEqual([])
})

test('the tiles of a last row are as large as those above it, at any width', async ({ page }) => {
  await page.goto('/search/happy')
  const tiles = page.locator('.tile-rows').first().locator('li[data-ratio="18"]')
  for (const width of [360, 600, 640, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const widths = await tiles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths) - Math.min(...widths), `at ${width}`).toBeLessThan(1.5)
  }
})
