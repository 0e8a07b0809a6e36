import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ITEM_TYPES, RATINGS, UPLOAD_STATES } from '../../shared/schema/choices.ts'

const flag = () => integer({ mode: 'boolean' }).notNull()

/** The columns of an item that plain statements read and write; what is generated, and search, is SQL by hand. */
export const gifs = sqliteTable('gifs', {
  num: integer().primaryKey(),
  id: text().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  alt_text: text().notNull().default(''),
  type: text({ enum: ITEM_TYPES }).notNull(),
  rating: text({ enum: RATINGS }).notNull().default('g'),
  user_id: text(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Its tags in other languages, as the search has them; triggers keep it (migration 0029). */
  translated: text().notNull().default(''),
  source: text().notNull().default(''),
  import_datetime: text().notNull(),
  trending_datetime: text().notNull().default('0000-00-00 00:00:00'),
  duration_ms: integer().notNull().default(0),
  frames: integer().notNull().default(0),
  heat: real().notNull().default(0),
  external_provider: text(),
  external_uid: text(),
  external_start: integer().notNull().default(0),
  external_url: text().notNull().default(''),
  is_emoji: flag().default(false),
  is_dynamic: flag().default(false),
  is_featured: flag().default(false),
  is_hidden: flag().default(false),
  is_indexable: flag().default(true),
  is_removed: flag().default(false),
  removed_reason: text().notNull().default(''),
  removed_at: text(),
  cta_link: text().notNull().default(''),
  cta_text: text().notNull().default(''),
})
export type GifRecord = typeof gifs.$inferSelect

/** The formats of an item's files. */
export const FORMATS = ['gif', 'webp', 'png', 'mp4'] as const

export const renditions = sqliteTable('renditions', {
  gif_id: text().notNull(),
  name: text().notNull(),
  format: text({ enum: FORMATS }).notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  size: integer().notNull(),
  frames: integer().notNull().default(1),
  r2_key: text().notNull(),
})

/** Files in R2 that no row has any more. */
export const unusedFiles = sqliteTable('unused_files', {
  r2_key: text().primaryKey(),
  /** Of a file that is on its way to its rows (`origin/uploads/unused-files.ts`). */
  keep_until: text().notNull().default(''),
})

export const channels = sqliteTable('channels', {
  id: integer().primaryKey(),
  parent: integer(),
  position: integer().notNull().default(0),
  slug: text().notNull(),
  display_name: text().notNull(),
  short_display_name: text().notNull().default(''),
  description: text().notNull().default(''),
  user_id: text(),
  is_visible: flag().default(true),
  gif_count: integer().notNull().default(0),
})

export const channelGifs = sqliteTable('channel_gifs', {
  id: integer().primaryKey(),
  channel_id: integer().notNull(),
  gif_id: text().notNull(),
  position: integer().notNull().default(0),
})

export const uploads = sqliteTable('uploads', {
  gif_id: text().primaryKey(),
  user_id: text().notNull(),
  sha256: text().notNull(),
  file: text().notNull(),
  state: text({ enum: UPLOAD_STATES }).notNull(),
  reason: text().notNull().default(''),
  tries: integer().notNull().default(0),
  made: integer().notNull().default(0),
  created_at: text().notNull(),
  updated_at: text().notNull(),
})
export type UploadRecord = typeof uploads.$inferSelect

export const dayCounts = sqliteTable(
  'day_counts',
  {
    gif_id: text().notNull(),
    day: text().notNull(),
    action: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.gif_id, table.day, table.action] })],
)

export const dayTotals = sqliteTable(
  'day_totals',
  { day: text().notNull(), action: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.action] })],
)
