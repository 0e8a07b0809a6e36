import type { Page } from '@playwright/test'
import { layoutFaults } from './layout-faults.ts'

/** WCAG 1.4.12: what a reader may set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** What of the stops of the Tab key has no ring where a system has chosen its own colors: those without an outline (WCAG 2.4.7). */
async function ringless(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  // From here on focus counts as the keyboard's, also when a script sets it.
  await page.keyboard.press('Tab')
  const found = await page.evaluate(() => {
    const hasRing = (element: Element | null): boolean =>
      element !== null &&
      ([null, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
      }) ||
        hasRing(element.parentElement))
    const stops = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )
    return [...stops].flatMap((stop) => {
      stop.focus({ preventScroll: true })
      // Of a radio button or a check box, what is seen may be next to it.
      if (document.activeElement !== stop || hasRing(stop) || hasRing(stop.nextElementSibling)) return []
      return [`${stop.localName}.${stop.className} “${stop.textContent?.trim().slice(0, 20)}” has no ring`]
    })
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/**
 * What is lost, in words, where a reader spaces the text, looks at it at 400 % (1280 px are 320 then), or has the system's own
 * colors.
 */
export async function lowVisionFaults(page: Page): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 256 })
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, SPACING)
  const spaced = await layoutFaults(page)
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const faults = [...spaced.map((fault) => `spaced: ${fault}`), ...(await ringless(page))]
  if (size) await page.setViewportSize(size)
  return faults
}
