/** `npm test`: every check and every test, and how many hold of each threat and fault; the last line is `N passed, N failed`. */
import { checkBuild, checkCount, checkOthers } from './checks/checks.ts'
import { ownRepository } from './checks/repository.ts'
import { readThreatRows } from './checks/threat-rows.ts'
import { findTestBrowser } from './steps/find-chromium.ts'
import { needFfmpeg } from './steps/find-ffmpeg.ts'
import { printRows } from './tests/print-rows.ts'
import { runTests } from './tests/run-tests.ts'

// First of all, because they install what is missing.
findTestBrowser()
needFfmpeg()
const failedBuild = await checkBuild()
// At once: tests wait now and then, and the types are checked in that time.
const [failedOthers, { results, ...tests }] = await Promise.all([checkOthers(), runTests()])
const failedChecks = [...failedBuild, ...failedOthers]

const rows = readThreatRows(ownRepository().read('docs/threats.md'))
const print = (name: string, letter: string) =>
  printRows(
    name,
    rows.filter(({ id }) => id.startsWith(letter)),
    results,
  )
const missing = print('Threats', 'T') + print('Faults', 'F')

const passed = tests.passed + checkCount - failedChecks.length
const failed = tests.failed + failedChecks.length + missing
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
