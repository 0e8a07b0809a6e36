import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { SearchKind } from '../search/lists.ts'
import { findPage, type IdPage, json, type PageWindow, reachOf } from '../sql.ts'

/** How long a scheduled item stays at the head of its trending list, in ms, and how many do. */
const HEAD_MS = DAY_MS
const MAX_HEADS = 25

/** Behind all that is featured. */
const BEHIND = 1_000_000

/** An arm of a statement for each rating up to ?4: in each, an index has the order. */
const byRating = (arm: (rank: number) => string): string =>
  [0, 1, 2, 3, 4]
    .map((rank) => `${arm(rank)} AND rating_rank = ${rank} AND ?4 >= ${rank}`)
    .join(' UNION ALL ')

/** The hottest listed items of the shelf ?3, up to the rating ?4, in order: as many are read as are taken. */
export const hottest = (but = ''): string =>
  `${byRating(() => `SELECT id, heat, num FROM gifs INDEXED BY gifs_by_heat WHERE is_listed = 1 AND shelf = ?3 ${but}`)}
     ORDER BY heat DESC, num DESC`

// What staff have scheduled is at the head, the latest first, and in no second place; the rest is read in the order of an
// index (gifs_by_heat), as far as the page reaches. ?5 is how many are counted, ?6 since when items are at the head.
// With ?7, what is featured comes before both, in its order.
const TRENDING_GIFS = `
  WITH featured_first AS MATERIALIZED (
    SELECT g.id, featured.position
      FROM featured
     CROSS JOIN gifs AS g ON g.id = featured.gif_id
     WHERE ?7 AND g.is_listed = 1 AND g.shelf = ?3 AND g.rating_rank <= ?4),
  heads AS MATERIALIZED (
    SELECT g.id, max(h.done_at) AS since
      FROM scheduled_gifs AS h INDEXED BY scheduled_gifs_done
     CROSS JOIN gifs      AS g ON g.id = h.gif_id
     WHERE h.done_at > ?6 AND g.is_listed = 1 AND g.shelf = ?3 AND g.rating_rank <= ?4
       AND g.id NOT IN (SELECT id FROM featured_first)
     GROUP BY g.id ORDER BY since DESC LIMIT ${MAX_HEADS}),
  hot AS (${hottest('AND id NOT IN (SELECT id FROM heads) AND id NOT IN (SELECT id FROM featured_first)')} LIMIT ?1 + ?2)
  SELECT (SELECT count(*)
            FROM (SELECT 1 FROM (${byRating(() => 'SELECT 1 FROM gifs INDEXED BY gifs_by_heat WHERE is_listed = 1 AND shelf = ?3')}) LIMIT ?5)) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id, position, '' AS since, 0 AS heat, 0 AS num FROM featured_first
                   UNION ALL
                  SELECT id, ${BEHIND} AS position, since, 0 AS heat, 0 AS num FROM heads
                   UNION ALL
                  SELECT id, ${BEHIND} AS position, '' AS since, heat, num FROM hot
                   ORDER BY position, since DESC, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

/** Clips that are looked at for those up to a rating. */
const CLIPS_LOOKED = 6000

// The hottest clips, behind those that are featured, where ?3 is 1. ?4 is the highest rating, ?5 how many are counted.
const CLIPS = `
  SELECT id, heat, num
    FROM (SELECT id, heat, num, rating_rank FROM gifs INDEXED BY videos_by_heat
           WHERE type = 'video' AND is_listed = 1 ORDER BY heat DESC, num DESC LIMIT ${CLIPS_LOOKED})
   WHERE rating_rank <= ?4`
const HOTTEST_CLIPS = `
  WITH featured_first AS MATERIALIZED (
    SELECT g.id, featured.position
      FROM featured
     CROSS JOIN gifs AS g ON g.id = featured.gif_id
     WHERE ?3 AND g.is_listed = 1 AND g.type = 'video' AND g.rating_rank <= ?4),
  hot AS (${CLIPS} AND id NOT IN (SELECT id FROM featured_first) LIMIT ?1 + ?2)
  SELECT (SELECT count(*) FROM (${CLIPS} LIMIT ?5)) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id, position, 0 AS heat, 0 AS num FROM featured_first
                   UNION ALL
                  SELECT id, ${BEHIND} AS position, heat, num FROM hot
                   ORDER BY position, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

