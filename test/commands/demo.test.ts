import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../tools/library/migrate.ts'
import { openLocalLibrary } from '../../tools/library/open-library.ts'
import { readListing } from '../../tools/listing/read-listing.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary, openDatabase } from '../fixtures/library/database.ts'
import { addressesOf, normalised } from '../fixtures/library/demo-addresses.ts'
import { runCommand } from '../fixtures/run-command.ts'

const TOKEN = 't'.repeat(43)

type Side = { state: string; base: string; stop: () => Promise<void> }
let demo: Side
let filled: Side

async function serve(state: string): Promise<Side> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const stop = await serveSimulated({ port, vars: {}, state, unlimited: true })
  await waitUntilUp(`${base}/healthz`)
  return { state, base, stop }
}

/** A new installation, in which someone of staff has made a token. */
async function emptyLibrary(): Promise<string> {
  const state = temporaryFolder('empty')
  const library = await openLocalLibrary({ state })
  await migrate(library)
  await library.close()
  changeLibrary(state, [
    [
      `INSERT INTO users (id, username, display_name, email, role, state)
       VALUES ('id-sam', 'sam', 'Sam', 'sam@example.test', 'staff', 'active')`,
    ],
    [
      `INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't', 'id-sam', 'ingest', ?2)`,
      createHash('sha256').update(TOKEN).digest('hex'),
      new Date().toISOString(),
    ],
  ])
  return state
}

/** Runs `npm run ingest -- seed --to URL`. */
const ingest = (to: string) => runCommand(['tools/ingest.ts', 'seed', '--to', to], { LOOPFRAME_TOKEN: TOKEN })

beforeAll(async () => {
  const [state, own] = [await emptyLibrary(), await copyLibrary()]
  ;[demo, filled] = await Promise.all([serve(own), serve(state)])
}, 180_000)

afterAll(() => Promise.all([demo.stop(), filled.stop()]))

/** Columns that tell how or when a row came, not what it is: `place` and `search_at` follow from `heat`, which counts from when. */
const OF_COMING: Record<string, readonly string[]> = {
  users: ['created_at', 'updated_at', 'upload_count', 'upload_bytes', 'avatar_key', 'banner_key'],
  gifs: ['heat', 'place', 'search_at', 'is_new', 'revision', 'num'],
  renditions: ['r2_key'],
  item_files: ['hash'],
}
/** What an upload leaves: its own rows, its notes, a hash of its looks (the demo's are made by `--again phash`), and staff. */
const NOT_COMPARED =
  /^(?:sqlite_|_cf_|channel_words|library_version|search_(?:terms|postings|items|dirty)|uploads|item_phash(?:es|_bands)|audit|spent|tokens|outbox|unused_files|visibility_log|moderation|trending_terms|secrets|d1_migrations)/

type Row = Record<string, unknown>

/** All rows of all tables, as far as both must have them. */
function rowsOf({ state }: Side): Map<string, Row[]> {
  const db = openDatabase(state)
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  const all = tables.flatMap(({ name }) => {
    const table = String(name)
    if (NOT_COMPARED.test(table)) return []
    const rows = db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .filter((row) => table !== 'users' || row.id !== 'id-sam')
    const kept = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !OF_COMING[table]?.includes(column))),
    )
    return [[table, kept.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))] as const]
  })
  db.close()
  return new Map(all)
}

const keyOf = (row: Row) => JSON.stringify(row)

/** The fields of rows in which two tables differ. */
function differences(wanted: readonly Row[], is: readonly Row[]): string[] {
  if (wanted.length !== is.length) return [`${is.length} rows instead of ${wanted.length}`]
  return wanted.flatMap((row, at) =>
    Object.entries(row)
      .filter(([column, value]) => is[at]?.[column] !== value)
      .map(
        ([column, value]) =>
          `${row.id ?? row.gif_id ?? at} ${row.name ?? ''}.${row.format ?? ''} ${column}: ${is[at]?.[column]} instead of ${value}`,
      ),
  )
}

describe('the demo library is one like any other', () => {
  it('ingest brings all of it into an empty installation, once', { timeout: 300_000 }, async () => {
    const first = await ingest(filled.base)
    expect([first.code, first.output]).toEqual([
      0,
      expect.stringContaining('82 sent, 0 completed, 0 updated, 0 already there, 0 refused'),
    ])
    expect(first.output).not.toContain(TOKEN)
    const again = await ingest(filled.base)
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining('0 sent, 0 completed, 0 updated, 82 already there, 0 refused'),
    ])
  })

  it('every address answers the same', { timeout: 300_000 }, async () => {
    const addresses = addressesOf(await readListing(join(root, 'seed')))
    expect(addresses.length).toBeGreaterThan(300)
    const queue = addresses.values()
    const others: string[] = []
    const work = async (): Promise<void> => {
      for (const address of queue) {
        const [wanted, is] = await Promise.all([
          normalised(demo.base, address),
          normalised(filled.base, address),
        ])
        if (wanted !== is) others.push(`${address}\n${firstDifference(wanted, is)}`)
      }
    }
    await Promise.all(Array.from({ length: 4 }, work))
    expect(others).toEqual([])
  })

  it('every row is the same', async () => {
    await Promise.all([demo.stop(), filled.stop()])
    const [wanted, is] = [rowsOf(demo), rowsOf(filled)]
    const other = [...wanted].flatMap(([table, rows]) =>
      differences(rows, is.get(table) ?? []).map((field) => `${table} ${field}`),
    )
    expect(other.slice(0, 40)).toEqual([])
    expect(wanted.get('gifs')).toHaveLength(82)
    expect(wanted.get('language_tags')?.length).toBeGreaterThan(1800)
  })
})

function firstDifference(one: string, other: string): string {
  const at = [...one].findIndex((sign, n) => sign !== other[n])
  const from = Math.max(0, at - 60)
  return `${one.slice(from, at + 120)}\n${other.slice(from, at + 120)}`
}
