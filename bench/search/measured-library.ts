import type { DatabaseSync } from 'node:sqlite'
import { providerOrigin } from '../../origin/provider.ts'
import { openDatabase } from '../../test/fixtures/library/database.ts'
import { measuredDb, type Ran } from '../../test/fixtures/library/measured-db.ts'
import { openLocalLibrary } from '../../tools/library/open-library.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { median } from '../statistics.ts'
import type { Find } from './judge.ts'
import { type Bulk, fillBulk, type KnownItem, TRIGGERS } from './library.ts'

/** What a call costs: rows that D1 counts, and ms in SQLite itself, without the way there. */
export type Cost = { rows: number; ms: number; statements: number }

export type MeasuredLibrary = {
  find: Find
  cost: (path: string) => Promise<Cost>
  /** Bytes of the database. */
  size: number
  close: () => Promise<void>
}

const RUNS = 5
const PAGE = 25

const bulkOf = (db: DatabaseSync): Bulk => ({
  triggers: async () => db.prepare(TRIGGERS).all() as { name: string; sql: string }[],
  run: async (statements, ...values) => {
    db.exec('BEGIN')
    for (const sql of statements) db.prepare(sql).run(...values)
    db.exec('COMMIT')
  },
})

/** Opens a copy of the demo library, grown by so many items that are made around it. */
export async function openMeasured(known: readonly KnownItem[], more: number): Promise<MeasuredLibrary> {
  const state = await copyLibrary()
  const sqlite = openDatabase(state)
  sqlite.exec('PRAGMA cache_size = -200000')
  if (more > 0) await fillBulk(bulkOf(sqlite), known, 0, more)
  const library = await openLocalLibrary({ state })
  const { db, ran } = measuredDb(library.db)
  const origin = providerOrigin({ db })
  const read = async (path: string) => {
    const response = await origin(new Request(`https://loop.test/v1/${path}`))
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { data: { id: string }[] }
  }
  return {
    find: async (text, shelf) => {
      const { data } = await read(`${shelf}/search?limit=${PAGE}&q=${encodeURIComponent(text)}`)
      return data.map(({ id }) => id)
    },
    cost: async (path) => {
      // The first call may make a key.
      await read(path)
      ran.length = 0
      await read(path)
      return costOf(sqlite, [...ran])
    },
    size: Number(
      sqlite.prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size').get()
        ?.size,
    ),
    close: async () => {
      sqlite.close()
      await library.close()
    },
  }
}

/** Runs the statements of a call again, in SQLite itself. */
function costOf(sqlite: DatabaseSync, ran: readonly Ran[]): Cost {
  const msOf = ({ sql, values }: Ran) => {
    const statement = sqlite.prepare(sql)
    return median(
      Array.from({ length: RUNS }, () => {
        const start = performance.now()
        statement.all(...(values as (string | number | null)[]))
        return performance.now() - start
      }),
    )
  }
  return {
    rows: ran.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    ms: ran.filter(({ rowsWritten }) => rowsWritten === 0).reduce((sum, each) => sum + msOf(each), 0),
    statements: ran.length,
  }
}
