import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './archive-names.ts'

/**
 * The stores of a data folder, as the simulated platform keeps them: a SQLite database for D1, one for the names of R2's files,
 * and a folder of their bytes. They are read past a running server, which would refuse a second one of its kind: SQLite's
 * readers see the moment at which they began, and hold up no writer.
 */
export const D1 = 'v3/d1/miniflare-D1DatabaseObject'
export const R2 = 'v3/r2/miniflare-R2BucketObject'
export const BLOBS = 'v3/r2/loopframe-media/blobs'

/** A file of R2 without its bytes. */
export type StoredFile = {
  key: string
  size: number
  etag: string
  /** ms */
  uploaded: number
  http: string
  custom: string
}

/** The only database in a folder. */
export function databaseIn(state: string, place: string): string {
  const folder = join(state, place)
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    : []
  const [name] = names
  if (name && names.length === 1) return join(folder, name)
  throw new BackupError(names.length === 0 ? `${state} has no library` : `${state} has several libraries`)
}

/** What is opened of a library to read it. `blob` names the bytes of a file; `parts` those of one that came in parts. */
export function readStores(state: string) {
  const db = new DatabaseSync(databaseIn(state, D1), { readOnly: true })
  const names = new DatabaseSync(databaseIn(state, R2), { readOnly: true })
  // The files after the rows: a file is there before a row names it.
  for (const each of [db, names]) {
    each.exec('PRAGMA busy_timeout = 10000')
    each.exec('BEGIN')
    each.prepare('SELECT count(*) FROM sqlite_master').get()
  }
  const parts = names.prepare(
    'SELECT blob_id FROM _mf_multipart_parts WHERE object_key = ?1 ORDER BY part_number',
  )
  return {
    db,
    countFiles: () =>
      names.prepare('SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM _mf_objects').get() as {
        files: number
        bytes: number
      },
    *files(): Generator<StoredFile & { paths: string[] }> {
      const rows = names
        .prepare(
          'SELECT key, blob_id, size, etag, uploaded, http_metadata AS http, custom_metadata AS custom FROM _mf_objects ORDER BY key',
        )
        .iterate()
      for (const row of rows) {
        const { blob_id, ...file } = row as StoredFile & { blob_id: string | null }
        const ids = blob_id === null ? parts.all(file.key).map((part) => String(part.blob_id)) : [blob_id]
        yield { ...file, paths: ids.map((id) => join(state, BLOBS, id)) }
      }
    },
    close() {
      for (const each of [db, names]) each.close()
    },
  }
}
