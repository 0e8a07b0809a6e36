import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from '../steps/run-step.ts'
import { temporaryFolder } from '../steps/temporary-folder.ts'
import { type Account, openAccount, RefusedError } from './account.ts'
import { type Address, findAddress } from './address.ts'
import { type DeployConfig, readDeployConfig, without } from './config.ts'
import { copiesIn, copyBuildToDeploy, keepCopy, placeOf, writeConfig } from './copies.ts'
import type { DeployOptions } from './deploy-arguments.ts'
import { keepOldAssets } from './old-assets.ts'
import { findResources, makeMissing, withIds } from './resources.ts'
import { runWrangler } from './run-wrangler.ts'
import { askServices, leaveOutOff, lineOfOff, refusedService } from './services.ts'

/** Ends the command. What was said before it says why. */
export class DeployError extends Error {
  override readonly name = 'DeployError'
}

/** The free plan refuses `[limits]`, and its 10 ms of CPU are not enough for a password (`docs/deploying.md#the-free-plan`). */
export const freeProfile = (config: DeployConfig): DeployConfig => ({
  ...without(config, 'limits'),
  vars: { ...config.vars, PLAN: 'free' },
})

/** What the platform says of `[limits]` on the free plan. */
const IS_FREE_PLAN = /code: 100328\b|limits are not supported/i

/** The configuration of this deploy, before the account is asked. */
function configured({ name, wantsFree }: DeployOptions): DeployConfig {
  const config = readDeployConfig()
  const named = name ? { ...config, name } : config
  return wantsFree ? freeProfile(named) : named
}

const atAddress = (config: DeployConfig, { url, workersDev }: Address): DeployConfig => ({
  ...config,
  workers_dev: workersDev,
  vars: { ...config.vars, PUBLIC_URL: config.vars.PUBLIC_URL || url },
})

/** What an account is asked before a deploy, and what was said of it. */
async function planFor(account: Account, options: DeployOptions) {
  const all = configured(options)
  const answers = await askServices(account, all)
  const unseen = [...answers].filter(([, state]) => state === 'unseen').map(([service]) => service)
  const { off, config } = leaveOutOff(all, answers)
  console.log(`Account ${account.id}`)
  for (const [{ name }, state] of answers) if (state === 'on') console.log(`  ${name} is on`)
  for (const service of off) console.log(`  ${lineOfOff(service, account.id)}`)
  for (const { name, permission } of unseen)
    console.log(`  ${name} stays bound: this token may not ask (its permission is '${permission}')`)
  const address = await findAddress(account, config, {
    domain: options.domain,
    workersDev: options.wantsWorkersDev,
  })
  const at = atAddress(config, address)
  console.log(`  Address: ${address.url}; links in mails lead to ${at.vars.PUBLIC_URL}`)
  return { config: at, address, resources: await findResources(account, at) }
}

export type Plan = Awaited<ReturnType<typeof planFor>>

const argsOf = ({ domain }: Address, args: readonly string[]) => [
  ...(domain ? ['--domain', domain] : []),
  ...args,
]

/** The folder that is deployed: the build, the assets of those before, the configuration. */
async function assemble(place: string, { config, address }: Plan): Promise<string> {
  const folder = await copyBuildToDeploy(place)
  const others = [...copiesIn(place).map((copy) => join(copy.folder, 'assets')), join(root, 'dist/assets')]
  const added = await keepOldAssets(
    join(folder, 'assets'),
    String(config.vars.PUBLIC_URL || address.url),
    others,
  )
  if (added > 0) console.log(`  ${added} files of earlier builds are kept for pages that are open`)
  return folder
}

/** The new code comes after its tables: what is there goes on with the old code, which they do not break. */
async function migrate(folder: string, config: DeployConfig): Promise<void> {
  if (!config.d1_databases?.length) return
  const file = writeConfig(folder, config)
  console.log('Applying the migrations …')
  const { code } = await runWrangler('d1', 'migrations', 'apply', 'DB', '--remote', '--config', file)
  if (code !== 0)
    throw new DeployError('The migrations failed, so nothing was deployed. The old code goes on.')
}

