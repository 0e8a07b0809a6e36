import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the page as it stands (WCAG 2.2 A and AA, best practices too): rule and place.
 * @param rules these alone; all without them
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(source)
  // What is still fading in has colors that nobody will see. What is paused never ends.
  // Two frames first: a change of scheme reaches the page in one, and its transitions start in the next.
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let round = 0; round < 10; round++) {
      await frame()
      await frame()
      const ending = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
      if (ending.length === 0) return
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  })
  const found = await page.evaluate((runOnly) => {
    const { axe } = window as unknown as { axe: { run: (where: object, how: object) => Promise<AxeResults> } }
    // A film's frame is its host's page.
    return axe.run({ exclude: [['iframe']] }, runOnly ? { runOnly } : {})
  }, rules)
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
