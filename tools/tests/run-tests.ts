import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserTests } from '../checks/checks.ts'
import { binOf, runNode } from '../steps/run-step.ts'
import { temporaryFolder } from '../steps/temporary-folder.ts'

/**
 * A test that ran: its titles from the outermost, and how many inputs it tries (1 where it does not count them). `shown` is what
 * its page held, where it failed in a browser.
 */
export type TestResult = { title: string; passed: boolean; inputs: number; shown?: string }

/** What ran; `failed` is at least 1 where a runner failed without a failed test. */
export type TestRun = { results: TestResult[]; passed: number; failed: number }

/** Which tests run: those of some files whose titles match. */
export type Selection = { files: readonly string[]; titles: string }

/** In a terminal the runners show how far they are; elsewhere they are quiet, and what they wrote is printed on failure. */
const isTerminal = process.stdout.isTTY === true

/** Runs a test runner and reads its report. */
async function run<Report>(
  name: string,
  argsFor: (file: string) => string[],
  read: (report: Report) => { results: TestResult[]; broken: number },
  env: Record<string, string> = {},
): Promise<TestRun> {
  const started = Date.now()
  // Its own folder: another run may be beside it.
  const file = join(temporaryFolder('test'), 'report.json')
  console.log(`  ${name} …`)
  const code = await runNode(argsFor(file), {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    quiet: !isTerminal,
  })
  const { results, broken } = reportOf(file, read)
  // The machine that ran it may be gone when someone asks why.
  for (const { title, shown } of results)
    if (shown) console.log(`\n${title.trim()}: the page showed\n${shown}`)
  const passed = results.filter((result) => result.passed).length
  const failed = results.length - passed + broken || Number(code !== 0)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
  return { results, passed, failed }
}

function reportOf<Report, Read>(file: string, read: (report: Report) => Read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  } catch {
    return { results: [], broken: 1 }
  }
}

type VitestReport = {
  testResults: {
    status: string
    assertionResults: { fullName: string; status: string; meta: { inputs?: number } }[]
  }[]
}

function readVitest({ testResults }: VitestReport) {
  const results = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, meta }) => ({
        title: fullName,
        passed: status === 'passed',
        inputs: meta.inputs ?? 1,
      })),
  )
  // A file that could not be loaded has failed without a test.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  return { results, broken }
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: PlaywrightTest[] }[]
}
type PlaywrightTest = { status: string; annotations: Annotation[]; results: { attachments: Attachment[] }[] }
type Annotation = { type: string; description?: string }
type Attachment = { name: string; path?: string }
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] }

const readPlaywright = ({ suites, errors }: PlaywrightReport) => ({
  results: suites.flatMap((suite) => testsOf(suite, '')),
  broken: errors.length,
})

function testsOf(suite: PlaywrightSuite, outer: string): TestResult[] {
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, annotations, results }) => ({
        title: `${outer} ${suite.title} ${title}`,
        passed: status === 'expected',
        shown: status === 'expected' ? '' : results.map(({ attachments }) => shownIn(attachments)).join(''),
        inputs: Number(annotations.find(({ type }) => type === 'inputs')?.description ?? 1),
      })),
  )
  const inner = suite.suites?.flatMap((one) => testsOf(one, `${outer} ${suite.title}`)) ?? []
  return [...own, ...inner]
}

/** Lines of a page that a failed test prints: the last, as navigation comes first. */
const SHOWN_LINES = 100

/** What the page showed when a test failed, as Playwright has written it beside its report; '' where it has not. */
function shownIn(attachments: readonly Attachment[]): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const [, page = ''] =
    path && existsSync(path) ? (/```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? []) : []
  return page.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')
}

/** Runs every test once, or a selection: first those of vitest, then the browser's. */
export async function runTests(selection?: Selection): Promise<TestRun> {
  // First of all, because it installs Chromium where there is none.
  const { command, env } = browserTests()
  const isBrowser = (file: string) => file.startsWith('test/browser/')
  const files = selection?.files.filter((file) => !isBrowser(file)) ?? []
  const browserFiles = selection?.files.filter(isBrowser) ?? []
  const runs: TestRun[] = []
  if (!selection || files.length > 0) {
    const titles = selection ? ['-t', selection.titles] : []
    // What a passed test logs is left out.
    const vitest = [binOf('vitest'), 'run', ...files, ...titles, '--silent=passed-only', '--reporter=json']
    const reporter = `--reporter=${isTerminal ? 'default' : 'minimal'}`
    const args = (file: string) => [...vitest, reporter, `--outputFile.json=${file}`]
    runs.push(await run('unit, worker and command tests', args, readVitest))
  }
  if (!selection || browserFiles.length > 0) {
    const titles = selection ? ['-g', selection.titles] : []
    const args = [...command, ...browserFiles, ...titles, `--reporter=${isTerminal ? 'line' : 'dot'},json`]
    runs.push(await run('browser tests', () => args, readPlaywright, env))
  }
  return {
    results: runs.flatMap(({ results }) => results),
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  }
}
