import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { quoted } from '../../origin/backup/left-out.ts'
import { BackupError } from './archive-names.ts'
import { MIGRATIONS } from './check-archive.ts'

/** All migrations that are known here. */
export const knownMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** A database on this machine for rows that come from elsewhere, or go there. @throws BackupError for unknown migrations */
export function scratchDatabase(file: string, migrations: readonly string[]): DatabaseSync {
  rmSync(file, { force: true })
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  db.exec('CREATE TABLE d1_migrations (name TEXT NOT NULL PRIMARY KEY)')
  applyHere(db, migrations)
  return db
}

export function applyHere(db: DatabaseSync, migrations: readonly string[]): void {
  const known = new Set(knownMigrations())
  for (const name of [...migrations].sort()) {
    if (!known.has(name)) throw new BackupError(`That installation is newer (${name}): update this command`)
    db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
    db.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').run(name)
  }
}

type Reference = { id: number; seq: number; table: string; from: string; to: string | null }

/**
 * Leaves out rows that name one which is not there: what is added or deleted while pages are read is in the archive whole, or
 * not at all.
 */
export function dropOrphans(db: DatabaseSync, tables: readonly string[]): void {
  const statements = tables.flatMap((table) => {
    const all = db.prepare(`PRAGMA foreign_key_list(${quoted(table)})`).all() as unknown as Reference[]
    const ids = [...new Set(all.map(({ id }) => id))]
    return ids.map((id) => {
      const columns = all.filter((each) => each.id === id)
      const parent = quoted(columns[0]?.table ?? '')
      const isSame = columns.map(
        ({ from, to }) => `p.${quoted(to ?? from)} = ${quoted(table)}.${quoted(from)}`,
      )
      const isSet = columns.map(({ from }) => `${quoted(from)} IS NOT NULL`)
      return db.prepare(
        `DELETE FROM ${quoted(table)} WHERE ${isSet.join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${parent} AS p WHERE ${isSame.join(' AND ')})`,
      )
    })
  })
  for (let found = true; found; ) {
    found = false
    for (const statement of statements) if (Number(statement.run().changes) > 0) found = true
  }
}
