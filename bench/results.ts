import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../tools/steps/run-step.ts'
import { type Figure, type Findings, type Verdict, verdict } from './figure.ts'
import { inputsHash, PART_NAMES, type PartName } from './inputs.ts'
import { rounded } from './statistics.ts'

/** What a part measured, as its file in `bench/results/` has it; a value is null where it could not be measured. */
export type Result = {
  date: string
  /** What it was measured of (`inputs.ts`). */
  inputs: string
  machine: Record<string, string | number>
  figures: (Omit<Figure, 'value'> & { value: number | null; verdict: Verdict })[]
  tables: Findings['tables']
}

const FOLDER = join(root, 'bench/results')

/** Parts that take minutes, or have no budgets: they run where they are asked for, and no check fails for their age. */
export const BY_HAND: ReadonlySet<PartName> = new Set(['profile', 'playing', 'pickers', 'serve', 'load'])

/** Rounds to the precision of the measurement. */
const plain = (_key: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value)

/** @param inputs what was measured, from before it was */
export function saveResult(
  name: string,
  { figures, tables }: Findings,
  { machine, inputs }: Pick<Result, 'machine' | 'inputs'>,
): void {
  mkdirSync(FOLDER, { recursive: true })
  const judged = figures.map((figure) => ({ ...figure, verdict: verdict(figure) }))
  const result = { date: new Date().toISOString().slice(0, 10), inputs, machine, figures: judged, tables }
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(result, plain, 1)}\n`)
}

/** Every result that is kept, by its part. */
export function readResults(): Map<PartName, Result> {
  const names = readdirSync(FOLDER).map((file) => basename(file, '.json'))
  return new Map(
    PART_NAMES.filter((name) => names.includes(name)).map((name) => [
      name,
      JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')),
    ]),
  )
}

/** Parts whose results are of something else than what is here; one without a result is one of them. */
export async function staleParts(): Promise<PartName[]> {
  const stale = await Promise.all(
    PART_NAMES.map(async (name) => {
      const file = join(FOLDER, `${name}.json`)
      if (!existsSync(file)) return true
      const { inputs } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Result>
      return inputs !== (await inputsHash(name))
    }),
  )
  return PART_NAMES.filter((_, at) => stale[at])
}
