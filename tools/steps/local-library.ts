import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { holdLock, withLock } from '../lock.mjs'
import { runningPort } from './data-folder.ts'
import { must, root } from './run-step.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What `npm start`, `serve`, `ingest` and `import` work on: a person's own, which stays. */
export const OWN = join(root, '.wrangler/state')

/** The demo library as the seed has it: nobody serves it, tests and benchmarks take copies. */
const PRISTINE = join(root, '.wrangler/library')

/** Builds the bundle; of the sizes it prints those that are over their budgets. */
export const buildOnce = () => must('The build', ['build.ts', '--warn'])

/** Identifies the migrations and the seed. */
function versionOf(): string {
  const sources = [
    ...readdirSync(join(root, 'migrations'))
      .sort()
      .map((name) => `migrations/${name}`),
    'seed/library.json',
  ]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex')
}

/** Migrates and seeds the D1 and R2 of a folder when the migrations or the seed have changed. What was added stays. */
async function prepare(state: string): Promise<void> {
  const mark = join(state, 'library-mark')
  const version = versionOf()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === version) return
  console.log('Preparing the local library: its database, items, and their files …')
  await must('Preparing the library', ['tools/library/load-seed.ts', '--state', state])
  mkdirSync(state, { recursive: true })
  writeFileSync(mark, version)
}

/** Notes that a library is as these migrations make it, and that nothing of the seed is to be added. */
export function markPrepared(state: string): void {
  writeFileSync(join(state, 'library-mark'), versionOf())
}

const preparePristine = () => withLock(root, 'demo-library', () => prepare(PRISTINE))

/** The first time it is a copy of the demo library. */
async function prepareOwn(): Promise<void> {
  await preparePristine()
  await withLock(root, 'library', async () => {
    if (!existsSync(OWN)) cpSync(PRISTINE, OWN, { recursive: true })
    await prepare(OWN)
  })
}

/** Prepares the library of a command that comes before the first `npm start`. One that is there is a server's to migrate. */
export async function prepareFirst(): Promise<void> {
  if (!existsSync(join(OWN, 'library-mark'))) await prepareOwn()
}

/**
 * Prepares the library of `npm start` and `serve`. SQLite's files take one server at a time, with two of them requests fail
 * (`SQLITE_BUSY`): a further server gets a copy of the demo library.
 */
export async function prepareLibrary(): Promise<string> {
  if (!holdServer()) {
    console.log(
      'Another server uses the local library. This one uses a copy of the demo library until it ends.',
    )
    return copyLibrary()
  }
  await prepareOwn()
  return OWN
}

/** Takes a library until this process ends; false where a server has it. @param state its folder; without one the checkout's own */
export const holdServer = (state?: string): boolean =>
  holdLock(root, state ? `server-${createHash('sha256').update(state).digest('hex').slice(0, 12)}` : 'server')

/**
 * The library of this checkout, or that of a folder, for a command that needs it alone.
 * @throws Error where a server has it, or the folder has none
 */
export async function holdLibrary(data?: string): Promise<string> {
  if (data && !existsSync(join(data, 'v3')))
    throw new Error(`${data} is no library: npm start -- --persist-to DIR makes one`)
  if (!holdServer(data) || (data && runningPort(data) !== undefined))
    throw new Error('A server has this library and makes what waits. For --again, use --to with its address')
  if (!data) await prepareOwn()
  return data ?? OWN
}

/** A copy of the demo library for one run, in a folder that is gone when this process ends. */
export async function copyLibrary(): Promise<string> {
  await preparePristine()
  const folder = temporaryFolder('library')
  linkTree(PRISTINE, folder)
  return folder
}

/** Copies a folder of local stores. The runtime never changes a blob, only removes it: where the disk can, both have the same. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const copy = basename(from) === 'blobs' ? linkOrCopy : copyFileSync
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else copy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
