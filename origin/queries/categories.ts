import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { RATINGS, type Rating } from '../../shared/schema/choices.ts'
import { probe } from '../search/candidates.ts'
import { lookUp } from '../search/look-up.ts'
import { plainTexts } from '../search/searched.ts'
import { BLOCK, blocksOf, findPage, findRows, type IdPage, json, type PageWindow, reachOf } from '../sql.ts'

/** Among how many of a category's items the hottest is its picture, and the kinds are looked for. */
const LOOKED_AT = 40

const Names = json(v.record(v.string(), v.string()))
const Row = v.object({
  id: v.number(),
  parent: v.nullable(v.number()),
  slug: v.string(),
  name: v.string(),
  names: Names,
  cover: v.nullable(v.string()),
  best: v.nullable(v.string()),
  holds: json(v.record(v.string(), v.number())),
})
type Row = v.InferOutput<typeof Row>

// The hottest of what it holds, and for each kind the lowest rating. Null: it holds nothing that everyone may see.
const SOME = `
  (SELECT gif_id FROM category_items WHERE node = n.id AND place >= 0 ORDER BY place DESC LIMIT ${LOOKED_AT}) AS some
   CROSS JOIN gifs AS g ON g.id = some.gif_id`
const LIST = `
  SELECT n.id, n.parent, n.slug, n.name, n.names,
         (SELECT id FROM gifs WHERE id = n.cover AND is_listed = 1) AS cover,
         (SELECT g.id FROM ${SOME} ORDER BY g.heat DESC, g.num DESC LIMIT 1) AS best,
         (SELECT json_group_object(kind, least)
            FROM (SELECT kind, min(rating_rank) AS least
                    FROM (SELECT g.shelf AS kind, g.rating_rank FROM ${SOME}
                           UNION ALL
                          SELECT 'video', g.rating_rank FROM ${SOME} WHERE g.type = 'video')
                   GROUP BY kind)) AS holds
    FROM category_nodes AS n
   ORDER BY n.position, n.name`

/** For each kind of items that a category holds, the lowest rating of one. */
type Holds = Partial<Record<string, Rating>>

/** A category as calls answer it. */
type Named = { name: string; name_encoded: string; names: Record<string, string>; holds: Holds }
type ShownBelow = Named & { gif_id: string }
export type Shown = ShownBelow & { subcategories?: ShownBelow[] }

const holdsOf = (ranks: Readonly<Record<string, number>>): Holds =>
  Object.fromEntries(
    Object.entries(ranks).flatMap(([kind, rank]) => {
      const rating = RATINGS[rank]
      return rating ? [[kind, rating]] : []
    }),
  )

/** What several categories hold together. */
function together(rows: readonly Pick<Row, 'holds'>[]): Record<string, number> {
  const least = new Map<string, number>()
  for (const [kind, rank] of rows.flatMap(({ holds }) => Object.entries(holds)))
    least.set(kind, Math.min(rank, least.get(kind) ?? rank))
  return Object.fromEntries(least)
}

const namedOf = ({ slug, name, names }: Row, holds: Record<string, number>): Named => ({
  name,
  name_encoded: slug,
  names,
  holds: holdsOf(holds),
})

const belowOf = (row: Row): ShownBelow[] =>
  row.best === null ? [] : [{ ...namedOf(row, row.holds), gif_id: row.cover ?? row.best }]

/** A category that holds items itself leads its subcategories, unless one has its slug. */
function shownOf(top: Row, below: readonly Row[]): Shown[] {
  const own = below.some(({ slug }) => slug === top.slug) ? [] : belowOf(top)
  const subcategories = [...own, ...below.flatMap(belowOf)]
  const picture = top.cover ?? top.best ?? subcategories[0]?.gif_id
  if (picture === undefined || subcategories.length === 0) return []
  return [{ ...namedOf(top, together([top, ...below])), subcategories, gif_id: picture }]
}

/** The categories that hold something, each with the subcategories that do, and the slugs of all there are. */
export async function shownCategories(db: D1Database): Promise<{ shown: Shown[]; slugs: Set<string> }> {
  const rows = await findRows(Row, db.prepare(LIST))
  const tops = rows.filter(({ parent }) => parent === null)
  const below = Map.groupBy(rows, ({ parent }) => parent)
  return {
    shown: tops.flatMap((top) => shownOf(top, below.get(top.id) ?? [])),
    slugs: new Set(tops.map(({ slug }) => slug)),
  }
}

const KINDS = ['gifs', 'stickers', 'text', 'video'] as const

/** Categories of a page, with the kinds that a search for their names finds besides. */
export async function withFound(db: D1Database, page: readonly Shown[]): Promise<Shown[]> {
  const wanted = page.flatMap(({ name, holds }) =>
    KINDS.filter((kind) => !Object.hasOwn(holds, kind)).map((kind) => ({ name, kind })),
  )
  const names = [...new Set(wanted.map(({ name }) => name))]
  const goals = await lookUp(db, await plainTexts(db, names))
  const tasks = wanted.flatMap(({ name, kind }) => {
    const goal = goals[names.indexOf(name)]
    return goal ? [{ goal: { ...goal, nodes: [] }, facets: { kind, maxRating: 4, dynamic: true } }] : []
  })
  const probes = await probe(db, tasks)
  const found = wanted.map(({ name, kind }, at) => {
    const least = probes[at]?.least
    return { name, ranks: least === undefined ? {} : { [kind]: least <= 1 ? 1 : 4 } }
  })
  return page.map((shown) => {
    const more = found.filter(({ name }) => name === shown.name).map(({ ranks }) => holdsOf(ranks))
    return { ...shown, holds: Object.assign({}, ...more, shown.holds) }
  })
}

// The subcategory, or the category itself by its slug twice.
const NODE = `
  SELECT sub.id
    FROM category_nodes AS top JOIN category_nodes AS sub ON sub.parent = top.id AND sub.slug = ?2
   WHERE top.parent IS NULL AND top.slug = ?1
   UNION ALL
  SELECT id FROM category_nodes WHERE parent IS NULL AND slug = ?1 AND slug = ?2
   LIMIT 1`

// In the order of places, ranked in blocks like a search. ?3 is the category, ?4 how many are counted, ?5 where the first block
// begins, ?6 how many items the blocks have, ?2 where in them the page begins.
const LISTED = 'FROM category_items INDEXED BY category_items_by_place WHERE node = ?3 AND place >= 0'
const GIFS_BY_CATEGORY = `
  WITH part AS MATERIALIZED (SELECT gif_id, place ${LISTED} ORDER BY place DESC LIMIT ?6 OFFSET ?5),
  ranked AS (
    SELECT g.id, g.num, g.heat, (row_number() OVER (ORDER BY part.place DESC) - 1) / ${BLOCK} AS block
      FROM part
     CROSS JOIN gifs AS g ON g.id = part.gif_id)
  SELECT (SELECT count(*) FROM (SELECT 1 ${LISTED} LIMIT ?4)) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM ranked ORDER BY block, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

/** The items of a subcategory, the hottest first; `undefined` when there is no such subcategory. */
export async function gifsByCategory(
  db: D1Database,
  category: string,
  subcategory: string,
  page: PageWindow,
): Promise<IdPage | undefined> {
  const node = await db.prepare(NODE).bind(category, subcategory).first<number>('id')
  if (node === null) return undefined
  const { from, size, skip } = blocksOf(page)
  return findPage(db, GIFS_BY_CATEGORY, { limit: page.limit, offset: skip }, node, reachOf(page), from, size)
}
