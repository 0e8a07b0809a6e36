import { expect } from '@playwright/test'
import { eventsOf, loader, test } from '../partner/partner-test.ts'

const FRAMES = [
  ['loop-embed', 'gif="nothing-zzz"', '404 · Not found'],
  ['loop-grid', 'type="nope"', '400 · Check the link'],
] as const

for (const [tag, attributes, message] of FRAMES) {
  test(`a ${tag} that gets an error page tells its host (messages, §2)`, async ({
    page,
    open,
    product,
    watched,
  }) => {
    await open(`${loader(product)}<${tag} ${attributes}></${tag}>`)
    await expect.poll(() => eventsOf(page)).toEqual([[tag, 'error', { message }]])
    expect(watched.said.filter((line) => line.includes('Content Security Policy'))).toEqual([])
  })
}

test('an error page in a frame wears the theme that the frame asked for', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/embed/nothing-zzz?theme=dark')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(19, 18, 23)')
})

test('the snippet builder fits a phone of 320 px: choices in two even rows, words uncut', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  const first = page.locator('.builder .choice').first()
  const words = await first.locator('span').evaluateAll((all) =>
    all.map((word) => ({
      left: Math.round(word.getBoundingClientRect().left),
      top: Math.round(word.getBoundingClientRect().top),
      isCut: word.scrollWidth > word.clientWidth,
      isWhole: word.getClientRects().length === 1 && word.clientHeight < 48,
    })),
  )
  expect(words.map(({ isCut, isWhole }) => [isCut, isWhole])).toEqual(Array(4).fill([false, true]))
  expect([new Set(words.map(({ left }) => left)).size, new Set(words.map(({ top }) => top)).size]).toEqual([
    2, 2,
  ])
  const theme = await page.getByLabel('Theme').boundingBox()
  expect(theme?.width).toBeGreaterThan(200)
})
