import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { Manifest, ManifestSubcategory, ManifestUser } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { holdStatements, putCategory } from '../../origin/listings/category-rows.ts'
import { readStaffTerms, staffTermStatements } from '../../origin/searches/trending-terms.ts'
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

/** Searches of the manifest that are pinned, those with the most weight: others find room behind them. */
const PINNED = 12

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

/** Stores users. Items refer to them, so they come first. */
export async function storeOwners(library: Library, users: readonly ManifestUser[]): Promise<void> {
  await run(library, [[PUT_USERS, users.map(userRow)]])
}

/** The statements of all categories, each with the items that name it. */
function categoryStatements({ db }: Library, { categories, items }: Manifest): D1PreparedStatement[] {
  const idsIn = (path: string) => items.filter((item) => item.categories.includes(path)).map(({ id }) => id)
  const put = (
    at: number,
    { name, name_encoded: slug }: ManifestSubcategory,
    cover: string | null,
    parent: string | null,
  ) => putCategory(db, { slug, parent, name, names: {}, cover, position: at })
  return categories.flatMap((category, at) => [
    put(at, category, category.gif, null),
    ...category.subcategories.flatMap((sub, below) => {
      const parent = category.name_encoded
      const gif_ids = idsIn(`${parent}/${sub.name_encoded}`)
      return [
        put(below, sub, null, parent),
        ...holdStatements(db, { slug: sub.name_encoded, parent, names: {} }, { gif_ids }),
      ]
    }),
  ])
}

/** Pins searches, unless staff have said what is pinned. */
async function termStatements({ db }: Library, { searches }: Manifest): Promise<D1PreparedStatement[]> {
  const { pinned } = await readStaffTerms(db)
  const heaviest = searches.toSorted((a, b) => b.weight - a.weight).slice(0, PINNED)
  return pinned.length > 0 ? [] : staffTermStatements(db, { pinned: heaviest.map(({ term }) => term) })
}

/** Stores the rows that reference items: channels, categories, searches. */
export async function storeListings(library: Library, manifest: Manifest): Promise<void> {
  const { channels } = manifest
  await run(library, [
    [PUT_CHANNELS, channels],
    [PUT_CHANNEL_GIFS, channels],
  ])
  await library.db.batch([
    ...categoryStatements(library, manifest),
    ...(await termStatements(library, manifest)),
  ])
}
