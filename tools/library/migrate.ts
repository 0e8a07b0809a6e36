import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_splitSqlQuery } from 'wrangler'
import { root } from '../steps/run-step.ts'
import { applyMigrations, type Migration } from './apply-migrations.ts'
import type { Library } from './open-library.ts'

/** The migrations of a folder, in their order. */
export const readMigrations = (folder = join(root, 'migrations')): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, statements: unstable_splitSqlQuery(readFileSync(join(folder, name), 'utf8')) }))

/**
 * Applies the migrations that a library does not have.
 * @returns how many were applied
 */
export const migrate = ({ db }: Pick<Library, 'db'>, folder?: string): Promise<number> =>
  applyMigrations(db, readMigrations(folder))
