import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../library/migrate.ts'
import { openLocalLibrary } from '../library/open-library.ts'
import { isAlive } from '../lock.mjs'
import { holderOf } from '../steps/data-folder.ts'
import { BackupError } from './archive-names.ts'
import { checkArchive, MIGRATIONS } from './check-archive.ts'
import { rowLoader } from './load-rows.ts'
import { makeStores } from './make-stores.ts'
import type { End, Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'

/** Where the new library is made, on the same disk, and where the old one waits until the new one is in its place. */
const NEW = 'restoring'
const OLD = 'v3.replaced'
/** What may stand in an empty data folder. */
const BESIDE = new Set([NEW, 'secrets.env', 'backups', 'lock', 'site', 'tmp'])

/** @throws BackupError for a folder that has something, unless it is to be replaced */
export function assertFree(state: string, replace: boolean): void {
  const found = existsSync(state) ? readdirSync(state).filter((name) => !BESIDE.has(name)) : []
  if (found.length === 0 || replace) return
  const what = found.includes('v3') ? 'has a library' : 'is not empty'
  throw new BackupError(`${state} ${what}: choose another folder, or replace what is there with --replace`)
}

/** @throws BackupError where a server has the folder, or what a killed one ran: its stores are open */
export function assertNoServer(state: string): void {
  const known = holderOf(state)
  if (known && [known.holder, ...(known.children ?? [])].some(isAlive))
    throw new BackupError(`A server has ${state}: stop it first`)
}

/** Copies those migrations that an archive's library had, so that no other is applied before its rows are there. */
function folderOf({ migrations }: Manifest): string {
  const folder = mkdtempSync(join(tmpdir(), 'loopframe-migrations-'))
  for (const name of migrations) copyFileSync(join(MIGRATIONS, name), join(folder, name))
  return folder
}

async function fill(state: string, file: string, manifest: Manifest): Promise<void> {
  const migrations = folderOf(manifest)
  const stores = await makeStores(state, migrations).finally(() => rmSync(migrations, { recursive: true }))
  try {
    const rows = rowLoader(stores.db)
    const blobs = new Map<string, string>()
    for await (const part of readArchive(file)) {
      if (part.kind === 'rows') rows.add(part.table, part.lines)
      else if (part.kind === 'file') blobs.set(part.member, await stores.put(part.content))
      else if (part.kind === 'listed') {
        const { member, key, http, custom, ...stored } = part.file
        if (!stores.isFree(key)) throw new BackupError('The archive is refused: it has a key twice')
        stores.name(blobs.get(member) ?? '', {
          ...stored,
          key,
          http: JSON.stringify(http),
          custom: JSON.stringify(custom),
        })
        blobs.delete(member)
      }
    }
    rows.finish()
    stores.finish()
  } finally {
    stores.close()
  }
  // What has come since the archive was made.
  const library = await openLocalLibrary({ state })
  await migrate(library).finally(library.close)
}

/** Puts a whole library in its place; the one that was there is gone then. */
function moveIn(state: string): void {
  const [place, made, old] = [join(state, 'v3'), join(state, NEW, 'v3'), join(state, OLD)]
  if (existsSync(place)) renameSync(place, old)
  renameSync(made, place)
  rmSync(old, { recursive: true, force: true })
  rmSync(join(state, NEW), { recursive: true, force: true })
}

/** Takes back what a restore left that ended between two steps. */
function mend(state: string): void {
  const [place, old] = [join(state, 'v3'), join(state, OLD)]
  if (existsSync(old) && !existsSync(place)) renameSync(old, place)
  rmSync(old, { recursive: true, force: true })
  rmSync(join(state, NEW), { recursive: true, force: true })
}

/**
 * Makes the library of an archive in a data folder that no server has. Nothing is written before the archive was read to its
 * end, and nothing is in its place before all of it is there.
 * @throws BackupError
 */
export async function restoreBackup({
  state,
  file,
  replace = false,
}: {
  state: string
  file: string
  replace?: boolean
}): Promise<{ manifest: Manifest; end: End }> {
  const wasThere = existsSync(state)
  assertNoServer(state)
  if (wasThere) mend(state)
  assertFree(state, replace)
  const checked = await checkArchive(file)
  try {
    mkdirSync(state, { recursive: true })
    await fill(join(state, NEW), file, checked.manifest)
    moveIn(state)
    return checked
  } catch (error) {
    rmSync(join(state, NEW), { recursive: true, force: true })
    if (!wasThere) rmSync(state, { recursive: true, force: true })
    throw error
  }
}
