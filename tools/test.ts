/** `npm test`: every check and every test; the last line is `N passed, N failed`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserTests, checkCount, checks } from './checks/checks.ts'
import { binOf, runNode } from './steps/run-step.ts'
import { temporaryFolder } from './steps/temporary-folder.ts'

/** The reports of this run: another may run beside it. */
const RESULTS = temporaryFolder('test')

type Count = { passed: number; failed: number }
type VitestReport = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

/** In a terminal the runners show how far they are; elsewhere they are quiet, and what they wrote is printed on failure. */
const isTerminal = process.stdout.isTTY === true

/** Runs a test runner and reads its report; a runner that left none, or failed with none failed, counts as one failure. */
async function run<Report>(
  name: string,
  argsFor: (file: string) => string[],
  read: (report: Report) => Count,
  env = {},
): Promise<Count> {
  const started = Date.now()
  const file = join(RESULTS, `${name}.json`)
  console.log(`  ${name} …`)
  const code = await runNode(argsFor(file), {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    quiet: !isTerminal,
  })
  const count = countOf(file, read)
  const failed = count.failed || Number(code !== 0)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${count.passed} passed, ${failed} failed (${seconds} s)`)
  return { passed: count.passed, failed }
}

function countOf<Report>(file: string, read: (report: Report) => Count): Count {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch {
    return { passed: 0, failed: 1 }
  }
}

// First of all, because it installs Chromium where there is none.
const { command: playwright, env } = browserTests()
const failedChecks = await checks()
const counts: Count[] = [{ passed: checkCount - failedChecks.length, failed: failedChecks.length }]

// What a passed test logs is left out.
const vitest = [binOf('vitest'), 'run', '--silent=passed-only', '--reporter=json']
const reporter = `--reporter=${isTerminal ? 'default' : 'minimal'}`
counts.push(
  await run<VitestReport>(
    'unit, worker and command tests',
    (file) => [...vitest, reporter, `--outputFile.json=${file}`],
    (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests || r.numFailedTestSuites }),
  ),
)

counts.push(
  await run<PlaywrightReport>(
    'browser tests',
    () => [...playwright, `--reporter=${isTerminal ? 'line' : 'dot'},json`],
    ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
    }),
    env,
  ),
)

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
