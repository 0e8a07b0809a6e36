import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import {
  type CategoryRow,
  holdStatements,
  listCategories,
  putCategory,
} from '../../origin/listings/category-rows.ts'
import { featureStatements, listFeatured } from '../../origin/listings/featured-rows.ts'
import { readStaffTerms, staffTermStatements } from '../../origin/searches/trending-terms.ts'
import { addEntry } from '../../origin/site/channels/entries.ts'
import { ARRANGE, CREATE, LAST, UPDATE } from '../../origin/site/channels/tree-sql.ts'
import { findRows } from '../../origin/sql.ts'
import type { ListedCategory, ListedChannel, Listing } from '../listing/listing.ts'
import type { Library } from './open-library.ts'

/** The ids of items by their names in the list. */
type Ids = ReadonlyMap<string, string>

const idsOf = (names: readonly string[], ids: Ids): string[] => names.flatMap((name) => ids.get(name) ?? [])

const CHANNELS = 'SELECT id, slug, user_id FROM channels'
const OWNERS =
  'SELECT id, username FROM users WHERE username IN (SELECT value COLLATE NOCASE FROM json_each(?1))'
const ChannelRow = v.object({ id: v.number(), slug: v.string(), user_id: v.nullable(v.string()) })
const OwnerRow = v.object({ id: v.string(), username: v.string() })

type Place = { id: number; parent: number | null; user_id: string | null; isThere: boolean }

/** The number of a channel: its own, the one that the list gives and no other has, or the next. */
function numberOf({ slug, id }: ListedChannel, taken: ReadonlyMap<number, string>): number {
  for (const [number, other] of taken) if (other.toLowerCase() === slug.toLowerCase()) return number
  return id !== undefined && !taken.has(id) ? id : Math.max(0, ...taken.keys()) + 1
}

/** Makes channels, or says what is other of them, and puts their items in: the statements of their calls. */
async function channelStatements({ db }: Library, channels: readonly ListedChannel[], ids: Ids) {
  if (channels.length === 0) return []
  const rows = await findRows(ChannelRow, db.prepare(CHANNELS))
  const names = JSON.stringify(channels.flatMap(({ author }) => author ?? []))
  const owners = await findRows(OwnerRow, db.prepare(OWNERS).bind(names))
  const taken = new Map(rows.map(({ id, slug }) => [id, slug]))
  const numbers = new Map<string, number>()
  return channels.flatMap((channel) => {
    const id = numberOf(channel, taken)
    taken.set(id, channel.slug)
    numbers.set(channel.slug, id)
    const there = rows.find((row) => row.id === id)
    const owner = owners.find(({ username }) => username.toLowerCase() === channel.author?.toLowerCase())
    const parent = channel.parent === undefined ? null : (numbers.get(channel.parent) ?? null)
    const user_id = owner?.id ?? there?.user_id ?? null
    return oneChannel({ db }, channel, { id, parent, user_id, isThere: there !== undefined }, ids)
  })
}

function oneChannel({ db }: Pick<Library, 'db'>, channel: ListedChannel, place: Place, ids: Ids) {
  const { id, parent, user_id, isThere } = place
  const { slug, display_name, short_display_name, description, isSaid } = channel
  const fields = [slug, display_name, short_display_name, description, 1] as const
  const row = isThere
    ? db.prepare(UPDATE).bind(parent, user_id, ...fields, id, null)
    : db.prepare(CREATE).bind(parent, user_id, ...fields, null, id)
  return [
    ...(isThere && !isSaid ? [] : [row]),
    ...(isThere ? [] : [db.prepare(ARRANGE).bind(parent, user_id, slug, null, LAST)]),
    ...idsOf(channel.items, ids).map((gif) => addEntry(db, { channel: id, gif, who: null })),
  ]
}

/** Makes categories, or says what is other of them, and puts in what they do not hold. */
async function categoryStatements({ db }: Library, categories: readonly ListedCategory[], ids: Ids) {
  if (categories.length === 0) return []
  const there = await listCategories(db)
  return categories.flatMap((category) => oneCategory({ db }, category, { there, ids }))
}

type Known = { there: readonly CategoryRow[]; ids: Ids }

function oneCategory(
  { db }: Pick<Library, 'db'>,
  category: ListedCategory,
  { there, ids }: Known,
): D1PreparedStatement[] {
  const { slug, parent, isSaid } = category
  const is = there.find((row) => row.slug === slug && row.parent === parent)
  const keeps = is && !isSaid ? is : undefined
  const name = keeps?.name ?? category.name
  const names = { ...category.names, ...is?.names }
  const cover = keeps ? keeps.cover : (ids.get(category.cover ?? '') ?? is?.cover ?? null)
  const items = [...new Set([...(is?.gif_ids ?? []), ...idsOf(category.items, ids)])]
  return [
    putCategory(db, { slug, parent, name, names, cover, position: keeps?.position ?? category.position }),
    ...holdStatements(db, { slug, parent, names }, items.length > 0 ? { gif_ids: items } : {}),
  ]
}

/** Stores the rows that refer to items: channels, categories, and, where staff have said nothing, pinned searches and what is featured. */
export async function storeListings(library: Library, listing: Listing, ids: Ids): Promise<void> {
  const { db } = library
  const { channels, categories, pinned } = listing
  const featured = idsOf(listing.featured, ids)
  const isPinned = pinned.length === 0 || (await readStaffTerms(db)).pinned.length > 0
  const isFeatured = featured.length === 0 || (await listFeatured(db)).length > 0
  const statements = [
    ...(await channelStatements(library, channels, ids)),
    ...(await categoryStatements(library, categories, ids)),
    ...(isPinned ? [] : staffTermStatements(db, { pinned })),
    ...(isFeatured ? [] : featureStatements(db, featured)),
  ]
  if (statements.length > 0) await db.batch(statements)
}
