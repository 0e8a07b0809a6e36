import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { USER_JSON, UserRow } from '../people/users.ts'
import { findRows, json, type PageWindow } from '../sql.ts'
import type { Match } from '../words.ts'

const FoundChannel = v.object({
  id: v.number(),
  parent: v.nullable(v.number()),
  slug: v.string(),
  display_name: v.string(),
  short_display_name: v.string(),
  description: v.string(),
  featured_id: v.nullable(v.string()),
  user: v.nullable(json(UserRow)),
})
type FoundChannel = v.InferOutput<typeof FoundChannel>

/** Among how many of a channel's items the hottest one is looked for. */
const FEATURED_OF = 200

const CHANNELS = `
  SELECT c.id, c.parent, c.slug, c.display_name, c.short_display_name, c.description,
         (SELECT g.id
            FROM (SELECT gif_id FROM channel_gifs WHERE channel_id = c.id LIMIT ${FEATURED_OF}) AS some
            JOIN gifs AS g ON g.id = some.gif_id
           WHERE g.is_listed = 1
           ORDER BY g.heat DESC, g.num DESC LIMIT 1) AS featured_id,
         ${USER_JSON}
    FROM json_each(?1) AS wanted
    JOIN channels      AS c ON c.id = wanted.value AND c.is_visible = 1
    LEFT JOIN users    AS u ON u.id = c.user_id
   ORDER BY wanted.key`

// bm25 is read in the CTE: it is not available next to a window or a sorted join.
const CHANNEL_IDS = `
  WITH found AS MATERIALIZED (
    SELECT rowid AS id, bm25(channel_words, 4.0, 3.0, 2.0, 1.0) AS rank
      FROM channel_words
     WHERE channel_words MATCH ?3),
  hits AS MATERIALIZED (
    SELECT found.id, found.rank FROM found JOIN channels ON channels.id = found.id AND channels.is_visible = 1)
  SELECT (SELECT count(*) FROM hits) AS total,
         (SELECT json_group_array(id) FROM (SELECT id FROM hits ORDER BY rank, id LIMIT ?1 OFFSET ?2)) AS ids`

const IdsRow = v.object({ total: v.number(), ids: json(v.array(v.number())) })

/** The ids of channels whose name, slug, owner or description holds all words; where none does, any of them. */
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

/** The channels with these numbers that everyone may see, in their order. */
export const channelsById = (db: D1Database, ids: readonly number[]): Promise<FoundChannel[]> =>
  findRows(FoundChannel, db.prepare(CHANNELS).bind(JSON.stringify(ids)))
