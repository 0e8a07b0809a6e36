import type { DatabaseSync } from 'node:sqlite'
import type { Ran } from '../../test/fixtures/library/measured-db.ts'
import { median } from '../statistics.ts'
import { type Bulk, TRIGGERS } from './library.ts'

/** What a call costs: rows that D1 counts, and ms in SQLite itself, without the way there. */
export type Cost = { rows: number; ms: number }

const RUNS = 5

/** SQLite's own file, to be filled. */
export const bulkOf = (db: DatabaseSync): Bulk => ({
  triggers: async () => db.prepare(TRIGGERS).all() as { name: string; sql: string }[],
  run: async (statements, ...values) => {
    db.exec('BEGIN')
    for (const sql of statements) db.prepare(sql).run(...values)
    db.exec('COMMIT')
  },
})

/** Bytes of the database. */
export const sizeOf = (db: DatabaseSync): number =>
  Number(db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size').get()?.n)

/** What statements cost: those that read are run again, in SQLite itself. */
export function costOf(db: DatabaseSync, ran: readonly Ran[]): Cost {
  const msOf = ({ sql, values }: Ran) => {
    const statement = db.prepare(sql)
    const times = Array.from({ length: RUNS }, () => {
      const start = performance.now()
      statement.all(...(values as (string | number | null)[]))
      return performance.now() - start
    })
    return median(times)
  }
  return {
    rows: ran.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    ms: ran.filter(({ rowsWritten }) => rowsWritten === 0).reduce((sum, each) => sum + msOf(each), 0),
  }
}

/** What SQLite takes to read so many rows in their order, in ms: others are compared with it. */
export function readMs(db: DatabaseSync, rows: number): number {
  const statement = db.prepare('SELECT num, id, title, tags FROM gifs ORDER BY num LIMIT ?1')
  const times = Array.from({ length: 5 * RUNS }, () => {
    const start = performance.now()
    statement.all(rows)
    return performance.now() - start
  })
  return median(times)
}
