import { median, quantile, rounded } from './statistics.ts'

/** The maximum or minimum that M30 allows (`docs/measurements.md`). */
export type FigureBudget = { max: number } | { min: number }

/**
 * One measured value and its budget. `NaN`: it could not be measured, and `note` says why. `spread`: the quartiles of the
 * rounds that it is the median of.
 */
export type Figure = {
  what: string
  unit: string
  value: number
  spread?: readonly [low: number, high: number]
  budget?: FigureBudget
  note?: string
}

/** Lines of measurements that explain the figures. */
export type FigureTable = { title: string; rows: Record<string, string | number>[] }

/** The result of one part of the benchmark. */
export type Findings = { figures: Figure[]; tables: FigureTable[] }

export type Verdict = 'OK' | 'within noise' | 'OVER' | 'not measured' | ''

const keeps = (value: number, budget: FigureBudget): boolean =>
  'max' in budget ? rounded(value) <= budget.max : rounded(value) >= budget.min

/**
 * Whether a figure keeps its budget. Over it is one whose median is, with three quarters of its rounds; with less than
 * those it is within the noise. Printed values are compared, so that report and verdict agree.
 */
export function verdict({ value, spread, budget }: Figure): Verdict {
  if (Number.isNaN(value)) return 'not measured'
  if (!budget) return ''
  if (keeps(value, budget)) return 'OK'
  return spread?.some((quartile) => keeps(quartile, budget)) ? 'within noise' : 'OVER'
}

/** The value and the spread of a figure that was measured in rounds. */
export const ofRounds = (rounds: readonly number[]): Pick<Figure, 'value' | 'spread'> => ({
  value: median(rounds),
  spread: [quantile(rounds, 0.25), quantile(rounds, 0.75)],
})

/**
 * The same of ratios, round by round: what the machine did meanwhile, it did to both. A round in which the other never
 * came (`Infinity`) says nothing.
 */
export const ratioOfRounds = (own: readonly number[], other: readonly number[]) =>
  ofRounds(
    own.flatMap((value, round) => {
      const by = other[round] ?? Number.NaN
      return Number.isFinite(by) ? [value / by] : []
    }),
  )
