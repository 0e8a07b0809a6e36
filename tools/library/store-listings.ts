import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { Manifest, ManifestCategory, ManifestUser } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { heatOf } from '../../origin/heat.ts'
import type { Library } from './open-library.ts'

const PUT_USERS = `
  INSERT INTO users (id, username, display_name, description, avatar_key, banner_key, website_url,
    is_verified, is_public, suppress_chrome)
  SELECT value ->> 'id', value ->> 'username', value ->> 'display_name', value ->> 'description',
    value ->> 'avatar_key', value ->> 'banner_key', coalesce(value ->> 'website_url', ''),
    value ->> 'is_verified', value ->> 'is_public', value ->> 'suppress_chrome'
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO UPDATE SET username = excluded.username, display_name = excluded.display_name,
    description = excluded.description, avatar_key = excluded.avatar_key, banner_key = excluded.banner_key,
    website_url = excluded.website_url, is_verified = excluded.is_verified, is_public = excluded.is_public,
    suppress_chrome = excluded.suppress_chrome`

const PUT_CATEGORIES = `
  INSERT INTO categories (name_encoded, name, position)
  SELECT value ->> 'name_encoded', value ->> 'name', key FROM json_each(?1) WHERE true
  ON CONFLICT (name_encoded) DO UPDATE SET name = excluded.name, position = excluded.position`

const PUT_SUBCATEGORIES = `
  INSERT INTO subcategories (category, name_encoded, name, position)
  SELECT category.value ->> 'name_encoded', sub.value ->> 'name_encoded', sub.value ->> 'name', sub.key
  FROM json_each(?1) AS category, json_each(category.value, '$.subcategories') AS sub WHERE true
  ON CONFLICT (category, name_encoded) DO UPDATE SET name = excluded.name, position = excluded.position`

const SHOW_CATEGORIES = `
  UPDATE categories SET gif_id = shown.value ->> 'gif' FROM json_each(?1) AS shown
  WHERE categories.name_encoded = shown.value ->> 'name_encoded'
    AND EXISTS (SELECT 1 FROM gifs WHERE id = shown.value ->> 'gif')`

const PUT_CHANNELS = `
  INSERT INTO channels (id, parent, position, slug, display_name, short_display_name, description, user_id)
  SELECT value ->> 'id', value ->> 'parent', key, value ->> 'slug', value ->> 'display_name',
    value ->> 'short_display_name', value ->> 'description',
    (SELECT id FROM users WHERE username = value ->> 'username')
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, position = excluded.position, slug = excluded.slug,
    display_name = excluded.display_name, short_display_name = excluded.short_display_name,
    description = excluded.description, user_id = excluded.user_id`

const PUT_CHANNEL_GIFS = `
  INSERT INTO channel_gifs (channel_id, gif_id, position)
  SELECT channel.value ->> 'id', gif.value, gif.key
  FROM json_each(?1) AS channel, json_each(channel.value, '$.gifs') AS gif
  WHERE EXISTS (SELECT 1 FROM gifs WHERE id = gif.value)
  ON CONFLICT (channel_id, gif_id) DO UPDATE SET position = excluded.position`

/** An existing term keeps its heat. */
const PUT_SEARCHES = `
  INSERT INTO searches (term, heat) SELECT value ->> 'term', value ->> 'heat' FROM json_each(?1) WHERE true
  ON CONFLICT (term) DO NOTHING`

const userRow = ({ avatar, banner, ...user }: ManifestUser): object => ({
  ...user,
  avatar_key: avatar ? r2Key(avatar) : undefined,
  banner_key: banner ? r2Key(banner) : undefined,
})

const run = (library: Library, statements: readonly [sql: string, rows: unknown][]): Promise<unknown> => {
  const prepare = ([sql, rows]: readonly [string, unknown]): D1PreparedStatement =>
    library.db.prepare(sql).bind(JSON.stringify(rows))
  return library.db.batch(statements.map(prepare))
}

/** Stores users and categories. Items refer to them, so they come first. */
export async function storeOwners(
  library: Library,
  users: readonly ManifestUser[],
  categories: readonly ManifestCategory[],
): Promise<void> {
  await run(library, [
    [PUT_USERS, users.map(userRow)],
    [PUT_CATEGORIES, categories],
    [PUT_SUBCATEGORIES, categories],
  ])
}

/** Stores the rows that reference items: channels, category pictures, searches. */
export async function storeListings(library: Library, manifest: Manifest, now = Date.now()): Promise<void> {
  const { channels, categories, searches } = manifest
  await run(library, [
    [SHOW_CATEGORIES, categories],
    [PUT_CHANNELS, channels],
    [PUT_CHANNEL_GIFS, channels],
    [PUT_SEARCHES, searches.map(({ term, weight }) => ({ term, heat: heatOf(weight, now) }))],
  ])
}
