import type { DatabaseSync } from 'node:sqlite'
import { LEFT_OUT } from '../../origin/backup/left-out.ts'
import { BackupError } from './archive-names.ts'

export type Table = {
  name: string
  columns: string[]
  /** The columns of whole numbers: some are larger than JavaScript's. */
  wholes: string[]
  key: string[]
  references: string[]
}

const texts = (db: DatabaseSync, sql: string, ...values: string[]): string[] =>
  db
    .prepare(sql)
    .all(...values)
    .map((row) => String(Object.values(row)[0]))

/** The tables whose rows an archive has. Those of a full-text index are made of them again. */
export function tablesOf(db: DatabaseSync): Table[] {
  const names = texts(
    db,
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name`,
  )
  return names
    .filter((name) => !Object.hasOwn(LEFT_OUT, name))
    .map((name) => ({
      name,
      columns: texts(db, 'SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid', name),
      wholes: texts(
        db,
        "SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 AND type = 'INTEGER'",
        name,
      ),
      key: texts(db, 'SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk', name),
      references: texts(db, 'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?1)', name),
    }))
}

/** A row as it is stored: the platform's databases have no other values that JSON does not. */
export type Value = string | number | null
export type Row = Value[]

/** @throws BackupError for a line that is no row of a table */
export function parseRow(line: string, { name, columns }: Table): Row {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    row = undefined
  }
  const isValue = (value: unknown): value is Value =>
    value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
  if (Array.isArray(row) && row.length === columns.length && row.every(isValue)) return row
  throw new BackupError(`The archive is refused: a row of '${name}' is none`)
}
