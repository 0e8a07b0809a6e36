import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../lock.mjs'
import { root } from '../steps/run-step.ts'
import { atFolder, type DeployConfig } from './config.ts'
import { BUILDS_KEPT, hashedFiles, LIST } from './old-assets.ts'

/** What was deployed from this machine: a folder for each Worker, in it one for each deploy. */
const DEPLOYED = join(root, '.wrangler/deployed')
const VERSION = 'version.txt'

/** A build that was deployed, with its assets and its configuration. `version` is its id at the platform. */
export type Copy = { folder: string; version: string }

/** Where the copies of a Worker's deploys are. */
export const placeOf = (account: string, worker: string): string => join(DEPLOYED, `${account}-${worker}`)

const nextOf = (place: string) => join(place, '.next')

/** Puts the build of `dist/` together in a folder of its own, which later builds do not change. */
export async function copyBuildToDeploy(place: string): Promise<string> {
  const next = nextOf(place)
  rmSync(next, { recursive: true, force: true })
  await withLock(root, 'build', () => {
    const [own = []] = JSON.parse(readFileSync(join(root, 'dist/builds.json'), 'utf8')) as string[][]
    cpSync(join(root, 'dist/worker'), join(next, 'worker'), { recursive: true })
    for (const file of own) cpSync(join(root, 'dist/assets', file), join(next, 'assets', file))
  })
  return next
}

/** A copy of an earlier deploy, to be deployed again: without the files of builds before it. */
export function copyAgain(place: string, { folder }: Copy): string {
  const next = nextOf(place)
  rmSync(next, { recursive: true, force: true })
  cpSync(folder, next, { recursive: true })
  const [own = []] = JSON.parse(readFileSync(join(next, 'assets', LIST), 'utf8')) as string[][]
  for (const file of hashedFiles(join(next, 'assets'))) {
    if (!own.includes(file)) rmSync(join(next, 'assets', file))
  }
  return next
}

export function writeConfig(folder: string, config: DeployConfig): string {
  const file = join(folder, 'wrangler.json')
  writeFileSync(file, JSON.stringify(atFolder(config), null, 2))
  return file
}

export const readConfigOf = ({ folder }: Copy): DeployConfig =>
  JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8')) as DeployConfig

/** The last deploys from this machine, the newest first. */
export function copiesIn(place: string): Copy[] {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .reverse()
    .map((name) => join(place, name))
    .filter((folder) => existsSync(join(folder, VERSION)))
    .map((folder) => ({ folder, version: readFileSync(join(folder, VERSION), 'utf8') }))
}

/** Keeps what was deployed, and as many before it as a rollback and old pages need. */
export function keepCopy(place: string, version: string): void {
  writeFileSync(join(nextOf(place), VERSION), version)
  renameSync(nextOf(place), join(place, String(Date.now())))
  for (const { folder } of copiesIn(place).slice(BUILDS_KEPT))
    rmSync(folder, { recursive: true, force: true })
}
