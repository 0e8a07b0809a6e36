import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'

/** What a column holds, and a statement binds. */
type Value = string | number | null

/** A row by its schema. @throws Error that has no values, which may be hashes and addresses */
export function readRow<S extends v.GenericSchema>(schema: S, row: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, row)
  if (success) return output
  throw new Error(`A row's ${v.getDotPath(issues[0])} is no ${issues[0].expected}`)
}

/** The first row of a statement; undefined where it has none. */
export async function findRow<S extends v.GenericSchema>(
  schema: S,
  statement: D1PreparedStatement,
): Promise<v.InferOutput<S> | undefined> {
  const row = await statement.first()
  return row === null ? undefined : readRow(schema, row)
}

/** All rows of a statement. */
export const findRows = async <S extends v.GenericSchema>(schema: S, statement: D1PreparedStatement) =>
  foundRows(schema, await statement.all())

/** The rows that a statement of a batch has found. */
export const foundRows = <S extends v.GenericSchema>(
  schema: S,
  found: { results: readonly unknown[] } | undefined,
): v.InferOutput<S>[] => (found?.results ?? []).map((row) => readRow(schema, row))

/** What a column is given: 0 or 1 for a boolean, its JSON for a list. */
type Field = Value | boolean | readonly unknown[] | undefined

const bound = (value: Field = null): Value => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/**
 * A new row. The names of `row` are part of the statement: they are written in the code, never read from a request.
 * @param where whether it is written: SQL, in which ?1, ?2 … are the row's values in their order, and `values` come after
 * them
 */
export function insertRow(
  d1: D1Database,
  table: string,
  row: Readonly<Record<string, Field>>,
  where?: { sql: string; values?: readonly Value[] },
) {
  const names = Object.keys(row)
  const given = names.map((_, at) => `?${at + 1}`).join(', ')
  const values = where ? `SELECT ${given} WHERE ${where.sql}` : `VALUES (${given})`
  return d1
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) ${values}`)
    .bind(...Object.values(row).map(bound), ...(where?.values ?? []))
}

/** `title = ?` for each of the columns that `fields` names, to be joined, and the values in their order. */
export function equal<Name extends string>(
  columns: readonly Name[],
  fields: Readonly<Partial<Record<Name, Field>>>,
): { terms: string[]; values: Value[] } {
  const named = columns.filter((name) => fields[name] !== undefined)
  return { terms: named.map((name) => `${name} = ?`), values: named.map((name) => bound(fields[name])) }
}

/** The number of a row, from a request; 0, which no row has, for anything else. */
export const rowNumber = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

/** Whether a write failed because a row with these values is there: a bounded database wraps the reason. */
export const isUnique = (error: unknown): boolean =>
  error instanceof Error && (/UNIQUE constraint failed/.test(error.message) || isUnique(error.cause))

/** The requested part of a list. */
export type PageWindow = { limit: number; offset: number }

const PAGE = { default: 50, max: 100, offsetMax: 10_000 } as const

export type PartInput = { limit?: number | undefined; offset?: number | undefined }

/** The part of a list that a call names, within bounds. */
export const partOf = ({ limit = PAGE.default, offset = 0 }: PartInput): PageWindow => ({
  limit: Math.min(Math.max(limit, 1), PAGE.max),
  offset: Math.min(offset, PAGE.offsetMax),
})

/** The part of a list that a call names, and how many rows the list has. `from` has `values` as ?1, ?2 … */
export async function findPart<S extends v.GenericSchema>(
  schema: S,
  d1: D1Database,
  { columns, from, by }: Readonly<Record<'columns' | 'from' | 'by', string>>,
  page: PartInput,
  ...values: Value[]
): Promise<{ results: v.InferOutput<S>[]; count: number }> {
  const { limit, offset } = partOf(page)
  const [rows, counted] = await d1.batch<{ count: number }>([
    d1
      .prepare(`SELECT ${columns} FROM ${from} ORDER BY ${by} LIMIT ? OFFSET ?`)
      .bind(...values, limit, offset),
    d1.prepare(`SELECT count(*) AS count FROM ${from}`).bind(...values),
  ])
  return { results: foundRows(schema, rows), count: counted?.results[0]?.count ?? 0 }
}

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
export const reachOf = ({ limit, offset }: PageWindow): number =>
  (Math.floor((offset + limit + COUNTED_AHEAD) / COUNTED) + 1) * COUNTED

/** Items that are ranked together, so that a page costs no more of a list that all items are in. */
export const BLOCK = 100

/** The blocks that a page is in: where they begin, how many items they have, and how many of those come before the page. */
export function blocksOf({ limit, offset }: PageWindow): { from: number; size: number; skip: number } {
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
  { limit, offset }: PageWindow,
  ...rest: Value[]
): Promise<IdPage> {
  const row = await db
    .prepare(sql)
    .bind(limit, offset, ...rest)
    .first()
  return readRow(IdPageRow, row)
}
