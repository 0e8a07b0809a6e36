import { rounded } from './statistics.ts'

/** The maximum or minimum that M30 allows (`docs/measurements.md`). */
export type FigureBudget = { max: number } | { min: number }

/** One measured value and its budget. `NaN`: it could not be measured, and `note` says why. */
export type Figure = { what: string; unit: string; value: number; budget?: FigureBudget; note?: string }

/** Lines of measurements that explain the figures. */
export type FigureTable = { title: string; rows: Record<string, string | number>[] }

/** The result of one part of the benchmark. */
export type Findings = { figures: Figure[]; tables: FigureTable[] }

type Verdict = 'OK' | 'OVER' | 'not measured' | ''

/** Whether a figure keeps its budget. It compares the printed value, so that report and verdict agree. */
export function verdict({ value, budget }: Figure): Verdict {
  if (Number.isNaN(value)) return 'not measured'
  if (!budget) return ''
  const measured = rounded(value)
  const kept = 'max' in budget ? measured <= budget.max : measured >= budget.min
  return kept ? 'OK' : 'OVER'
}
