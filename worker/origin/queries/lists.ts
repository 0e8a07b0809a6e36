import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { findPage, type IdPage, json, LISTED_MAX, type Page } from './page.ts'
import type { SearchKind } from './search.ts'

/** How long a scheduled item stays at the head of its trending list, in ms, and how many do. */
const HEAD_MS = 24 * 60 * 60 * 1000
const MAX_HEADS = 25

// What staff have scheduled is at the head, the latest first, and in no second place; the rest is read in the order of an
// index (gifs_by_heat), as far as the page reaches. ?6 is since when.
const TRENDING_GIFS = `
  WITH heads AS MATERIALIZED (
    SELECT g.id, max(h.done_at) AS since
      FROM scheduled_gifs AS h
      JOIN gifs           AS g ON g.id = h.gif_id
     WHERE h.done_at > ?6 AND g.is_listed = 1 AND g.shelf = ?3 AND g.rating_rank <= ?4
     GROUP BY g.id ORDER BY since DESC LIMIT ${MAX_HEADS}),
  hot AS (
    SELECT id, heat, num FROM gifs INDEXED BY gifs_by_heat
     WHERE is_listed = 1 AND shelf = ?3 AND rating_rank <= ?4 AND id NOT IN (SELECT id FROM heads)
     ORDER BY heat DESC, num DESC LIMIT ?1 + ?2)
  SELECT (SELECT count(*)
            FROM (SELECT 1 FROM gifs INDEXED BY gifs_by_heat
                  WHERE is_listed = 1 AND shelf = ?3 AND rating_rank <= ?4 LIMIT ?5)) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id, since, 0 AS heat, 0 AS num FROM heads
                   UNION ALL
                  SELECT id, '' AS since, heat, num FROM hot
                   ORDER BY since DESC, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

// The next item after a random number; after the last one, the first.
const SHELF = 'FROM gifs INDEXED BY gifs_by_number WHERE is_listed = 1 AND shelf = ?1'
const RANDOM_GIF = `
  SELECT id FROM (
    SELECT id ${SHELF} AND rating_rank <= ?2 AND num >= (
             SELECT (SELECT min(num) ${SHELF}) +
                    abs(random() % (1 + (SELECT max(num) ${SHELF}) - (SELECT min(num) ${SHELF}))))
     ORDER BY num LIMIT 1)
   UNION ALL
  SELECT id FROM (SELECT id ${SHELF} AND rating_rank <= ?2 ORDER BY num LIMIT 1)
   LIMIT 1`

const RANDOM_MATCH = `
  SELECT id
    FROM (SELECT g.id
            FROM gif_words
            JOIN gifs AS g ON g.num = gif_words.rowid
           WHERE gif_words MATCH ?3 AND g.is_listed = 1 AND g.shelf = ?1 AND g.rating_rank <= ?2
           ORDER BY gif_words.rowid DESC LIMIT ${LISTED_MAX})
   ORDER BY random() LIMIT 1`

const LIST_EMOJI = `
  SELECT (SELECT count(*) FROM gifs WHERE is_emoji = 1 AND is_listed = 1) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM gifs
                   WHERE is_emoji = 1 AND is_listed = 1
                   ORDER BY heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

// Emoji with the same set of tags are variations of one another.
const EMOJI_GROUPS = `
  grouped AS MATERIALIZED (
    SELECT id, num, heat,
           (SELECT json_group_array(tag) FROM (SELECT tag FROM tags WHERE gif_id = gifs.id ORDER BY tag)) AS tagged
      FROM gifs
     WHERE is_emoji = 1 AND is_listed = 1)`

const LIST_DEFAULT_EMOJI = `
  WITH ${EMOJI_GROUPS},
  hits AS (SELECT id, min(num) AS num, heat FROM grouped GROUP BY tagged)
  SELECT (SELECT count(*) FROM hits) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM hits ORDER BY heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

const EMOJI_VARIATIONS = `
  WITH ${EMOJI_GROUPS}
  SELECT json_group_array(id) AS ids
    FROM (SELECT id FROM grouped
           WHERE tagged = (SELECT tagged FROM grouped WHERE id = ?1)
           ORDER BY num)`

const IdRow = v.object({ id: v.string() })
const IdsRow = v.object({ ids: json(v.array(v.string())) })

/** The hottest items of a shelf, behind those that were scheduled, counted up to `max`. @param nowMs when it is read */
export const trendingGifs = (
  db: D1Database,
  kind: SearchKind,
  maxRating: number,
  page: Page,
  nowMs: number,
  max: number = PROVIDER_PAGE.maxOffset,
): Promise<IdPage> =>
  findPage(db, TRENDING_GIFS, page, kind, maxRating, max, new Date(nowMs - HEAD_MS).toISOString())

/** A random item of a shelf; with a MATCH expression, a random one of its hits. */
export async function randomGif(
  db: D1Database,
  kind: SearchKind,
  maxRating: number,
  match?: string,
): Promise<string | undefined> {
  const statement = match
    ? db.prepare(RANDOM_MATCH).bind(kind, maxRating, match)
    : db.prepare(RANDOM_GIF).bind(kind, maxRating)
  const row = await statement.first()
  return row ? v.parse(IdRow, row).id : undefined
}

/** All emoji, the hottest first. */
export const listEmoji = (db: D1Database, page: Page): Promise<IdPage> => findPage(db, LIST_EMOJI, page)

/** One emoji of each group of variations: the one that came first. */
export const listDefaultEmoji = (db: D1Database, page: Page): Promise<IdPage> =>
  findPage(db, LIST_DEFAULT_EMOJI, page)

/** All variations of an emoji, itself included; empty for another item's id. */
export async function emojiVariations(db: D1Database, id: string): Promise<string[]> {
  return v.parse(IdsRow, await db.prepare(EMOJI_VARIATIONS).bind(id).first()).ids
}
