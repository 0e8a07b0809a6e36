import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BACKUP_BYTES } from '../../shared/schema/own/backup.ts'
import { BackupError } from './archive-names.ts'
import { loopframeVersion } from './backup.ts'
import type { StoredFile } from './data-folder.ts'
import { rowLoader } from './load-rows.ts'
import type { End } from './manifest.ts'
import type { RemoteBackup } from './remote.ts'
import { dropOrphans, scratchDatabase } from './scratch.ts'
import { tablesOf } from './tables.ts'
import { type FileToWrite, writeArchive } from './write-archive.ts'

/** So often rows are read anew where the library changes meanwhile. */
const TRIES = 3
const KEYS = { most: 20, chars: 3000 }

/** Reads all rows into a database here, as of one version of the library if it holds still for long enough. */
async function readRows(remote: RemoteBackup, file: string): Promise<DatabaseSync> {
  for (let tried = 1; ; tried++) {
    const { migrations, version } = await remote.state()
    const db = scratchDatabase(file, migrations)
    const tables = tablesOf(db)
    const loader = rowLoader(db)
    for (const { name, columns, wholes, key } of tables) {
      let after: string | null = ''
      while (after !== null) {
        const page: Awaited<ReturnType<RemoteBackup['rows']>> = await remote.rows({
          table: name,
          columns: columns.join(),
          wholes: wholes.join(),
          key: key.join(),
          after,
        })
        loader.add(
          name,
          page.rows.map((row) => JSON.stringify(row)),
        )
        after = page.after
      }
    }
    const now = await remote.state()
    if (now.version === version || tried === TRIES) {
      loader.keep()
      dropOrphans(
        db,
        tables.map(({ name }) => name),
      )
      return db
    }
    db.close()
  }
}

/** Notes all files in a database here. */
async function listFiles(remote: RemoteBackup, file: string): Promise<DatabaseSync> {
  rmSync(file, { force: true })
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  db.exec(
    'CREATE TABLE files (key TEXT PRIMARY KEY, size INTEGER, etag TEXT, uploaded INTEGER, http TEXT, custom TEXT)',
  )
  const add = db.prepare('INSERT OR IGNORE INTO files VALUES (?1, ?2, ?3, ?4, ?5, ?6)')
  let after: string | null = ''
  while (after !== null) {
    const page: Awaited<ReturnType<RemoteBackup['files']>> = await remote.files(after)
    for (const { key, size, etag, uploaded, http, custom } of page.files)
      add.run(key, size, etag, uploaded, JSON.stringify(http), JSON.stringify(custom))
    after = page.after
  }
  return db
}

/** Where a file's bytes are kept until the archive is whole: one with the same name is the same file. */
const pathOf = (folder: string, { key, etag }: StoredFile) =>
  join(folder, createHash('sha256').update(`${key} ${etag}`).digest('hex'))

/** Fetches the files that are not here yet. */
async function fetchFiles(remote: RemoteBackup, files: Iterable<StoredFile>, folder: string): Promise<void> {
  let batch: StoredFile[] = []
  async function flush() {
    if (batch.length === 0) return
    const { pieces } = await remote.bytes(batch.map(({ key }) => key))
    for (const [at, file] of batch.entries()) {
      const piece = pieces[at]
      if (typeof piece === 'string') put(pathOf(folder, file), Buffer.from(piece, 'base64'))
    }
    batch = []
  }
  for (const file of files) {
    if (existsSync(pathOf(folder, file))) continue
    const sum = batch.reduce(
      (sum, each) => ({ size: sum.size + each.size, chars: sum.chars + each.key.length * 3 }),
      {
        size: file.size,
        chars: file.key.length * 3,
      },
    )
    if (sum.size > BACKUP_BYTES || sum.chars > KEYS.chars || batch.length >= KEYS.most) await flush()
    if (file.size > BACKUP_BYTES) await fetchLarge(remote, file, pathOf(folder, file))
    else batch.push(file)
  }
  await flush()
}

/** It has its name once it is whole. */
function put(path: string, bytes: Uint8Array): void {
  writeFileSync(`${path}.part`, bytes)
  renameSync(`${path}.part`, path)
}

async function fetchLarge(remote: RemoteBackup, { key, size }: StoredFile, path: string): Promise<void> {
  writeFileSync(`${path}.part`, '')
  for (let from = 0; from < size; from += BACKUP_BYTES) {
    const [piece] = (await remote.bytes([key], from)).pieces
    if (typeof piece !== 'string') return
    await appendFile(`${path}.part`, Buffer.from(piece, 'base64'))
  }
  renameSync(`${path}.part`, path)
}

/**
 * Writes the library of an installation elsewhere to an archive. What has come is kept beside the archive until that is whole, so
 * that another run goes on with it.
 */
export async function backupFrom(remote: RemoteBackup, file: string): Promise<End> {
  const folder = `${file}.coming`
  mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 })
  const db = await readRows(remote, join(folder, 'rows.sqlite'))
  // After the rows: a file is there before a row names it.
  const list = await listFiles(remote, join(folder, 'files.sqlite'))
  const files = () =>
    list.prepare('SELECT * FROM files ORDER BY key').iterate() as Iterable<unknown> as Iterable<StoredFile>
  try {
    await fetchFiles(remote, files(), join(folder, 'files'))
    const count = list
      .prepare('SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM files')
      .get() as {
      files: number
      bytes: number
    }
    function* toWrite(): Generator<FileToWrite> {
      for (const stored of files()) {
        const path = pathOf(join(folder, 'files'), stored)
        yield { ...stored, open: async () => (existsSync(path) ? createReadStream(path) : undefined) }
      }
    }
    const end = await writeArchive(file, {
      db,
      count,
      files: toWrite(),
      loopframe: loopframeVersion(),
      secrets: [],
    })
    rmSync(folder, { recursive: true, force: true })
    return end
  } catch (error) {
    if (error instanceof BackupError)
      throw new BackupError(`${error.message}. Run it again: it goes on`, { cause: error })
    throw error
  } finally {
    for (const each of [db, list]) if (each.isOpen) each.close()
  }
}
