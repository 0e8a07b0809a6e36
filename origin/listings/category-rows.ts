import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { LISTINGS } from '../../shared/schema/own/listings.ts'
import { findRows, foundRows, json } from '../sql.ts'

/** Items that a tag puts into a category at once, the hottest: twice what a list shows. Later ones come as they are tagged. */
const FILLED_MAX = 10_000
/** As many items are counted. */
const COUNTED_MAX = 1000

const Row = v.pipe(
  v.object({
    id: v.number(),
    parent: v.nullable(v.string()),
    slug: v.string(),
    name: v.string(),
    names: json(v.record(v.string(), v.string())),
    cover: v.nullable(v.string()),
    tags: json(v.array(v.string())),
    gif_ids: json(v.array(v.string())),
    position: v.number(),
    items: v.number(),
  }),
  v.transform((row) => ({ ...row, path: pathOf(row.slug, row.parent) })),
)

/** A category as it is stored. */
export type CategoryRow = v.InferOutput<typeof Row>

/** A category's slug behind its parent's, as its calls take it. */
export const pathOf = (slug: string, parent: string | null): string =>
  parent === null ? slug : `${parent}/${slug}`

/** What a category's search is: its name in small letters. */
export const termOf = (name: string): string => name.trim().split(/\s+/).join(' ').toLowerCase()

const LIST = `
  SELECT n.id, p.slug AS parent, n.slug, n.name, n.names, n.cover, n.position,
         (SELECT json_group_array(tag) FROM (SELECT tag FROM category_tags WHERE node = n.id ORDER BY position)) AS tags,
         (SELECT json_group_array(gif_id)
            FROM (SELECT gif_id FROM category_items WHERE node = n.id AND chosen IS NOT NULL ORDER BY chosen)) AS gif_ids,
         (SELECT count(*)
            FROM (SELECT 1 FROM category_items WHERE node = n.id AND place >= 0 LIMIT ${COUNTED_MAX})) AS items
    FROM category_nodes      AS n
    LEFT JOIN category_nodes AS p ON p.id = n.parent
   ORDER BY coalesce(p.position, n.position), coalesce(p.name, n.name), coalesce(p.id, n.id),
            n.parent IS NOT NULL, n.position, n.name`

/** All categories: each in front of its subcategories. There are some hundreds at most. */
export const listCategories = (d1: D1Database): Promise<CategoryRow[]> => findRows(Row, d1.prepare(LIST))

/** The statement that lists them, also as the last of the batch that changes one, and what it has found. */
export const listStatement = (d1: D1Database): D1PreparedStatement => d1.prepare(LIST)
export const listedCategories = (found: { results: unknown[] } | undefined): CategoryRow[] =>
  foundRows(Row, found)

/** The parent's id for its slug ?1; the node's for its slug ?2 below that one. Null as ?1 is the first level. */
const PARENT = '(SELECT id FROM category_nodes WHERE parent IS NULL AND slug = ?1)'
const NODE = `(SELECT id FROM category_nodes WHERE coalesce(parent, 0) = coalesce(${PARENT}, 0) AND slug = ?2)`

const LAST = `(SELECT coalesce(max(position) + 1, 0) FROM category_nodes WHERE coalesce(parent, 0) = coalesce(${PARENT}, 0))`

const COVER = '(SELECT id FROM gifs WHERE id = ?6)'

const INSERT = `
  INSERT INTO category_nodes (parent, slug, name, term, names, cover, position)
  SELECT ${PARENT}, ?2, ?3, ?4, ?5, ${COVER}, coalesce(?7, ${LAST})
   WHERE (SELECT count(*) FROM category_nodes) < ${LISTINGS.categories}
     AND (?1 IS NULL OR EXISTS ${PARENT})`

const REPLACE = `${INSERT}
      ON CONFLICT (coalesce(parent, 0), slug) DO UPDATE
     SET name = excluded.name, term = excluded.term, names = excluded.names, cover = excluded.cover, position = excluded.position`

const UPDATE = `
  UPDATE category_nodes
     SET parent = ${PARENT}, slug = ?2, name = ?3, term = ?4, names = ?5, cover = ${COVER}, position = coalesce(?7, position)
   WHERE id = ?8 AND (?1 IS NULL OR EXISTS ${PARENT})`

/** What is written of a category's own row. */
export type CategoryNode = Pick<CategoryRow, 'slug' | 'parent' | 'name' | 'names' | 'cover'> & {
  /** Undefined: where it is, or behind the last. */
  position: number | undefined
}

const valuesOf = ({ parent, slug, name, names, cover, position }: CategoryNode) => [
  parent,
  slug,
  name,
  termOf(name),
  JSON.stringify(names),
  cover,
  position ?? null,
]

