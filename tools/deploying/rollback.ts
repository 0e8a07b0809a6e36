import { join } from 'node:path'
import { openAccount } from './account.ts'
import { findAddress } from './address.ts'
import { readDeployConfig } from './config.ts'
import { type Copy, copiesIn, copyAgain, placeOf, readConfigOf } from './copies.ts'
import { DeployError, deployedVersions, remember, upload } from './deploy.ts'
import type { DeployOptions } from './deploy-arguments.ts'
import { keepOldAssets } from './old-assets.ts'
import { runWrangler } from './run-wrangler.ts'

/** The copy of what was deployed before the newest, where the newest came from this machine too. */
function copyBefore(place: string, versions: readonly string[]): Copy | undefined {
  const [newest, ...older] = copiesIn(place)
  return newest && newest.version === versions[0] ? older[0] : undefined
}

/**
 * Goes back to the build that was deployed before. From this machine's copy of it, it is deployed again with the files of the
 * newer one, whose pages are open; without a copy, the platform goes back to its version. The database stays as it is: a
 * migration never breaks the code before it.
 * @returns the address, where it is known
 */
export async function rollBack({ name, isDryRun, args }: DeployOptions): Promise<string | undefined> {
  const config = readDeployConfig()
  const account = await openAccount(config.account_id)
  const worker = name ?? config.name
  const versions = await deployedVersions(account, worker)
  const [now, before] = [...new Set(versions)]
  if (!now || !before) throw new DeployError(`There is no deploy of ${worker} to go back to`)
  const place = placeOf(account.id, worker)
  const copy = copyBefore(place, versions)
  console.log(`Going back from ${now} to ${copy?.version ?? before}`)
  if (isDryRun) return void console.log('Nothing was changed.')
  if (!copy) return void (await goBackThere(before, worker))
  const old = readConfigOf(copy)
  const url = String(old.vars.PUBLIC_URL)
  const folder = copyAgain(place, copy)
  await keepOldAssets(
    join(folder, 'assets'),
    url,
    copiesIn(place).map((each) => join(each.folder, 'assets')),
  )
  const { domain } = await findAddress(account, old, {
    domain: undefined,
    workersDev: old.workers_dev === true,
  })
  await upload(folder, old, [...(domain ? ['--domain', domain] : []), ...args], account.id)
  await remember(account, worker)
  return url
}

async function goBackThere(version: string, worker: string): Promise<void> {
  console.log(
    'This machine has no copy of it: pages of the newer build load no more scripts until they are loaded again.',
  )
  const said = ['--name', worker, '--yes', '--message', 'npm run deploy -- --rollback']
  const { code } = await runWrangler('rollback', version, ...said)
  if (code !== 0) throw new DeployError(`Going back failed (exit ${code})`)
}
