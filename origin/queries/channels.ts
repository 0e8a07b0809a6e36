import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { USER_JSON, UserRow } from '../people/users.ts'
import { findRows, json, type PageWindow } from '../sql.ts'
import type { Match } from '../words.ts'

const ChannelRow = v.object({
  id: v.number(),
  parent: v.nullable(v.number()),
  slug: v.string(),
  display_name: v.string(),
  short_display_name: v.string(),
  description: v.string(),
  featured_id: v.nullable(v.string()),
  user: v.nullable(json(UserRow)),
})
type ChannelRow = v.InferOutput<typeof ChannelRow>

const FoundRow = v.object({ total: v.number(), ...ChannelRow.entries })

/** Among how many of a channel's items the hottest one is looked for. */
const FEATURED_OF = 200

// Ends a statement whose CTE `hits` holds ids and their rank.
const CHANNELS_OF_HITS = `
  SELECT (SELECT count(*) FROM hits) AS total,
         c.id, c.parent, c.slug, c.display_name, c.short_display_name, c.description,
         (SELECT g.id
            FROM (SELECT gif_id FROM channel_gifs WHERE channel_id = c.id LIMIT ${FEATURED_OF}) AS some
            JOIN gifs AS g ON g.id = some.gif_id
           WHERE g.is_listed = 1
           ORDER BY g.heat DESC, g.num DESC LIMIT 1) AS featured_id,
         ${USER_JSON}
    FROM hits
    JOIN channels   AS c ON c.id = hits.id
    LEFT JOIN users AS u ON u.id = c.user_id
   ORDER BY hits.rank, c.id
   LIMIT ?1 OFFSET ?2`

// bm25 is read in the CTE: it is not available next to a window or a sorted join.
const HITS = `
  found AS MATERIALIZED (
    SELECT rowid AS id, bm25(channel_words, 4.0, 3.0, 2.0, 1.0) AS rank
      FROM channel_words
     WHERE channel_words MATCH ?3),
  hits AS MATERIALIZED (
    SELECT found.id, found.rank FROM found JOIN channels ON channels.id = found.id AND channels.is_visible = 1)`

const SEARCH_CHANNELS = `WITH ${HITS} ${CHANNELS_OF_HITS}`

const CHANNEL_IDS = `
  WITH ${HITS}
  SELECT (SELECT count(*) FROM hits) AS total,
         (SELECT json_group_array(id) FROM (SELECT id FROM hits ORDER BY rank, id LIMIT ?1 OFFSET ?2)) AS ids`

const CHANNEL_BY_NUMBER = `
  WITH hits AS (SELECT id, 0 AS rank FROM channels WHERE id = CAST(?3 AS INTEGER) AND is_visible = 1)
  ${CHANNELS_OF_HITS}`

const COUNT_CHANNELS = `
  SELECT count(*) AS total
    FROM channel_words JOIN channels ON channels.id = channel_words.rowid AND channels.is_visible = 1
   WHERE channel_words MATCH ?1`

const IdsRow = v.object({ total: v.number(), ids: json(v.array(v.number())) })

const CountRow = v.object({ total: v.number() })

/** Channels whose name, slug, owner or description holds all words; where none does, any of them. */
export async function searchChannels(
  db: D1Database,
  match: Match,
  page: PageWindow,
): Promise<{ total: number; channels: ChannelRow[] }> {
  const found = await findChannels(db, match.all, page)
  return found.total > 0 || match.all === match.any ? found : findChannels(db, match.any, page)
}

/** The ids of the same channels, and how many there are. */
export async function channelIds(
  db: D1Database,
  match: Match,
  { limit, offset }: PageWindow,
): Promise<v.InferOutput<typeof IdsRow>> {
  const find = async (words: string) =>
    v.parse(IdsRow, await db.prepare(CHANNEL_IDS).bind(limit, offset, words).first())
  const found = await find(match.all)
  return found.total > 0 || match.all === match.any ? found : find(match.any)
}

/** The channel with this number, if it exists. */
export const channelByNumber = (db: D1Database, number: string): Promise<ChannelRow[]> =>
  findRows(ChannelRow, db.prepare(CHANNEL_BY_NUMBER).bind(1, 0, number))

async function findChannels(db: D1Database, words: string, { limit, offset }: PageWindow) {
  const rows = await findRows(FoundRow, db.prepare(SEARCH_CHANNELS).bind(limit, offset, words))
  const channels = rows.map(({ total: _, ...channel }) => channel)
  if (rows[0] || offset === 0) return { total: rows[0]?.total ?? 0, channels }
  // Past the end no row has the total.
  const row = await db.prepare(COUNT_CHANNELS).bind(words).first()
  return { total: v.parse(CountRow, row).total, channels }
}
