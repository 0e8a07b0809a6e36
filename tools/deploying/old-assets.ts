import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Pages of an earlier deploy still name its files: those of this many deploys stay (F18). */
export const BUILDS_KEPT = 3
/** What a deploy says of itself below its assets: the files of each of the last builds, the newest first. */
export const LIST = 'static/builds.json'

const FETCH_MS = 10_000
const MOST_FILES = 2000
const MOST_BYTES = 4 * 1024 * 1024
/** A name with a hash of the content, below the assets and nowhere else. */
const HASHED = /^static\/(?:[\w-]+\/)*[\w.-]+-[A-Z0-9]{8}\.\w+$/

type Builds = string[][]

/** The files of a build that a later one does not have under the same name. */
export const hashedFiles = (assets: string): string[] =>
  readdirSync(assets, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(assets.length + 1))
    .filter((file) => HASHED.test(file))
    .sort()

/** A list that came from elsewhere: only names that a build of ours can have. */
function buildsOf(text: string): Builds {
  const found: unknown = JSON.parse(text)
  if (!Array.isArray(found)) return []
  return found
    .filter((files) => Array.isArray(files))
    .slice(0, BUILDS_KEPT)
    .map((files: unknown[]) =>
      files
        .filter((file) => typeof file === 'string')
        .filter((file) => HASHED.test(file))
        .slice(0, MOST_FILES),
    )
}

async function get(base: string | undefined, path: string): Promise<Buffer | undefined> {
  if (!base) return undefined
  const response = await fetch(`${base}/${path}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_MS),
  }).catch(() => undefined)
  if (!response?.ok) return undefined
  const bytes = Buffer.from(await response.arrayBuffer())
  return bytes.length <= MOST_BYTES ? bytes : undefined
}

/** What is deployed says which files it has; where it does not answer, a copy of the last deploy on this machine does. */
async function deployedBuilds(base: string | undefined, folders: readonly string[]): Promise<Builds> {
  const texts = [
    (await get(base, LIST))?.toString(),
    ...folders
      .map((folder) => join(folder, LIST))
      .map((file) => existsSync(file) && readFileSync(file, 'utf8')),
  ]
  for (const text of texts) {
    try {
      if (text) return buildsOf(text)
    } catch {}
  }
  return []
}

/** Where the bytes of an old file are: on this machine, or still there. */
async function bytesOf(
  file: string,
  base: string | undefined,
  folders: readonly string[],
): Promise<Buffer | undefined> {
  const here = folders.map((folder) => join(folder, file)).find((path) => existsSync(path))
  return here ? readFileSync(here) : get(base, file)
}

/**
 * Adds the files of the builds before to a build's assets, and the list of them all.
 * @param base where it is deployed; undefined for nowhere but on this machine
 * @param folders other folders of assets on this machine, that of the last deploy first
 * @returns how many files were added
 */
export async function keepOldAssets(
  assets: string,
  base: string | undefined,
  folders: readonly string[],
): Promise<number> {
  const own = hashedFiles(assets)
  const before = (await deployedBuilds(base, folders)).filter((files) => files.join() !== own.join())
  const wanted = before.slice(0, BUILDS_KEPT - 1)
  let added = 0
  for (const file of new Set(wanted.flat())) {
    if (existsSync(join(assets, file))) continue
    const bytes = await bytesOf(file, base, folders)
    if (!bytes) continue
    mkdirSync(dirname(join(assets, file)), { recursive: true })
    writeFileSync(join(assets, file), bytes)
    added++
  }
  writeFileSync(join(assets, LIST), JSON.stringify([own, ...wanted]))
  return added
}
