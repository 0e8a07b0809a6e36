import { devices, expect, type Page } from '@playwright/test'
import { hovered } from '../embed-page.ts'
import { layoutFaults } from '../layout-faults.ts'
import { embedOf, films, items } from '../library.ts'
import { test } from '../test.ts'
import { testFont } from '../test-font.ts'

/** Wider than DejaVu Sans in bold, the widest that systems bring, and narrower than Liberation Sans Narrow. */
const FONTS = { wide: { advance: 0.7, line: 1.4 }, narrow: { advance: 0.36, line: 1.1 } }

const WIDTHS = [250, 320, 361, 390, 480, 600]

test.use({ bypassCSP: true })

/** Gives every page of this tab one font for everything. */
const wear = (page: Page, font: keyof typeof FONTS) =>
  page.addInitScript((url) => {
    document.fonts.add(new FontFace('Test', `url(${url})`))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { font-family: Test !important }')
    document.adoptedStyleSheets.push(sheet)
  }, testFont(FONTS[font]))

const loaded = (page: Page) => page.evaluate(() => document.fonts.load('14px Test'))

/** The faults at each width, named with it. */
async function faultsAt(
  page: Page,
  widths: readonly number[],
  height: number,
  within?: string,
): Promise<string[]> {
  await loaded(page)
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    faults.push(...(await layoutFaults(page, within)).map((fault) => `at ${width}: ${fault}`))
  }
  return faults
}

for (const font of ['wide', 'narrow'] as const) {
  test.describe(`in a ${font} font the layout holds`, () => {
    test.beforeEach(({ page }) => wear(page, font))

    for (const lang of ['en', 'de', 'fr']) {
      test(`of the embed’s footer and share menu, in ${lang}`, async ({ page }) => {
        await hovered(page, embedOf(films.youtube, `?lang=${lang}`))
        await loaded(page)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 270 })
          const parts = await page
            .locator('.bar > *')
            .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
          for (const [at, { right, height }] of parts.entries()) {
            expect(right, `at ${width}`).toBeLessThanOrEqual(parts[at + 1]?.left ?? width - 13)
            expect(height, `at ${width}`).toBeLessThanOrEqual(68)
          }
          const cut = await page
            .locator('.bar > .cta')
            .evaluateAll((all) => all.some((part) => part.scrollHeight > part.clientHeight + 1))
          expect(cut, `at ${width}`).toBe(false)
        }
        await page.locator('.share-button').click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await faultsAt(page, WIDTHS, 400, '.share-dialog')).toEqual([])
      })
    }

    for (const [name, path] of [
      ['the carousel', '/widgets/carousel?q=happy'],
      ['the grid', '/widgets/grid?type=stickers'],
      ['a grid with nothing in it', '/widgets/grid?q=qqqqqq'],
    ] as const) {
      test(`of ${name}`, async ({ page }) => {
        await page.goto(`${path}&lang=de`)
        expect(await faultsAt(page, [250, 360, 480, 800], 360)).toEqual([])
      })
    }

    for (const [name, path] of [
      ['the welcome page', '/'],
      ['an item’s page', embedOf(items.gif).replace('/embed/', '/gifs/')],
      ['a list', '/search/happy'],
      ['a page for a failure', '/gifs/none-nothere12345'],
      ['a page of people', '/register'],
    ] as const) {
      test(`of ${name}`, async ({ page }) => {
        await page.goto(`${path}?lang=de`)
        expect(await faultsAt(page, [320, 390, 600, 768, 1100], 800)).toEqual([])
      })
    }
  })
}

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  test.use(phone)

  for (const font of ['wide', 'narrow'] as const) {
    test(`in a ${font} font the footer’s halves stay equal and whole`, async ({ page }) => {
      await wear(page, font)
      for (const lang of ['en', 'de', 'fr']) {
        await page.goto(embedOf(films.youtube, `?lang=${lang}`))
        await loaded(page)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 270 })
          const halves = await page.locator('.mobile-footer > *').evaluateAll((all) =>
            all.map((half) => ({
              width: half.getBoundingClientRect().width,
              over: Math.max(half.scrollHeight - half.clientHeight, half.scrollWidth - half.clientWidth),
            })),
          )
          expect(halves.map(({ width }) => width)).toEqual([width / 2, width / 2])
          expect(Math.max(...halves.map(({ over }) => over)), `${lang} at ${width}`).toBeLessThanOrEqual(1)
        }
      }
    })
  }
})
