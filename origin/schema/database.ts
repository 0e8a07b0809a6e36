import type { D1Database } from '@cloudflare/workers-types'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { DrizzleQueryError } from 'drizzle-orm/errors'

/** The library's database for plain reads and writes. Search and ranked lists are SQL by hand (`queries/`). */
export type Database = DrizzleD1Database

/** Wraps the platform's binding; it costs nothing until it is used. */
export const databaseOf = (db: D1Database): Database => drizzle(db)

/**
 * What went wrong below drizzle: its own error repeats the statement with its values, among them hashes and addresses, and
 * hides what the failure means.
 */
export const causeOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? new Error('A statement failed')) : error

/** For `catch`. @throws `causeOf` */
export function throwCause(error: unknown): never {
  throw causeOf(error)
}

/** Whether a write failed because a row with these values is there: a bounded database and drizzle wrap the reason. */
export const isUnique = (error: unknown): boolean =>
  error instanceof Error && (/UNIQUE constraint failed/.test(error.message) || isUnique(error.cause))

/** A statement of the query builder, for a batch with others. */
export function prepared(d1: D1Database, query: { toSQL(): { sql: string; params: unknown[] } }) {
  const { sql, params } = query.toSQL()
  return d1.prepare(sql).bind(...params)
}
