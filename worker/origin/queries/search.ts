import type { D1Database } from '@cloudflare/workers-types'
import type { Match } from '../words.ts'
import { findPage, type IdPage, LISTED_MAX, PAGE_OF_HITS, type Page } from './page.ts'

/** The items that a call reads: a shelf of the library, or one type. */
export type SearchKind = 'gifs' | 'stickers' | 'text' | 'video'

export type Filter = {
  kind: SearchKind
  maxRating: number
  scope: string | null
  dynamic: boolean
  recent: boolean
}

// ?5 names a user, or a channel (by slug or number) with all channels below it.
const TREE = `
  RECURSIVE tree (id) AS (
    SELECT id FROM channels
     WHERE (slug = ?5 OR (?5 NOT GLOB '*[^0-9]*' AND id = CAST(?5 AS INTEGER))) AND is_visible = 1
     UNION
    SELECT c.id FROM tree JOIN channels AS c ON c.parent = tree.id AND c.is_visible = 1)`

const SCOPE = `${TREE},
  scope (id) AS (
    SELECT * FROM (SELECT id FROM gifs INDEXED BY gifs_by_user
                    WHERE user_id = (SELECT id FROM users WHERE username = ?5) AND is_listed = 1
                    ORDER BY heat DESC, num DESC LIMIT ${LISTED_MAX})
     UNION
    SELECT * FROM (SELECT gif_id FROM channel_gifs WHERE channel_id IN (SELECT id FROM tree) LIMIT ${LISTED_MAX}))`

// ?6: whether dynamic text is included; ?7: whether the newest come first.
const FILTER = `
         g.is_listed = 1 AND ?3 IN (g.shelf, g.type) AND g.rating_rank <= ?4
     AND g.is_dynamic <= ?6`

const IN_SCOPE = `
     AND (?5 IS NULL OR g.user_id = (SELECT id FROM users WHERE username = ?5)
          OR EXISTS (SELECT 1 FROM channel_gifs WHERE gif_id = g.id AND channel_id IN (SELECT id FROM tree)))`

// bm25 is negative, the best hit lowest. What is popular now weighs more, but a better match can still beat it:
// each doubling of the decayed weight adds a tenth. ?9 is the heat of weight 1 at this moment.
// Of a word that many items have, the newest are ranked: heat decays within days, so what is hot is mostly among them.
const SEARCH_GIFS = `
  WITH ${TREE},
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat,
           CASE ?7 WHEN 1 THEN -julianday(g.import_datetime)
           ELSE bm25(gif_words, 3.0, 2.0, 1.0) * (1 + 0.1 * log2(1 + pow(2, min(g.heat - ?9, 60)))) END AS rank
      FROM gif_words
     CROSS JOIN gifs AS g ON g.num = gif_words.rowid
     WHERE gif_words MATCH ?8 AND ${FILTER} ${IN_SCOPE}
     ORDER BY gif_words.rowid DESC LIMIT ${LISTED_MAX})
  ${PAGE_OF_HITS}`

const LIST_SCOPE = `
  WITH ${SCOPE},
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, CASE ?7 WHEN 1 THEN -julianday(g.import_datetime) ELSE 0 END AS rank
      FROM scope
      JOIN gifs AS g ON g.id = scope.id
     WHERE ${FILTER})
  ${PAGE_OF_HITS}`

const filterParams = ({ kind, maxRating, scope, dynamic, recent }: Filter) =>
  [kind, maxRating, scope, dynamic ? 1 : 0, recent ? 1 : 0] as const

/** Items with all words of the match, best first; where no item has them all, those that have any. */
export async function searchGifs(
  db: D1Database,
  match: Match,
  filter: Filter,
  page: Page,
  heatNow: number,
): Promise<IdPage> {
  const find = (words: string) => findPage(db, SEARCH_GIFS, page, ...filterParams(filter), words, heatNow)
  const found = await find(match.all)
  return found.total > 0 || match.all === match.any ? found : find(match.any)
}

/** All items of a user or channel, the hottest first. */
export const listScope = (db: D1Database, filter: Filter, page: Page): Promise<IdPage> =>
  findPage(db, LIST_SCOPE, page, ...filterParams(filter))
