/**
 * `npm run check`: format, lint, import arrows, types, build with its budgets, unit tests, and whether the results of the
 * benchmarks are of what is here. No browser, under a minute.
 */
import { exit } from 'node:process'
import { checkBuild, checkOthers } from './checks/checks.ts'
import { binOf, runNode } from './steps/run-step.ts'

const units = {
  name: 'unit tests',
  run: () =>
    runNode([
      binOf('vitest'),
      'run',
      '--project',
      'unit',
      '--project',
      'replaced',
      '--silent=passed-only',
      '--reporter=minimal',
    ]),
}
/** Alone here, and not with those of every change: who changes code is not made to wait for a quiet machine. */
const results = { name: 'results of the benchmarks', run: () => runNode(['bench/check-results.ts']) }

const failed = [...(await checkBuild()), ...(await checkOthers([units, results]))]
exit(failed.length > 0 ? 1 : 0)
