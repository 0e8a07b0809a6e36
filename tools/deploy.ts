/**
 * `npm run deploy`: builds, deploys (resources without an id are provisioned), applies migrations. Arguments go to wrangler,
 * but for `--workers-dev`: this deploy then has an address on workers.dev, for who has no domain yet; and for `--with-seed`: the
 * demo library is sent to `--to`, by default `PUBLIC_URL` or the domain, with the token in `LOOPFRAME_TOKEN`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { deployArguments } from './remote/deploy-arguments.ts'
import { sendSeed } from './remote/send-seed.ts'
import { binOf, must, root, runNode } from './steps/run-step.ts'

const QUEUES = ['loopframe-pingbacks', 'loopframe-pingbacks-dead', 'loopframe-jobs', 'loopframe-jobs-dead']
const CONFIG = join(root, 'wrangler.toml')

const { PUBLIC_URL } = unstable_readConfig({ config: CONFIG }).vars
const { args, wantsWorkersDev, wantsSeed, seedAt } = readArguments()
const wrangler = (...command: string[]) => [binOf('wrangler'), ...command]
const deploy = () => must('Deploying', wrangler('deploy', ...args))
const migrate = (quiet: boolean) =>
  runNode(wrangler('d1', 'migrations', 'apply', 'DB', '--remote'), { quiet, env: { CI: '1' } })

function readArguments() {
  try {
    return deployArguments(process.argv.slice(2), String(PUBLIC_URL ?? ''))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Wrangler reads it from its file alone. It writes the ids of what it provisions there, so a copy will not do. */
function setWorkersDev(on: boolean): void {
  const text = readFileSync(CONFIG, 'utf8')
  writeFileSync(CONFIG, text.replace(/^workers_dev = .*$/m, `workers_dev = ${on}`))
}

await must('The build', ['build.ts'])
if (wantsWorkersDev) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  process.once('exit', () => setWorkersDev(false))
  setWorkersDev(true)
}
if (args.includes('--dry-run')) {
  await deploy()
} else {
  // Queues are not provisioned by a deploy; one that exists already is fine.
  for (const queue of QUEUES) await runNode(wrangler('queues', 'create', queue), { quiet: true })
  // On the first deploy the database does not exist before it: then the migrations come after.
  const migrated = (await migrate(true)) === 0
  await deploy()
  if (!migrated && (await migrate(false)) !== 0) process.exit(1)
}
console.log('To sign in, get a link: npm run staff -- you@example.com --remote')
if (
  !wantsWorkersDev &&
  !/^routes? = /m.test(readFileSync(CONFIG, 'utf8')) &&
  !/--(domain|route)/.test(args.join())
) {
  console.log('No address is set. Use --domain gifs.example.com for your own, or --workers-dev to try one.')
}
if (wantsSeed && !args.includes('--dry-run')) process.exitCode = await sendSeed(seedAt)
