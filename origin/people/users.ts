import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { channelPath } from '../../shared/public/browse-path.ts'
import { STANDINGS, USER_ROLES } from '../../shared/schema/choices.ts'
import { languages } from '../../shared/texts/languages.ts'
import { BitColumn, findRow } from '../sql.ts'
import { AVATAR_HEIGHTS } from './picture-keys.ts'

/** What others see of a user. */
export const UserRow = v.object({
  id: v.string(),
  username: v.string(),
  display_name: v.string(),
  description: v.string(),
  avatar_key: v.nullable(v.string()),
  banner_key: v.nullable(v.string()),
  website_url: v.string(),
  is_verified: BitColumn,
  is_public: BitColumn,
  suppress_chrome: BitColumn,
})
export type UserRow = v.InferOutput<typeof UserRow>

/** Likewise as JSON, for statements that join `users AS u`. */
export const USER_JSON = `
         CASE WHEN u.id IS NOT NULL THEN json_object(
           'id', u.id, 'username', u.username, 'display_name', u.display_name, 'description', u.description,
           'avatar_key', u.avatar_key, 'banner_key', u.banner_key, 'website_url', u.website_url,
           'is_verified', u.is_verified, 'is_public', u.is_public, 'suppress_chrome', u.suppress_chrome)
         END AS user`

/** A row of `users`. */
export const UserRecord = v.object({
  ...UserRow.entries,
  email: v.nullable(v.string()),
  password: v.nullable(v.string()),
  role: v.picklist(USER_ROLES),
  state: v.picklist(['unconfirmed', 'active']),
  facebook_url: v.string(),
  instagram_url: v.string(),
  tumblr_url: v.string(),
  twitter: v.string(),
  avatar_url: v.string(),
  banner_url: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  is_freelance: BitColumn,
  access_version: v.number(),
  standing: v.picklist(STANDINGS),
  standing_reason: v.string(),
  language: v.picklist(['', ...languages]),
  /** Only where a statement asks for it (`HAS_FACTOR`). */
  has_factor: v.optional(BitColumn, 0),
})
export type UserRecord = v.InferOutput<typeof UserRecord>

/** SQL of who may sign in: their address is confirmed, and staff have not suspended them. */
export const MAY_SIGN_IN = "state = 'active' AND standing <> 'suspended'"

/** A column of statements over `users`: whether the person has a second factor. */
export const HAS_FACTOR = 'EXISTS (SELECT 1 FROM factors WHERE user_id = users.id) AS has_factor'

/** The user of a statement's first row, if any. */
export const findUser = (statement: D1PreparedStatement): Promise<UserRecord | undefined> =>
  findRow(UserRecord, statement)

/** A user's row. @throws AppError 'not-found' */
export async function userById(d1: D1Database, id: string): Promise<UserRecord> {
  const user = await findUser(d1.prepare(`SELECT *, ${HAS_FACTOR} FROM users WHERE id = ?1`).bind(id))
  if (!user) throw new AppError('not-found', 'There is no such user')
  return user
}

/** A user's full record, for the user and for staff. An uploaded picture goes before one that is only linked. */
export function userRecordJson(user: UserRecord, publicUrl: string) {
  const shown = userJson(user, publicUrl)
  return {
    ...shown,
    avatar_url: shown.avatar_url || user.avatar_url,
    banner_url: shown.banner_url || user.banner_url,
    facebook_url: user.facebook_url,
    instagram_url: user.instagram_url,
    tumblr_url: user.tumblr_url,
    twitter: user.twitter,
    is_freelance: user.is_freelance,
    email: user.email ?? '',
    // The first of the staff comes by a link, and chooses one later.
    has_password: user.password !== null,
    role: user.role,
    user_type: user.role,
  }
}

/** What others see of a record. */
export const publicRecord = (user: UserRecord, publicUrl: string) => ({
  ...userRecordJson(user, publicUrl),
  email: '',
  role: '' as const,
  user_type: '' as const,
})

/** Whom every visitor may see (§5), by their username, as GIPHY sends them; undefined where there is no such person. */
export async function publicPerson(d1: D1Database, username: string, publicUrl: string) {
  const sql = `SELECT * FROM users WHERE username = ?1 AND ${MAY_SIGN_IN} AND is_public = 1 AND suppress_chrome = 0`
  const user = await findUser(d1.prepare(sql).bind(username))
  return user && userJson(user, publicUrl)
}

/** A user as GIPHY sends it. */
export function userJson(user: UserRow, publicUrl: string) {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    attribution_display_name: user.display_name || user.username,
    description: user.description,
    avatar_url: avatarAddress(user.id, user.avatar_key, publicUrl),
    banner_image: fileUrl(user.id, 'banner', user.banner_key, publicUrl),
    banner_url: fileUrl(user.id, 'banner', user.banner_key, publicUrl),
    profile_url: channelUrl(user.username, publicUrl),
    website_url: user.website_url,
    instagram_url: '',
    is_verified: user.is_verified,
    is_public: user.is_public,
    suppress_chrome: user.suppress_chrome,
  }
}

/** Where everything of a user or channel is shown (§2: channel GIFs). */
export const channelUrl = (name: string, publicUrl: string): string => publicUrl + channelPath(name)

/** The address of a person's avatar, '' without one. @param key the column `avatar_key` */
export const avatarAddress = (id: string, key: string | null, publicUrl: string): string =>
  fileUrl(id, 'avatar', key, publicUrl)

// Item ids have no dash, so `user-` can be told from them in a media URL.
function fileUrl(id: string, name: 'avatar' | 'banner', key: string | null, publicUrl: string): string {
  const [stem, format] = key?.split('.') ?? []
  if (!stem || !format) return ''
  const version = stem.slice(stem.lastIndexOf('/') + 1).slice(0, 8)
  const place = `${publicUrl}/media/user-${id}/${name}/${version}`
  return name === 'avatar' ? `${place}/${AVATAR_HEIGHTS[0]}h.${format}` : `${place}.${format}`
}
