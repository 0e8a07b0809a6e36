import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import { layoutShift } from './watched.ts'

type Look = {
  paths: readonly string[]
  languages: readonly string[]
  widths: readonly number[]
  /** Settles when a page is as it stays. */
  opened?: () => Promise<void>
}

/**
 * What is wrong with pages in each language at each width, in words: layout, and what moves by itself while a page opens.
 * Each opens once, at one width after the other, and takes on the other widths then. Axe looks at each page in one language
 * after the other, at the widest.
 */
export async function faultsAtWidths(page: Page, base: string, look: Look): Promise<string[]> {
  const { paths, languages, widths, opened } = look
  const faults: string[] = []
  for (const [p, path] of paths.entries()) {
    for (const [l, lang] of languages.entries()) {
      const first = (p + l) % widths.length
      for (const width of [...widths.slice(first), ...widths.slice(0, first)]) {
        const add = (found: readonly string[]) =>
          faults.push(...found.map((fault) => `${path} ${lang} at ${width}: ${fault}`))
        await page.setViewportSize({ width, height: 800 })
        if (width === widths[first]) {
          const url = new URL(path, base)
          url.searchParams.set('lang', lang)
          await page.goto(url.href)
          await opened?.()
          if ((await layoutShift(page)) > 0) add(['it moves'])
        }
        add(await layoutFaults(page))
        if (l === p % languages.length && width === Math.max(...widths)) add(await violations(page))
      }
    }
  }
  return faults
}
