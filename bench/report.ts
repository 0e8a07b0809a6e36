import { type Figure, type FigureTable, type Findings, type Verdict, verdict } from './figure.ts'
import { rounded } from './statistics.ts'

export const show = (value: string | number) =>
  typeof value === 'string'
    ? value
    : Number.isNaN(value)
      ? '-'
      : rounded(value).toLocaleString('en', { maximumFractionDigits: 3 })

/** A table in aligned columns: text to the left, numbers to the right. */
function formatTable({ title, rows }: FigureTable): string {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column] ?? '')))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const isWord = columns.map((column) => typeof rows[0]?.[column] === 'string')
  const line = (row: string[]) =>
    row
      .map((cell, at) => (isWord[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
  return [`\n${title}`, ...cells.map((row) => `  ${line(row).trimEnd()}`)].join('\n')
}

export const budgetOf = ({ budget }: Pick<Figure, 'budget'>): string =>
  !budget ? '' : 'max' in budget ? `<= ${budget.max}` : `>= ${budget.min}`

/** How far apart the rounds are. */
export const quartilesOf = ({ spread }: Pick<Figure, 'spread'>): string =>
  (spread ?? []).map(show).join(' to ')

/** A table of figures and budgets. */
const figureTable = (name: string, figures: readonly Figure[]): FigureTable => ({
  title: `${name}: budgets`,
  rows: figures.map((figure) => ({
    what: figure.what,
    unit: figure.unit,
    measured: show(figure.value),
    quartiles: quartilesOf(figure),
    budget: budgetOf(figure),
    verdict: verdict(figure),
    note: figure.note ?? '',
  })),
})

export function printFindings(name: string, { figures, tables }: Findings): void {
  for (const table of [...tables, figureTable(name, figures)]) console.log(formatTable(table))
}

/** Prints one line with the exceeded budgets, and returns how many are exceeded beyond noise. */
export function printVerdict(figures: readonly Figure[]): number {
  const by = (wanted: Verdict) => figures.filter((figure) => verdict(figure) === wanted)
  const names = (list: readonly Figure[]) => list.map(({ what, unit }) => `\n  ${what} (${unit})`).join('')
  const said: [list: readonly Figure[], what: string][] = [
    [by('OVER'), 'OVER'],
    [by('within noise'), 'over, within noise'],
    [by('not measured'), 'not measured'],
  ]
  console.log(`\n${by('OK').length} of ${figures.filter(({ budget }) => budget).length} budgets kept`)
  for (const [list, what] of said) if (list.length > 0) console.log(`${list.length} ${what}:${names(list)}`)
  return by('OVER').length
}
