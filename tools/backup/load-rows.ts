import type { DatabaseSync } from 'node:sqlite'
import { quoted, WEBHOOKS_ARE_OFF } from '../../origin/backup/left-out.ts'
import { BackupError } from './archive-names.ts'
import { parseRow, type Table, tablesOf } from './tables.ts'

/**
 * Fills a database that has an archive's migrations and nobody's rows. What triggers would write is among the rows, so they
 * rest meanwhile. All of it is one transaction.
 */
export function rowLoader(db: DatabaseSync) {
  const tables = new Map(tablesOf(db).map((table) => [table.name, table]))
  const inserts = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  db.exec('BEGIN')
  const triggers = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quoted(String(name))}`)
  // Migrations write a few rows themselves.
  for (const name of tables.keys()) db.exec(`DELETE FROM ${quoted(name)}`)

  const insertInto = ({ name, columns }: Table) => {
    const known = inserts.get(name)
    if (known) return known
    const places = columns.map((_, at) => `?${at + 1}`).join(', ')
    const insert = db.prepare(
      `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${places})`,
    )
    inserts.set(name, insert)
    return insert
  }

  return {
    /** @throws BackupError for a row that the table does not take */
    add(name: string, lines: readonly string[]) {
      const table = tables.get(name)
      if (!table) throw new BackupError(`The archive is refused: there is no table '${name}'`)
      const insert = insertInto(table)
      for (const line of lines) {
        const row = parseRow(line, table)
        try {
          insert.run(...row)
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : ''
          throw new BackupError(`The archive is refused: a row of '${name}' is wrong (${why})`, { cause })
        }
      }
    },
    /** Ends without a look at what rows name, and with triggers at rest: nobody writes to it any more. */
    keep: () => db.exec('COMMIT'),
    /** @throws BackupError where a row names one that is not there */
    finish() {
      const [lost] = db.prepare('PRAGMA foreign_key_check').all()
      if (lost)
        throw new BackupError(
          `The archive is refused: a row of '${lost.table}' names one of '${lost.parent}' that is missing`,
        )
      db.exec(WEBHOOKS_ARE_OFF)
      for (const { sql } of triggers) db.exec(String(sql))
      db.exec("INSERT INTO channel_words (channel_words) VALUES ('rebuild')")
      db.exec('COMMIT')
    },
  }
}
