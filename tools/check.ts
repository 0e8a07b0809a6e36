/** `npm run check`: format, lint, import arrows, types, build with its budgets, unit tests. No browser, under a minute. */
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
const failed = [...(await checkBuild()), ...(await checkOthers([units]))]
exit(failed.length > 0 ? 1 : 0)
