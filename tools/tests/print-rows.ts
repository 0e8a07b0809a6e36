import { namesRow, type ThreatRow } from '../checks/threat-rows.ts'
import type { TestResult } from './run-tests.ts'

/**
 * Prints how many inputs of each row's tests pass, and the total; a row without a test prints as such. Returns the number of
 * rows whose tests did not run, which nothing else reports.
 */
export function printRows(name: string, rows: readonly ThreatRow[], results: readonly TestResult[]): number {
  let [passing, tried, missing, untested] = [0, 0, 0, 0]
  console.log(`\n${name}`)
  for (const { id, files } of rows) {
    const tests = results.filter(({ title }) => namesRow(title, id))
    const all = sumOf(tests)
    const good = sumOf(tests.filter(({ passed }) => passed))
    passing += good
    tried += all
    const isUntested = files.length === 0 && all === 0
    if (isUntested) untested++
    else if (all === 0) missing++
    console.log(
      `${id.padEnd(4)} ${isUntested ? 'no test' : all === 0 ? '✗ did not run' : `${good} of ${all}`}`,
    )
  }
  console.log(`${passing} of ${tried} in ${rows.length - untested} rows; rows without a test: ${untested}\n`)
  return missing
}

const sumOf = (tests: readonly TestResult[]): number => tests.reduce((sum, { inputs }) => sum + inputs, 0)
