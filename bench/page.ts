import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../tools/steps/run-step.ts'
import type { PartName } from './inputs.ts'
import { type Bar, chartOf, shareOf } from './page/chart.ts'
import { ROWS } from './page/rows.ts'
import { budgetOf, quartilesOf, show } from './report.ts'
import { type Result, readResults } from './results.ts'

const PAGE = 'docs/performance.md'
const chartPath = (part: string) => `docs/performance/${part}.svg`

const INTRO = `# Performance

This page is made by \`npm run bench\` from \`bench/results/\`: every budget of
[measurements.md](measurements.md#m30-budgets), what was measured, and how far apart the rounds were. A budget is a ratio to something
else in the same run (a bare Hono handler, a plain picture in a frame, GIPHY's own component), so that it says the same on another
machine. _Quartiles_ are those of at least five rounds. A budget is _over_ where the median is and so are three quarters of the
rounds; it is _within noise_ where they are not. What is over, and why, is in
[measurements.md](measurements.md#m63-budgets-that-are-over).
`

type ResultFigure = Result['figures'][number]

/** A table in Markdown, its columns aligned. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

const printed = ({ value }: ResultFigure) => (value === null ? '-' : show(value))

const budgetTable = (results: ReadonlyMap<PartName, Result>): string =>
  tableOf(
    ['row', 'what', 'unit', 'measured', 'quartiles', 'budget', ''],
    ROWS.flatMap(({ row, part, figures }) =>
      (results.get(part)?.figures ?? [])
        .filter(({ what }) => figures.test(what))
        .map((figure) => [
          row,
          figure.what,
          figure.unit,
          printed(figure),
          quartilesOf(figure),
          budgetOf(figure),
          figure.verdict,
        ]),
    ),
  )

const partTable = (results: ReadonlyMap<PartName, Result>): string =>
  tableOf(
    ['part', 'measured on', 'processor', 'cores', 'load before'],
    [...results].map(([part, { date, machine }]) => [
      `\`${part}\``,
      date,
      String(machine.cpu),
      String(machine.cores),
      show(Number(machine.loadBefore)),
    ]),
  )

/** The figures of a part that have a budget, as bars. */
const barsOf = ({ figures }: Result): Bar[] =>
  figures.flatMap(({ what, value, spread, budget, verdict }): Bar[] => {
    if (!budget || value === null) return []
    const [low, high] = spread ?? []
    return [
      {
        name: what,
        verdict,
        value: `${show(value)} (${budgetOf({ budget })})`,
        share: shareOf(value, budget),
        ...(low !== undefined &&
          high !== undefined && { spread: [shareOf(low, budget), shareOf(high, budget)] as const }),
      },
    ]
  })

/** The page and its charts, by their paths. */
export function pageOf(results: ReadonlyMap<PartName, Result>): Map<string, string> {
  const charts = [...results]
    .map(([part, result]) => ({ part, bars: barsOf(result) }))
    .filter(({ bars }) => bars.length > 0)
  const text = [
    INTRO,
    `## Budgets\n\n${budgetTable(results)}\n`,
    '## How much of each budget is used\n',
    ...charts.map(
      ({ part }) => `### ${part}\n\n![${part}: how much of each budget is used](performance/${part}.svg)\n`,
    ),
    `## When and where\n\n${partTable(results)}\n`,
  ].join('\n')
  return new Map([
    [PAGE, text],
    ...charts.map(
      ({ part, bars }) =>
        [chartPath(part), chartOf(`${part}: how much of each budget is used`, bars)] as const,
    ),
  ])
}

/** Writes the page and its charts from the results that are kept. */
export function writePage(): void {
  for (const [path, text] of pageOf(readResults())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
