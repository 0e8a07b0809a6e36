import { readFileSync } from 'node:fs'
import type { D1Database } from '@cloudflare/workers-types'
import { providerOrigin } from '../../origin/provider.ts'
import { openDatabase } from '../../test/fixtures/library/database.ts'
import { measuredDb } from '../../test/fixtures/library/measured-db.ts'
import { openLocalLibrary } from '../../tools/library/open-library.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import type { Find } from './judge.ts'
import { fillBulk, type KnownItem } from './library.ts'
import { bulkOf, type Cost, costOf, readMs, sizeOf } from './sqlite.ts'

export type MeasuredLibrary = {
  /** Not measured. */
  db: D1Database
  find: Find
  cost: (path: string) => Promise<Cost>
  /** Bytes of the database. */
  size: number
  /** ms in which SQLite reads so many rows of it. */
  readMs: (rows: number) => number
  close: () => Promise<void>
}

const PAGE = 25

/** A file of the build, as the Worker reads it. */
export const readStatic = async (path: string): Promise<Response> =>
  new Response(readFileSync(new URL(`../..${path}`, import.meta.url)))

/** Opens a copy of the demo library, grown by so many items that are made around it. */
export async function openMeasured(known: readonly KnownItem[], more: number): Promise<MeasuredLibrary> {
  const state = await copyLibrary()
  const sqlite = openDatabase(state)
  sqlite.exec('PRAGMA cache_size = -200000')
  if (more > 0) await fillBulk(bulkOf(sqlite), known, 0, more)
  const library = await openLocalLibrary({ state })
  const { db, ran } = measuredDb(library.db)
  const origin = providerOrigin({ db, readFile: readStatic })
  const read = async (path: string) => {
    const response = await origin(new Request(`https://loop.test/v1/${path}`))
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { data: { id: string }[] }
  }
  return {
    db: library.db,
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
    size: sizeOf(sqlite),
    readMs: (rows) => readMs(sqlite, rows),
    close: async () => {
      sqlite.close()
      await library.close()
    },
  }
}
