import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import {
  BLOCK,
  blocksOf,
  findPage,
  type IdPage,
  LISTED_MAX,
  PAGE_OF_HITS,
  type PageWindow,
  reachOf,
} from '../sql.ts'
import {
  type Facets,
  type GifMatch,
  matchFacets,
  matchGifs,
  NO_MATCH,
  NOTHING,
  NUM_OF_PLACE,
  type SearchKind,
} from './match.ts'
import type { Meaning } from './meaning.ts'

export type Filter = {
  kind: SearchKind
  maxRating: number
  scope: string | null
  dynamic: boolean
  recent: boolean
}

/** As many items with the whole words are enough: none with the mere start of one follow. */
const ENOUGH = 100
/** Items of a list by date. */
const RECENT_MAX = 150
/** Hits that are looked through for those of a channel. */
const PROBED_MAX = 5000
/** Channels of a tree that are read. */
const TREE_MAX = 50
/** Items of a category, and of each below it, that its name finds. */
const HELD_MAX = 1000

// The scope names a user, or a channel (by slug or number) with all channels below it.
const named = (scope: string) =>
  `(slug = ${scope} OR (${scope} NOT GLOB '*[^0-9]*' AND id = CAST(${scope} AS INTEGER))) AND is_visible = 1`

const treeOf = (scope: string) => `
  RECURSIVE tree (id) AS (
    SELECT id FROM channels
     WHERE ${named(scope)}
     UNION
    SELECT c.id FROM tree JOIN channels AS c ON c.parent = tree.id AND c.is_visible = 1
     LIMIT ${TREE_MAX})`

const IN_TREE = `
  WHERE EXISTS (
    SELECT 1 FROM gifs AS g
     WHERE g.num = ${NUM_OF_PLACE} hit.place
       AND (g.user_id = (SELECT id FROM users WHERE username = ?13)
            OR EXISTS (SELECT 1 FROM channel_gifs WHERE gif_id = g.id AND channel_id IN (SELECT id FROM tree))))`

const hitsOf = (match: string, scope: string) => {
  const hits = (limit: number | string) =>
    `SELECT rowid AS place FROM gif_words WHERE gif_words MATCH ${match} ORDER BY rowid DESC LIMIT ${limit}`
  return scope ? `SELECT place FROM (${hits(PROBED_MAX)}) AS hit ${scope} LIMIT ?8` : hits('?8')
}

// What the categories ?13 hold, of the kind ?14, up to the rating ?15; ?16 is whether dynamic text is included.
const HELD = `
  SELECT g.place
    FROM json_each(?13) AS named
   CROSS JOIN gifs      AS g ON g.id IN (
           SELECT gif_id FROM category_items WHERE node = named.value AND place >= 0 ORDER BY place DESC LIMIT ${HELD_MAX})
   WHERE g.is_listed = 1 AND ?14 IN (g.shelf, g.type) AND g.rating_rank <= ?15 AND g.is_dynamic <= ?16`

const withHeld = (hits: string) =>
  `SELECT place FROM (SELECT place FROM (${hits}) UNION ${HELD}) ORDER BY place DESC LIMIT ?8`

const IN_PART = 'rowid BETWEEN (SELECT least FROM bounds) AND (SELECT most FROM bounds)'

