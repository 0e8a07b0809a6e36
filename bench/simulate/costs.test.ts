import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/steps/run-step.ts'
import type { FigureTable } from '../figure.ts'
import { costTable, markdownOf, ratesOf, totalOf } from './costs.ts'
import { PRICES_AS_OF } from './prices.ts'

const { tables } = JSON.parse(readFileSync(join(root, 'bench/results/simulate.json'), 'utf8')) as {
  tables: FigureTable[]
}
const [counting, layers, incidents, page, tracking, costs] = tables as [
  FigureTable,
  FigureTable,
  FigureTable,
  FigureTable,
  FigureTable,
  FigureTable,
]
const PAGE = join(root, 'docs/scale.md')

/** A page with its tables replaced: each follows the line that names it, up to an empty line. */
function withTables(text: string): string {
  const all = { counting, layers, incidents, page, tracking, costs }
  return Object.entries(all).reduce((found, [name, table]) => {
    const place = new RegExp(`(<!-- simulate: ${name} -->\n\n)(?:(?:\\|.*\n)+\n?)?`)
    if (!place.test(found)) throw new Error(`The page has no place for ${name}`)
    return found.replace(place, (_, line: string) => `${line}${markdownOf(table)}\n\n`)
  }, text)
}

describe('docs/scale.md', () => {
  // Fails where the tables differ from what `npm run bench -- simulate` wrote; `-u` updates them.
  it('has the tables of the results', async () => {
    await expect(withTables(readFileSync(PAGE, 'utf8'))).toMatchFileSnapshot(PAGE)
  })

  it('has costs that follow from what an embed uses, by the prices of the day that it names', () => {
    expect(costTable(ratesOf(page, tracking))).toEqual(costs)
    expect(readFileSync(PAGE, 'utf8')).toContain(`prices of ${PRICES_AS_OF}`)
  })
})

describe('what embeds cost', () => {
  it.each([
    ['nothing above what is included', [{ requests: 1 }], 10, 5],
    ['each million more', [{ requests: 1 }], 30, 11],
    [
      'what pages and tracking use together',
      [{ requests: 2 }, { requests: 1, 'D1, rows written': 10 }],
      10,
      61,
    ],
  ])('%s', (_, uses, millions, dollars) => {
    expect(totalOf(uses, millions)).toBeCloseTo(dollars, 6)
  })
})
