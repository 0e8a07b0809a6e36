import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { root } from '../steps/run-step.ts'
import { BackupError } from './archive-names.ts'
import type { End, Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { parseRow, type Table, tablesOf } from './tables.ts'

export const MIGRATIONS = join(root, 'migrations')

const schemas = new Map<string, Map<string, Table>>()

/** The tables that a library with these migrations has. @throws BackupError for one that is not known here */
function schemaOf({ migrations }: Manifest): Map<string, Table> {
  const known = new Set(readdirSync(MIGRATIONS))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown) throw new BackupError(`A newer Loopframe made this archive (${unknown}): update this one`)
  const made = schemas.get(migrations.join())
  if (made) return made
  const db = new DatabaseSync(':memory:')
  try {
    for (const name of [...migrations].sort()) db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
    const tables = new Map(tablesOf(db).map((table) => [table.name, table]))
    schemas.set(migrations.join(), tables)
    return tables
  } catch (cause) {
    throw new BackupError('The archive is refused: its migrations are not those of a library', { cause })
  } finally {
    db.close()
  }
}

function assertSame({ tables }: Manifest, schema: ReadonlyMap<string, Table>): void {
  const isSame =
    Object.keys(tables).length === schema.size &&
    Object.entries(tables).every(([name, { columns }]) => columns.join() === schema.get(name)?.columns.join())
  if (!isSame) throw new BackupError('The archive is refused: its tables are not those of its migrations')
}

/**
 * Reads an archive wholly, and writes nothing: its hashes, its version, its counts, and the form of each row.
 * @throws BackupError
 */
export async function checkArchive(file: string): Promise<{ manifest: Manifest; end: End }> {
  let manifest: Manifest | undefined
  let schema = new Map<string, Table>()
  const rows = new Map<string, number>()
  for await (const part of readArchive(file)) {
    if (part.kind === 'manifest') {
      manifest = part.manifest
      schema = schemaOf(manifest)
      assertSame(manifest, schema)
    } else if (part.kind === 'rows') {
      const table = schema.get(part.table)
      if (!table) throw new BackupError(`The archive is refused: there is no table '${part.table}'`)
      for (const line of part.lines) parseRow(line, table)
      rows.set(part.table, (rows.get(part.table) ?? 0) + part.lines.length)
    } else if (part.kind === 'end' && manifest) {
      const [wrong] =
        Object.entries(manifest.tables).find(([name, table]) => table.rows !== (rows.get(name) ?? 0)) ?? []
      if (wrong) throw new BackupError(`The archive is refused: rows of '${wrong}' are missing, or too many`)
      return { manifest, end: part.end }
    }
  }
  throw new BackupError('The archive is cut off: copy it again')
}
