import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'

type Query = { sql: string; params?: SQLInputValue[] | null }

const META = {
  served_by: 'test',
  duration: 0,
  last_row_id: 0,
  changed_db: false,
  size_after: 0,
  rows_written: 0,
}

/** What becomes of requests that write: they hang before they are done, or they are done and nobody learns of it. */
export const d1: { writes: 'ok' | 'hang' | 'lost' } = { writes: 'ok' }

const WRITE = /^\s*(INSERT|UPDATE|DELETE)\b/i

/** Responds as the service behind a D1 binding does: each query's rows, in the format that its address names. */
export const d1Service =
  (db: DatabaseSync) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: Query | Query[] = JSON.parse(await text(request))
    const queries = [body].flat()
    const writes = queries.some(({ sql }) => WRITE.test(sql)) ? d1.writes : 'ok'
    if (writes === 'hang') return
    const asArrays = request.url?.includes('ROWS_AND_COLUMNS') ?? false
    response.setHeader('Content-Type', 'application/json')
    const results = all(db, queries, asArrays)
    if (writes === 'lost') return void request.socket.destroy()
    response.end(JSON.stringify(Array.isArray(body) || !Array.isArray(results) ? results : results[0]))
  }

/** A batch is one transaction. */
function all(db: DatabaseSync, queries: readonly Query[], asArrays: boolean) {
  db.exec('BEGIN')
  try {
    const results = queries.map((query) => {
      const before = changesOf(db)
      const { results, rows_read } = run(db, query, asArrays)
      return { success: true, results, meta: { ...META, rows_read, changes: changesOf(db) - before } }
    })
    db.exec('COMMIT')
    return results
  } catch (error) {
    db.exec('ROLLBACK')
    return { success: false, error: String(error) }
  }
}

const changesOf = (db: DatabaseSync) => Number(db.prepare('SELECT total_changes() AS n').get()?.n)

function run(db: DatabaseSync, { sql, params }: Query, asArrays: boolean) {
  const statement = db.prepare(sql)
  const rows = statement.all(...(params ?? []))
  const columns = () => statement.columns().map(({ name }) => name)
  const results = asArrays ? { columns: columns(), rows: rows.map((row) => Object.values(row)) } : rows
  // How many an answer has: what SQLite reads for it, it does not say.
  return { results, rows_read: rows.length }
}
