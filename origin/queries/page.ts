import type { D1Database } from '@cloudflare/workers-types'
import { asc, desc } from 'drizzle-orm'
import * as v from 'valibot'

const PAGE = { default: 50, max: 100, offsetMax: 10_000 } as const

/** The part of a list that a call names, within bounds. */
export const pageOf = ({
  limit = PAGE.default,
  offset = 0,
}: {
  limit?: number | undefined
  offset?: number | undefined
}) => ({
  limit: Math.min(Math.max(limit, 1), PAGE.max),
  offset: Math.min(offset, PAGE.offsetMax),
})

/** A list's order by a column. */
export const inOrder = (column: Parameters<typeof desc>[0], order: 'asc' | 'desc') =>
  order === 'asc' ? asc(column) : desc(column)

/** The requested part of a list. */
export type Page = { limit: number; offset: number }

/** The ids of one page, in order, and how many there are in all: as many as were counted, see `reachOf`. */
export type IdPage = { total: number; ids: string[] }

/** A column that holds JSON, parsed and checked. */
export const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema)

export const BitColumn = v.pipe(
  v.number(),
  v.transform((bit) => bit === 1),
)

/** At most so many items of a channel are listed, and of an item's user: it costs no more in a large library. */
export const LISTED_MAX = 250

/** Items that are counted at a time, and how many are counted behind a page at least: more than three pages. */
const COUNTED = 200
const COUNTED_AHEAD = 100

/**
 * How far a list is counted for a page. A total below it is true, else there are that many at least: there is always
 * more behind the page, so no reader stops too early.
 */
export const reachOf = ({ limit, offset }: Page): number =>
  (Math.floor((offset + limit + COUNTED_AHEAD) / COUNTED) + 1) * COUNTED

/** Items that are ranked together, so that a page costs no more of a list that all items are in. */
export const BLOCK = 100

/** The blocks that a page is in: where they begin, how many items they have, and how many of those come before the page. */
export function blocksOf({ limit, offset }: Page): { from: number; size: number; skip: number } {
  const from = Math.floor(offset / BLOCK) * BLOCK
  return { from, size: Math.ceil((offset + limit) / BLOCK) * BLOCK - from, skip: offset - from }
}

const IdPageRow = v.object({ total: v.number(), ids: json(v.array(v.string())) })

/**
 * Ends a statement whose CTE `hits` holds ids, their rank (least first), heat and num. It always returns one row, so
 * the total is known on an empty page too. ?1 is the limit and ?2 the offset in every statement that ends so.
 */
export const PAGE_OF_HITS = `
  SELECT (SELECT count(*) FROM hits) AS total,
         (SELECT json_group_array(id)
            FROM (SELECT id FROM hits ORDER BY rank, heat DESC, num DESC LIMIT ?1 OFFSET ?2)) AS ids`

/** Reads a page of ids; `rest` are the parameters from ?3 on. */
export async function findPage(
  db: D1Database,
  sql: string,
  { limit, offset }: Page,
  ...rest: (string | number | null)[]
): Promise<IdPage> {
  const row = await db
    .prepare(sql)
    .bind(limit, offset, ...rest)
    .first()
  return v.parse(IdPageRow, row)
}
