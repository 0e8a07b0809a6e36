import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { finished } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { selectRows } from '../../origin/backup/left-out.ts'
import {
  BackupError,
  END,
  FILE_BYTES_MAX,
  FORMAT,
  FORMAT_VERSION,
  fileName,
  LISTED_AT_ONCE,
  listName,
  MANIFEST,
  PART_BYTES,
  ROW_BYTES_MAX,
  rowsName,
} from './archive-names.ts'
import type { StoredFile } from './data-folder.ts'
import type { End, Listed, Manifest } from './manifest.ts'
import { type Row, type Table, tablesOf } from './tables.ts'
import { tarWriter } from './tar.ts'

/** A file to be archived; `open` gives nothing where it was deleted meanwhile. */
export type FileToWrite = StoredFile & { open: () => Promise<AsyncIterable<Uint8Array> | undefined> }

type Contents = {
  db: DatabaseSync
  count: { files: number; bytes: number }
  files: AsyncIterable<FileToWrite> | Iterable<FileToWrite>
  /** Which Loopframe this is. */
  loopframe: string
  secrets: readonly string[]
}

/** Rows as lines of JSON, in parts that are as large as memory allows. */
export function* partsOf(db: DatabaseSync, table: Table): Generator<{ rows: number; bytes: Buffer }> {
  const query = db.prepare(selectRows(table))
  query.setReturnArrays(true)
  let lines: string[] = []
  let size = 0
  const take = () => ({ rows: lines.length, bytes: Buffer.from(lines.join('')) })
  for (const row of query.iterate() as Iterable<unknown> as Iterable<Row>) {
    const line = `${JSON.stringify(row)}\n`
    if (line.length > ROW_BYTES_MAX) throw new BackupError(`A row of '${table.name}' is too large`)
    // A character has up to three bytes.
    if (size + line.length * 3 > PART_BYTES && lines.length > 0) {
      yield take()
      lines = []
      size = 0
    }
    lines.push(line)
    size += Buffer.byteLength(line)
  }
  if (lines.length > 0) yield take()
}

/**
 * Writes an archive to a file, which is there once it is whole. A name that ends in `.zst` is compressed by Zstandard, another
 * by gzip.
 */
export async function writeArchive(file: string, contents: Contents): Promise<End> {
  const { db } = contents
  const partial = `${file}.partial`
  // Pictures and films are compressed already: what gains is the rows.
  const compressor = /\.t?zst$/.test(file)
    ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    : createGzip({ level: 1 })
  const out = createWriteStream(partial, { mode: 0o600 })
  compressor.pipe(out)
  out.once('error', (error) => compressor.destroy(error))
  try {
    const tar = tarWriter(compressor)
    const all = createHash('sha256')
    const end: End = { members: 0, files: 0, bytes: 0, missing: 0, sha256: '' }
    let listed: Listed[] = []
    let lists = 0

    async function add(
      name: string,
      size: number,
      content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    ) {
      const hash = createHash('sha256')
      async function* hashed() {
        for await (const piece of content) {
          hash.update(piece)
          yield piece
        }
      }
      await tar.add(name, size, hashed())
      const sha256 = hash.digest('hex')
      all.update(`${sha256}  ${name}\n`)
      end.members++
      return sha256
    }
    async function list(entry: Listed, most = LISTED_AT_ONCE) {
      listed.push(entry)
      if (listed.length >= most) await flush()
    }
    async function flush() {
      const bytes = Buffer.from(listed.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      listed = []
      lists++
      await add(listName(lists), bytes.byteLength, [bytes])
    }

    const tables = tablesOf(db)
    const manifest = Buffer.from(JSON.stringify(manifestOf(tables, contents), null, 1))
    await list({ member: MANIFEST, sha256: await add(MANIFEST, manifest.byteLength, [manifest]) })
    for (const table of tables) {
      let number = 0
      for (const { bytes } of partsOf(db, table)) {
        const name = rowsName(table.name, ++number)
        await list({ member: name, sha256: await add(name, bytes.byteLength, [bytes]) })
      }
    }
    let number = 0
    for await (const { open, ...stored } of contents.files) {
      const content = stored.size <= FILE_BYTES_MAX ? await open() : undefined
      if (!content) {
        end.missing++
        continue
      }
      const member = fileName(++number)
      const sha256 = await add(member, stored.size, content)
      end.files++
      end.bytes += stored.size
      await list({
        ...stored,
        member,
        sha256,
        http: JSON.parse(stored.http),
        custom: JSON.parse(stored.custom),
      })
    }
    if (listed.length > 0) await flush()
    end.sha256 = all.digest('hex')
    const last = Buffer.from(JSON.stringify(end))
    await tar.add(END, last.byteLength, [last])
    await tar.end()
    compressor.end()
    await finished(out)
    await rename(partial, file)
    return end
  } catch (error) {
    compressor.destroy()
    out.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

function manifestOf(tables: readonly Table[], { db, count, loopframe, secrets }: Contents): Manifest {
  const rowsOf = (table: Table) =>
    Number(Object.values(db.prepare(`SELECT count(*) FROM (${selectRows(table)})`).get() ?? {})[0])
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    loopframe,
    made_at: new Date().toISOString(),
    migrations: db
      .prepare('SELECT name FROM d1_migrations ORDER BY name')
      .all()
      .map(({ name }) => String(name)),
    tables: Object.fromEntries(
      tables.map((table) => [table.name, { rows: rowsOf(table), columns: table.columns }]),
    ),
    files: count.files,
    bytes: count.bytes,
    secrets: [...secrets],
  }
}
