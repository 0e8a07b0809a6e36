import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Pingbacks that did not arrive (`worker/pingbacks/dead-letters.ts`); the next night sends those with `resend` again. */
export const deadLetters = sqliteTable('dead_letters', {
  id: integer().primaryKey({ autoIncrement: true }),
  event: text({ mode: 'json' }).$type<{ action_type: string }>().notNull(),
  reason: text().notNull(),
  died_at: text().notNull().default(sql`CURRENT_TIMESTAMP`),
  resend: integer({ mode: 'boolean' }).notNull().default(false),
})
