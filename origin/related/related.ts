import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { hottest } from '../queries/lists.ts'
import { STOP_WORDS } from '../search/data/stop-words.ts'
import { readIndexed } from '../search/index-items.ts'
import { KINDS, type SearchKind } from '../search/lists.ts'
import { stemsOf } from '../search/stems.ts'
import { BitColumn, foundRows, type IdPage, json, type PageWindow } from '../sql.ts'
import { rankRelated } from './rank.ts'

/** How many of an item's tags, words and categories count, and how many items are compared by each of them, and in all. */
const MAX = {
  tags: 16,
  words: 40,
  rare: 8,
  categories: 3,
  family: 100,
  pairs: 12,
  byTags: 48,
  byWord: 8,
  byAuthor: 8,
  inCategory: 12,
  kin: 16,
  hot: 18,
  all: 100,
} as const

/** The hottest items of a list of the index, by number. */
const listed = (list: string, most: number) => `
  json_each((SELECT json_group_array((key >> 8) & 4294967295)
               FROM (SELECT key FROM search_postings WHERE list = ${list} * 8 + ?5 ORDER BY key DESC LIMIT ${most})))`

/** The hottest items of a category, by id. */
const held = (node: string, most: number) => `
  json_each((SELECT json_group_array(gif_id)
               FROM (SELECT gif_id FROM category_items WHERE node = ${node} AND place >= 0 ORDER BY place DESC LIMIT ${most})))`

const numOf = (id: string) => `(SELECT num FROM gifs WHERE id = ${id})`

// What is compared costs the same in every library: eight bounded lists, and the rows of 100 items. ?1 is the item, ?2 the kind of
// items, ?3 its shelf, ?4 the rating, ?5 the kind's number.
const NEAR = `
  WITH me AS MATERIALIZED (
    SELECT g.num, g.user_id, coalesce(i.terms, '[]') AS terms
      FROM gifs AS g LEFT JOIN search_items AS i ON i.num = g.num WHERE g.id = ?1),
  tagged AS MATERIALIZED (
    SELECT tags.tag, coalesce(c.items, 1) AS items
      FROM tags LEFT JOIN tag_counts AS c ON c.tag = tags.tag WHERE tags.gif_id = ?1 LIMIT ${MAX.tags}),
  worded AS MATERIALIZED (
    SELECT t.id, t.term, t.items
      FROM me, json_each(me.terms) AS own CROSS JOIN search_terms AS t ON t.id = own.value >> 4
     WHERE own.value & 3 > 0 OR own.value & 15 = 0 LIMIT ${MAX.words}),
  rare AS MATERIALIZED (
    SELECT id FROM worded WHERE term GLOB '~*' AND items > 1 ORDER BY items, id LIMIT ${MAX.rare}),
  nodes AS MATERIALIZED (SELECT node FROM category_items WHERE gif_id = ?1 ORDER BY node LIMIT ${MAX.categories}),
  tops AS MATERIALIZED (SELECT DISTINCT coalesce(n.parent, n.id) AS id FROM nodes JOIN category_nodes AS n ON n.id = nodes.node),
  family AS MATERIALIZED (
    SELECT id FROM category_nodes WHERE parent IN (SELECT id FROM tops) LIMIT ${MAX.family}),
  closest (num, source, pair) AS MATERIALIZED (
    SELECT * FROM (SELECT ${numOf('other_id')}, 0, weight FROM gif_pairs INDEXED BY gif_pairs_by_weight
                    WHERE gif_id = ?1 AND weight > 0 ORDER BY weight DESC, other_id LIMIT ${MAX.pairs})
     UNION ALL
    SELECT * FROM (SELECT ${numOf('tags.gif_id')}, 1, 0
                     FROM (SELECT tag FROM tagged WHERE items > 1 ORDER BY items, tag LIMIT ${MAX.rare}) AS rarest
                    CROSS JOIN tags ON tags.tag = rarest.tag LIMIT ${MAX.byTags})
     UNION ALL
    SELECT value, 1, 0 FROM rare, ${listed('rare.id', MAX.byWord)}
     UNION ALL
    SELECT ${numOf('value')}, 1, 0 FROM nodes, ${held('nodes.node', MAX.inCategory)}),
  others (num, source, pair) AS MATERIALIZED (
    SELECT value, 2, 0 FROM (SELECT id FROM worded WHERE term GLOB '@*') AS author, ${listed('author.id', MAX.byAuthor)}
     UNION ALL
    SELECT ${numOf('value')}, 3, 0 FROM (SELECT id FROM family LIMIT ${MAX.kin / 2}) AS aside, ${held('aside.id', 2)}
     UNION ALL
    SELECT num, 4, 0 FROM (${hottest()} LIMIT ${MAX.hot})),
  near AS MATERIALIZED (
    SELECT num, max(pair) AS pair
      FROM (SELECT * FROM closest UNION ALL SELECT * FROM others) WHERE num NOT IN (SELECT num FROM me)
     GROUP BY num ORDER BY min(source), num DESC LIMIT ${MAX.all})
  SELECT json_object(
           'tags', (SELECT json_group_array(json_array(tag, items)) FROM tagged),
           'words', (SELECT json_group_array(json_array(id, items, term)) FROM worded WHERE term GLOB '~*'),
           'tops', (SELECT count(*) FROM tops),
           'size', (SELECT max(num) FROM gifs) - (SELECT min(num) FROM gifs) + 1) AS item,
         (SELECT json_group_array(json_object(
                   'id', g.id, 'heat', g.heat, 'num', g.num, 'tags', json(g.tags), 'terms', json(coalesce(i.terms, '[]')),
                   'pair', near.pair, 'isByAuthor', g.user_id IS (SELECT user_id FROM me) AND g.user_id NOT NULL,
                   'categories', (SELECT json_array(count(*), total(node IN (SELECT node FROM nodes)), total(node IN (SELECT id FROM family)))
                                    FROM category_items WHERE gif_id = g.id)))
            FROM near
           CROSS JOIN gifs         AS g ON g.num = near.num
            LEFT JOIN search_items AS i ON i.num = near.num
           WHERE g.is_listed = 1 AND ?2 IN (g.shelf, g.type) AND g.rating_rank <= ?4) AS near`