// Hits come in the order of their place, the hottest first (migration 0023), and are ranked in blocks: an item with all words
// in its title, or among its tags, is better, and each doubling of the decayed weight adds a tenth. ?7 is the heat of weight 1
// at this moment. ?8 is how many are counted; ?9 where the first block begins, ?10 how many items the blocks have, ?2 where in
// them the page begins; ?11 whether the newest come first, as one block; ?12 is the longest list.
const searchSql = (scope: string, more = (hits: string) => hits) => `
  WITH ${scope && `${treeOf('?13')},`}
  whole AS MATERIALIZED (${more(hitsOf('?3', scope))}),
  counted AS MATERIALIZED (SELECT count(*) AS n FROM whole),
  starts AS MATERIALIZED (${hitsOf(`iif((SELECT n FROM counted) < ${ENOUGH}, ?4, '${NOTHING}')`, scope)}),
  part AS MATERIALIZED (
    SELECT place, 0 AS is_start FROM whole
     UNION ALL
    SELECT place, 1 FROM starts
     ORDER BY is_start, place DESC LIMIT ?10 OFFSET ?9),
  bounds AS MATERIALIZED (SELECT coalesce(min(place), 0) AS least, coalesce(max(place), 0) AS most FROM part),
  titled AS (SELECT rowid FROM gif_words WHERE gif_words MATCH ?5 AND ${IN_PART}),
  tagged AS (SELECT rowid FROM gif_words WHERE gif_words MATCH ?6 AND ${IN_PART}),
  ranked AS (
    SELECT g.id, g.num, g.heat,
           iif(?11, 0, (row_number() OVER (ORDER BY is_start, part.place DESC) - 1) / ${BLOCK}) AS block,
           iif(?11, 0, is_start) AS is_start,
           iif(?11, -julianday(g.import_datetime),
               -(1 + 1.5 * (part.place IN titled) + (part.place IN tagged))
               * (1 + 0.1 * log2(1 + pow(2, min(g.heat - ?7, 60))))) AS rank
      FROM part
      JOIN gifs AS g ON g.num = ${NUM_OF_PLACE} part.place)
  SELECT min((SELECT n FROM counted) + (SELECT count(*) FROM starts), ?12) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM ranked ORDER BY block, is_start, rank, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

const SEARCH_GIFS = searchSql('')
const SEARCH_TREE = searchSql(IN_TREE)
const SEARCH_CATEGORIES = searchSql('', withHeld)

const newestOf = (channel: string) =>
  `SELECT id FROM channel_gifs WHERE channel_id = ${channel} ORDER BY id DESC LIMIT ${LISTED_MAX}`

// The newest entries of each channel; ?3 kind, ?4 rating, ?5 scope, ?6 whether dynamic text is included, ?7 newest first. The
// hottest come first, or, in a channel that was put in order, the newest entries (`origin/site/channels/entries.ts`).
const LIST_TREE = `
  WITH ${treeOf('?5')},
  placed AS MATERIALIZED (
    SELECT id FROM channels
     WHERE ${named('?5')}
       AND EXISTS (SELECT 1 FROM channel_gifs AS e WHERE e.id IN (${newestOf('channels.id')}) AND e.position < 0)),
  scope (id, at) AS (
    SELECT id, 0 FROM (SELECT id FROM gifs INDEXED BY gifs_by_user
                    WHERE user_id = (SELECT id FROM users WHERE username = ?5) AND is_listed = 1
                    ORDER BY heat DESC, num DESC LIMIT ${LISTED_MAX})
     UNION ALL
    SELECT e.gif_id, iif(e.channel_id IN placed, -e.id, 0)
      FROM tree
     CROSS JOIN channel_gifs AS e ON e.id IN (${newestOf('tree.id')})),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, iif(?7, -julianday(g.import_datetime), min(scope.at)) AS rank
      FROM scope
     CROSS JOIN gifs AS g ON g.id = scope.id
     WHERE g.is_listed = 1 AND ?3 IN (g.shelf, g.type) AND g.rating_rank <= ?4 AND g.is_dynamic <= ?6
     GROUP BY g.id)
  ${PAGE_OF_HITS}`

const SCOPE = `
  SELECT (SELECT hex(id) FROM users WHERE username = ?1) AS user,
         EXISTS (SELECT 1 FROM channels
                  WHERE ${named('?1')}) AS is_channel`
const ScopeRow = v.object({ user: v.nullable(v.string()), is_channel: v.number() })

/** A list has no more items, also by pages. */
const MAX = PROVIDER_PAGE.maxOffset + 1

type Scope = { facets: Facets; channel?: string }

/** What a filter means to the search. Undefined: it names neither a user nor a channel. */
async function scopeOf(
  db: D1Database,
  { kind, maxRating, dynamic, scope }: Filter,
): Promise<Scope | undefined> {
  const facets: Facets = { kind, maxRating, dynamic }
  if (scope === null) return { facets }
  const { user, is_channel } = v.parse(ScopeRow, await db.prepare(SCOPE).bind(scope).first())
  if (is_channel) return { facets, channel: scope }
  return user === null ? undefined : { facets: { ...facets, user } }
}

/** How a page is read by date, or by blocks. */
const windowOf = (page: PageWindow, recent: boolean) =>
  recent
    ? { skip: page.offset, reach: RECENT_MAX, from: 0, size: RECENT_MAX, max: RECENT_MAX }
    : { ...blocksOf(page), reach: reachOf(page), max: MAX }

type Reading = {
  recent: boolean
  page: PageWindow
  heatNow: number
  channel?: string
  /** Categories whose items are among the hits, and what is read of them. */
  held?: { nodes: readonly number[]; facets: Facets } | undefined
}

function findMatches(
  db: D1Database,
  { whole, starts, titled, tagged }: GifMatch,
  { recent, page, heatNow, channel, held }: Reading,
): Promise<IdPage> {
  const { skip, reach, from, size, max } = windowOf(page, recent)
  const ranks = recent ? [NOTHING, NOTHING] : [titled, tagged]
  const rest = [whole, starts, ...ranks, heatNow, reach, from, size, recent ? 1 : 0, max]
  const part = { limit: page.limit, offset: skip }
  if (channel !== undefined) return findPage(db, SEARCH_TREE, part, ...rest, channel)
  if (!held) return findPage(db, SEARCH_GIFS, part, ...rest)
  const { kind, maxRating, dynamic } = held.facets
  const nodes = JSON.stringify(held.nodes)
  return findPage(db, SEARCH_CATEGORIES, part, ...rest, nodes, kind, maxRating, dynamic === false ? 0 : 1)
}

const NONE: IdPage = { total: 0, ids: [] }

/**
 * Which items a search is for: those with all of its parts, best first, or any of them where no item has them all. The name of a
 * category finds what it holds too.
 */
export async function searchGifs(
  db: D1Database,
  { parts, nodes }: Meaning,
  filter: Filter,
  page: PageWindow,
  heatNow: number,
  joints: readonly ('AND' | 'OR')[] = ['AND', 'OR'],
): Promise<IdPage> {
  const scope = await scopeOf(db, filter)
  if (!scope) return NONE
  const { facets, ...within } = scope
  const held = filter.scope === null && nodes.length > 0 ? { nodes, facets } : undefined
  let found = NONE
  for (const joint of parts.length > 1 ? joints : joints.slice(0, 1)) {
    const match = parts.length > 0 ? matchGifs(parts, facets, joint) : NO_MATCH
    found = await findMatches(db, match, { ...within, recent: filter.recent, page, heatNow, held })
    if (found.total > 0) break
  }
  return found
}

/** The items of a user, the hottest first, or the newest entries of a channel and those below it; without a scope all. */
export async function listScope(
  db: D1Database,
  filter: Filter,
  page: PageWindow,
  heatNow: number,
): Promise<IdPage> {
  const scope = await scopeOf(db, filter)
  if (!scope) return NONE
  const { kind, maxRating, dynamic, recent } = filter
  if (scope.channel === undefined)
    return findMatches(db, matchFacets(scope.facets), { recent, page, heatNow })
  return findPage(db, LIST_TREE, page, kind, maxRating, scope.channel, dynamic ? 1 : 0, recent ? 1 : 0)
}
