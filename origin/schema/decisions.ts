import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Items that were taken down, also those of a configured provider; without `restored_at` they are gone. */
export const removals = sqliteTable('removals', {
  id: integer().primaryKey({ autoIncrement: true }),
  gif_id: text().notNull(),
  reason: text().notNull(),
  note: text().notNull().default(''),
  actor_id: text().notNull(),
  created_at: text().notNull(),
  restored_at: text(),
  restored_by: text(),
})

/** Who did what, and why. The table refuses every change. */
export const audit = sqliteTable('audit', {
  id: integer().primaryKey({ autoIncrement: true }),
  actor_id: text().notNull(),
  actor: text().notNull(),
  action: text().notNull(),
  target: text().notNull(),
  reason: text().notNull().default(''),
  created_at: text().notNull(),
})
