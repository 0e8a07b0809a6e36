import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/steps/run-step.ts'
import type { Figure, Findings } from './figure.ts'

/** A row of the build's table: `inline boot, br  0.62 KB  62 % of 1 KB`. */
const ROW = /^(.+?)(?:, (br|gzip))? +([\d.]+) KB +\d+ % of ([\d.]+) KB/gm

/** The sizes that the build prints, and holds. */
export async function benchSizes(): Promise<Findings> {
  const table = readFileSync(join(root, 'dist/sizes.txt'), 'utf8')
  const figures = [...table.matchAll(ROW)].map(
    ([, what = '', packed = '', size, max]): Figure => ({
      what,
      unit: `KB ${packed}`.trim(),
      value: Number(size),
      budget: { max: Number(max) },
    }),
  )
  return { figures, tables: [] }
}
