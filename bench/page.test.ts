import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../tools/steps/run-step.ts'
import { ROWS } from './page/rows.ts'
import { pageOf } from './page.ts'
import { readResults } from './results.ts'

it('the page of figures and its charts say what the results say', () => {
  for (const [path, text] of pageOf(readResults())) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

it('every row of the budgets has figures, and one of them a budget', () => {
  const results = readResults()
  const without = ROWS.filter(
    ({ part, figures }) =>
      !results.get(part)?.figures.some(({ what, budget }) => figures.test(what) && budget !== undefined),
  )
  expect(without).toEqual([])
})
