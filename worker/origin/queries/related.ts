import type { D1Database } from '@cloudflare/workers-types'
import { findPage, type IdPage, PAGE_OF_HITS, type Page } from './page.ts'
import type { SearchKind } from './search.ts'

// A shared tag counts more, the fewer items have it. Items that share only a category come last.
const RELATED_GIFS = `
  WITH weights AS (
    SELECT theirs.tag, 1.0 / count(*) AS weight
      FROM tags AS mine
      JOIN tags AS theirs ON theirs.tag = mine.tag
     WHERE mine.gif_id = ?3
     GROUP BY theirs.tag),
  scored (id, score) AS (
    SELECT tags.gif_id, weights.weight
      FROM weights
      JOIN tags ON tags.tag = weights.tag
     UNION ALL
    SELECT theirs.gif_id, 0
      FROM category_gifs AS mine
      JOIN category_gifs AS theirs ON theirs.category = mine.category
     WHERE mine.gif_id = ?3),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, -sum(scored.score) AS rank
      FROM scored
      JOIN gifs AS g ON g.id = scored.id
     WHERE g.id <> ?3 AND g.is_listed = 1 AND ?4 IN (g.shelf, g.type) AND g.rating_rank <= ?5
     GROUP BY g.id)
  ${PAGE_OF_HITS}`

// If the item is in no channel, its user's other items are associated.
const ASSOCIATED_GIFS = `
  WITH company (id) AS (
    SELECT theirs.gif_id
      FROM channel_gifs AS mine
      JOIN channel_gifs AS theirs ON theirs.channel_id = mine.channel_id
     WHERE mine.gif_id = ?3
     UNION
    SELECT id FROM gifs
     WHERE user_id = (SELECT user_id FROM gifs WHERE id = ?3)
       AND NOT EXISTS (SELECT 1 FROM channel_gifs WHERE gif_id = ?3)),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, 0 AS rank
      FROM company
      JOIN gifs AS g ON g.id = company.id
     WHERE g.id <> ?3 AND g.is_listed = 1)
  ${PAGE_OF_HITS}`

/** Items that share tags with this one, the rarest tags first; then those of its categories. */
export const relatedGifs = (
  db: D1Database,
  id: string,
  kind: SearchKind,
  maxRating: number,
  page: Page,
): Promise<IdPage> => findPage(db, RELATED_GIFS, page, id, kind, maxRating)

/** The other items of this one's channels, else of its user. */
export const associatedGifs = (db: D1Database, id: string, page: Page): Promise<IdPage> =>
  findPage(db, ASSOCIATED_GIFS, page, id)
