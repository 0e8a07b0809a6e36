import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { BLOCK, blocksOf, findPage, findRows, type IdPage, json, type PageWindow, reachOf } from '../sql.ts'

const TermPageRow = v.object({ total: v.number(), names: json(v.array(v.string())) })
type TermPage = v.InferOutput<typeof TermPageRow>

const RelatedTagRow = v.object({ name: v.string(), score: v.number() })
type RelatedTagRow = v.InferOutput<typeof RelatedTagRow>

/** As many letters have an index that has the most used tags first (migration 0023); of more, those of the first are read. */
const LETTERS_MAX = 4

// A range instead of LIKE: D1 limits a LIKE pattern to 50 bytes. ?3 is the text, ?4 its first letters, ?5 how many are counted.
const tagsByPrefix = (letters: number) => {
  const within = [
    `FROM tag_counts INDEXED BY tag_counts_by_${letters} WHERE tag >= ?3 AND tag < ?3 || char(1114111)`,
    ...(letters > 0 ? [`substr(tag, 1, ${letters}) = ?4`] : []),
  ].join(' AND ')
  return `
  SELECT (SELECT count(*) FROM (SELECT 1 ${within} LIMIT ?5)) AS total,
         (SELECT json_group_array(tag)
            FROM (SELECT tag, 0 AS place, 0 AS items FROM tag_counts WHERE tag = ?3
                   UNION ALL
                  SELECT * FROM (SELECT tag, 1, items ${within} AND tag <> ?3 ORDER BY items DESC, tag LIMIT ?1 + ?2)
                   ORDER BY place, items DESC, tag LIMIT ?1 OFFSET ?2)) AS names`
}
const TAGS_BY_PREFIX = Array.from({ length: LETTERS_MAX + 1 }, (_, letters) => tagsByPrefix(letters))

/** Items of a tag that stand for all of them. */
const SAMPLE = 150

// The score is the share of items with either tag that have both, as far as the sample of the tag says.
const RELATED_TAGS = `
  WITH mine AS MATERIALIZED (
    SELECT g.id
      FROM (SELECT gif_id FROM tags WHERE tag = ?1 LIMIT ${SAMPLE}) AS some
     CROSS JOIN gifs AS g ON g.id = some.gif_id
     WHERE g.is_listed = 1 AND (?2 IS NULL OR g.shelf = ?2)),
  together AS MATERIALIZED (
    SELECT tags.tag, count(*) AS shared
      FROM mine
     CROSS JOIN tags ON tags.gif_id = mine.id
     WHERE tags.tag <> ?1
     GROUP BY tags.tag
     ORDER BY shared DESC, tags.tag LIMIT ${SAMPLE}),
  counted AS (
    SELECT together.tag AS name, own.items AS own, theirs.items AS theirs,
           min(1.0 * together.shared / (SELECT count(*) FROM mine) * own.items, own.items, theirs.items) AS both
      FROM together
     CROSS JOIN tag_counts AS own    ON own.tag = ?1
     CROSS JOIN tag_counts AS theirs ON theirs.tag = together.tag)
  SELECT name, 1.0 * both / (own + theirs - both) AS score
    FROM counted
   WHERE score >= ?3
   ORDER BY score DESC, both DESC, name
   LIMIT ?4`

/** Tags that start with a text: the text itself first, then the most used. */
export async function tagsWithPrefix(
  db: D1Database,
  prefix: string,
  { limit, offset }: PageWindow,
): Promise<TermPage> {
  const letters = [...prefix].slice(0, LETTERS_MAX)
  const values = [limit, offset, prefix, letters.join(''), reachOf({ limit, offset })]
  const statement = db.prepare(TAGS_BY_PREFIX[letters.length] ?? '').bind(...values)
  return v.parse(TermPageRow, await statement.first())
}

/** Tags of items that have this one too, optionally of one shelf. */
export async function relatedTags(
  db: D1Database,
  tag: string,
  shelf: string | null,
  minScore: number,
  limit: number,
): Promise<RelatedTagRow[]> {
  return findRows(RelatedTagRow, db.prepare(RELATED_TAGS).bind(tag, shelf, minScore, limit))
}

const SubcategoryRow = v.object({
  name: v.string(),
  name_encoded: v.string(),
  gif_id: v.nullable(v.string()),
})
const CategoryRow = v.object({ ...SubcategoryRow.entries, subcategories: json(v.array(SubcategoryRow)) })
type CategoryRow = v.InferOutput<typeof CategoryRow>

/** Among how many of a subcategory's items the hottest one is its picture. */
const PICTURE_OF = 40

const LIST_CATEGORIES = `
  SELECT c.name, c.name_encoded, c.gif_id,
         (SELECT json_group_array(json_object(
                   'name', sub.name, 'name_encoded', sub.name_encoded,
                   'gif_id', (SELECT g.id
                                FROM (SELECT gif_id FROM category_gifs
                                       WHERE category = sub.category AND subcategory = sub.name_encoded LIMIT ${PICTURE_OF}) AS some
                               CROSS JOIN gifs AS g ON g.id = some.gif_id
                               WHERE g.is_listed = 1
                               ORDER BY g.heat DESC, g.num DESC LIMIT 1)))
            FROM (SELECT * FROM subcategories
                   WHERE category = c.name_encoded
                   ORDER BY position, name) AS sub) AS subcategories
    FROM categories AS c
   WHERE ?1 IS NULL OR c.name_encoded = ?1
   ORDER BY c.position, c.name`

const HAS_SUBCATEGORY = 'SELECT 1 FROM subcategories WHERE category = ?1 AND name_encoded = ?2'

// In the order of places, ranked in blocks like a search. ?5 is how many are counted, ?6 where the first block begins, ?7 how
// many items the blocks have, ?2 where in them the page begins.
const LISTED =
  'FROM category_gifs INDEXED BY category_gifs_by_place WHERE category = ?3 AND subcategory = ?4 AND place >= 0'
const GIFS_BY_CATEGORY = `
  WITH part AS MATERIALIZED (SELECT gif_id, place ${LISTED} ORDER BY place DESC LIMIT ?7 OFFSET ?6),
  ranked AS (
    SELECT g.id, g.num, g.heat, (row_number() OVER (ORDER BY part.place DESC) - 1) / ${BLOCK} AS block
      FROM part
     CROSS JOIN gifs AS g ON g.id = part.gif_id)
  SELECT (SELECT count(*) FROM (SELECT 1 ${LISTED} LIMIT ?5)) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM ranked ORDER BY block, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

/** All categories with their subcategories (there are some dozens at most), or the one that is named. */
export const categoryRows = (db: D1Database, name: string | null = null): Promise<CategoryRow[]> =>
  findRows(CategoryRow, db.prepare(LIST_CATEGORIES).bind(name))

/** The items of a subcategory, the hottest first; `undefined` when there is no such subcategory. */
export async function gifsByCategory(
  db: D1Database,
  category: string,
  subcategory: string,
  page: PageWindow,
): Promise<IdPage | undefined> {
  const { from, size, skip } = blocksOf(page)
  const part = { limit: page.limit, offset: skip }
  const found = await findPage(db, GIFS_BY_CATEGORY, part, category, subcategory, reachOf(page), from, size)
  if (found.total > 0) return found
  return (await db.prepare(HAS_SUBCATEGORY).bind(category, subcategory).first()) ? found : undefined
}
