import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_splitSqlQuery } from 'wrangler'
import { root } from '../steps/run-step.ts'
import type { Library } from './open-library.ts'

/** The table of `wrangler d1 migrations apply`, which a later one of these commands reads. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/**
 * Applies the migrations that a library does not have, each in one batch with its note.
 * @returns how many were applied
 */
export async function migrate({ db }: Library, folder = join(root, 'migrations')): Promise<number> {
  await db.prepare(TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  for (const name of missing) {
    const statements = unstable_splitSqlQuery(readFileSync(join(folder, name), 'utf8'))
    const note = db.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name)
    await db.batch([...statements.map((sql) => db.prepare(sql)), note])
  }
  return missing.length
}
