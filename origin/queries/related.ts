import type { D1Database } from '@cloudflare/workers-types'
import type { SearchKind } from '../search/lists.ts'
import { findPage, type IdPage, LISTED_MAX, PAGE_OF_HITS, type PageWindow } from '../sql.ts'
import { hottest } from './lists.ts'

/** How many items are compared. */
const NEAR_MAX = { tags: 200, hot: 60, categories: 60 } as const

// Those of its rarest tags, the hottest of the shelf, and those of its categories. So a tag that all have costs no more than
// a rare one. ?3 is the shelf, ?4 the rating, ?5 the item, ?6 the kind of items.
const NEAR = `
  near (id) AS MATERIALIZED (
    SELECT * FROM (SELECT tags.gif_id
                     FROM (SELECT tag FROM mine ORDER BY items, tag) AS rare
                    CROSS JOIN tags ON tags.tag = rare.tag
                    LIMIT ${NEAR_MAX.tags})
     UNION
    SELECT id FROM (${hottest()} LIMIT ${NEAR_MAX.hot})
     UNION
    SELECT * FROM (SELECT theirs.gif_id
                     FROM places
                    CROSS JOIN category_nodes AS n ON n.id = places.top OR n.parent = places.top
                    CROSS JOIN category_items AS theirs ON theirs.node = n.id
                    LIMIT ${NEAR_MAX.categories}))`

/** The categories of the first level that an item is in, or below which it is. */
const topsOf = (gif: string) =>
  `coalesce(n.parent, n.id) AS top
     FROM category_items AS i JOIN category_nodes AS n ON n.id = i.node WHERE i.gif_id = ${gif}`

// A shared tag counts more, the fewer items have it, and twice within a category; items that share only a category come
// last. One shared tag among many is an accident: a wave of the hand is no wave of the sea. It counts where both have few,
// unless both are in categories and none of them is the same.
const RELATED_GIFS = `
  WITH mine AS MATERIALIZED (
    SELECT tags.tag, coalesce(tag_counts.items, 1) AS items
      FROM tags
      LEFT JOIN tag_counts ON tag_counts.tag = tags.tag
     WHERE tags.gif_id = ?5),
  places AS MATERIALIZED (SELECT DISTINCT ${topsOf('?5')}),
  ${NEAR},
  scored AS MATERIALIZED (
    SELECT near.id, count(mine.tag) AS shared, total(1.0 / mine.items) AS weight,
           min((SELECT count(*) FROM mine), (SELECT count(*) FROM tags WHERE gif_id = near.id)) AS fewest,
           EXISTS (SELECT ${topsOf('near.id')} AND top IN places) AS shares_category,
           EXISTS (SELECT 1 FROM category_items WHERE gif_id = near.id) AND EXISTS (SELECT 1 FROM places) AS is_placed
      FROM near
      LEFT JOIN tags ON tags.gif_id = near.id
      LEFT JOIN mine ON mine.tag = tags.tag
     GROUP BY near.id),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, -scored.weight * (1 + scored.shares_category) AS rank
      FROM scored
      JOIN gifs AS g ON g.id = scored.id
     WHERE g.id <> ?5 AND g.is_listed = 1 AND ?6 IN (g.shelf, g.type) AND g.rating_rank <= ?4
       AND (shares_category OR shared > 1 OR (shared = 1 AND fewest < 4 AND NOT is_placed)))
  ${PAGE_OF_HITS}`

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

/** Items that share tags with this one, the rarest tags and its own categories first; then others of its categories. */
export const relatedGifs = (
  db: D1Database,
  id: string,
  kind: SearchKind,
  maxRating: number,
  page: PageWindow,
): Promise<IdPage> => findPage(db, RELATED_GIFS, page, kind === 'video' ? 'gifs' : kind, maxRating, id, kind)

/** The other items of this one's channels, else of its user. */
export const associatedGifs = (db: D1Database, id: string, page: PageWindow): Promise<IdPage> =>
  findPage(db, ASSOCIATED_GIFS, page, id)
