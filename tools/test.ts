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

/** Runs a test runner and reads its report; a runner that left none, or failed with none failed, counts as one failure. */
async function run<Report>(
  name: string,
  args: string[],
  read: (report: Report) => Count,
  env = {},
): Promise<Count> {
  const file = join(RESULTS, `${name}.json`)
  const code = await runNode(args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } })
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    return { ...count, failed: count.failed || Number(code !== 0) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

// First of all, because it installs Chromium where there is none.
const { command: playwright, env } = browserTests()
const failedChecks = await checks()
const counts: Count[] = [{ passed: checkCount - failedChecks.length, failed: failedChecks.length }]

const report = join(RESULTS, 'vitest.json')
const vitest = [binOf('vitest'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
counts.push(
  await run<VitestReport>('vitest', vitest, (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests || r.numFailedTestSuites,
  })),
)

counts.push(
  await run<PlaywrightReport>(
    'playwright',
    [...playwright, '--reporter=dot,json'],
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
