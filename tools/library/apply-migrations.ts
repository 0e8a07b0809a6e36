import type { D1Database } from '@cloudflare/workers-types'

/** A file of `migrations/`, by its name and its statements. */
export type Migration = { name: string; statements: string[] }

/** The table of `wrangler d1 migrations apply`, which a later one of these commands reads. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/**
 * Applies the migrations that a database does not have, each in one batch with its note.
 * @param migrations in their order
 * @returns how many were applied
 */
export async function applyMigrations(db: D1Database, migrations: readonly Migration[]): Promise<number> {
  await db.prepare(TABLE).run()
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const { name, statements } of missing) {
    const note = db.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name)
    await db.batch([...statements.map((sql) => db.prepare(sql)), note])
  }
  return missing.length
}