/** Clips up to a rating, the hottest first, or behind the featured ones. */
export const hottestClips = (
  db: D1Database,
  { maxRating, featured }: { maxRating: number; featured: boolean },
  page: PageWindow,
): Promise<IdPage> => findPage(db, HOTTEST_CLIPS, page, featured ? 1 : 0, maxRating, reachOf(page))

// The next item after a random number; after the last one, the first.
const ends = (end: 'min' | 'max') =>
  byRating(
    () => `SELECT ${end}(num) AS num FROM gifs INDEXED BY gifs_by_number WHERE is_listed = 1 AND shelf = ?3`,
  )
const nextIn = (from: string) =>
  [0, 1, 2, 3, 4]
    .map(
      (rank) => `SELECT * FROM (
        SELECT id, num FROM gifs INDEXED BY gifs_by_number
         WHERE is_listed = 1 AND shelf = ?3 AND rating_rank = ${rank} AND ?4 >= ${rank} AND num >= ${from}
         ORDER BY num LIMIT 1)`,
    )
    .join(' UNION ALL ')
const RANDOM_GIF = `
  WITH ends AS MATERIALIZED (
    SELECT (SELECT min(num) FROM (${ends('min')})) AS first, (SELECT max(num) FROM (${ends('max')})) AS last),
  drawn AS MATERIALIZED (SELECT first + abs(random() % (1 + last - first)) AS num FROM ends)
  SELECT id FROM (${nextIn('(SELECT num FROM drawn)')}) ORDER BY num LIMIT 1`

const LIST_EMOJI = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM gifs WHERE is_emoji = 1 AND is_listed = 1 LIMIT ?3)) AS total,
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

type Trending = {
  /** When it is read, in ms. */
  nowMs: number
  /** As many are counted. */
  max?: number
  /** Whether featured items come first. */
  featured?: boolean
}

/** The hottest items of a shelf, behind those that were scheduled. */
export const trendingGifs = (
  db: D1Database,
  kind: SearchKind,
  maxRating: number,
  page: PageWindow,
  { nowMs, max = PROVIDER_PAGE.maxOffset, featured = false }: Trending,
): Promise<IdPage> =>
  findPage(
    db,
    TRENDING_GIFS,
    page,
    kind,
    maxRating,
    Math.min(max, reachOf(page)),
    new Date(nowMs - HEAD_MS).toISOString(),
    featured ? 1 : 0,
  )

/** A random item of a shelf. */
export async function randomGif(
  db: D1Database,
  kind: SearchKind,
  maxRating: number,
): Promise<string | undefined> {
  const row = await db.prepare(RANDOM_GIF).bind(null, null, kind, maxRating).first()
  return row ? v.parse(IdRow, row).id : undefined
}

/** All emoji, the hottest first. */
export const listEmoji = (db: D1Database, page: PageWindow): Promise<IdPage> =>
  findPage(db, LIST_EMOJI, page, reachOf(page))

/** One emoji of each group of variations: the one that came first. */
export const listDefaultEmoji = (db: D1Database, page: PageWindow): Promise<IdPage> =>
  findPage(db, LIST_DEFAULT_EMOJI, page)

/** All variations of an emoji, itself included; empty for another item's id. */
export async function emojiVariations(db: D1Database, id: string): Promise<string[]> {
  return v.parse(IdsRow, await db.prepare(EMOJI_VARIATIONS).bind(id).first()).ids
}
