import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { BLOCK, blocksOf, findPage, type IdPage, json, type Page, reachOf } from './page.ts'

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
export async function categoryRows(db: D1Database, name: string | null = null): Promise<CategoryRow[]> {
  const { results } = await db.prepare(LIST_CATEGORIES).bind(name).all()
  return v.parse(v.array(CategoryRow), results)
}

/** The items of a subcategory, the hottest first; `undefined` when there is no such subcategory. */
export async function gifsByCategory(
  db: D1Database,
  category: string,
  subcategory: string,
  page: Page,
): Promise<IdPage | undefined> {
  const { from, size, skip } = blocksOf(page)
  const part = { limit: page.limit, offset: skip }
  const found = await findPage(db, GIFS_BY_CATEGORY, part, category, subcategory, reachOf(page), from, size)
  if (found.total > 0) return found
  return (await db.prepare(HAS_SUBCATEGORY).bind(category, subcategory).first()) ? found : undefined
}
