import type { DatabaseSync } from 'node:sqlite'
import { BackupError } from './archive-names.ts'

/** Tables whose rows are no archive's: what lets somebody in, what ends by itself, and what only this installation can read. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  links: 'they are good for one use',
  guesses: 'they count an hour',
  secrets: 'the library makes new ones',
  spent: 'they count a day',
  counted: 'they count an hour, by keys that are left out',
  searched: 'they count an hour, by keys that are left out',
  term_networks: 'they count a day, by keys that are left out',
  recents: 'their names are made by a key that is left out',
  makers: 'they ask again',
}

/** Rows of a table that are left out, as SQL that is true of those that stay. */
const ROWS_THAT_STAY: Readonly<Record<string, string>> = {
  // A mail's text may have a link that signs somebody in.
  outbox: "link IS NULL AND text NOT LIKE '%?token=%'",
  webhook_deliveries: 'due_at IS NULL',
}

/** What stands in a column in place of a secret. */
export const NO_SECRET = ''
const SECRET_COLUMNS: Readonly<Record<string, string>> = { webhooks: 'secret' }

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
    .filter((name) => !(name in LEFT_OUT))
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

/** The query of a table's rows in a stable order, without what is secret. */
export function selectRows({ name, columns, wholes, key }: Table): string {
  const shown = columns.map((column) => {
    if (SECRET_COLUMNS[name] === column) return `'${NO_SECRET}'`
    const value = quoted(column)
    // As text, which the column turns into a number again.
    return wholes.includes(column)
      ? `iif(abs(${value}) > ${Number.MAX_SAFE_INTEGER}, CAST(${value} AS TEXT), ${value})`
      : value
  })
  const where = ROWS_THAT_STAY[name] ? ` WHERE ${ROWS_THAT_STAY[name]}` : ''
  return `SELECT ${shown.join(', ')} FROM ${quoted(name)}${where} ORDER BY ${key.map(quoted).join(', ')}`
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

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

/**
 * Webhooks of an archive are off, under a secret that nobody knows: their receivers know the old one, and a secret is shown once,
 * when staff make the webhook anew.
 */
export const WEBHOOKS_ARE_OFF =
  "UPDATE webhooks SET is_active = 0, off_because = '', secret = hex(randomblob(32))"
