import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { quoted, selectRows } from '../../origin/backup/left-out.ts'
import { BACKUP_PART } from '../../shared/schema/own/backup.ts'
import { BackupError } from './archive-names.ts'
import { checkArchive } from './check-archive.ts'
import { rowLoader } from './load-rows.ts'
import type { End, ListedFile, Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import type { RemoteBackup } from './remote.ts'
import { applyHere, knownMigrations, scratchDatabase } from './scratch.ts'
import { type Row, type Table, tablesOf } from './tables.ts'

/** One request: its server takes 64 MB and 100 parts. */
const REQUEST = { bytes: 16 * 1024 * 1024, parts: 80 }

/** Gathers parts into requests. */
function sender(remote: RemoteBackup) {
  let parts: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  let size = 0
  async function flush() {
    if (parts.length === 0) return
    const sent = parts
    await remote.send(() => {
      const form = new FormData()
      for (const { name, bytes } of sent) form.append(name, new Blob([bytes]), 'part')
      return form
    })
    parts = []
    size = 0
  }
  return {
    flush,
    async add(name: string, bytes: Uint8Array<ArrayBuffer>) {
      if (size + bytes.byteLength > REQUEST.bytes || parts.length >= REQUEST.parts) await flush()
      parts.push({ name, bytes })
      size += bytes.byteLength
    },
  }
}

/** A file's name as a part: what is said of it, in letters that any form has. */
const nameOf = ({ key, sha256, http, custom }: ListedFile): string => {
  const texts = Object.fromEntries(Object.entries(http).map(([name, value]) => [name, String(value)]))
  const json = JSON.stringify({ key, sha256, http: texts, custom })
  return btoa(
    json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Tables in an order in which each comes behind those that it names. */
function inOrder(tables: readonly Table[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const next = [...left.values()].filter(({ name, references }) =>
      references.every((other) => other === name || !left.has(other)),
    )
    if (next.length === 0) throw new Error('tables name each other')
    for (const table of next) {
      left.delete(table.name)
      ordered.push(table)
    }
  }
  return ordered
}

/** The rows of a table; those that name rows of their own table come behind them. */
function rowsOf(db: DatabaseSync, table: Table): Iterable<Row> {
  const [own] = db
    .prepare(
      `SELECT "from", coalesce("to", 'id') AS "to" FROM pragma_foreign_key_list(?1) WHERE "table" = ?1`,
    )
    .all(table.name) as { from: string; to: string }[]
  const query = own ? byDepth(table, own) : selectRows(table)
  const statement = db.prepare(query)
  statement.setReturnArrays(true)
  return statement.iterate() as Iterable<unknown> as Iterable<Row>
}

function byDepth({ name, columns }: Table, { from, to }: { from: string; to: string }): string {
  const [t, parent, key] = [quoted(name), quoted(from), quoted(to)]
  return `
    WITH RECURSIVE deep (k, depth) AS (
      SELECT ${key}, 0 FROM ${t} WHERE ${parent} IS NULL
      UNION ALL SELECT c.${key}, depth + 1 FROM ${t} AS c JOIN deep ON c.${parent} = deep.k)
    SELECT ${columns.map((column) => `r.${quoted(column)}`).join(', ')} FROM ${t} AS r JOIN deep ON deep.k = r.${key} ORDER BY depth, deep.k`
}

async function sendRows(db: DatabaseSync, to: ReturnType<typeof sender>): Promise<void> {
  for (const table of inOrder(tablesOf(db))) {
    const { columns } = table
    let rows: string[] = []
    let size = 0
    const flush = async () => {
      if (rows.length === 0) return
      const text = `{"columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}]}`
      await to.add(`rows:${table.name}`, new TextEncoder().encode(text))
      rows = []
      size = 0
    }
    for (const row of rowsOf(db, table)) {
      const line = JSON.stringify(row)
      const bytes = Buffer.byteLength(line) + 1
      if (size + bytes > BACKUP_PART.rows - 16_384) await flush()
      rows.push(line)
      size += bytes
    }
    await flush()
    // What names these rows comes behind them.
    await to.flush()
  }
}

/**
 * Restores an archive into an installation elsewhere that is empty but for whose token it is. Files go first and rows last; another
 * run sends what is not there yet.
 * @throws BackupError
 */
export async function restoreTo(
  remote: RemoteBackup,
  file: string,
): Promise<{ manifest: Manifest; end: End }> {
  const checked = await checkArchive(file)
  const folder = mkdtempSync(join(tmpdir(), 'loopframe-restore-'))
  const db = scratchDatabase(join(folder, 'rows.sqlite'), checked.manifest.migrations)
  const list = new DatabaseSync(join(folder, 'list.sqlite'))
  try {
    list.exec('PRAGMA synchronous = OFF')
    list.exec(
      'CREATE TABLE listed (member TEXT PRIMARY KEY, file TEXT); CREATE TABLE there (key TEXT PRIMARY KEY, size INTEGER)',
    )
    const note = list.prepare('INSERT INTO listed VALUES (?1, ?2)')
    const loader = rowLoader(db)
    list.exec('BEGIN')
    for await (const part of readArchive(file)) {
      if (part.kind === 'rows') loader.add(part.table, part.lines)
      else if (part.kind === 'listed') note.run(part.file.member, JSON.stringify(part.file))
    }
    list.exec('COMMIT')
    loader.finish()
    const migrations = knownMigrations()
    applyHere(
      db,
      migrations.filter((name) => !checked.manifest.migrations.includes(name)),
    )
    const { id } = (await remote.self()) as { id: string }
    if (db.prepare('SELECT 1 FROM users WHERE id = ?1').get(id))
      throw new BackupError('The person of the token is in the archive: make the token as somebody new')
    await remote.begin(checked.end.sha256, migrations)
    await sendFiles(remote, file, list)
    const to = sender(remote)
    await sendRows(db, to)
    await to.flush()
    await remote.end()
    return checked
  } finally {
    for (const each of [db, list]) if (each.isOpen) each.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sendFiles(remote: RemoteBackup, file: string, list: DatabaseSync): Promise<void> {
  const note = list.prepare('INSERT OR IGNORE INTO there VALUES (?1, ?2)')
  let after: string | null = ''
  while (after !== null) {
    const page: Awaited<ReturnType<RemoteBackup['files']>> = await remote.files(after)
    for (const { key, size } of page.files) note.run(key, size)
    after = page.after
  }
  const listed = list.prepare('SELECT file FROM listed WHERE member = ?1')
  const there = list.prepare('SELECT 1 FROM there WHERE key = ?1 AND size = ?2')
  const to = sender(remote)
  for await (const part of readArchive(file)) {
    if (part.kind !== 'file') continue
    const of = JSON.parse(String(listed.get(part.member)?.file)) as ListedFile
    if (there.get(of.key, of.size)) continue
    if (of.size > BACKUP_PART.file) throw new BackupError(`A file is too large to be sent: ${of.key}`)
    const pieces: Uint8Array[] = []
    for await (const piece of part.content) pieces.push(piece)
    await to.add(nameOf(of), new Uint8Array(Buffer.concat(pieces)))
  }
  await to.flush()
}
