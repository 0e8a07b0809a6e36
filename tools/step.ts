/** `npm run format`, `lint`, `typecheck`, `test:unit`, `test:worker`, `test:browser`, `seed:test`: one step, with its arguments. */
import { browserTests, LINT, TYPE_CHECK } from './checks/checks.ts'
import { needFfmpeg } from './steps/find-ffmpeg.ts'
import { buildOnce } from './steps/local-library.ts'
import { binOf, runNode } from './steps/run-step.ts'

const vitest = async (projects: readonly string[], args: readonly string[]) => {
  await buildOnce()
  return runNode([binOf('vitest'), 'run', ...projects.flatMap((name) => ['--project', name]), ...args])
}

const STEPS: Record<string, (args: readonly string[]) => Promise<number>> = {
  format: (args) => runNode([binOf('@biomejs/biome', 'biome'), 'check', '--write', ...args]),
  lint: (args) => runNode([...LINT, ...args]),
  typecheck: async (args) => {
    await buildOnce()
    return runNode([...TYPE_CHECK, ...args])
  },
  'test:unit': (args) => {
    needFfmpeg()
    return vitest(['unit', 'media'], args)
  },
  'seed:test': async (args) =>
    (await runNode([binOf('typescript', 'tsc'), '-p', 'studio'])) ||
    runNode([binOf('vitest'), 'run', '--root', 'studio', ...args]),
  'test:worker': (args) => vitest(['worker'], args),
  'test:browser': async (args) => {
    await buildOnce()
    const { command, env } = browserTests()
    return runNode([...command, ...args], { env })
  },
}

const [name = '', ...args] = process.argv.slice(2)
process.exit((await STEPS[name]?.(args)) ?? 2)
