/**
 * `npm run deploy`: builds, asks the account what it has, makes what is missing, migrates, deploys (`docs/deploying.md`).
 * Arguments that are not its own go to wrangler. `--workers-dev`: an address on workers.dev; `--free`: for the free plan;
 * `--rollback`: back to the build before; `--with-seed`: the demo library is sent to `--to`, by default to the product's address,
 * with the token in `LOOPFRAME_TOKEN`.
 */
import { deploy } from './deploying/deploy.ts'
import { deployArguments } from './deploying/deploy-arguments.ts'
import { rollBack } from './deploying/rollback.ts'
import { sendSeed } from './remote/send-seed.ts'

try {
  const options = deployArguments(process.argv.slice(2))
  const url = await (options.wantsRollback ? rollBack(options) : deploy(options))
  if (url) {
    console.log(`\nLoopframe is at ${url}. Next:
  npm run doctor -- ${url}                  checks that everything works
  npm run staff -- you@example.com --remote   prints a link that signs staff in once`)
  }
  if (options.wantsSeed && !options.isDryRun) process.exitCode = await sendSeed(options.to ?? url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
