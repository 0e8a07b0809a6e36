import { markdownTable } from '../../tools/reference/option-tables.ts'
import type { FigureTable } from '../figure.ts'
import { PLAN_DOLLARS, PRICES, type Unit } from './prices.ts'

/** How many of a unit one embed uses. */
export type Use = Partial<Record<Unit, number>>

/** What one embed uses at a rate, with what only tracking uses apart. */
export type Rated = { millions: number; page: Use; tracking: Use }

const UNITS = Object.keys(PRICES) as Unit[]

const sum = (uses: readonly Use[], unit: Unit) => uses.reduce((all, use) => all + (use[unit] ?? 0), 0)

/** Dollars a month for millions of embeds that use so much each. */
const dollarsOf = (unit: Unit, uses: readonly Use[], millions: number): number =>
  Math.max(0, sum(uses, unit) * millions - PRICES[unit].free) * PRICES[unit].perMillion

/** Dollars a month. */
export const totalOf = (uses: readonly Use[], millions: number): number =>
  UNITS.reduce((all, unit) => all + dollarsOf(unit, uses, millions), PLAN_DOLLARS)

const dollars = (amount: number): string =>
  `$${amount < 100 ? Math.ceil(amount) : Number(amount.toPrecision(2)).toLocaleString('en')}`

const countOf = (millions: number): string =>
  millions < 1000 ? `${millions} million` : `${millions / 1000} billion`

/** The unit that costs the most, where one costs anything. */
function dearest(uses: readonly Use[], millions: number): string {
  const [first] = UNITS.map((unit) => ({ unit, amount: dollarsOf(unit, uses, millions) })).sort(
    (a, b) => b.amount - a.amount,
  )
  return first && first.amount > 0 ? `${first.unit}: ${dollars(first.amount)}` : 'the plan'
}

/** What so many embeds a month cost, with tracking and without. */
export const costTable = (rates: readonly Rated[]): FigureTable => ({
  title: 'simulate: dollars a month',
  rows: rates.map(({ millions, page, tracking }) => ({
    'embeds a month': countOf(millions),
    'tracking off': dollars(totalOf([page], millions)),
    'most of it is': dearest([page], millions),
    'tracking on': dollars(totalOf([page, tracking], millions)),
    'most of that is': dearest([page, tracking], millions),
  })),
})

/** What one embed uses, by unit and rate: what its page and picture do, or what tracking adds. */
export const usageTable = (rates: readonly Rated[], part: 'page' | 'tracking'): FigureTable => ({
  title: `simulate: what an embed uses, ${part}`,
  rows: UNITS.map((unit) => ({
    unit,
    ...Object.fromEntries(rates.map((rate) => [countOf(rate.millions), rate[part][unit] ?? 0])),
  })),
})

/** Reads the two tables back. */
export function ratesOf(page: FigureTable, tracking: FigureTable): Rated[] {
  const [, ...counts] = Object.keys(page.rows[0] ?? {})
  const usesIn = ({ rows }: FigureTable, count: string) =>
    Object.fromEntries(rows.map((row) => [row.unit, Number(row[count])])) as Use
  return counts.map((count) => {
    const [digits = '', word] = count.split(' ')
    const millions = Number(digits) * (word === 'billion' ? 1000 : 1)
    return { millions, page: usesIn(page, count), tracking: usesIn(tracking, count) }
  })
}

/** A table as the docs have it, without the rows in which nothing is used. */
export const markdownOf = ({ rows: all }: FigureTable): string => {
  const rows = all.filter((row) => Object.values(row).some((value, at) => at > 0 && value !== 0))
  const head = Object.keys(rows[0] ?? {})
  return markdownTable(
    head,
    rows.map((row) => head.map((column) => String(row[column] ?? ''))),
  )
}
