import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const list = () => text({ mode: 'json' }).$type<string[]>().notNull().default([])

export const stories = sqliteTable('stories', {
  num: integer().primaryKey(),
  id: text().notNull(),
  slug: text().notNull(),
  user_id: text(),
  title: text().notNull().default(''),
  caption: text().notNull().default(''),
  tags: list(),
  /** The ids of its GIFs, in their order. */
  gifs: list(),
  cover_gif: text().notNull().default(''),
  /** `NEVER` (`origin/gateway/moment.ts`) while it is not published. */
  publish_at: text().notNull(),
  /** By an artist; triggers write it. */
  is_partner: integer({ mode: 'boolean' }).notNull().default(false),
  /** A hash of the request that made it, until it is edited. */
  made_from: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})
export type StoryRecord = typeof stories.$inferSelect
