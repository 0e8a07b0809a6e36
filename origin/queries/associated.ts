import type { D1Database } from '@cloudflare/workers-types'
import { findPage, type IdPage, LISTED_MAX, PAGE_OF_HITS, type PageWindow } from '../sql.ts'

/** How many channels of an item are read. */
const CHANNELS_MAX = 5

// The newest entries of its channels. If it is in none, its user's other items are associated.
const ASSOCIATED_GIFS = `
  WITH mine AS MATERIALIZED (SELECT channel_id FROM channel_gifs WHERE gif_id = ?3 LIMIT ${CHANNELS_MAX}),
  company (id) AS (
    SELECT theirs.gif_id
      FROM mine
     CROSS JOIN channel_gifs AS theirs ON theirs.id IN (
             SELECT id FROM channel_gifs WHERE channel_id = mine.channel_id ORDER BY id DESC LIMIT ${LISTED_MAX})
     UNION
    SELECT * FROM (SELECT id FROM gifs INDEXED BY gifs_by_user
                    WHERE is_listed = 1 AND user_id = (
                            SELECT user_id FROM gifs WHERE id = ?3 AND NOT EXISTS (SELECT 1 FROM mine))
                    ORDER BY heat DESC, num DESC LIMIT ${LISTED_MAX})),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, 0 AS rank
      FROM company
     CROSS JOIN gifs AS g ON g.id = company.id
     WHERE g.id <> ?3 AND g.is_listed = 1)
  ${PAGE_OF_HITS}`

/** The other items of this one's channels, else of its user. */
export const associatedGifs = (db: D1Database, id: string, page: PageWindow): Promise<IdPage> =>
  findPage(db, ASSOCIATED_GIFS, page, id)