/** Deploys, and without a service that the platform refuses only now. @returns the configuration that was taken */
export async function upload(
  folder: string,
  config: DeployConfig,
  args: readonly string[],
  account: string,
): Promise<DeployConfig> {
  console.log('Deploying …')
  const { code, output } = await runWrangler('deploy', '--config', writeConfig(folder, config), ...args)
  if (code === 0) return config
  if (config.limits && IS_FREE_PLAN.test(output))
    throw new DeployError('This account is on the free plan: npm run deploy -- --free')
  const refused = refusedService(output, config)
  if (!refused) throw new DeployError(`Deploying failed (exit ${code}). The old code goes on.`)
  console.log(lineOfOff(refused, account))
  return upload(folder, refused.leaveOut(config), args, account)
}

/** Makes the key of passwords with the first deploy for the free plan: later ones keep it, and so does a rollback. */
async function passwordKeyArgs({ call }: Account, { name, vars }: DeployConfig): Promise<string[]> {
  if (vars.PLAN !== 'free') return []
  const secrets = await call<{ name: string }[]>('GET', `/workers/scripts/${name}/secrets`).catch((error) => {
    if (error instanceof RefusedError && error.status === 404) return []
    throw error
  })
  if (secrets.some((secret) => secret.name === 'PASSWORD_KEY')) return []
  const file = join(temporaryFolder('secrets'), 'secrets.json')
  writeFileSync(file, JSON.stringify({ PASSWORD_KEY: randomBytes(32).toString('base64url') }), {
    mode: 0o600,
  })
  console.log('Made the secret PASSWORD_KEY')
  return ['--secrets-file', file]
}

type Deployment = { versions: { version_id: string; percentage: number }[] }

/** The ids of the versions that were deployed, the newest first. */
export async function deployedVersions({ call }: Account, name: string): Promise<string[]> {
  const { deployments } = await call<{ deployments: Deployment[] }>(
    'GET',
    `/workers/scripts/${name}/deployments`,
  ).catch((error) => {
    if (error instanceof RefusedError) return { deployments: [] }
    throw error
  })
  return deployments.flatMap(({ versions }) => versions.slice(0, 1).map(({ version_id }) => version_id))
}

/** Remembers what was deployed, where the platform says as what. */
export async function remember(account: Account, name: string): Promise<void> {
  const [version] = await deployedVersions(account, name)
  if (version) keepCopy(placeOf(account.id, name), version)
}

/** Only shows what a deploy would do. Without an account it asks nothing. */
async function showPlan(options: DeployOptions): Promise<void> {
  const account = await openAccount(readDeployConfig().account_id).catch((error: Error) => {
    console.log(`The account was not asked. ${error.message}`)
    return undefined
  })
  const plan = account && (await planFor(account, options))
  const config = plan?.config ?? configured(options)
  const place = placeOf(account?.id ?? 'none', config.name)
  for (const { kind, name, id } of plan?.resources ?? [])
    console.log(`  ${id === undefined ? 'Would make' : 'There is'} the ${kind} ${name}`)
  if (plan?.config.d1_databases?.length) console.log('  Would apply the migrations, then deploy')
  const folder = plan ? await assemble(place, plan) : await copyBuildToDeploy(place)
  const file = writeConfig(folder, config)
  const { code } = await runWrangler('deploy', '--config', file, ...options.args)
  if (code !== 0) throw new DeployError(`The dry run failed (exit ${code})`)
  console.log('Nothing was changed.')
}

/**
 * Deploys the build of this checkout: asks the account, makes what it lacks, migrates, uploads.
 * @returns the address; undefined for a dry run
 */
export async function deploy(options: DeployOptions): Promise<string | undefined> {
  await must('The build', ['build.ts'], { quiet: true })
  if (options.isDryRun) return void (await showPlan(options))
  const account = await openAccount(readDeployConfig().account_id)
  const plan = await planFor(account, options)
  const config = withIds(plan.config, await makeMissing(plan.resources))
  const folder = await assemble(placeOf(account.id, config.name), plan)
  await migrate(folder, config)
  const args = [...argsOf(plan.address, options.args), ...(await passwordKeyArgs(account, config))]
  const taken = await upload(folder, config, args, account.id)
  await remember(account, taken.name)
  return String(taken.vars.PUBLIC_URL)
}
