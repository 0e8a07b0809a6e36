/** `npm run deploy`: builds, deploys (resources without an id are provisioned), applies migrations. Arguments go to wrangler. */
import { binOf, must, runNode } from './steps/run-step.ts'

const QUEUES = ['loopframe-pingbacks', 'loopframe-pingbacks-dead']

const args = process.argv.slice(2)
const wrangler = (...command: string[]) => [binOf('wrangler'), ...command]
const deploy = () => must('Deploying', wrangler('deploy', ...args))
const migrate = (quiet: boolean) =>
  runNode(wrangler('d1', 'migrations', 'apply', 'DB', '--remote'), { quiet, env: { CI: '1' } })

await must('The build', ['build.ts'])
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