/** The statement that makes a category; it writes nothing without its parent, or where there are too many. */
export const insertCategory = (d1: D1Database, node: CategoryNode): D1PreparedStatement =>
  d1.prepare(INSERT).bind(...valuesOf(node))

/** Likewise, where it is there already it is changed. */
export const putCategory = (d1: D1Database, node: CategoryNode): D1PreparedStatement =>
  d1.prepare(REPLACE).bind(...valuesOf(node))

// Where another one of the level has the position, it and those behind it make room.
const MAKE_ROOM = `
  UPDATE category_nodes SET position = position + 1
   WHERE position >= ?2 AND id <> ?3 AND coalesce(parent, 0) = coalesce(${PARENT}, 0) AND (?1 IS NULL OR EXISTS ${PARENT})
     AND EXISTS (SELECT 1 FROM category_nodes
                  WHERE position = ?2 AND id <> ?3 AND coalesce(parent, 0) = coalesce(${PARENT}, 0))`

/** The statements that change the category with this id: the last one its own row. */
export const updateCategory = (d1: D1Database, id: number, node: CategoryNode): D1PreparedStatement[] => [
  ...(node.position === undefined ? [] : [d1.prepare(MAKE_ROOM).bind(node.parent, node.position, id)]),
  d1.prepare(UPDATE).bind(...valuesOf(node), id),
]

const DROP_NAMES = `DELETE FROM category_names WHERE node = ${NODE}`
const PUT_NAMES = `
  INSERT INTO category_names (term, node)
  SELECT value, ${NODE} FROM json_each(?3) WHERE ${NODE} IS NOT NULL
      ON CONFLICT DO NOTHING`

const DROP_TAGS = `DELETE FROM category_tags WHERE node = ${NODE}`
const PUT_TAGS = `
  INSERT INTO category_tags (tag, node, position)
  SELECT lower(trim(value)), ${NODE}, key FROM json_each(?3) WHERE ${NODE} IS NOT NULL AND trim(value) <> ''
      ON CONFLICT DO NOTHING`

const DROP_CHOSEN = `UPDATE category_items SET chosen = NULL WHERE node = ${NODE} AND chosen IS NOT NULL`
const PUT_CHOSEN = `
  INSERT INTO category_items (node, gif_id, chosen)
  SELECT ${NODE}, g.id, given.key FROM json_each(?3) AS given JOIN gifs AS g ON g.id = given.value
   WHERE ${NODE} IS NOT NULL
      ON CONFLICT (node, gif_id) DO UPDATE SET chosen = excluded.chosen`

const LEAVE = `
  DELETE FROM category_items
   WHERE node = ${NODE} AND chosen IS NULL
     AND NOT EXISTS (SELECT 1 FROM tags JOIN category_tags AS c ON c.tag = tags.tag AND c.node = category_items.node
                      WHERE tags.gif_id = category_items.gif_id)`
const FILL = `
  INSERT INTO category_items (node, gif_id, place)
  SELECT ${NODE}, id, place
    FROM (SELECT DISTINCT g.id, iif(g.is_listed = 1, g.place, -1) AS place
            FROM category_tags AS c
            JOIN tags ON tags.tag = c.tag
            JOIN gifs AS g ON g.id = tags.gif_id
           WHERE c.node = ${NODE}
           ORDER BY place DESC LIMIT ${FILLED_MAX})
   WHERE true
      ON CONFLICT DO NOTHING`

/** What a category holds; undefined is left as it is. */
export type CategoryHolds = { tags?: readonly string[] | undefined; gif_ids?: readonly string[] | undefined }

/**
 * The statements, behind that of its row, that make a category hold what its tags find, and these items; and be found by its
 * names in all languages.
 */
export function holdStatements(
  d1: D1Database,
  { slug, parent, names }: Pick<CategoryNode, 'slug' | 'parent' | 'names'>,
  { tags, gif_ids }: CategoryHolds,
): D1PreparedStatement[] {
  const run = (sql: string, ...more: string[]) => d1.prepare(sql).bind(parent, slug, ...more)
  const named = [run(DROP_NAMES), run(PUT_NAMES, JSON.stringify(Object.values(names).map(termOf)))]
  if (!tags && !gif_ids) return named
  return [
    ...named,
    ...(tags ? [run(DROP_TAGS), run(PUT_TAGS, JSON.stringify(tags))] : []),
    ...(gif_ids ? [run(DROP_CHOSEN), run(PUT_CHOSEN, JSON.stringify(gif_ids))] : []),
    run(LEAVE),
    run(FILL),
  ]
}

/** The statement that deletes a category, and what is below it. No item goes. */
export const deleteCategory = (d1: D1Database, id: number): D1PreparedStatement =>
  d1.prepare('DELETE FROM category_nodes WHERE id = ?1').bind(id)
