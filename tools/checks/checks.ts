import { findTestBrowser } from '../steps/find-chromium.ts'
import { binOf, runNode } from '../steps/run-step.ts'
import { checkBoundPatterns } from './bound-patterns.ts'
import { checkCitations } from './citations.ts'
import { checkOwnKeys } from './own-keys.ts'
import { checkStructure } from './structure.ts'
import { checkThreatRows } from './threat-rows.ts'

/** Format, lint and circles of files. Biome ships a native binary behind a small script, so it runs like any other. */
export const LINT = [binOf('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '--colors=off']

/** Each place is a program of its own (`tsconfig.json`). All anew: a change of global types could leave stale results. */
export const TYPE_CHECK = [binOf('typescript', 'tsc'), '-b', '--force', '--checkers', '1']

/** The browser's tests, in the system's Chromium. */
export const browserTests = () => ({
  command: [
    binOf('@playwright/test', 'playwright', 'test'),
    'test',
    '-c',
    'test/browser/playwright.config.ts',
  ],
  env: { CHROMIUM_PATH: findTestBrowser() },
})

type Check = { name: string; run: () => Promise<number> }

const BUILD: Check = { name: 'build and size budgets', run: () => runNode(['build.ts']) }

const OTHERS: Check[] = [
  {
    name: 'format, lint, circles of files',
    run: () => runNode(LINT, { quiet: true }),
  },
  { name: 'import arrows, circles and size of folders', run: async () => checkStructure() },
  { name: 'records read by strangers’ texts', run: async () => checkOwnKeys() },
  { name: 'patterns of the database', run: async () => checkBoundPatterns() },
  { name: 'citations', run: async () => checkCitations() },
  { name: 'tests of threats and faults', run: async () => checkThreatRows() },
  { name: 'types', run: () => runNode(TYPE_CHECK, { quiet: true }) },
]

/** Builds, which comes first: types and tests read the build's manifest. Returns the names of what failed. */
export const checkBuild = (): Promise<string[]> => runChecks([BUILD])

/** Runs every other check at once, and `more` with them, also after one has failed; returns the names of those that failed. */
export const checkOthers = (more: readonly Check[] = []): Promise<string[]> => runChecks([...more, ...OTHERS])

async function runChecks(rows: readonly Check[]): Promise<string[]> {
  const codes = await Promise.all(rows.map(timed))
  return rows.filter((_, at) => codes[at] !== 0).map(({ name }) => name)
}

async function timed({ name, run }: Check): Promise<number> {
  const started = Date.now()
  const code = await run()
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return code
}

export const checkCount = OTHERS.length + 1
