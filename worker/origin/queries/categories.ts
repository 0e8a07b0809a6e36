import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findPage, type IdPage, json, PAGE_OF_HITS, type Page } from './page.ts'

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

const GIFS_BY_CATEGORY = `
  WITH hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, 0 AS rank
      FROM category_gifs AS cg
      JOIN gifs          AS g ON g.id = cg.gif_id
     WHERE cg.category = ?3 AND cg.subcategory = ?4 AND g.is_listed = 1)
  ${PAGE_OF_HITS}`

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
  const found = await findPage(db, GIFS_BY_CATEGORY, page, category, subcategory)
  if (found.total > 0) return found
  return (await db.prepare(HAS_SUBCATEGORY).bind(category, subcategory).first()) ? found : undefined
}
