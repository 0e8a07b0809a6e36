import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { RATINGS, USER_ROLES } from '../../shared/schema/choices.ts'

const flag = () => integer({ mode: 'boolean' }).notNull()

/** A row of `migrations/0004_people.sql`, as all tables here: the migrations are the truth, a test compares them. */
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  username: text().notNull(),
  display_name: text().notNull(),
  description: text().notNull().default(''),
  avatar_key: text(),
  banner_key: text(),
  website_url: text().notNull().default(''),
  is_verified: flag().default(false),
  is_public: flag().default(true),
  suppress_chrome: flag().default(false),
  email: text(),
  password: text(),
  role: text({ enum: USER_ROLES }).notNull().default('user'),
  state: text({ enum: ['unconfirmed', 'active'] })
    .notNull()
    .default('active'),
  facebook_url: text().notNull().default(''),
  instagram_url: text().notNull().default(''),
  tumblr_url: text().notNull().default(''),
  twitter: text().notNull().default(''),
  avatar_url: text().notNull().default(''),
  banner_url: text().notNull().default(''),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  is_freelance: flag().default(false),
  follower_count: integer().notNull().default(0),
  favorite_count: integer().notNull().default(0),
})
export type UserRecord = typeof users.$inferSelect

export const sessions = sqliteTable('sessions', {
  hash: text().primaryKey(),
  id: text().notNull(),
  user_id: text().notNull(),
  agent: text().notNull().default(''),
  created_at: text().notNull(),
  last_used_at: text().notNull(),
  expires_at: text().notNull(),
})

export const tokens = sqliteTable('tokens', {
  hash: text().primaryKey(),
  id: text().notNull(),
  user_id: text().notNull(),
  name: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
  expires_at: text(),
})

export const links = sqliteTable('links', {
  hash: text().primaryKey(),
  user_id: text().notNull(),
  purpose: text({ enum: ['confirm', 'reset', 'sign-in'] }).notNull(),
  expires_at: text().notNull(),
  email: text(),
})

export const keys = sqliteTable('keys', {
  hash: text().primaryKey(),
  id: text().notNull(),
  name: text().notNull(),
  rate: integer().notNull().default(0),
  rating: text({ enum: RATINGS }).notNull().default('r'),
  blocked: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  created_at: text().notNull(),
})

/** Of `migrations/0032_partner_keys.sql`. */
export const keyUsage = sqliteTable(
  'key_usage',
  {
    key_id: text().notNull(),
    day: text().notNull(),
    requests: integer().notNull(),
    refused: integer().notNull(),
  },
  ({ key_id, day }) => [primaryKey({ columns: [key_id, day] })],
)

export const favorites = sqliteTable(
  'favorites',
  { user_id: text().notNull(), gif_id: text().notNull(), created_at: text().notNull() },
  (table) => [primaryKey({ columns: [table.user_id, table.gif_id] })],
)

export const outbox = sqliteTable('outbox', {
  id: integer().primaryKey({ autoIncrement: true }),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  created_at: text().notNull(),
  sent_at: text(),
  tries: integer().notNull().default(0),
  failure: text().notNull().default(''),
})

export const shares = sqliteTable(
  'shares',
  {
    user_id: text().notNull(),
    day: text().notNull(),
    gif_id: text().notNull(),
    recipient: text().notNull(),
    act: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.day, table.gif_id, table.recipient] })],
)
