import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'

type Query = { sql: string; params?: SQLInputValue[] | null }

const META = { served_by: 'test', duration: 0, changes: 0, last_row_id: 0, changed_db: false, size_after: 0 }

/** The SQLite file of a library's D1 in a folder that `copyLibrary` made. */
export function openLibrary(folder: string): DatabaseSync {
  const dir = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  const file = readdirSync(dir).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (!file) throw new Error(`No database in ${dir}`)
  return new DatabaseSync(join(dir, file))
}

/** Responds as the service behind a D1 binding does: each query's rows, in the format that its address names. */
export const d1Service =
  (db: DatabaseSync) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: Query | Query[] = JSON.parse(await text(request))
    const asArrays = request.url?.includes('ROWS_AND_COLUMNS') ?? false
    response.setHeader('Content-Type', 'application/json')
    try {
      const results = [body]
        .flat()
        .map((query) => ({ success: true, results: run(db, query, asArrays), meta: META }))
      response.end(JSON.stringify(Array.isArray(body) ? results : results[0]))
    } catch (error) {
      response.end(JSON.stringify({ success: false, error: String(error) }))
    }
  }

function run(db: DatabaseSync, { sql, params }: Query, asArrays: boolean) {
  const statement = db.prepare(sql)
  const rows = statement.all(...(params ?? []))
  if (!asArrays) return rows
  return { columns: statement.columns().map(({ name }) => name), rows: rows.map((row) => Object.values(row)) }
}