const NearRow = v.object({
  item: json(
    v.object({
      tags: v.array(v.tuple([v.string(), v.number()])),
      words: v.array(v.tuple([v.number(), v.number(), v.string()])),
      tops: v.number(),
      size: v.number(),
    }),
  ),
  near: json(
    v.array(
      v.object({
        id: v.string(),
        heat: v.number(),
        num: v.number(),
        tags: v.pipe(
          v.array(v.string()),
          v.transform((tags) => [...new Set(tags.map((tag) => tag.trim().toLowerCase()))]),
        ),
        terms: v.array(v.number()),
        pair: v.number(),
        isByAuthor: BitColumn,
        categories: v.tuple([v.number(), v.number(), v.number()]),
      }),
    ),
  ),
})

let stops: ReadonlySet<string> | undefined

/** The stems of words that say nothing, in any language: titles are stemmed as English. */
function stopStems(): ReadonlySet<string> {
  const words = () => Object.values(STOP_WORDS).flatMap((each) => each.split(/\s+/))
  stops ??= new Set(words().flatMap((word) => stemsOf(word, ['en'])))
  return stops
}

/** Items that have to do with one, the closest first (`rank.ts`): six at least, where the library has as many of the kind. */
export async function relatedGifs(
  db: D1Database,
  id: string,
  kind: SearchKind,
  maxRating: number,
  { limit, offset }: PageWindow,
): Promise<IdPage> {
  const near = db.prepare(NEAR).bind(id, kind, kind === 'video' ? 'gifs' : kind, maxRating, KINDS[kind])
  const [found] = await readIndexed(db, [near])
  const [row] = foundRows(NearRow, found)
  if (!row) return { total: 0, ids: [] }
  const words = row.item.words.flatMap(([term, items, stem]): [number, number][] =>
    stopStems().has(stem) ? [] : [[term, items]],
  )
  const ids = rankRelated({ ...row.item, words }, row.near)
  return { total: ids.length, ids: ids.slice(offset, offset + limit) }
}
