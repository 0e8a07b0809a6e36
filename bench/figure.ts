import { rounded } from './statistics.ts'

/** The most or the least that M30 allows (`docs/measurements.md`). */
export type Budget = { max: number } | { min: number }

/** One measured value beside its budget; `NaN` means that it could not be measured, and `note` why. */
export type Figure = { what: string; unit: string; value: number; budget?: Budget; note?: string }

/** Lines of measurements that explain the figures. */
export type Table = { title: string; rows: Record<string, string | number>[] }

/** What a part of the benchmark found. */
export type Findings = { figures: Figure[]; tables: Table[] }

type Verdict = 'OK' | 'OVER' | 'not measured' | ''

/** Whether a figure keeps its budget. The value counts as it is printed: rounding decides no case in its favour. */
export function verdict({ value, budget }: Figure): Verdict {
  if (Number.isNaN(value)) return 'not measured'
  if (!budget) return ''
  const measured = rounded(value)
  const kept = 'max' in budget ? measured <= budget.max : measured >= budget.min
  return kept ? 'OK' : 'OVER'
}
