import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe is there from its first look at a document on. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}

/**
 * What axe finds wrong with the page as it stands (WCAG 2.2 A and AA, best practices too): rule and place.
 * @param rules these alone; all without them
 * @param within a selector of the part that is looked at; the whole page without it
 */
export async function violations(page: Page, rules?: readonly string[], within?: string): Promise<string[]> {
  await bringAxe(page)
  const found = await page.evaluate(
    async ({ runOnly, part }) => {
      // What is still fading in has colors that nobody will see. What is paused never ends.
      // Two frames first: a change of scheme reaches the page in one, and its transitions start in the next.
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      const isEnding = ({ effect, playState }: Animation) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
      for (let round = 0; round < 10; round++) {
        await frame()
        await frame()
        const ending = document.getAnimations().filter(isEnding)
        if (ending.length === 0) break
        await Promise.allSettled(ending.map(({ finished }) => finished))
      }
      const { axe } = window as unknown as {
        axe: { run: (where: object, how: object) => Promise<AxeResults> }
      }
      // A film's frame is its host's page. What holds is not told of: to name its places takes as long as the rest.
      const how = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
      const { violations } = await axe.run({ ...part, exclude: [['iframe']] }, how)
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))
    },
    { runOnly: rules, part: within && { include: [[within]] } },
  )
  return found.flatMap(({ id, targets }) => targets.map((target) => `${id}: ${target}`))
}
