import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { migrate } from '../library/migrate.ts'
import { openLocalLibrary } from '../library/open-library.ts'
import { BLOBS, D1, databaseIn, R2, type StoredFile } from './data-folder.ts'

/**
 * Makes the stores of an empty library.
 * @param migrations a folder of those that it shall have
 */
export async function makeStores(state: string, migrations: string) {
  mkdirSync(state, { recursive: true })
  const library = await openLocalLibrary({ state })
  try {
    await migrate(library, migrations)
    await library.media.head('none')
  } finally {
    await library.close()
  }
  const db = new DatabaseSync(databaseIn(state, D1), { enableForeignKeyConstraints: false })
  const names = new DatabaseSync(databaseIn(state, R2))
  mkdirSync(join(state, BLOBS), { recursive: true })
  const add = names.prepare(
    `INSERT INTO _mf_objects (key, blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, '{}', ?7, ?8)`,
  )
  const has = names.prepare('SELECT 1 FROM _mf_objects WHERE key = ?1')
  names.exec('BEGIN')
  return {
    db,
    /** Stores bytes, which nothing names yet. */
    async put(content: AsyncIterable<Uint8Array>): Promise<string> {
      const blob = randomBytes(40).toString('hex')
      await pipeline(Readable.from(content), createWriteStream(join(state, BLOBS, blob), { flags: 'wx' }))
      return blob
    },
    isFree: (key: string): boolean => has.get(key) === undefined,
    /** Makes stored bytes a file. */
    name(blob: string, { key, size, etag, uploaded, http, custom }: StoredFile) {
      add.run(key, blob, randomBytes(16).toString('hex'), size, etag, uploaded, http, custom)
    },
    finish() {
      names.exec('COMMIT')
      for (const each of [db, names]) {
        // All of it in one file: the folder is moved.
        each.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        each.close()
      }
    },
    close() {
      for (const each of [db, names]) if (each.isOpen) each.close()
    },
  }
}
